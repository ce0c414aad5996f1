#include "protocol/uci_options.h"

#include "notation/ascii.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery::uci {
namespace {

constexpr int max_threads = 1024;
constexpr int max_hash_mib = 1 << 20;
constexpr int max_lines = 256;
constexpr int max_overhead_ms = 5000;

using Problem = std::string;  // empty: none

struct OptionEntry {
    std::string_view name;
    std::string_view type;  // as UCI lists it
    Problem (*set)(Options& options, std::string_view value);
};

Problem set_chess960(Options& options, std::string_view value) {
    const bool on = ascii::equal_ignoring_case(value, "true");
    if (!on && !ascii::equal_ignoring_case(value, "false")) return "must be true or false";
    options.chess960 = on;
    return {};
}

// A whole number of the range, put where it belongs.
template <class Number>
Problem set_number(Number& place, std::string_view value, int lowest, int highest) {
    const int number = ascii::parse_number(value, highest);
    if (number < lowest) return fmt::format("must be a number from {} to {}", lowest, highest);
    place = static_cast<Number>(number);
    return {};
}

Problem set_threads(Options& options, std::string_view value) {
    return set_number(options.threads, value, 1, max_threads);
}

Problem set_hash(Options& options, std::string_view value) {
    return set_number(options.hash_mib, value, 1, max_hash_mib);
}

Problem set_lines(Options& options, std::string_view value) {
    return set_number(options.lines, value, 1, max_lines);
}

Problem set_move_overhead(Options& options, std::string_view value) {
    return set_number(options.move_overhead_ms, value, 0, max_overhead_ms);
}

Problem clear_hash(Options& options, std::string_view) {
    ++options.hash_clearings;
    return {};
}

constexpr OptionEntry option_table[] = {
    {"Hash", "spin default 16 min 1 max 1048576", set_hash},
    {"Clear Hash", "button", clear_hash},
    {"Threads", "spin default 1 min 1 max 1024", set_threads},
    {"MultiPV", "spin default 1 min 1 max 256", set_lines},
    {"Move Overhead", "spin default 10 min 0 max 5000", set_move_overhead},
    {"UCI_Chess960", "check default false", set_chess960},
};

}  // namespace

std::string option_lines() {
    std::string text;
    for (const OptionEntry& entry : option_table)
        text += fmt::format("option name {} type {}\n", entry.name, entry.type);
    return text;
}

Result<Options, std::string> with_option(Options options, const SetOption& command) {
    for (const OptionEntry& entry : option_table) {
        if (!ascii::equal_ignoring_case(entry.name, command.name)) continue;
        const Problem problem = entry.set(options, command.value.value_or(""));
        if (problem.empty()) return options;
        return failure(fmt::format("option {}: the value {}, not '{}'", entry.name, problem,
                                   printable(command.value.value_or(""), 40)));
    }
    return failure(fmt::format("unknown option '{}'", printable(command.name, 40)));
}

}  // namespace rookery::uci
