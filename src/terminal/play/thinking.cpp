#include "terminal/play/thinking.h"

#include "eval/win_rate.h"
#include "notation/san.h"
#include "terminal/suite_view.h"
#include "terminal/wrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace rookery {
namespace {

std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed) {
    const auto milliseconds = std::max<std::int64_t>(1, elapsed.count());
    return short_count(1000.0 * static_cast<double>(count) / static_cast<double>(milliseconds)) + "/s";
}

std::string line_text(const LineReport& line, const Position& position) {
    std::string moves;
    Position at = position;
    for (const Move move : line.moves) {
        if (!at.is_legal(move)) break;
        moves += ' ' + to_san(at, move);
        at.make(move);
    }
    return fmt::format("depth {}, {}, {} nodes, {}:{}", line.depth, describe(line.score, position),
                       short_count(static_cast<double>(line.nodes)), per_second(line.nodes, line.elapsed), moves);
}

std::string tree_text(const TreeReport& tree, const Position& position) {
    constexpr std::size_t most_moves = 5;
    std::vector<std::string> moves;
    for (const MoveStatistics& one : tree.moves) {
        if (moves.size() == most_moves) break;
        moves.push_back(fmt::format("{} {:.0f} %{} in {}", to_san(position, one.move), 100 * one.win_rate,
                                    one.proven ? " for certain" : "", short_count(static_cast<double>(one.visits))));
    }
    return fmt::format("{} playouts, {}: {}", short_count(static_cast<double>(tree.playouts)),
                       per_second(tree.playouts, tree.elapsed), fmt::join(moves, ", "));
}

}  // namespace

std::string describe(Score score, const Position& position) {
    if (!score.is_mate()) return fmt::format("{:+.2f}", centipawns(score, position) / 100.0);
    const int moves = score.mate_moves();
    return fmt::format("{} in {}", score.value() > 0 ? "mate" : "mated", std::abs(moves));
}

std::string describe(const Thinking& thinking, const Position& position, std::size_t width) {
    std::string text;
    if (!thinking.tree.moves.empty()) text += wrapped(tree_text(thinking.tree, position), width);
    if (!thinking.line.moves.empty()) text += wrapped(line_text(thinking.line, position), width);
    return text;
}

}  // namespace rookery
