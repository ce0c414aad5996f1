// The database file behind a Store: one connection, the locks of the matches, and the statements.
//
// Thread safety: none of its own. The members expect whoever calls them to hold the mutex.
#pragma once

#include "arena/store/match_data.h"
#include "arena/store/match_lock.h"
#include "arena/store/sqlite.h"

#include <mutex>
#include <set>

namespace rookery::arena {

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
    [[nodiscard]] bool read_complaints(std::int64_t game, std::vector<std::string>& complaints);

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

}  // namespace rookery::arena
