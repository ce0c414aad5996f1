#include "arena/store/store_file.h"

#include "arena/store/move_blob.h"
#include "notation/fen.h"
#include "notation/pgn_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace rookery::arena {
namespace {

using store::Statement;

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

// How long a word to the player and back took before the game.
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

struct flock byte_of(std::int64_t match, short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(match);
    lock.l_len = 1;
    return lock;
}

}  // namespace

store::Schema arena_schema() { return {application_id, migrations}; }

MatchLocks::~MatchLocks() {
    if (file_ >= 0) close(file_);
}

bool MatchLocks::open_to_write() {
    if (writable_) return true;
    // Engines that are started must not inherit the file, or they would keep the locks.
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return false;
    if (file_ >= 0) close(file_);
    file_ = file;
    writable_ = true;
    return true;
}

// Locks of the open file, not of the process (F_SETLK): those would vanish as soon as anything in
// this process closed the same file, and two stores in one process would not see each other.
MatchLocks::Outcome MatchLocks::take(std::int64_t match) {
    if (!open_to_write()) return Outcome::Failed;
    struct flock lock = byte_of(match, F_WRLCK);
    if (fcntl(file_, F_OFD_SETLK, &lock) == 0) return Outcome::Taken;
    return errno == EAGAIN || errno == EACCES ? Outcome::HeldElsewhere : Outcome::Failed;
}

void MatchLocks::release(std::int64_t match) {
    if (!writable_) return;
    struct flock lock = byte_of(match, F_UNLCK);
    fcntl(file_, F_OFD_SETLK, &lock);
}

bool MatchLocks::held_elsewhere(std::int64_t match) {
    if (file_ < 0) file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) return false;
    struct flock lock = byte_of(match, F_WRLCK);
    return fcntl(file_, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::optional<StoreError> StoreFile::take_lock(MatchId match) {
    switch (locks.take(match)) {
        case MatchLocks::Outcome::Taken: running.insert(match); return std::nullopt;
        case MatchLocks::Outcome::HeldElsewhere:
            return database.error(StoreProblem::Locked, "match " + std::to_string(match) +
                                                            " is being run by another program");
        case MatchLocks::Outcome::Failed: break;
    }
    return database.error(StoreProblem::CannotOpen,
                          "the lock file " + database.name() + "-lock cannot be locked");
}

void StoreFile::release(MatchId match) {
    locks.release(match);
    running.erase(match);
}

std::optional<StoreError> StoreFile::insert_match(const MatchSetup& setup, MatchId& match) {
    Statement insert(database, "INSERT INTO matches (name, kind, settings, seed, created, state)"
                               " VALUES (?, ?, ?, ?, ?, ?)");
    insert << setup.name << word_of(setup.kind) << setup.settings
           << static_cast<std::int64_t>(setup.seed)
           << to_microseconds(std::chrono::system_clock::now()) << word_of(MatchState::Open);
    if (!insert.run()) return database.last_error();
    match = sqlite3_last_insert_rowid(database.handle());
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        const PlayerEntry& player = setup.players[i];
        Statement add(database, "INSERT INTO players (match, number, name, spec, settings)"
                                " VALUES (?, ?, ?, ?, ?)");
        add << match << static_cast<std::int64_t>(i) << player.name << player.spec
            << player.settings;
        if (!add.run()) return database.last_error();
    }
    return std::nullopt;
}

std::optional<StoreError> StoreFile::read_players(MatchInfo& info) {
    Statement select(database, "SELECT name, spec, settings FROM players"
                               " WHERE match = ? ORDER BY number");
    select << info.id;
    while (select.row()) {
        PlayerEntry player;
        player.name = select.take_text();
        player.spec = select.take_text();
        player.settings = select.take_text();
        info.setup.players.push_back(std::move(player));
    }
    if (select.failed()) return database.last_error();
    return std::nullopt;
}

Result<MatchInfo, StoreError> StoreFile::find_match(MatchId match) {
    Statement select(database,
                     "SELECT name, kind, settings, seed, created, state FROM matches WHERE id = ?");
    select << match;
    if (!select.row()) return failure(select.failed() ? database.last_error() : no_match(match));
    MatchInfo info;
    info.id = match;
    info.setup.name = select.take_text();
    const auto kind = match_kind_of(select.take_text());
    info.setup.settings = select.take_text();
    info.setup.seed = static_cast<std::uint64_t>(select.take_integer());
    info.created = from_microseconds(select.take_integer());
    const auto state = match_state_of(select.take_text());
    if (!kind || !state)
        return failure(
            database.error(StoreProblem::Damaged,
                           "match " + std::to_string(match) + " is of an unknown kind or state"));
    info.setup.kind = *kind;
    info.state = *state;
    if (auto problem = read_players(info)) return failure(std::move(*problem));
    return info;
}

std::optional<StoreError> StoreFile::insert_game(MatchId match, const GamePlace& place,
                                                 const GameRecord& record, std::string_view moves) {
    Statement insert(database, insert_game_sql);
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
        if (sqlite3_extended_errcode(database.handle()) == SQLITE_CONSTRAINT_UNIQUE)
            return database.error(StoreProblem::Duplicate,
                                  "game " + std::to_string(place.number) + " of match " +
                                      std::to_string(match) + " is there already");
        return database.last_error();
    }
    const std::int64_t game = sqlite3_last_insert_rowid(database.handle());
    Statement blob(database, "INSERT INTO moves (game, data) VALUES (?, ?)");
    blob << game;
    if (!blob.bind_blob(moves).run()) return database.last_error();
    for (std::size_t i = 0; i < record.warnings.size(); ++i) {
        Statement warning(database, "INSERT INTO complaints (game, number, text) VALUES (?, ?, ?)");
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

Result<std::vector<GameSummary>, StoreError> StoreFile::summaries(MatchId match) {
    std::vector<GameSummary> games;
    Statement select(
        database, "SELECT number, pair, round, white, black, opening, result, termination, plies,"
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
            return failure(database.error(
                StoreProblem::Damaged, "game " + std::to_string(game.place.number) + " of match " +
                                           std::to_string(match) + ": its result is unknown"));
        game.result = *result;
        game.termination = *termination;
        game.plies = size_of(select.take_integer());
        game.latency = take_latency(select);
        games.push_back(game);
    }
    if (select.failed()) return failure(database.last_error());
    return games;
}

bool StoreFile::read_warnings(std::int64_t game, std::vector<std::string>& warnings) {
    Statement select(database, "SELECT text FROM complaints WHERE game = ? ORDER BY number");
    select << game;
    while (select.row()) warnings.push_back(select.take_text());
    return !select.failed();
}

Result<std::optional<StoredGame>, StoreError> StoreFile::next_game(MatchId match,
                                                                   std::size_t number) {
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
        return failure(database.error(StoreProblem::Damaged,
                                      "game " + std::to_string(game.place.number) + " of match " +
                                          std::to_string(match) + ": " + *problem));
    if (!read_warnings(id, game.record.warnings)) return failure(database.last_error());
    return std::optional<StoredGame>(std::move(game));
}

}  // namespace rookery::arena
