#include "arena/store/store_file.h"

#include "arena/store/schema.h"
#include "arena/store/words.h"

#include <thread>

namespace rookery::arena {
namespace {

using sqlite::Statement;

// Transactions here take milliseconds; whoever holds the file longer than this is stuck.
constexpr int patience_ms = 10'000;

bool is_empty(sqlite3* database) {
    Statement statement(database, "SELECT count(*) FROM sqlite_master");
    return statement.row() && statement.take_integer() == 0;
}

bool is_ours(sqlite3* database) {
    Statement statement(database, "PRAGMA application_id");
    return statement.row() && statement.take_integer() == application_id;
}

// SQLite does not wait by itself when two programs change the journal of a new file at once.
bool use_write_ahead_log(sqlite3* database) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        Statement statement(database, "PRAGMA journal_mode = WAL");
        if (statement.row()) return statement.take_text() == "wal";
        if (sqlite3_errcode(database) != SQLITE_BUSY) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

}  // namespace

std::optional<StoreError> StoreFile::connect() {
    const int mode = access == StoreAccess::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                             : SQLITE_OPEN_READWRITE;
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(name.c_str(), &opened, mode | SQLITE_OPEN_NOMUTEX, nullptr);
    database.reset(opened);
    if (status != SQLITE_OK) {
        StoreError refusal = last_error();
        refusal.problem = StoreProblem::CannotOpen;
        return refusal;
    }
    sqlite3_extended_result_codes(opened, 1);
    sqlite3_busy_timeout(opened, patience_ms);
    // The first statement that looks into the file finds out whether it is a database at all.
    if (auto refusal = sqlite::execute(opened, "SELECT count(*) FROM sqlite_master", name))
        return refusal;
    if (!is_ours(opened) && !is_empty(opened))
        return error(StoreProblem::NotADatabase, "the database belongs to another program");
    // A write-ahead log keeps committed games through a kill, and readers need not wait for
    // writers.
    if (access == StoreAccess::Write && !use_write_ahead_log(opened)) return last_error();
    if (auto refusal =
            sqlite::execute(opened, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", name))
        return refusal;
    if (auto refusal = migrate(opened, migrations(), name)) return refusal;
    if (access == StoreAccess::Read) return sqlite::execute(opened, "PRAGMA query_only = ON", name);
    return std::nullopt;
}

std::optional<StoreError> StoreFile::take_lock(MatchId match) {
    switch (locks.take(match)) {
        case MatchLocks::Outcome::Taken: running.insert(match); return std::nullopt;
        case MatchLocks::Outcome::HeldElsewhere:
            return error(StoreProblem::Locked,
                         "match " + std::to_string(match) + " is being run by another program");
        case MatchLocks::Outcome::Failed: break;
    }
    return error(StoreProblem::CannotOpen, "the lock file " + name + "-lock cannot be locked");
}

void StoreFile::release(MatchId match) {
    locks.release(match);
    running.erase(match);
}

std::optional<StoreError> StoreFile::insert_match(const MatchSetup& setup, MatchId& match) {
    Statement insert(database.get(),
                     "INSERT INTO matches (name, kind, settings, seed, created, state)"
                     " VALUES (?, ?, ?, ?, ?, ?)");
    insert << setup.name << word_of(setup.kind) << setup.settings
           << static_cast<std::int64_t>(setup.seed)
           << to_microseconds(std::chrono::system_clock::now()) << word_of(MatchState::Open);
    if (!insert.run()) return last_error();
    match = sqlite3_last_insert_rowid(database.get());
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        const PlayerEntry& player = setup.players[i];
        Statement add(database.get(), "INSERT INTO players (match, number, name, spec, settings)"
                                      " VALUES (?, ?, ?, ?, ?)");
        add << match << static_cast<std::int64_t>(i) << player.name << player.spec
            << player.settings;
        if (!add.run()) return last_error();
    }
    return std::nullopt;
}

std::optional<StoreError> StoreFile::read_players(MatchInfo& info) {
    Statement select(database.get(), "SELECT name, spec, settings FROM players"
                                     " WHERE match = ? ORDER BY number");
    select << info.id;
    while (select.row()) {
        PlayerEntry player;
        player.name = select.take_text();
        player.spec = select.take_text();
        player.settings = select.take_text();
        info.setup.players.push_back(std::move(player));
    }
    if (select.failed()) return last_error();
    return std::nullopt;
}

Result<MatchInfo, StoreError> StoreFile::find_match(MatchId match) {
    Statement select(database.get(),
                     "SELECT name, kind, settings, seed, created, state FROM matches WHERE id = ?");
    select << match;
    if (!select.row()) return failure(select.failed() ? last_error() : no_match(match));
    MatchInfo info;
    info.id = match;
    info.setup.name = select.take_text();
    const auto kind = match_kind_of(select.take_text());
    info.setup.settings = select.take_text();
    info.setup.seed = static_cast<std::uint64_t>(select.take_integer());
    info.created = from_microseconds(select.take_integer());
    const auto state = match_state_of(select.take_text());
    if (!kind || !state)
        return failure(error(StoreProblem::Damaged,
                             "match " + std::to_string(match) + " is of an unknown kind or state"));
    info.setup.kind = *kind;
    info.state = *state;
    if (auto problem = read_players(info)) return failure(std::move(*problem));
    return info;
}

}  // namespace rookery::arena
