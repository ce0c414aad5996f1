// Plays the games of a job, in the same way on a worker, on the coordinator and in a test; and
// checks their results.
#pragma once

#include "arena/game/player.h"
#include "arena/players/searcher_player.h"
#include "colony/jobs/job.h"
#include "training/game_codec.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::colony {

// Called with nodes as they are searched. It may wait, which slows the games down.
using NodeListener = std::function<void(std::uint64_t nodes)>;

struct PlayedTask {
    // As they are sent: of a pair the moves of each game (move_blob.h), including a last one that
    // was too late; of self-play each game (game_codec.h).
    std::vector<std::string> results;
    bool stopped = false;
};

// The player as an arena player.
[[nodiscard]] arena::SearcherSpec spec_of(const JobPlayer& player);
// The error says what a job cannot carry: a file of weights, more threads than one.
[[nodiscard]] Result<JobPlayer, std::string> job_player_of(const arena::SearcherSpec& spec);
// Why the task cannot be played: names and settings that are not in the table of searchers.
[[nodiscard]] std::optional<std::string> validate(const Task& task, SearcherTable searchers);

// The error is that of a player that failed. Clocks by the wall are scaled for a machine of that
// speed, of one thread; a machine of speed 0 plays no such games.
[[nodiscard]] Result<PlayedTask, std::string> play_task(const Task& task, SearcherTable searchers,
                                                        const std::stop_token& stop,
                                                        const NodeListener& on_nodes = {},
                                                        std::uint64_t own_speed = 0);

// A player on a machine that is slower or faster than the reference machine of its clock. Requests
// come in time of the reference and are passed on in time of this machine; answers are converted
// back.
class ScaledPlayer final : public arena::Player {
  public:
    // The player must outlive it.
    ScaledPlayer(arena::Player& player, double stretch) : player_(player), stretch_(stretch) {}

    [[nodiscard]] const std::string& name() const override { return player_.name(); }
    [[nodiscard]] Result<bool, std::string> start() override { return player_.start(); }
    void number_game(std::uint64_t number) override { player_.number_game(number); }
    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override {
        return player_.new_game(chess960);
    }
    [[nodiscard]] arena::MoveReply choose(const arena::MoveRequest& request) override;
    void stop() override { player_.stop(); }
    [[nodiscard]] std::optional<arena::Duration> latency() const override {
        return player_.latency();
    }
    [[nodiscard]] bool obeys_nodes() override { return player_.obeys_nodes(); }
    [[nodiscard]] std::string conversation() const override { return player_.conversation(); }

    // Its last answer; the referee keeps no move that came too late.
    [[nodiscard]] const arena::MoveReply& last() const { return last_; }

  private:
    arena::Player& player_;
    const double stretch_;
    arena::MoveReply last_;
};

// Games by the wall clock, on machines that are not equally fast.
//
// Such a game is meant for one machine, the reference: the coordinator's own. A worker scales the
// thinking time of its players by the ratio of the speeds of one thread, and reports the times as
// on the reference. The referee, the record and later checks know only that time, so all agree.
//
// The time a player needs depends on what else the machine does. So these games go only to workers
// that watch for other users of the machine (worker --idle-only), in queues of their own, and a
// pair that was disturbed does not count.

// A machine that is faster or slower by more than that factor is too different: its games would not
// be alike.
inline constexpr double most_stretch = 16;

// The default of --grace, in time of the reference: a thread that has to wait for a processor once
// must not lose the game, but a player that thinks too long does.
inline constexpr arena::Duration usual_grace = std::chrono::milliseconds(40);

[[nodiscard]] inline bool is_timed(const PairTask& task) { return task.reference_speed > 0; }
[[nodiscard]] inline bool is_timed(const Task& task) {
    const auto* pair = std::get_if<PairTask>(&task);
    return pair != nullptr && is_timed(*pair);
}

// How much longer a machine needs for the same work. Speeds are of one thread, in nodes a second,
// and not 0.
[[nodiscard]] inline double stretch_of(std::uint64_t reference_speed, std::uint64_t own_speed) {
    return static_cast<double>(reference_speed) / static_cast<double>(own_speed);
}
// Whether a machine of that speed can play such games; one of speed 0 plays none.
[[nodiscard]] inline bool can_keep_time(std::uint64_t reference_speed, std::uint64_t own_speed) {
    if (reference_speed == 0 || own_speed == 0) return false;
    const double stretch = stretch_of(reference_speed, own_speed);
    return stretch <= most_stretch && stretch >= 1 / most_stretch;
}

// Checks the results that a worker delivers for a job, and relies on as few of them as possible.
//
// Only the moves of a pair are used, with the players' scores and node counts. The referee replays
// the game with players that repeat these moves, so the result and the reason are our own. Whether
// the searchers would have chosen these moves can only be found out by playing again (see
// job_scheduler.h).
//
// In games by the wall clock the times are used as well, and must add up: a player that lost on
// time must have used it up. These games never come out the same again; trust/watches.h compares
// their results with those of other workers.

using TaskResults = std::vector<std::string>;

// One record for each game of the task. The error says what is impossible: an illegal move, a game
// that goes on after its end or stops before it, more nodes than were allowed.
[[nodiscard]] Result<std::vector<arena::GameRecord>, std::string>
outcomes_of(const PairTask& task, const TaskResults& results);
[[nodiscard]] Result<std::vector<training::SelfplayGame>, std::string>
outcomes_of(const SelfplayTask& task, const TaskResults& results);
[[nodiscard]] std::optional<std::string> validate(const Task& task, const TaskResults& results);

// The nodes of a pair, as the worker counts them; 0 for self-play, which does not report them.
[[nodiscard]] std::uint64_t nodes_of(const Task& task, const TaskResults& results);

// Whether the thinking times of a pair by the wall clock fit into the seconds since it was begun,
// on a machine of that speed (of one thread; 0: not known).
[[nodiscard]] std::optional<std::string> validate_elapsed(const PairTask& task,
                                                          const TaskResults& results,
                                                          double elapsed, std::uint64_t speed);
// The half points of the first player in both games, 0 to 4; nothing if there are not two games.
[[nodiscard]] std::optional<std::size_t> half_points_of(const PairTask& task,
                                                        const TaskResults& results);

// How two results differ, if they do. Time does not count.
[[nodiscard]] std::optional<std::string>
difference_between(const Task& task, const TaskResults& one, const TaskResults& other);

}  // namespace rookery::colony
