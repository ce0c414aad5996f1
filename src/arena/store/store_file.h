// The database file behind a Store: one connection, the locks of the matches, and the statements.
//
// Thread safety: the caller holds the mutex when it calls a member.
#pragma once

#include "arena/store/match_data.h"
#include "arena/store/store.h"
#include "store/database.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>

namespace rookery::arena {

// Tells all programs on this machine which matches are being run: each match has one byte of a file
// beside the database to lock. The system takes such locks away when a program ends, however it
// ends, so no lock is ever left behind. The file itself stays and is always empty.
class MatchLocks {
  public:
    explicit MatchLocks(std::filesystem::path path) : path_(std::move(path)) {}
    MatchLocks(const MatchLocks&) = delete;
    MatchLocks& operator=(const MatchLocks&) = delete;
    ~MatchLocks();

    enum class Outcome : std::uint8_t { Taken, HeldElsewhere, Failed };
    // Harmless if this object has it already.
    [[nodiscard]] Outcome take(std::int64_t match);
    void release(std::int64_t match);
    // By another program, or by another object in this one.
    [[nodiscard]] bool held_elsewhere(std::int64_t match);

  private:
    bool open_to_write();

    std::filesystem::path path_;
    int file_ = -1;
    bool writable_ = false;
};

struct StoreFile {
    StoreFile(store::Database opened, store::Access allowed)
        : database(std::move(opened)), access(allowed), locks(database.name() + "-lock") {}

    [[nodiscard]] StoreError no_match(MatchId match) const {
        return database.error(StoreProblem::NotFound, "there is no match " + std::to_string(match));
    }
    [[nodiscard]] StoreError not_run_here(MatchId match) const {
        return database.error(StoreProblem::Locked,
                              "match " + std::to_string(match) + " is not run by this program");
    }
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

    std::mutex mutex;
    store::Database database;
    const store::Access access;
    MatchLocks locks;
    std::set<MatchId> running;
};

// The tables of arena.db and how older files are brought up to date.
[[nodiscard]] store::Schema arena_schema();

}  // namespace rookery::arena
