// The games: written once, read one at a time.
#include "arena/store/move_blob.h"
#include "arena/store/store_file.h"
#include "arena/store/words.h"
#include "notation/fen.h"
#include "notation/pgn_reader.h"

namespace rookery::arena {
namespace {

using sqlite::Statement;

std::int64_t signed_of(std::size_t value) { return static_cast<std::int64_t>(value); }
std::size_t size_of(std::int64_t value) { return static_cast<std::size_t>(value); }

// A side without any limit has an empty text, which parse_time_control would refuse.
std::optional<TimeControl> control_of(std::string_view text) {
    if (text.empty()) return TimeControl{};
    auto parsed = parse_time_control(text);
    if (!parsed) return std::nullopt;
    return std::move(*parsed);
}

GamePlace take_place(Statement& row) {
    GamePlace place;
    place.number = size_of(row.take_integer());
    place.pair = size_of(row.take_integer());
    place.round = size_of(row.take_integer());
    for (const Color color : both_colors) place.players[color] = size_of(row.take_integer());
    return place;
}

constexpr const char* insert_game_sql =
    "INSERT INTO games (match, number, pair, round, white, black, white_control, black_control,"
    " opening, opening_plies, start, chess960, result, termination, reason, started, duration,"
    " plies, white_latency, black_latency)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

constexpr const char* next_game_sql =
    "SELECT g.number, g.pair, g.round, g.white, g.black, g.id, w.name, b.name, g.white_control,"
    " g.black_control, g.opening, g.opening_plies, g.start, g.chess960, g.result, g.termination,"
    " g.reason, g.started, g.duration, g.plies, g.white_latency, g.black_latency, m.data,"
    " f.conversation FROM games g"
    " JOIN players w ON w.match = g.match AND w.number = g.white"
    " JOIN players b ON b.match = g.match AND b.number = g.black"
    " JOIN moves m ON m.game = g.id LEFT JOIN failures f ON f.game = g.id"
    " WHERE g.match = ? AND g.number >= ? ORDER BY g.number LIMIT 1";

// A value, or NULL.
template <class Value>
void add_optional(Statement& statement, const std::optional<Value>& value) {
    if (value)
        statement << *value;
    else
        statement << nullptr;
}

std::optional<std::int64_t> count_of(const std::optional<Duration>& duration) {
    if (!duration) return std::nullopt;
    return duration->count();
}

ByColor<std::optional<Duration>> take_latency(Statement& row) {
    ByColor<std::optional<Duration>> latency;
    for (const Color color : both_colors)
        if (const auto count = row.take_optional()) latency[color] = Duration(*count);
    return latency;
}

// Fills the record from the columns after the place and the id. The reason where it cannot.
std::optional<std::string> take_record(Statement& row, GameRecord& record) {
    for (const Color color : both_colors) record.players[color] = row.take_text();
    for (const Color color : both_colors) {
        const auto control = control_of(row.take_text());
        if (!control) return "a time control cannot be read";
        record.controls[color] = *control;
    }
    if (const auto opening = row.take_optional()) record.opening = size_of(*opening);
    record.opening_plies = size_of(row.take_integer());
    const auto start = parse_fen(row.take_text());
    if (!start) return "its start position cannot be read: " + start.error().what;
    record.start = start->position;
    record.chess960 = row.take_integer() != 0;
    const auto result = parse_result(row.take_text());
    const auto termination = termination_of(row.take_text());
    if (!result || !termination) return "its result is unknown";
    record.result = *result;
    record.termination = *termination;
    record.reason = row.take_text();
    record.started = from_microseconds(row.take_integer());
    record.lasted = Duration(row.take_integer());
    const std::size_t plies = size_of(row.take_integer());
    record.latency = take_latency(row);
    auto moves = decode_moves(row.take_text());
    if (!moves) return moves.error();
    record.moves = std::move(*moves);
    if (record.moves.size() != plies) return "it has not as many moves as it says";
    record.conversation = row.take_text();
    return std::nullopt;
}

}  // namespace

std::optional<StoreError> StoreFile::insert_game(MatchId match, const GamePlace& place,
                                                   const GameRecord& record,
                                                   std::string_view moves) {
    Statement insert(database.get(), insert_game_sql);
    insert << match << signed_of(place.number) << signed_of(place.pair) << signed_of(place.round)
           << signed_of(place.players[Color::White]) << signed_of(place.players[Color::Black])
           << to_text(record.controls[Color::White]) << to_text(record.controls[Color::Black]);
    add_optional(insert, record.opening ? std::optional(signed_of(*record.opening)) : std::nullopt);
    insert << signed_of(record.opening_plies) << to_fen(record.start)
           << std::int64_t{record.chess960} << notation_of(record.result)
           << word_of(record.termination) << record.reason << to_microseconds(record.started)
           << std::int64_t{record.lasted.count()} << signed_of(record.moves.size());
    for (const Color color : both_colors) add_optional(insert, count_of(record.latency[color]));
    if (!insert.run()) {
        if (sqlite3_extended_errcode(database.get()) == SQLITE_CONSTRAINT_UNIQUE)
            return error(StoreProblem::Duplicate, "game " + std::to_string(place.number) +
                                                      " of match " + std::to_string(match) +
                                                      " is there already");
        return last_error();
    }
    const std::int64_t game = sqlite3_last_insert_rowid(database.get());
    Statement blob(database.get(), "INSERT INTO moves (game, data) VALUES (?, ?)");
    blob << game;
    if (!blob.bind_blob(moves).run()) return last_error();
    for (std::size_t i = 0; i < record.complaints.size(); ++i) {
        Statement complaint(database.get(),
                            "INSERT INTO complaints (game, number, text) VALUES (?, ?, ?)");
        complaint << game << signed_of(i) << record.complaints[i];
        if (!complaint.run()) return last_error();
    }
    if (is_failure(record.termination) || !record.conversation.empty()) {
        Statement failed(database.get(), "INSERT INTO failures (game, conversation) VALUES (?, ?)");
        failed << game << record.conversation;
        if (!failed.run()) return last_error();
    }
    return std::nullopt;
}

Result<std::vector<GameSummary>, StoreError> StoreFile::summaries(MatchId match) {
    std::vector<GameSummary> games;
    Statement select(database.get(),
                     "SELECT number, pair, round, white, black, opening, result, termination, plies,"
                     " white_latency, black_latency"
                     " FROM games WHERE match = ? ORDER BY number");
    select << match;
    while (select.row()) {
        GameSummary game;
        game.place = take_place(select);
        if (const auto opening = select.take_optional()) game.opening = size_of(*opening);
        const auto result = parse_result(select.take_text());
        const auto termination = termination_of(select.take_text());
        if (!result || !termination)
            return failure(error(StoreProblem::Damaged,
                                 "game " + std::to_string(game.place.number) + " of match " +
                                     std::to_string(match) + ": its result is unknown"));
        game.result = *result;
        game.termination = *termination;
        game.plies = size_of(select.take_integer());
        game.latency = take_latency(select);
        games.push_back(game);
    }
    if (select.failed()) return failure(last_error());
    return games;
}

bool StoreFile::read_complaints(std::int64_t game, std::vector<std::string>& complaints) {
    Statement select(database.get(), "SELECT text FROM complaints WHERE game = ? ORDER BY number");
    select << game;
    while (select.row()) complaints.push_back(select.take_text());
    return !select.failed();
}

Result<std::optional<StoredGame>, StoreError> StoreFile::next_game(MatchId match,
                                                                     std::size_t number) {
    Statement select(database.get(), next_game_sql);
    select << match << signed_of(number);
    if (!select.row()) {
        if (select.failed()) return failure(last_error());
        return std::optional<StoredGame>();
    }
    StoredGame game;
    game.place = take_place(select);
    const std::int64_t id = select.take_integer();
    if (const auto problem = take_record(select, game.record))
        return failure(error(StoreProblem::Damaged, "game " + std::to_string(game.place.number) +
                                                        " of match " + std::to_string(match) +
                                                        ": " + *problem));
    if (!read_complaints(id, game.record.complaints)) return failure(last_error());
    return std::optional<StoredGame>(std::move(game));
}

}  // namespace rookery::arena
