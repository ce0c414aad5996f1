#include "terminal/search_text.h"

#include "base/text.h"
#include "eval/win_rate.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery {
namespace {

// Moves of a tree that are shown; the others have few visits.
constexpr std::size_t most_moves = 5;

std::string playouts_text(const TreeReport& tree) {
    return fmt::format("{} playouts, {}", short_count(static_cast<double>(tree.playouts)),
                       per_second(tree.playouts, tree.elapsed));
}

std::string tree_text(const TreeReport& tree, const Position& position) {
    std::vector<std::string> moves;
    for (const MoveStatistics& one : tree.moves) {
        if (moves.size() == most_moves) break;
        moves.push_back(fmt::format("{} {:.0f} %{} in {}", to_san(position, one.move),
                                    100 * one.win_rate, one.proven ? " for certain" : "",
                                    short_count(static_cast<double>(one.visits))));
    }
    return fmt::format("{}: {}", playouts_text(tree), fmt::join(moves, ", "));
}

}  // namespace

std::string sentence(std::string text) {
    if (text.empty()) return text;
    text[0] = ascii::to_upper(text[0]);
    return text.ends_with('?') || text.ends_with('.') ? text : text + ".";
}

std::string sentence_about(std::string_view file, std::string text) {
    if (file.empty() || !text.starts_with(file)) return sentence(std::move(text));
    const char first = text[0];
    text = sentence(std::move(text));
    text[0] = first;
    return text;
}

std::vector<std::string> san_names(const Position& position, const std::vector<Move>& moves) {
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(to_san(position, move));
    std::sort(names.begin(), names.end());
    return names;
}

std::string describe(const SanError& error, const Position& position, std::string_view typed) {
    switch (error.problem) {
        case SanProblem::Ambiguous:
        case SanProblem::PromotionMissing:
            return fmt::format("'{}' can be {}: say which.", printable(typed, 20),
                               fmt::join(san_names(position, error.choices), " or "));
        case SanProblem::Illegal: return sentence(error.what);
        case SanProblem::Unreadable: break;
    }
    return fmt::format("'{}' is not a move.", printable(typed, 20));
}

std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed) {
    const auto milliseconds = std::max<std::int64_t>(1, elapsed.count());
    return short_count(1000.0 * static_cast<double>(count) / static_cast<double>(milliseconds)) +
           "/s";
}

std::string in_san(const std::vector<Move>& moves, const Position& position) {
    std::string text;
    Position at = position;
    for (const Move move : moves) {
        if (!at.is_legal(move)) break;
        text += (text.empty() ? "" : " ") + to_san(at, move);
        at.make(move);
    }
    return text;
}

std::string describe(const LineReport& line, const Position& position) {
    return fmt::format("depth {}, {}, {} nodes, {}: {}", line.depth, describe(line.score, position),
                       short_count(static_cast<double>(line.nodes)),
                       per_second(line.nodes, line.elapsed), in_san(line.moves, position));
}

std::vector<std::string> tree_table(const TreeReport& tree, const Position& position) {
    std::vector<std::string> lines{playouts_text(tree),
                                   fmt::format("  {:<8}{:>8}{:>8}", "move", "visits", "won")};
    for (const MoveStatistics& one : tree.moves) {
        if (lines.size() == most_moves + 2) break;
        lines.push_back(fmt::format("  {:<8}{:>8}{:>6.1f} %{}", to_san(position, one.move),
                                    short_count(static_cast<double>(one.visits)),
                                    100 * one.win_rate, one.proven ? " for certain" : ""));
    }
    return lines;
}

std::string describe(Score score, const Position& position) {
    if (!score.is_mate()) return fmt::format("{:+.2f}", centipawns(score, position) / 100.0);
    const int moves = score.mate_moves();
    return fmt::format("{} in {}", score.value() > 0 ? "mate" : "mated", std::abs(moves));
}

std::string describe(const Thinking& thinking, const Position& position, std::size_t width) {
    std::string text;
    if (!thinking.tree.moves.empty()) text += wrapped(tree_text(thinking.tree, position), width);
    if (!thinking.line.moves.empty()) text += wrapped(describe(thinking.line, position), width);
    return text;
}

}  // namespace rookery
