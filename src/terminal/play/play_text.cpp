#include "terminal/play/play_text.h"

#include "notation/ascii.h"
#include "notation/names.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {

std::string sentence(std::string text) {
    if (!text.empty()) text[0] = ascii::to_upper(text[0]);
    return text + ".";
}

std::vector<std::string> san_names(const Position& position, const std::vector<Move>& moves) {
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(to_san(position, move));
    std::sort(names.begin(), names.end());
    return names;
}

std::string captured_text(const CapturedMen& men, Color bottom, const Style& style) {
    constexpr std::string_view figures[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    std::string text;
    for (const Color color : {~bottom, bottom}) {
        if (men.taken[color].empty()) continue;
        text += fmt::format("{} took ", word_for(color));
        for (const PieceType type : men.taken[color]) {
            if (style.unicode)
                text += figures[static_cast<std::size_t>(type)];
            else
                text += letter_of(type);
        }
        const int lead = color == Color::White ? men.lead : -men.lead;
        if (lead > 0) text += fmt::format(" +{}", lead);
        text += '\n';
    }
    return text;
}

}  // namespace rookery
