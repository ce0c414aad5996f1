#include "arena/players/xboard_lines.h"

#include "arena/players/engine_link.h"
#include "arena/players/uci_info.h"
#include "notation/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rookery::arena {
namespace {

// The convention for mates: this much and the number of moves.
constexpr int mate_base = 100'000;

int as_int(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, -std::numeric_limits<int>::max(),
                                                     std::numeric_limits<int>::max()));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_features(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> features;
    for (;;) {
        text = ascii::trim(text);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) return features;
        const std::string_view name = ascii::trim(text.substr(0, equals));
        text.remove_prefix(equals + 1);
        std::string_view value;
        if (text.starts_with('"')) {
            const std::size_t end = text.find('"', 1);
            value = text.substr(1, end == std::string_view::npos ? end : end - 1);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        } else {
            value = take_word(text);
        }
        features.emplace_back(name, value);
    }
}

std::optional<XboardThinking> parse_thinking(std::string_view line) {
    std::string_view depth_word = take_word(line);
    // Some mark what kind of line it is: "9." or "9&".
    while (depth_word.size() > 1 && !ascii::is_digit(depth_word.back()))
        depth_word.remove_suffix(1);
    const auto depth = parse_whole_number(depth_word);
    const auto score = parse_whole_number(take_word(line));
    const auto time = parse_whole_number(take_word(line));
    const auto nodes = parse_whole_number(take_word(line));
    // Depth zero is what books say.
    if (!depth || !score || !time || !nodes || *depth < 1 || *time < 0 || *nodes < 0)
        return std::nullopt;
    XboardThinking thinking;
    thinking.depth = as_int(*depth);
    thinking.nodes = static_cast<std::uint64_t>(*nodes);
    thinking.time = std::chrono::milliseconds(10) * as_int(*time);
    const int value = as_int(*score);
    if (value >= mate_base || value <= -mate_base) {
        thinking.score.kind = EngineScore::Kind::Mate;
        thinking.score.value = value > 0 ? value - mate_base : value + mate_base;
    } else {
        thinking.score.value = value;
    }
    // Move numbers may stand before the move.
    do thinking.first_move = take_word(line);
    while (!thinking.first_move.empty() && ascii::is_digit(thinking.first_move.front()));
    return thinking;
}

std::string_view move_in_line(std::string_view line) {
    constexpr std::string_view old_form = "My move is";
    if (line.starts_with(old_form)) {
        line.remove_prefix(old_form.size());
        while (!line.empty() && (line.front() == ':' || line.front() == ' ')) line.remove_prefix(1);
        return take_word(line);
    }
    const std::string_view first = take_word(line);
    if (first == "move") return take_word(line);
    const bool numbered = first.size() > 1 && first.back() == '.' &&
                          std::all_of(first.begin(), first.end() - 1, ascii::is_digit);
    if (numbered && take_word(line) == "...") return take_word(line);
    return {};
}

std::string level_time(Duration duration) {
    const auto seconds =
        std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(duration).count());
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace rookery::arena
