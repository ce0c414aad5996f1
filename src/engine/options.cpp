#include "engine/options.h"

#include "base/text.h"

#include <algorithm>
#include <optional>

namespace rookery {
namespace {

constexpr int max_hash_mib = 1 << 20;
constexpr int max_threads = 1024;
constexpr int max_multi_pv = 256;
constexpr int max_overhead_ms = 5000;
constexpr int max_book_depth = 1000;
constexpr int max_table_depth = 100;
constexpr int max_table_pieces = 7;
constexpr int max_contempt = 200;
constexpr std::string_view no_text = "<empty>";

Option check(std::string_view name, bool Settings::*place) {
    return {name, OptionKind::Check, place, 0, 0, {}};
}
Option spin(std::string_view name, int Settings::*place, int lowest, int highest) {
    return {name, OptionKind::Spin, place, lowest, highest, {}};
}
Option text(std::string_view name, std::string Settings::*place) {
    return {name, OptionKind::String, place, 0, 0, {}};
}

template <class Table>
Option choice(std::string_view name, std::string Settings::*place, const Table& table) {
    Option option{name, OptionKind::Combo, place, 0, 0, {}};
    for (const auto& entry : table) option.choices.push_back(entry.name);
    return option;
}

using Problem = std::optional<std::string>;

Problem set_check(bool& place, std::string_view value) {
    const bool on = ascii::equal_ignoring_case(value, "true") || value == "1";
    if (!on && !ascii::equal_ignoring_case(value, "false") && value != "0")
        return "must be true or false";
    place = on;
    return std::nullopt;
}

Problem set_spin(int& place, const Option& option, std::string_view value) {
    const auto number = parse_number<int>(value);
    if (!number || *number < option.lowest || *number > option.highest)
        return "must be a number from " + std::to_string(option.lowest) + " to " +
               std::to_string(option.highest);
    place = *number;
    return std::nullopt;
}

Problem set_text(std::string& place, const Option& option, std::string_view value) {
    if (option.kind == OptionKind::String) {
        place = value == no_text ? std::string_view{} : value;
        return std::nullopt;
    }
    std::string known;
    for (const std::string_view name : option.choices) {
        if (ascii::equal_ignoring_case(name, value)) {
            place = name;
            return std::nullopt;
        }
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    return "must be one of " + known;
}

struct Setter {
    Settings& settings;
    const Option& option;
    std::string_view value;

    Problem operator()(std::monostate) const { return std::nullopt; }
    Problem operator()(bool Settings::*place) const { return set_check(settings.*place, value); }
    Problem operator()(int Settings::*place) const {
        return set_spin(settings.*place, option, value);
    }
    Problem operator()(std::string Settings::*place) const {
        return set_text(settings.*place, option, value);
    }
};

struct Getter {
    const Settings& settings;

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(bool Settings::*place) const {
        return settings.*place ? "true" : "false";
    }
    std::string operator()(int Settings::*place) const { return std::to_string(settings.*place); }
    std::string operator()(std::string Settings::*place) const {
        return (settings.*place).empty() ? std::string(no_text) : settings.*place;
    }
};

}  // namespace

OptionTable::OptionTable(SearcherTable searchers, EvaluatorTable evaluators, bool with_tables) {
    if (!searchers.empty()) {
        defaults_.searcher = searchers.front().name;
        defaults_.evaluator = searchers.front().evaluator;
    }
    defaults_.style = no_style;
    // For searchers chosen later, if the first one has no evaluator.
    if (defaults_.evaluator.empty() && !evaluators.empty())
        defaults_.evaluator = evaluators.back().name;
    options_ = {
        spin("Hash", &Settings::hash_mib, 1, max_hash_mib),
        {"Clear Hash", OptionKind::Button, {}, 0, 0, {}},
        spin("Threads", &Settings::threads, 1, max_threads),
        spin("MultiPV", &Settings::multi_pv, 1, max_multi_pv),
        check("Ponder", &Settings::ponder),
        spin("Move Overhead", &Settings::move_overhead_ms, 0, max_overhead_ms),
        choice("Searcher", &Settings::searcher, searchers),
        choice("Evaluator", &Settings::evaluator, evaluators),
        text("EvalFile", &Settings::network),
        check("OwnBook", &Settings::own_book),
        text("BookFile", &Settings::book_file),
        check("BestBookMove", &Settings::best_book_move),
        spin("BookDepth", &Settings::book_depth, 1, max_book_depth),
        spin("Level", &Settings::level, 0, highest_level),
        check("UCI_LimitStrength", &Settings::limit_strength),
        spin("UCI_Elo", &Settings::elo, lowest_elo, highest_elo),
        check("Human Pace", &Settings::human_pace),
        check("Resign", &Settings::resign),
        check("UCI_AnalyseMode", &Settings::analyse),
        check("UCI_Chess960", &Settings::chess960),
        check("UCI_ShowWDL", &Settings::show_wdl),
        text("UCI_Opponent", &Settings::opponent),
        text("Debug Log File", &Settings::log_file),
    };
    Option styles{"Style", OptionKind::Combo, &Settings::style, 0, 0, {no_style}};
    for (const SearcherEntry& entry : searchers)
        if (entry.is_style) styles.choices.push_back(entry.name);
    if (styles.choices.size() > 1) {
        options_.push_back(styles);
        options_.push_back(spin("Contempt", &Settings::contempt, -max_contempt, max_contempt));
    }
    if (with_tables) {
        options_.push_back(text("SyzygyPath", &Settings::table_folders));
        options_.push_back(spin("SyzygyProbeDepth", &Settings::table_depth, 1, max_table_depth));
        options_.push_back(check("Syzygy50MoveRule", &Settings::table_fifty_moves));
        options_.push_back(spin("SyzygyProbeLimit", &Settings::table_pieces, 0, max_table_pieces));
    }
    if (std::ranges::any_of(searchers, &SearcherEntry::is_helped))
        options_.push_back(text("Colony", &Settings::colony));
}

const Option* OptionTable::find(std::string_view name) const {
    for (const Option& option : options_)
        if (ascii::equal_ignoring_case(option.name, name)) return &option;
    return nullptr;
}

Result<Settings, std::string> with_value(Settings settings, const Option& option,
                                         std::string_view value) {
    if (const Problem problem = std::visit(Setter{settings, option, value}, option.place))
        return failure("option " + std::string(option.name) + ": the value " + *problem +
                       ", not '" + printable(value, 40) + "'");
    return settings;
}

std::string value_of(const Settings& settings, const Option& option) {
    return std::visit(Getter{settings}, option.place);
}

}  // namespace rookery
