// What all simulations of a colony have: engines with tables of their own, and a clock that is counted in nodes.
#pragma once

#include "colony/sharing/pace.h"
#include "search/searcher.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct SimulatedClock {
    std::int64_t nodes_per_second = 1;

    [[nodiscard]] Pace::Time time_of(std::uint64_t nodes) const {
        return Pace::Time(static_cast<std::int64_t>(nodes) * 1'000'000 / nodes_per_second);
    }
};

// What was chosen for a setting of that table, or its standard.
[[nodiscard]] int value_of(std::string_view name, const SettingValues& chosen, std::span<const SearcherSetting> table);

class SimulatedTeam : public Searcher {
  public:
    explicit SimulatedTeam(std::size_t members);

    void new_game() override;
    // A table of that size for every member, and one thread.
    void resize(const Resources& resources) override;

  protected:
    // Those that were asked for, or all that are legal.
    [[nodiscard]] static std::vector<Move> wanted_moves(const Root& root, const Limits& limits);

    [[nodiscard]] std::vector<std::unique_ptr<Searcher>>& members() { return members_; }

  private:
    std::vector<std::unique_ptr<Searcher>> members_;
};

}  // namespace rookery::colony
