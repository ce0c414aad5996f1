// A match or tournament from its first game to its last: games are played, stored, counted and,
// with a sequential test, ended when the result is decided. Displays ask for snapshots.
//
// Thread safety: run() blocks its caller; snapshot() may be called from any thread meanwhile.
#pragma once

#include "arena/game/game_record.h"
#include "arena/match/match_runner.h"
#include "arena/match/match_settings.h"
#include "arena/match/match_tables.h"
#include "arena/statistics/sprt.h"
#include "arena/store/store.h"
#include "base/measure.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// A game that is being played.
struct LiveGame {
    GamePlace place;
    std::size_t plies = 0;
    std::string last_move;  // "23...Nf6"; empty before the first
    ByColor<std::optional<EngineScore>> scores;
    ByColor<std::optional<Duration>> clocks;
};

// A game that has just ended.
struct FinishedGame {
    GamePlace place;
    GameResult result = GameResult::Open;
    Termination termination = Termination::Unfinished;
    std::string reason;
    std::size_t plies = 0;
};

struct MatchSnapshot {
    std::vector<std::string> players;
    std::size_t wanted = 0;  // games in all
    Tally tally;
    std::size_t openings_used = 0;
    EloEstimate elo;
    std::optional<SprtSettings> sprt_settings;
    std::optional<SprtStatus> sprt;
    std::vector<LiveGame> live;     // by number
    double seconds = 0;             // since run() began
    std::size_t finished_here = 0;  // since then

    // Nothing before the first game has ended.
    [[nodiscard]] std::optional<double> seconds_left() const;
};

struct MatchPlan {
    Schedule schedule;
    RunnerSettings runner;
    std::optional<SprtSettings> sprt;
    std::vector<std::string> players;  // names
};

enum class MatchEnd : std::uint8_t {
    Complete,     // every game that was wanted
    Decided,      // by the sequential test
    Interrupted,  // from outside: it can be resumed
    Failed,       // by the problem
};

struct MatchConclusion {
    MatchEnd end = MatchEnd::Complete;
    std::string problem;
};

class MatchSession final : private MatchObserver {
  public:
    // The store must be running the match. `finished` is what was played before.
    MatchSession(Store& store, MatchId match, MatchPlan plan,
                 const std::vector<GameSummary>& finished = {});
    MatchSession(const MatchSession&) = delete;
    MatchSession& operator=(const MatchSession&) = delete;

    // Once. Marks the match as finished in the store where it is.
    [[nodiscard]] MatchConclusion run(const std::stop_token& stop);

    [[nodiscard]] MatchSnapshot snapshot() const;
    // Not part of the snapshot, since it is large if there are many players.
    [[nodiscard]] CrossTable cross_table() const;
    // The games that ended since the last call, in the order they ended.
    [[nodiscard]] std::vector<FinishedGame> take_news();

  private:
    void on_start(const ScheduledGame& game) override;
    void on_move(const ScheduledGame& scheduled, const Game& game, const MoveRecord& move) override;
    [[nodiscard]] std::optional<std::string> on_finish(const ScheduledGame& game,
                                                       const GameRecord& record) override;
    [[nodiscard]] std::optional<std::string> on_withdraw(const ScheduledGame& game) override;
    void count(const GameSummary& game);
    [[nodiscard]] bool decided() const;
    [[nodiscard]] bool all_played() const;
    [[nodiscard]] MatchConclusion conclude(std::optional<std::string> problem) const;

    Store& store_;
    const MatchId match_;
    const Schedule schedule_;
    const std::vector<std::string> players_;
    MatchRunner runner_;

    mutable std::mutex mutex_;  // guards all that follows
    std::vector<bool> done_;
    Tally tally_;
    CrossTable cross_;
    std::set<std::size_t> openings_;  // by opening_key()
    std::optional<SprtTest> sprt_;
    std::map<std::size_t, LiveGame> live_;  // by number
    std::vector<FinishedGame> news_;
    Stopwatch watch_;
    std::size_t finished_here_ = 0;
};

// Verification plays stored games again and compares them with the stored ones, move by move.
//
// Games that went by nodes or depth come out the same on any machine, so a difference means that a
// player is not what it was, or not deterministic.
//
// Thread safety: run() blocks its caller; the others may be called from any thread meanwhile.

struct GameDifference {
    std::size_t number = 0;  // of the game
    std::string what;        // "ply 34: e2e4 was played, now d2d4"
};

// Why playing again would prove nothing, if so: players that go by the wall clock never repeat
// themselves.
[[nodiscard]] std::optional<std::string> validate_verifying(const MatchSettings& settings);

class Verification final : private MatchObserver {
  public:
    Verification(const Store& store, MatchId match, MatchPlan plan,
                 const std::vector<GameSummary>& finished);
    Verification(const Verification&) = delete;
    Verification& operator=(const Verification&) = delete;

    // Once. The problem, if the games could not be played.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);

    [[nodiscard]] std::size_t wanted() const { return wanted_; }
    [[nodiscard]] std::size_t checked() const;
    [[nodiscard]] std::vector<GameDifference> differences() const;  // by number

  private:
    [[nodiscard]] std::optional<std::string> on_finish(const ScheduledGame& game,
                                                       const GameRecord& record) override;

    const Store& store_;
    const MatchId match_;
    const Schedule schedule_;
    MatchRunner runner_;
    std::vector<bool> skip_;  // games that were never played
    std::size_t wanted_ = 0;

    mutable std::mutex mutex_;  // guards all that follows
    std::size_t checked_ = 0;
    std::vector<GameDifference> differences_;
};

}  // namespace rookery::arena
