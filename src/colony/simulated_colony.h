// A simulated colony on one machine, so that the gain of many workers can be measured in games.
//
// Every worker is a whole engine with a table of its own. Time is counted in nodes at a fixed
// speed, and messages take a latency. Nothing depends on the machine: the same search comes out
// every time.
#pragma once

#include "colony/sharing.h"
#include "search/searcher.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace rookery::colony {

[[nodiscard]] std::unique_ptr<Searcher> make_simulated_colony(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> simulated_colony_settings();

// The common part of all simulations: engines with tables of their own, and a clock that counts
// nodes.
struct SimulatedClock {
    std::int64_t nodes_per_second = 1;

    [[nodiscard]] Pace::Time time_of(std::uint64_t nodes) const {
        return Pace::Time(static_cast<std::int64_t>(nodes) * 1'000'000 / nodes_per_second);
    }
};

// The chosen value of a setting in that table, or its default.
[[nodiscard]] int value_of(std::string_view name, const SettingValues& chosen,
                           std::span<const SearcherSetting> table);

class SimulatedTeam : public Searcher {
  public:
    explicit SimulatedTeam(std::size_t members);

    void new_game() override;
    // A table of that size for every member, and one thread.
    void resize(const Resources& resources) override;

  protected:
    [[nodiscard]] std::vector<std::unique_ptr<Searcher>>& members() { return members_; }

  private:
    std::vector<std::unique_ptr<Searcher>> members_;
};

// Lets threads run one at a time, always the one whose own time is earliest. So what they do
// together comes out the same every time, however the system schedules them.
class Turns {
  public:
    using Time = std::chrono::microseconds;

    explicit Turns(std::size_t count);

    // The time of that thread is now `time`. Returns when no other thread has an earlier time; of
    // equal times the first thread goes first. No thread runs before all have called this once.
    void wait(std::size_t who, Time time);
    // The thread has ended.
    void leave(std::size_t who);

  private:
    struct Runner {
        bool has_come = false;
        bool has_left = false;
        Time time{0};
        std::condition_variable turn;
    };

    // With the lock held.
    void choose();

    std::mutex mutex_;
    std::vector<std::unique_ptr<Runner>> runners_;
    Runner* running_ = nullptr;
};

}  // namespace rookery::colony
