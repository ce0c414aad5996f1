// Puts every position of a suite to every player, several positions at a time.
//
// Each worker has players of its own. A player that fails has missed the position and is started
// again; the others never notice.
//
// Thread safety: run() blocks its caller; progress() and take_troubles() may be called from any
// thread meanwhile.
#pragma once

#include "arena/match/match_runner.h"
#include "arena/suite/suite_sums.h"
#include "base/stopwatch.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

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

    // Nothing before there is anything to go by.
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
