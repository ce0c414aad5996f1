#include "tune/weight_choice.h"

#include "base/text.h"
#include "eval/classical/weight_table.h"
#include "tune/texel.h"
#include "tune/texel_data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rookery::tune {

using namespace classical;

namespace {

// Marks the weights whose names begin with this. Returns whether there are any.
bool mark(const std::string& beginning, bool value, FreeWeights& free) {
    bool found = false;
    for (std::size_t number = 0; number < weight_count; ++number) {
        if (!weight_name(number).starts_with(beginning)) continue;
        free[number] = {value, value};
        found = true;
    }
    return found;
}

void count_trace(const CompactTrace& trace, const Slopes<float>& slopes, Occurrences& counts) {
    const TraceCount* count = trace.counts + trace.head->first;
    for (std::size_t section = 0; section < trace_section_count; ++section) {
        const auto& slope = slopes.of_section[section];
        for (const TraceCount* end = count + trace.head->sizes[section]; count != end; ++count) {
            counts[count->number].mg += slope.mg != 0;
            counts[count->number].eg += slope.eg != 0;
        }
    }
}

}  // namespace

Occurrences occurrences_in(const TracePool& pool, const RealWeights& weights, std::size_t threads) {
    const BasicWeights<float> single = single_precision(weights);
    std::vector<Occurrences> parts((pool.size() + items_in_slice - 1) / items_in_slice);
    for (Occurrences& part : parts) part.resize(weight_count);
    for_each_item(threads, pool.size(), [&](std::size_t i) {
        const CompactTrace trace = pool.trace(pool.ids()[i]);
        count_trace(trace, slopes_of(trace, single), parts[i / items_in_slice]);
    });
    Occurrences sum(weight_count);
    for (const Occurrences& part : parts) {
        for (std::size_t number = 0; number < weight_count; ++number) {
            sum[number].mg += part[number].mg;
            sum[number].eg += part[number].eg;
        }
    }
    return sum;
}

Result<FreeWeights, std::string> chosen_weights(const WeightChoice& choice) {
    const bool all = choice.only.empty();
    FreeWeights free(weight_count, {all, all});
    for (const auto& [names, value] : {std::pair{&choice.only, true}, {&choice.frozen, false}})
        for (const std::string& name : *names)
            if (name.empty() || !mark(name, value, free))
                return failure("no weight is called '" + printable(name, 60) + "'");
    return free;
}

std::vector<std::string> freeze_rare(const Occurrences& occurrences, std::uint64_t fewest,
                                     FreeWeights& free) {
    std::vector<std::string> taken;
    for (std::size_t number = 0; number < weight_count; ++number) {
        const bool mg = free[number].mg && occurrences[number].mg < fewest;
        const bool eg = free[number].eg && occurrences[number].eg < fewest;
        if (mg) free[number].mg = false;
        if (eg) free[number].eg = false;
        if (!mg && !eg) continue;
        taken.push_back(weight_name(number) + (mg && eg ? "" : mg ? " (mg)" : " (eg)"));
    }
    return taken;
}

int WeightChange::distance() const {
    return std::max(std::abs(after.mg() - before.mg()), std::abs(after.eg() - before.eg()));
}

std::vector<WeightChange> changes_between(const Weights& before, const Weights& after) {
    const FlatWeights old_values = flattened(before);
    const FlatWeights new_values = flattened(after);
    std::vector<WeightChange> changes;
    for (std::size_t number = 0; number < weight_count; ++number)
        if (old_values[number] != new_values[number])
            changes.push_back({number, old_values[number], new_values[number]});
    std::stable_sort(
        changes.begin(), changes.end(),
        [](const WeightChange& a, const WeightChange& b) { return a.distance() > b.distance(); });
    return changes;
}

double pawn_in_endgame(const RealWeights& weights, const Occurrences& occurrences) {
    const Weights shape{};
    const std::size_t squares = weight_number(shape, shape.piece_square.pawn[0]);
    double sum = 0, times = 0;
    for (std::size_t i = squares; i < squares + std::size(shape.piece_square.pawn); ++i) {
        const double often = static_cast<double>(occurrences[i].eg);
        sum += often * weights[i].eg;
        times += often;
    }
    const double mean = times > 0 ? sum / times : 0;
    return weights[weight_number(shape, shape.material.pawn)].eg + mean;
}

RealWeights rescaled(const RealWeights& weights, double factor) {
    RealWeights scaled = weights;
    for (std::size_t number = 0; number < weight_count; ++number) {
        const bool squared = family_of(number).part == Part::Danger;
        scaled[number].mg *= squared ? std::sqrt(factor) : factor;
        scaled[number].eg *= factor;
    }
    return scaled;
}

}  // namespace rookery::tune
