#include "arena/players/uci_info.h"

#include "arena/players/engine_link.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rookery::arena {
namespace {

// The next word if it is a number; else it is left where it is, for it may be a keyword.
std::optional<std::int64_t> take_number(std::string_view& text) {
    std::string_view rest = text;
    const auto number = parse_clamped_number(take_word(rest));
    if (number) text = rest;
    return number;
}

bool is_info_keyword(std::string_view word) {
    constexpr std::string_view keywords[] = {
        "depth",   "seldepth",   "time",      "nodes",    "pv",         "multipv",
        "score",   "currmove",   "hashfull",  "nps",      "tbhits",     "sbhits",
        "cpuload", "string",     "wdl",       "currline", "refutation", "currmovenumber",
        "bound",   "lowerbound", "upperbound"};
    return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
}

std::string_view take_moves(std::string_view& text) {
    const std::string_view all = text;
    for (;;) {
        std::string_view rest = text;
        const std::string_view word = take_word(rest);
        // The second letter tells a move from a keyword, mostly without comparing.
        const bool like_a_move = word.size() > 1 && ascii::is_digit(word[1]);
        if (word.empty() || (!like_a_move && is_info_keyword(word)))
            return ascii::trim(all.substr(0, all.size() - text.size()));
        text = rest;
    }
}

void take_score(UciInfo& info, std::string_view& text) {
    std::string_view rest = text;
    const std::string_view kind = take_word(rest);
    if (kind != "cp" && kind != "mate") return;
    const auto value = take_number(rest);
    if (!value) return;
    EngineScore score;
    score.kind = kind == "cp" ? EngineScore::Kind::Centipawns : EngineScore::Kind::Mate;
    score.value = as_int(*value);
    info.score = score;
    text = rest;
}

// The text from here to the next of these words, or to the end.
std::string_view take_until(std::string_view& text, std::initializer_list<std::string_view> ends) {
    const std::string_view all = text;
    for (;;) {
        std::string_view rest = text;
        const std::string_view word = take_word(rest);
        if (word.empty() || std::find(ends.begin(), ends.end(), word) != ends.end())
            return ascii::trim(all.substr(0, all.size() - text.size()));
        text = rest;
    }
}

}  // namespace

UciInfo parse_info(std::string_view text) {
    UciInfo info;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        if (word == "string") break;
        if (word == "pv") {
            info.moves = take_moves(text);
        } else if (word == "score") {
            take_score(info, text);
        } else if (word == "lowerbound" || word == "upperbound") {
            if (info.score)
                info.score->bound =
                    word == "lowerbound" ? EngineScore::Bound::Lower : EngineScore::Bound::Upper;
        } else if (word == "depth") {
            if (const auto number = take_number(text)) info.depth = as_int(*number);
        } else if (word == "seldepth") {
            if (const auto number = take_number(text)) info.selective_depth = as_int(*number);
        } else if (word == "multipv") {
            if (const auto number = take_number(text)) info.line = as_int(*number);
        } else if (word == "nodes") {
            if (const auto number = take_number(text); number && *number >= 0)
                info.nodes = static_cast<std::uint64_t>(*number);
        } else if (word == "time") {
            // Limited so that milliseconds fit as microseconds too.
            if (const auto number = take_number(text); number && *number >= 0)
                info.time = std::chrono::milliseconds(as_int(*number));
        }
    }
    return info;
}

UciBestMove parse_best_move(std::string_view text) {
    UciBestMove best;
    best.move = take_word(text);
    if (take_word(text) == "ponder") best.ponder = take_word(text);
    return best;
}

std::optional<UciOption> parse_option(std::string_view text) {
    if (take_word(text) != "name") return std::nullopt;
    UciOption option;
    option.name = take_until(text, {"type"});
    if (option.name.empty()) return std::nullopt;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        if (word == "type") {
            option.type = take_word(text);
        } else if (word == "default") {
            option.default_value = take_until(text, {"min", "max", "var"});
        } else if (word == "min") {
            option.min = take_number(text);
        } else if (word == "max") {
            option.max = take_number(text);
        } else if (word == "var") {
            option.choices.emplace_back(take_until(text, {"min", "max", "var", "default"}));
        }
    }
    return option;
}

std::optional<std::string> check_value(const UciOption& option, std::string& value) {
    if (option.type == "spin") {
        const auto number = parse_clamped_number(value);
        if (!number)
            return fmt::format("'{}' is not a whole number, which {} wants", printable(value),
                               option.name);
        if ((option.min && *number < *option.min) || (option.max && *number > *option.max))
            return fmt::format("{} is out of range: {} takes {} to {}", value, option.name,
                               option.min ? fmt::format("{}", *option.min) : "anything",
                               option.max ? fmt::format("{}", *option.max) : "anything");
    } else if (option.type == "check") {
        for (char& c : value) c = ascii::to_lower(c);
        if (value == "1" || value == "on" || value == "yes") value = "true";
        if (value == "0" || value == "off" || value == "no") value = "false";
        if (value != "true" && value != "false")
            return fmt::format("'{}' is neither true nor false, which {} wants", printable(value),
                               option.name);
    } else if (option.type == "combo") {
        for (const std::string& choice : option.choices) {
            if (!ascii::equal_ignoring_case(choice, value)) continue;
            value = choice;
            return std::nullopt;
        }
        if (!option.choices.empty())
            return fmt::format("'{}' is not among the choices of {}: {}", printable(value),
                               option.name, fmt::join(option.choices, ", "));
    }
    return std::nullopt;
}

}  // namespace rookery::arena
