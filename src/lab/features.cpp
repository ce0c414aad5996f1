#include "lab/features.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/terms.h"
#include "search/bench.h"

#include <fmt/format.h>
#include <time.h>

#include <array>
#include <cmath>

namespace rookery::lab {
namespace {

using classical::default_weights;
using classical::Group;
using classical::Tapered;

// In pawns. The pair is what both bishops are worth beyond their own value.
struct MaterialSet {
    const char* name;
    std::array<double, 5> values;
    double pair = 0;
};

constexpr MaterialSet classic = {"1/3/3/5/9", {1, 3, 3, 5, 9}};
constexpr MaterialSet kaufman = {
    "Kaufman: 1/3.5/3.5/5.25/10, pair 0.5", {1, 3.5, 3.5, 5.25, 10}, 0.5};
constexpr MaterialSet learned = {"learned: 1/2.7/2.9/4.3/8.9", {1, 2.7, 2.9, 4.3, 8.9}};

constexpr std::array<double, 5> pieces = {8, 2, 2, 2, 1};  // of an army
constexpr const char* names[] = {"pawn", "knight", "bishop", "rook", "queen"};

double army(const MaterialSet& set) {
    double sum = set.pair;
    for (std::size_t i = 0; i < pieces.size(); ++i) sum += pieces[i] * set.values[i];
    return sum;
}

// Ours, in units of the evaluation.
double army(int (Tapered::*half)() const) {
    const classical::MaterialWeights& ours = default_weights.material;
    const Tapered values[] = {ours.pawn, ours.knight, ours.bishop, ours.rook, ours.queen};
    double sum = (ours.bishop_pair.*half)();
    for (std::size_t i = 0; i < pieces.size(); ++i) sum += pieces[i] * (values[i].*half)();
    return sum;
}

// Everything else that depends on material alone is ours, and would disturb.
std::string weights_of(const MaterialSet& set) {
    const double mg = army(&Tapered::mg) / army(set);
    const double eg = army(&Tapered::eg) / army(set);
    const auto weight = [&](const char* name, double pawns) {
        return fmt::format("material.{}={}:{}", name, std::lround(pawns * mg),
                           std::lround(pawns * eg));
    };
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) text += weight(names[i], set.values[i]) + ',';
    text += weight("bishop_pair", set.pair);
    for (const char* name : {"knight_pair", "rook_pair", "knight_per_pawn", "rook_per_pawn"})
        text += fmt::format(",material.{}=0", name);
    return text;
}

}  // namespace

std::vector<Feature> feature_steps() {
    const std::string passed = "material+piece_square+mobility+shelter+danger+pawns+passed";
    const std::string new_values = ',' + weights_of(kaufman);
    // The danger of a king enters squared.
    const std::string safer =
        "material+piece_square+mobility+shelter*150+danger*122+pawns*150+passed";
    return {
        {"material", "Terms=material", "19/7; 27/26"},
        {"+ piece-square (centre)", "Terms=material+piece_square", "23/10; 42/31"},
        {"+ mobility", "Terms=material+piece_square+mobility", "30/20; 40/41"},
        {"+ king safety, pawns", "Terms=material+piece_square+mobility+shelter+danger+pawns",
         "30/19; 53/38"},
        {"+ passed pawns", "Terms=" + passed, "31/15; 52/42"},
        {"Kaufman's values", "Terms=" + passed + new_values, "29/18; 52/43"},
        {"more king safety, pawns", "Terms=" + safer + new_values, "28/20; 47/44"},
        {"more passed pawns", "Terms=" + safer + "*150" + new_values, "26/23; 58/51"},
        {"all terms", ""},
    };
}

std::vector<Feature> features_left_out() {
    std::vector<Feature> features;
    for (std::size_t i = 0; i < classical::group_count; ++i) {
        const std::string_view name = name_of(static_cast<Group>(i));
        features.push_back({fmt::format("without {}", name), fmt::format("Terms=all-{}", name)});
    }
    return features;
}

std::vector<Feature> material_sets(bool alone) {
    const std::string terms = alone ? "Terms=material" : "Terms=all";
    std::vector<Feature> features;
    for (const MaterialSet& set : {classic, kaufman, learned})
        features.push_back({set.name, terms + ',' + weights_of(set)});
    features.push_back({"ours", terms});
    return features;
}

std::string player_with(const Feature& feature) {
    std::string name;
    // Commas part the settings of a player.
    for (const char c : feature.name) name += c == ',' ? ' ' : c;
    return fmt::format("pvs,name={}{}{}", name, feature.settings.empty() ? "" : ",",
                       feature.settings);
}

namespace {

// From each position of `bench` a few random moves on: a middlegame stays one, and nobody evaluates
// a check.
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
            for (const Position& position : positions)
                sum_ = sum_ + evaluator_.evaluate(position).value();
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
    for (std::size_t i = 0; i < sets.size(); ++i)
        costs.push_back({middle_of(times[i]), middle_of(saved[i])});
    return costs;
}

}  // namespace rookery::lab
