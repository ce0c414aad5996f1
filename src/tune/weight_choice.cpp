#include "tune/weight_choice.h"

#include "eval/classical/weight_table.h"
#include "notation/printable.h"
#include "tune/objective.h"
#include "tune/slices.h"

namespace rookery::tune {

using namespace classical;

namespace {

// Marks the weights whose names begin so; whether there are any.
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

}  // namespace rookery::tune
