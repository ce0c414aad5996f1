#include "terminal/opening_view.h"

#include "notation/printable.h"
#include "terminal/match_view.h"

#include <fmt/format.h>

namespace rookery {
namespace {

using namespace arena;

// One after which every game ended alike tells nothing about the players.
std::string always_text(const OpeningResult& opening) {
    const auto result = opening.always();
    return result ? fmt::format("always {}",
                                *result == GameResult::Draw ? "drawn" : notation_of(*result))
                  : "";
}

std::string label_of(const OpeningResult& opening) {
    const std::string name = printable(opening.name, 200);
    if (!opening.index) return name;
    return fmt::format("#{}{}{}", *opening.index + 1, name.empty() ? "" : " ", name);
}

}  // namespace

std::vector<std::string> opening_lines(const std::vector<OpeningResult>& openings,
                                       const std::vector<std::string>& players) {
    const bool match = players.size() == 2;
    const auto line = [&](const auto& games, const auto& white, const auto& score,
                          const auto& always, const auto& first, const auto& pairs,
                          const auto& name) {
        std::string text = fmt::format("{:>5}  {:<12}  {:>7}  {:<12}", games, white, score, always);
        if (match) text += fmt::format("  {:<12}  {:<17}", first, pairs);
        return text + "  " + name;
    };
    std::vector<std::string> lines{line("games", "White", "score", "",
                                        match ? fitted(players[0], 12) : "", "pairs", "opening")};
    for (const OpeningResult& opening : openings)
        lines.push_back(line(opening.white.total(), counts_text(opening.white),
                             fmt::format("{:.1f} %", 100 * opening.white_score()),
                             always_text(opening), counts_text(opening.first),
                             fmt::format("[{}]", fmt::join(opening.pairs.pairs, ", ")),
                             label_of(opening)));
    return lines;
}

}  // namespace rookery
