#include "lab/trap_trial.h"

#include "arena/statistics/normal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::lab {

std::string TrapPlayer::name() const {
    std::string name(searcher->name);
    for (const auto& [setting, value] : settings) name += fmt::format(", {}={}", setting, value);
    return name;
}

Share plausible_share(double seen, double trials) {
    if (trials <= 0) return {};
    constexpr double z = arena::deviations_95;
    const double weight = z * z / trials;
    const double middle = (seen + weight / 2) / (1 + weight);
    const double reach = z / (1 + weight) * std::sqrt(seen * (1 - seen) / trials + weight / (4 * trials));
    return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

TrapTally try_traps(const TrapPlayer& player, const std::vector<Trap>& traps, const std::stop_token& stop,
                    const Progress& progress) {
    TrapTally tally;
    tally.traps = traps.size();
    Limits limits;
    limits.nodes = player.nodes;
    limits.depth = player.depth;
    SearchListener nobody;
    for (int seed = 1; seed <= player.seeds; ++seed) {
        SearcherSetup setup;
        setup.seed = static_cast<std::uint64_t>(seed);
        setup.settings = player.settings;
        const auto searcher = player.searcher->create(setup);
        searcher->resize({.hash_mib = 64, .threads = 1});
        for (std::size_t i = 0; i < traps.size(); ++i) {
            tell(progress, fmt::format("{}: seed {} of {}, trap {} of {}", player.name(), seed, player.seeds, i + 1,
                                       traps.size()));
            searcher->new_game();
            const Move chosen = searcher->search(Root(traps[i].position), limits, stop, nobody).best;
            if (stop.stop_requested()) return tally;
            ++tally.asked;
            if (traps[i].loses(chosen)) ++tally.fell;
        }
    }
    return tally;
}

double random_share(const std::vector<Trap>& traps) {
    double sum = 0;
    for (const Trap& trap : traps) sum += trap.losing_share();
    return traps.empty() ? 0 : sum / static_cast<double>(traps.size());
}

}  // namespace rookery::lab
