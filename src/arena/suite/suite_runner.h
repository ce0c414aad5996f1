// Puts every position of a suite to every player, several positions at a time.
//
// Each worker has players of its own. A player that fails has missed the position and is started
// again; the other searches go on.
//
// Thread safety: run() blocks its caller; progress() and take_troubles() may be called from any
// thread meanwhile.
#pragma once

#include "arena/match/match_runner.h"
#include "arena/suite/suite.h"
#include "base/measure.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// By position, then by player; what is empty was never answered.
using SuiteAnswers = std::vector<std::vector<std::optional<SuiteAnswer>>>;

// The sums over the answers of one player.
class SuiteSums {
  public:
    void add(const SuitePosition& position, const SuiteAnswer& answer);

    std::size_t answered = 0;  // troubles among them
    std::size_t solved = 0;
    std::size_t troubles = 0;
    std::size_t graded = 0;  // positions with points
    std::int64_t points = 0;
    std::int64_t possible_points = 0;
    Duration to_solution{0};  // of the solved ones
    std::uint64_t nodes = 0;
    Duration spent{0};

    [[nodiscard]] double solved_share() const;
    // Nothing where nothing was solved or reported.
    [[nodiscard]] std::optional<double> mean_seconds_to_solution() const;
    // The geometric mean: a few hard positions would outweigh all others in a plain one.
    [[nodiscard]] std::optional<double> nodes_to_solution() const;
    [[nodiscard]] std::optional<double> mean_depth() const;
    [[nodiscard]] std::optional<double> nodes_per_second() const;

  private:
    std::size_t depths_ = 0;
    std::int64_t depth_sum_ = 0;
    std::size_t node_counts_ = 0;
    double log_nodes_sum_ = 0;
};

// The sums over all answers, one for each player.
[[nodiscard]] std::vector<SuiteSums> sums_of(const std::vector<SuitePosition>& positions,
                                             const SuiteAnswers& answers, std::size_t players);

struct SuiteSettings {
    std::vector<PlayerMaker> players;
    TimeControl limits;  // for each position; a clock in it means nothing here
    // A search ends early once its solution has held for so many further depths.
    std::optional<int> enough_depths;
    std::size_t concurrency = 1;
};

// A position that is being thought about.
struct LiveSearch {
    std::size_t position = 0;
    std::size_t player = 0;
    std::optional<Thought> thought;  // the latest
};

struct SuiteProgress {
    std::size_t wanted = 0;  // answers
    std::size_t done = 0;
    std::vector<SuiteSums> sums;   // by player
    std::vector<LiveSearch> live;  // by worker
    double seconds = 0;            // since run() began

    // Nothing before the first answer.
    [[nodiscard]] std::optional<double> seconds_left() const;
};

struct SuiteTrouble {
    std::size_t position = 0;
    std::size_t player = 0;
    std::string what;
};

class SuiteRunner {
  public:
    // The positions must outlive it.
    SuiteRunner(const std::vector<SuitePosition>& positions, SuiteSettings settings);
    SuiteRunner(const SuiteRunner&) = delete;
    SuiteRunner& operator=(const SuiteRunner&) = delete;

    // Once. Returns what ended it before its time, or nothing. After a stop, which is no problem,
    // the searches in progress do not count.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);

    [[nodiscard]] SuiteProgress progress() const;
    // Those since the last call.
    [[nodiscard]] std::vector<SuiteTrouble> take_troubles();
    // Only after run() has returned.
    [[nodiscard]] const SuiteAnswers& answers() const { return answers_; }

  private:
    class Worker;

    [[nodiscard]] std::optional<std::size_t> next_position();
    void started(std::size_t worker, const LiveSearch& search);
    void thinks(std::size_t worker, const Thought& thought);
    void answered(std::size_t worker, const LiveSearch& search, SuiteAnswer answer);
    void fail(std::string problem);

    const std::vector<SuitePosition>& positions_;
    const SuiteSettings settings_;
    std::stop_source give_up_;

    mutable std::mutex mutex_;  // guards all that follows
    std::size_t next_ = 0;
    SuiteAnswers answers_;
    std::vector<SuiteSums> sums_;
    std::map<std::size_t, LiveSearch> live_;
    std::vector<SuiteTrouble> troubles_;
    std::optional<std::string> problem_;
    Stopwatch watch_;
};

}  // namespace rookery::arena
