#include "arena/store/store.h"

#include "arena/store/match_locks.h"
#include "base/files.h"
#include "notation/fen.h"
#include "notation/pgn_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace rookery::arena {

namespace fs = std::filesystem;
using store::Statement;

namespace {

// The words of MatchKind and MatchState, in their order.
constexpr std::array<std::string_view, 2> kind_words = {"match", "tournament"};
constexpr std::array<std::string_view, 3> state_words = {"open", "finished", "abandoned"};

template <class Enum, std::size_t Size>
std::optional<Enum> enum_of(const std::array<std::string_view, Size>& words,
                            std::string_view text) {
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) return std::nullopt;
    return static_cast<Enum>(found - words.begin());
}

// Times are microseconds, points in time since 1970 in UTC. The seed is 64 bits without a sign,
// kept in a column that has one. Results, terminations and states are words, so that a database can
// be read without this program and enumerations may change their order.
constexpr const char* first_tables = R"sql(
CREATE TABLE matches (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('match', 'tournament')),
    settings  TEXT NOT NULL,
    seed      INTEGER NOT NULL,
    created   INTEGER NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('open', 'finished', 'abandoned'))
);

CREATE TABLE players (
    match     INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    name      TEXT NOT NULL,
    spec      TEXT NOT NULL,
    settings  TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;

CREATE TABLE games (
    id             INTEGER PRIMARY KEY,
    match          INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number         INTEGER NOT NULL,
    pair           INTEGER NOT NULL,
    round          INTEGER NOT NULL,
    white          INTEGER NOT NULL,
    black          INTEGER NOT NULL,
    white_control  TEXT NOT NULL,
    black_control  TEXT NOT NULL,
    opening        INTEGER,
    opening_plies  INTEGER NOT NULL,
    start          TEXT NOT NULL,
    chess960       INTEGER NOT NULL CHECK (chess960 IN (0, 1)),
    result         TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
    termination    TEXT NOT NULL,
    reason         TEXT NOT NULL,
    started        INTEGER NOT NULL,
    duration       INTEGER NOT NULL,
    plies          INTEGER NOT NULL,
    UNIQUE (match, number),
    FOREIGN KEY (match, white) REFERENCES players,
    FOREIGN KEY (match, black) REFERENCES players,
    CHECK (white <> black)
);

CREATE TABLE moves (
    game  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    data  BLOB NOT NULL
);

CREATE TABLE complaints (
    game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

CREATE TABLE failures (
    game          INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    conversation  TEXT NOT NULL
);
)sql";

// The latency of each player before the game.
constexpr const char* latency_columns = R"sql(
ALTER TABLE games ADD COLUMN white_latency INTEGER;
ALTER TABLE games ADD COLUMN black_latency INTEGER;
)sql";

constexpr std::array migrations = {first_tables, latency_columns};

// "Rook": marks the file as one of ours.
constexpr std::int64_t application_id = 0x526F6F6B;

std::int64_t to_microseconds(std::chrono::system_clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}

std::chrono::system_clock::time_point from_microseconds(std::int64_t count) {
    return std::chrono::system_clock::time_point(std::chrono::microseconds(count));
}

std::int64_t signed_of(std::size_t value) { return static_cast<std::int64_t>(value); }
std::size_t take_size(Statement& row) { return static_cast<std::size_t>(row.take_integer()); }

// The index of the opening or of nothing.
std::optional<std::size_t> take_opening(Statement& row) {
    if (const auto opening = row.take_optional()) return static_cast<std::size_t>(*opening);
    return std::nullopt;
}

// A side without any limit has an empty text, which parse_time_control would refuse.
std::optional<TimeControl> control_of(std::string_view text) {
    if (text.empty()) return TimeControl{};
    const auto parsed = parse_time_control(text);
    if (!parsed) return std::nullopt;
    return *parsed;
}

GamePlace take_place(Statement& row) {
    // Braces keep the order of the columns.
    return {take_size(row), take_size(row), take_size(row), {{take_size(row), take_size(row)}}};
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

void add_latency(Statement& statement, const std::optional<Duration>& latency) {
    if (latency)
        statement << std::int64_t{latency->count()};
    else
        statement << nullptr;
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
    record.opening = take_opening(row);
    record.opening_plies = take_size(row);
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
    const std::size_t plies = take_size(row);
    record.latency = take_latency(row);
    auto moves = decode_moves(row.take_text());
    if (!moves) return moves.error();
    record.moves = std::move(*moves);
    if (record.moves.size() != plies) return "it has not as many moves as it says";
    record.conversation = row.take_text();
    return std::nullopt;
}

}  // namespace

// One connection, the locks of the matches, and the statements. The caller holds the mutex when it
// calls a member.
class Store::File {
  public:
    File(store::Database opened, store::Access allowed)
        : database(std::move(opened)), access(allowed), locks(database.name() + "-lock") {}

    [[nodiscard]] StoreError no_match(MatchId match) const {
        return database.error(StoreProblem::NotFound, fmt::format("there is no match {}", match));
    }
    [[nodiscard]] StoreError not_run_here(MatchId match) const {
        return database.error(StoreProblem::Locked,
                              fmt::format("match {} is not run by this program", match));
    }
    [[nodiscard]] StoreError damaged(MatchId match, std::size_t game, std::string_view why) const {
        return database.error(StoreProblem::Damaged,
                              fmt::format("game {} of match {}: {}", game, match, why));
    }
    // Nothing if the file may be written to.
    [[nodiscard]] std::optional<StoreError> read_only() const {
        if (access != Access::Read) return std::nullopt;
        return database.error(StoreProblem::Failed, "was opened for reading only");
    }

    std::optional<StoreError> take_lock(MatchId match) {
        switch (locks.take(match)) {
            case MatchLocks::Outcome::Taken: running.insert(match); return std::nullopt;
            case MatchLocks::Outcome::HeldElsewhere:
                return database.error(
                    StoreProblem::Locked,
                    fmt::format("match {} is being run by another program", match));
            case MatchLocks::Outcome::Failed: break;
        }
        return database.error(StoreProblem::CannotOpen,
                              "the lock file " + database.name() + "-lock cannot be locked");
    }

    void release(MatchId match) {
        locks.release(match);
        running.erase(match);
    }

    std::optional<StoreError> insert_match(const MatchSetup& setup, MatchId& match) {
        Statement insert(database,
                         "INSERT INTO matches (name, kind, settings, seed, created, state)"
                         " VALUES (?, ?, ?, ?, ?, ?)");
        insert << setup.name << kind_words[static_cast<std::size_t>(setup.kind)] << setup.settings
               << static_cast<std::int64_t>(setup.seed)
               << to_microseconds(std::chrono::system_clock::now()) << word_of(MatchState::Open);
        if (!insert.run()) return database.last_error();
        match = sqlite3_last_insert_rowid(database.handle());
        for (std::size_t i = 0; i < setup.players.size(); ++i) {
            const auto& [name, spec, settings] = setup.players[i];
            Statement add(database, "INSERT INTO players (match, number, name, spec, settings)"
                                    " VALUES (?, ?, ?, ?, ?)");
            add << match << signed_of(i) << name << spec << settings;
            if (!add.run()) return database.last_error();
        }
        return std::nullopt;
    }

    std::optional<StoreError> read_players(MatchInfo& info) {
        Statement select(database, "SELECT name, spec, settings FROM players"
                                   " WHERE match = ? ORDER BY number");
        select << info.id;
        // Braces keep the order of the columns.
        while (select.row())
            info.setup.players.push_back(
                PlayerEntry{select.take_text(), select.take_text(), select.take_text()});
        if (select.failed()) return database.last_error();
        return std::nullopt;
    }

    Result<MatchInfo, StoreError> find_match(MatchId match) {
        Statement select(
            database,
            "SELECT name, kind, settings, seed, created, state FROM matches WHERE id = ?");
        select << match;
        if (!select.row())
            return failure(select.failed() ? database.last_error() : no_match(match));
        MatchInfo info;
        info.id = match;
        info.setup.name = select.take_text();
        const auto kind = enum_of<MatchKind>(kind_words, select.take_text());
        info.setup.settings = select.take_text();
        info.setup.seed = static_cast<std::uint64_t>(select.take_integer());
        info.created = from_microseconds(select.take_integer());
        const auto state = enum_of<MatchState>(state_words, select.take_text());
        if (!kind || !state)
            return failure(
                database.error(StoreProblem::Damaged,
                               fmt::format("match {} is of an unknown kind or state", match)));
        info.setup.kind = *kind;
        info.state = *state;
        if (auto problem = read_players(info)) return failure(std::move(*problem));
        return info;
    }

    std::optional<StoreError> insert_game(MatchId match, const GamePlace& place,
                                          const GameRecord& record, std::string_view moves) {
        Statement insert(database, insert_game_sql);
        insert << match << signed_of(place.number) << signed_of(place.pair)
               << signed_of(place.round) << signed_of(place.players[Color::White])
               << signed_of(place.players[Color::Black]) << to_text(record.controls[Color::White])
               << to_text(record.controls[Color::Black]);
        if (record.opening)
            insert << signed_of(*record.opening);
        else
            insert << nullptr;
        insert << signed_of(record.opening_plies) << to_fen(record.start)
               << std::int64_t{record.chess960} << notation_of(record.result)
               << word_of(record.termination) << record.reason << to_microseconds(record.started)
               << std::int64_t{record.lasted.count()} << signed_of(record.moves.size());
        for (const Color color : both_colors) add_latency(insert, record.latency[color]);
        if (!insert.run()) {
            if (sqlite3_extended_errcode(database.handle()) == SQLITE_CONSTRAINT_UNIQUE)
                return database.error(
                    StoreProblem::Duplicate,
                    fmt::format("game {} of match {} is there already", place.number, match));
            return database.last_error();
        }
        const std::int64_t game = sqlite3_last_insert_rowid(database.handle());
        Statement blob(database, "INSERT INTO moves (game, data) VALUES (?, ?)");
        blob << game;
        if (!blob.bind_blob(moves).run()) return database.last_error();
        for (std::size_t i = 0; i < record.warnings.size(); ++i) {
            Statement warning(database,
                              "INSERT INTO complaints (game, number, text) VALUES (?, ?, ?)");
            warning << game << signed_of(i) << record.warnings[i];
            if (!warning.run()) return database.last_error();
        }
        if (is_failure(record.termination) || !record.conversation.empty()) {
            Statement failed(database, "INSERT INTO failures (game, conversation) VALUES (?, ?)");
            failed << game << record.conversation;
            if (!failed.run()) return database.last_error();
        }
        return std::nullopt;
    }

    Result<std::vector<GameSummary>, StoreError> summaries(MatchId match) {
        std::vector<GameSummary> games;
        Statement select(
            database,
            "SELECT number, pair, round, white, black, opening, result, termination, plies,"
            " white_latency, black_latency"
            " FROM games WHERE match = ? ORDER BY number");
        select << match;
        while (select.row()) {
            GameSummary game;
            game.place = take_place(select);
            game.opening = take_opening(select);
            const auto result = parse_result(select.take_text());
            const auto termination = termination_of(select.take_text());
            if (!result || !termination)
                return failure(damaged(match, game.place.number, "its result is unknown"));
            game.result = *result;
            game.termination = *termination;
            game.plies = take_size(select);
            game.latency = take_latency(select);
            games.push_back(game);
        }
        if (select.failed()) return failure(database.last_error());
        return games;
    }

    // The first game of at least that number, or nothing.
    Result<std::optional<StoredGame>, StoreError> next_game(MatchId match, std::size_t number) {
        Statement select(database, next_game_sql);
        select << match << signed_of(number);
        if (!select.row()) {
            if (select.failed()) return failure(database.last_error());
            return std::optional<StoredGame>();
        }
        StoredGame game;
        game.place = take_place(select);
        const std::int64_t id = select.take_integer();
        if (const auto problem = take_record(select, game.record))
            return failure(damaged(match, game.place.number, *problem));
        Statement warnings(database, "SELECT text FROM complaints WHERE game = ? ORDER BY number");
        warnings << id;
        while (warnings.row()) game.record.warnings.push_back(warnings.take_text());
        if (warnings.failed()) return failure(database.last_error());
        return std::optional<StoredGame>(std::move(game));
    }

    std::mutex mutex;
    store::Database database;
    const store::Access access;
    MatchLocks locks;
    std::set<MatchId> running;
};

std::string_view word_of(MatchState state) { return state_words[static_cast<std::size_t>(state)]; }

Result<fs::path, std::string> default_store_path() {
    auto folder = data_folder();
    if (!folder) return failure(std::move(folder).error());
    return *folder / "arena.db";
}

Result<Store, StoreError> Store::open(const fs::path& path, Access access) {
    auto database = store::Database::open(path, store::Schema{application_id, migrations}, access);
    if (!database) return failure(std::move(database).error());
    return Store(std::make_unique<File>(std::move(*database), access));
}

Store::Store(std::unique_ptr<File> file) : file_(std::move(file)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<MatchId, StoreError> Store::create_match(const MatchSetup& setup) {
    const std::scoped_lock guard(file_->mutex);
    if (auto error = file_->read_only()) return failure(std::move(*error));
    store::Transaction transaction(file_->database);
    if (auto error = transaction.begin()) return failure(std::move(*error));
    MatchId match = 0;
    if (auto error = file_->insert_match(setup, match)) return failure(std::move(*error));
    // Locked before other programs can see it.
    if (auto error = file_->take_lock(match)) return failure(std::move(*error));
    if (auto error = transaction.commit()) {
        file_->release(match);
        return failure(std::move(*error));
    }
    return match;
}

Result<MatchProgress, StoreError> Store::resume_match(MatchId match) {
    const std::scoped_lock guard(file_->mutex);
    if (auto error = file_->read_only()) return failure(std::move(*error));
    const bool ran_before = file_->running.contains(match);
    if (auto error = file_->take_lock(match)) return failure(std::move(*error));
    const auto give_up = [&](StoreError error) {
        if (!ran_before) file_->release(match);
        return failure(std::move(error));
    };
    // Read after the lock is taken: the program that ran it before may just have stored a game.
    auto info = file_->find_match(match);
    if (!info) return give_up(std::move(info).error());
    auto finished = file_->summaries(match);
    if (!finished) return give_up(std::move(finished).error());
    return MatchProgress{std::move(*info), std::move(*finished)};
}

void Store::release_match(MatchId match) {
    const std::scoped_lock guard(file_->mutex);
    file_->release(match);
}

std::optional<StoreError> Store::set_state(MatchId match, MatchState state) {
    const std::scoped_lock guard(file_->mutex);
    Statement update(file_->database, "UPDATE matches SET state = ? WHERE id = ?");
    update << word_of(state) << match;
    if (!update.run()) return file_->database.last_error();
    if (sqlite3_changes(file_->database.handle()) == 0) return file_->no_match(match);
    return std::nullopt;
}

std::optional<StoreError> Store::change_settings(MatchId match, const std::string& settings) {
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    Statement update(file_->database, "UPDATE matches SET settings = ?, state = ? WHERE id = ?");
    update << settings << word_of(MatchState::Open) << match;
    if (!update.run()) return file_->database.last_error();
    return std::nullopt;
}

Result<MatchInfo, StoreError> Store::find_match(MatchId match) const {
    const std::scoped_lock guard(file_->mutex);
    return file_->find_match(match);
}

Result<std::vector<MatchListing>, StoreError> Store::list_matches() const {
    const std::scoped_lock guard(file_->mutex);
    std::vector<MatchListing> listings;
    Statement select(file_->database,
                     "SELECT m.id, count(g.id), count(f.game) FROM matches m"
                     " LEFT JOIN games g ON g.match = m.id LEFT JOIN failures f ON f.game = g.id"
                     " GROUP BY m.id ORDER BY m.id DESC");
    while (select.row()) {
        auto info = file_->find_match(select.take_integer());
        if (!info) return failure(std::move(info).error());
        MatchListing listing;
        listing.info = std::move(*info);
        listing.games = take_size(select);
        listing.failures = take_size(select);
        listing.in_progress = file_->running.contains(listing.info.id) ||
                              file_->locks.held_elsewhere(listing.info.id);
        listings.push_back(std::move(listing));
    }
    if (select.failed()) return failure(file_->database.last_error());
    return listings;
}

std::optional<StoreError> Store::check_integrity() const {
    const std::scoped_lock guard(file_->mutex);
    for (const char* question : {"PRAGMA integrity_check", "PRAGMA foreign_key_check"}) {
        Statement statement(file_->database, question);
        while (statement.row())
            if (std::string answer = statement.take_text(); answer != "ok")
                return file_->database.error(StoreProblem::Damaged, answer);
        if (statement.failed()) return file_->database.last_error();
    }
    return std::nullopt;
}

std::optional<StoreError> Store::add_game(MatchId match, const GamePlace& place,
                                          const GameRecord& record) {
    const std::string moves = encode_moves(record.moves);
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    store::Transaction transaction(file_->database);
    if (auto error = transaction.begin()) return error;
    if (auto error = file_->insert_game(match, place, record, moves)) return error;
    return transaction.commit();
}

std::optional<StoreError> Store::remove_game(MatchId match, std::size_t number) {
    const std::scoped_lock guard(file_->mutex);
    if (!file_->running.contains(match)) return file_->not_run_here(match);
    // Its moves go with it.
    Statement remove(file_->database, "DELETE FROM games WHERE match = ? AND number = ?");
    remove << match << static_cast<std::int64_t>(number);
    if (!remove.run()) return file_->database.last_error();
    return std::nullopt;
}

Result<std::vector<GameSummary>, StoreError> Store::summaries(MatchId match) const {
    const std::scoped_lock guard(file_->mutex);
    return file_->summaries(match);
}

Result<StoredGame, StoreError> Store::load_game(MatchId match, std::size_t number) const {
    const std::scoped_lock guard(file_->mutex);
    auto game = file_->next_game(match, number);
    if (!game) return failure(std::move(game).error());
    if (!game->has_value() || (*game)->place.number != number)
        return failure(file_->database.error(
            StoreProblem::NotFound, fmt::format("there is no game {} in match {}", number, match)));
    return std::move(**game);
}

std::optional<StoreError>
Store::for_each_game(MatchId match, const std::function<bool(const StoredGame&)>& show) const {
    // One query for each game: a long query would keep SQLite from truncating its log meanwhile.
    for (std::size_t number = 0;;) {
        std::optional<StoredGame> game;
        {
            const std::scoped_lock guard(file_->mutex);
            auto next = file_->next_game(match, number);
            if (!next) return std::move(next).error();
            game = std::move(*next);
        }
        if (!game || !show(*game)) return std::nullopt;
        number = game->place.number + 1;
    }
}

}  // namespace rookery::arena
