// The database file behind a Store: one connection, the locks of the matches, and the statements.
//
// Thread safety: none of its own. The members expect whoever calls them to hold the mutex.
#pragma once

#include "arena/store/match_data.h"
#include "store/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <string_view>

namespace rookery::arena {

// Says which matches are being run, to all programs on this machine.
//
// A file beside the database, of which each match has one byte to lock. The system takes such locks
// away when a program ends, however it ends, so no lock is ever left behind; the file itself stays
// and is always empty.

class MatchLocks {
  public:
    explicit MatchLocks(std::filesystem::path path) : path_(std::move(path)) {}
    MatchLocks(const MatchLocks&) = delete;
    MatchLocks& operator=(const MatchLocks&) = delete;
    ~MatchLocks();

    enum class Outcome : std::uint8_t { Taken, HeldElsewhere, Failed };
    // Harmless if we have it already.
    [[nodiscard]] Outcome take(std::int64_t match);
    void release(std::int64_t match);
    // By somebody else: another program, or another object in this one.
    [[nodiscard]] bool held_elsewhere(std::int64_t match);

  private:
    bool open_to_write();

    std::filesystem::path path_;
    int file_ = -1;
    bool writable_ = false;
};

struct StoreFile {
    StoreFile(std::string path, StoreAccess allowed)
        : name(std::move(path)), access(allowed), locks(name + "-lock") {}

    [[nodiscard]] StoreError last_error() const { return sqlite::last_error(database.get(), name); }
    [[nodiscard]] StoreError error(StoreProblem problem, std::string_view what) const {
        return {problem, (name + ": ").append(what)};
    }
    [[nodiscard]] StoreError no_match(MatchId match) const {
        return error(StoreProblem::NotFound, "there is no match " + std::to_string(match));
    }
    [[nodiscard]] StoreError not_run_here(MatchId match) const {
        return error(StoreProblem::Locked,
                     "match " + std::to_string(match) + " is not run by this program");
    }
    [[nodiscard]] std::optional<StoreError> connect();
    [[nodiscard]] std::optional<StoreError> take_lock(MatchId match);
    void release(MatchId match);
    [[nodiscard]] std::optional<StoreError> insert_match(const MatchSetup& setup, MatchId& match);
    [[nodiscard]] std::optional<StoreError> insert_game(MatchId match, const GamePlace& place,
                                                        const GameRecord& record,
                                                        std::string_view moves);
    [[nodiscard]] Result<MatchInfo, StoreError> find_match(MatchId match);
    [[nodiscard]] std::optional<StoreError> read_players(MatchInfo& info);
    [[nodiscard]] Result<std::vector<GameSummary>, StoreError> summaries(MatchId match);
    // The first game of at least that number, or nothing.
    [[nodiscard]] Result<std::optional<StoredGame>, StoreError> next_game(MatchId match,
                                                                          std::size_t number);
    [[nodiscard]] bool read_warnings(std::int64_t game, std::vector<std::string>& warnings);

    std::string name;
    StoreAccess access;
    std::mutex mutex;
    sqlite::Database database;
    MatchLocks locks;
    std::set<MatchId> running;
};

[[nodiscard]] inline std::int64_t to_microseconds(std::chrono::system_clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}
[[nodiscard]] inline std::chrono::system_clock::time_point from_microseconds(std::int64_t count) {
    return std::chrono::system_clock::time_point(std::chrono::microseconds(count));
}

// The tables of the results store, and how older files are brought up to date.

// Marks the file as ours ("Rook"), so that no other database is written into by mistake.
inline constexpr std::int64_t application_id = 0x526F6F6B;

// Step i makes version i + 1 of version i; version 0 is an empty file. Steps are only ever added.
[[nodiscard]] std::span<const char* const> migrations();

// Takes all steps that are missing in one transaction, so that a file is never left between two
// versions. `doing` begins the errors.
[[nodiscard]] std::optional<StoreError>
migrate(sqlite3* database, std::span<const char* const> steps, std::string_view doing);

}  // namespace rookery::arena
