#include "protocol/uci_options.h"

#include "notation/ascii.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery::uci {
namespace {

constexpr int max_threads = 1024;

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

Problem set_threads(Options& options, std::string_view value) {
    const int threads = ascii::parse_number(value, max_threads);
    if (threads < 1) return fmt::format("must be a number from 1 to {}", max_threads);
    options.threads = static_cast<std::size_t>(threads);
    return {};
}

constexpr OptionEntry option_table[] = {
    {"Threads", "spin default 1 min 1 max 1024", set_threads},
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
