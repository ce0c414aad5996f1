// Every match and every game ever played here, in one SQLite file.
//
// A game is written once, in one transaction, when it is over. Committed games survive when the
// program is killed; a game that was still going on leaves no trace and is played again. Games
// have numbers within their match, and no number can be written twice, so nothing is lost and
// nothing counted twice however often a match is resumed.
//
// One program at a time runs a match (create_match and resume_match take a lock that ends with the
// program, however it ends); others may read everything meanwhile, and run other matches in the
// same file.
//
// Thread safety: any thread may call anything; one connection, guarded by a mutex. Callbacks run
// without the mutex and may call the store.
#pragma once

#include "arena/game/game_record.h"
#include "base/result.h"
#include "store/database.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

using MatchId = std::int64_t;

enum class MatchKind : std::uint8_t { Match, Tournament };
enum class MatchState : std::uint8_t { Open, Finished, Abandoned };
// The word in the database: "finished".
[[nodiscard]] std::string_view word_of(MatchState state);

struct PlayerEntry {
    std::string name;
    std::string spec;      // how it was asked for
    std::string settings;  // all that decides how it plays, JSON

    [[nodiscard]] friend bool operator==(const PlayerEntry&, const PlayerEntry&) = default;
};

struct MatchSetup {
    std::string name;
    MatchKind kind = MatchKind::Match;
    std::string settings;  // JSON; the store does not look into it
    std::uint64_t seed = 0;
    std::vector<PlayerEntry> players;  // games refer to them by index

    [[nodiscard]] friend bool operator==(const MatchSetup&, const MatchSetup&) = default;
};

struct MatchInfo {
    MatchId id = 0;
    MatchSetup setup;
    std::chrono::system_clock::time_point created;
    MatchState state = MatchState::Open;
};

// Where a game belongs in its match. All counted from zero.
struct GamePlace {
    std::size_t number = 0;
    std::size_t pair = 0;
    std::size_t round = 0;
    ByColor<std::size_t> players{{0, 1}};

    [[nodiscard]] friend bool operator==(const GamePlace&, const GamePlace&) = default;
};

// The part of a game that statistics need.
struct GameSummary {
    GamePlace place;
    std::optional<std::size_t> opening;
    GameResult result = GameResult::Open;
    Termination termination = Termination::Unfinished;
    std::size_t plies = 0;
    ByColor<std::optional<Duration>> latency;
};

struct StoredGame {
    GamePlace place;
    GameRecord record;
};

struct MatchListing {
    MatchInfo info;
    std::size_t games = 0;
    std::size_t failures = 0;  // games that a player lost by failing
    bool in_progress = false;  // some program is running it right now
};

struct MatchProgress {
    MatchInfo info;
    std::vector<GameSummary> finished;  // by number
};

// $XDG_DATA_HOME/rookery/arena.db, or the same under ~/.local/share.
[[nodiscard]] Result<std::filesystem::path, std::string> default_store_path();

using StoreProblem = store::Problem;
using StoreError = store::Error;

class Store {
  public:
    using Access = store::Access;
    [[nodiscard]] static Result<Store, StoreError> open(const std::filesystem::path& path,
                                                        Access access = Access::Write);
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();

    // Both make this store the one that runs the match, until it is released or closed.
    [[nodiscard]] Result<MatchId, StoreError> create_match(const MatchSetup& setup);
    [[nodiscard]] Result<MatchProgress, StoreError> resume_match(MatchId match);
    void release_match(MatchId match);

    // Only of a match this store runs. Nothing on success; on any error nothing was written.
    [[nodiscard]] std::optional<StoreError> add_game(MatchId match, const GamePlace& place,
                                                     const GameRecord& record);
    // Only in a match this store runs: as if the game had never been played. A game that is not
    // there is no problem.
    [[nodiscard]] std::optional<StoreError> remove_game(MatchId match, std::size_t number);
    [[nodiscard]] std::optional<StoreError> set_state(MatchId match, MatchState state);
    // The match is open again, if it was not.
    [[nodiscard]] std::optional<StoreError> change_settings(MatchId match,
                                                            const std::string& settings);

    // The latest first.
    [[nodiscard]] Result<std::vector<MatchListing>, StoreError> list_matches() const;
    [[nodiscard]] Result<MatchInfo, StoreError> find_match(MatchId match) const;
    // By number.
    [[nodiscard]] Result<std::vector<GameSummary>, StoreError> summaries(MatchId match) const;
    // As it was given to add_game, except for fractions of a microsecond; the players' names come
    // from the match.
    [[nodiscard]] Result<StoredGame, StoreError> load_game(MatchId match, std::size_t number) const;
    // One after the other by number, never more than one in memory, until the callback returns
    // false.
    [[nodiscard]] std::optional<StoreError>
    for_each_game(MatchId match, const std::function<bool(const StoredGame&)>& show) const;

    // SQLite's own examination of the whole file; takes long on large ones.
    [[nodiscard]] std::optional<StoreError> check_integrity() const;

  private:
    class File;
    explicit Store(std::unique_ptr<File> file);

    std::unique_ptr<File> file_;
};

}  // namespace rookery::arena
