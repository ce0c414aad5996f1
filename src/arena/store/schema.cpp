#include "arena/store/schema.h"

#include <array>

namespace rookery::arena {
namespace {

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

constexpr std::array steps_so_far = {first_tables, latency_columns};

std::int64_t pragma(sqlite3* database, const char* sql) {
    sqlite::Statement statement(database, sql);
    return statement.row() ? statement.take_integer() : 0;
}

StoreError newer(std::int64_t found, std::size_t known, std::string_view doing) {
    return {StoreProblem::Newer,
            std::string(doing) + ": written by a newer Rookery (version " + std::to_string(found) +
                " of the tables, this one knows up to " + std::to_string(known) + ")"};
}

}  // namespace

std::span<const char* const> migrations() { return steps_so_far; }

std::optional<StoreError> migrate(sqlite3* database, std::span<const char* const> steps,
                                  std::string_view doing) {
    const auto target = static_cast<std::int64_t>(steps.size());
    const std::int64_t seen = pragma(database, "PRAGMA user_version");
    if (seen > target) return newer(seen, steps.size(), doing);
    if (seen == target) return std::nullopt;

    sqlite::Transaction transaction(database);
    if (auto error = transaction.begin(doing)) return error;
    // Again, for another program may have done it while we waited.
    const std::int64_t found = pragma(database, "PRAGMA user_version");
    if (found > target) return newer(found, steps.size(), doing);
    for (std::int64_t step = found; step < target; ++step)
        if (auto error = sqlite::execute(database, steps[static_cast<std::size_t>(step)], doing))
            return error;
    const std::string mark = "PRAGMA application_id = " + std::to_string(application_id) +
                             "; PRAGMA user_version = " + std::to_string(target);
    if (auto error = sqlite::execute(database, mark.c_str(), doing)) return error;
    return transaction.commit(doing);
}

}  // namespace rookery::arena
