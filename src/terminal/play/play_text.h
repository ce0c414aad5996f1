// Small pieces of text of which the conversation about a game is made.
#pragma once

#include "chess/position.h"
#include "terminal/play/captured_men.h"
#include "terminal/style.h"
#include "terminal/wrap.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// A narrow terminal, or a board beside other things.
inline constexpr std::size_t play_width = 40;
// Of a searcher, where neither a clock nor anything else says how long.
inline constexpr std::chrono::seconds usual_thinking_time{1};

[[nodiscard]] inline std::string play_text(std::string_view text) { return wrapped(text, play_width); }

// With a capital letter and a full stop.
[[nodiscard]] std::string sentence(std::string text);

[[nodiscard]] std::vector<std::string> san_names(const Position& position, const std::vector<Move>& moves);

// What each side has taken, the upper side of the board first, and by how much it leads; nothing where nothing
// was taken.
[[nodiscard]] std::string captured_text(const CapturedMen& men, Color bottom, const Style& style);

}  // namespace rookery
