#include "lab/convergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery::lab {
namespace {

// The best move after so many rounds, as one seed sees it.
struct Opinion {
    Move move;
    double win_rate = 0.5;
};

class TreeWitness final : public SearchListener {
  public:
    void on_tree(const TreeReport& report) override {
        if (!report.moves.empty())
            last = {report.moves.front().move, report.moves.front().win_rate};
    }
    Opinion last;
};

std::vector<std::uint64_t> checkpoints_of(const ConvergencePlan& plan) {
    std::vector<std::uint64_t> rounds;
    for (std::uint64_t at = plan.first; at <= plan.last; at *= 2) rounds.push_back(at);
    return rounds;
}

// One tree that grows from checkpoint to checkpoint. Where the game is proven it grows no more, and
// the opinion stays.
std::vector<Opinion> opinions_of(const SearcherEntry& entry, const Position& position,
                                 std::uint64_t seed, const std::vector<std::uint64_t>& checkpoints,
                                 const std::stop_token& stop) {
    SearcherSetup setup;
    setup.seed = seed;
    const auto searcher = entry.create(setup);
    searcher->resize({.hash_mib = 512, .threads = 1});
    TreeWitness witness;
    std::vector<Opinion> opinions;
    std::uint64_t done = 0;
    for (const std::uint64_t rounds : checkpoints) {
        Limits limits;
        limits.nodes = rounds - std::exchange(done, rounds);
        static_cast<void>(searcher->search(Root(position), limits, stop, witness));
        if (stop.stop_requested()) break;
        opinions.push_back(witness.last);
    }
    return opinions;
}

ConvergencePoint point_of(std::uint64_t rounds, const std::vector<Opinion>& opinions) {
    ConvergencePoint point;
    point.rounds = rounds;
    double squares = 0;
    const auto count = static_cast<double>(opinions.size());
    for (const Opinion& one : opinions) {
        point.mean += one.win_rate / count;
        point.lowest = std::min(point.lowest, one.win_rate);
        point.highest = std::max(point.highest, one.win_rate);
        const auto agreeing = static_cast<int>(std::ranges::count_if(
            opinions, [&](const Opinion& other) { return other.move == one.move; }));
        if (agreeing > point.seeds_for_it) {
            point.favourite = one.move;
            point.seeds_for_it = agreeing;
        }
    }
    for (const Opinion& one : opinions)
        squares += (one.win_rate - point.mean) * (one.win_rate - point.mean);
    if (opinions.size() > 1) point.deviation = std::sqrt(squares / (count - 1));
    return point;
}

}  // namespace

Convergence measure_settling(const NamedPosition& position, const SearcherEntry& searcher,
                             const ConvergencePlan& plan, const std::stop_token& stop,
                             const Progress& progress) {
    Convergence settling{position, std::string(searcher.name), 0, {}};
    const std::vector<std::uint64_t> checkpoints = checkpoints_of(plan);
    std::vector<std::vector<Opinion>> by_checkpoint(checkpoints.size());
    for (int seed = 1; seed <= plan.seeds; ++seed) {
        tell(progress,
             fmt::format("{}, {}: seed {} of {}", position.name, searcher.name, seed, plan.seeds));
        const auto opinions = opinions_of(searcher, position.position,
                                          static_cast<std::uint64_t>(seed), checkpoints, stop);
        if (stop.stop_requested()) break;
        for (std::size_t i = 0; i < opinions.size(); ++i) by_checkpoint[i].push_back(opinions[i]);
        settling.seeds = seed;
    }
    for (std::size_t i = 0; i < checkpoints.size() && settling.seeds > 0; ++i)
        settling.points.push_back(point_of(checkpoints[i], by_checkpoint[i]));
    return settling;
}

}  // namespace rookery::lab
