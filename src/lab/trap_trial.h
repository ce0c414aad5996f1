// How often a searcher falls into the traps.
#pragma once

#include "lab/progress.h"
#include "lab/traps.h"
#include "search/searcher.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

// Who is tried. Of two limits the narrower counts.
struct TrapPlayer {
    const SearcherEntry* searcher = nullptr;
    SettingValues settings;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int seeds = 1;  // each sees every trap

    // "mcts, solver=0".
    [[nodiscard]] std::string name() const;
};

struct Share {
    double lowest = 0;
    double highest = 1;
};
// Where a share lies that was seen so often, in 95 of 100 cases (Wilson). A share of trials may be any number.
[[nodiscard]] Share plausible_share(double seen, double trials);

struct TrapTally {
    std::uint64_t asked = 0;
    std::uint64_t fell = 0;
    std::size_t traps = 0;

    [[nodiscard]] double share() const {
        return asked == 0 ? 0 : static_cast<double>(fell) / static_cast<double>(asked);
    }
    // As if every trap had been tried once: the seeds are no independent witnesses, the traps are.
    [[nodiscard]] Share plausible() const { return plausible_share(share(), static_cast<double>(traps)); }
};

// Every trap is a new game. Stopped early, it counts what was asked.
[[nodiscard]] TrapTally try_traps(const TrapPlayer& player, const std::vector<Trap>& traps,
                                  const std::stop_token& stop = {}, const Progress& progress = {});

// The share of falls of who plays any move: known without trying.
[[nodiscard]] double random_share(const std::vector<Trap>& traps);

}  // namespace rookery::lab
