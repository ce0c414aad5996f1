#include "lab/feature_cost.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "search/bench.h"

#include <fmt/format.h>

#include <time.h>

namespace rookery::lab {
namespace {

// From each position of `bench` a few random moves on: a middlegame stays one, and nobody evaluates a check.
std::vector<Position> positions_of_random_games() {
    constexpr int plies = 40;
    std::vector<Position> positions;
    Random dice(1);
    for (const Root& root : bench_roots()) {
        Position position = root.position;
        for (int ply = 0; ply < plies; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position.make(moves[dice.below(moves.size())]);
            if (!position.in_check()) positions.push_back(position);
        }
    }
    return positions;
}

// What else the machine does must not count.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Timer {
  public:
    explicit Timer(classical::Groups groups) : evaluator_(classical::default_weights, groups) {}

    [[nodiscard]] double nanoseconds_each(std::span<const Position> positions, int passes) {
        const double begin = thread_seconds();
        for (int pass = 0; pass < passes; ++pass)
            for (const Position& position : positions) sum_ = sum_ + evaluator_.evaluate(position).value();
        return (thread_seconds() - begin) * 1e9 / passes / static_cast<double>(positions.size());
    }

  private:
    WeightedEvaluator evaluator_;
    volatile int sum_ = 0;  // somebody wants to know
};

}  // namespace

std::vector<Cost> measure_costs(std::span<const classical::Groups> sets, const CostPlan& plan,
                                const std::stop_token& stop, const Progress& progress) {
    const std::vector<Position> positions = positions_of_random_games();
    std::vector<Timer> timers;
    timers.reserve(sets.size());
    for (const classical::Groups groups : sets) timers.emplace_back(groups);
    // The first turn fills the tables and does not count.
    for (Timer& timer : timers) (void)timer.nanoseconds_each(positions, 1);

    std::vector<std::vector<double>> times(sets.size()), saved(sets.size());
    for (int turn = 0; turn < plan.turns && !stop.stop_requested(); ++turn) {
        tell(progress, fmt::format("cost of evaluations: turn {} of {}", turn + 1, plan.turns));
        for (std::size_t i = 0; i < sets.size(); ++i) {
            // Side by side: from one moment to the next the processor's speed changes little.
            const double first = timers[0].nanoseconds_each(positions, plan.passes);
            const double time = i == 0 ? first : timers[i].nanoseconds_each(positions, plan.passes);
            times[i].push_back(time);
            saved[i].push_back(first - time);
        }
    }
    std::vector<Cost> costs;
    for (std::size_t i = 0; i < sets.size(); ++i) costs.push_back({middle_of(times[i]), middle_of(saved[i])});
    return costs;
}

}  // namespace rookery::lab
