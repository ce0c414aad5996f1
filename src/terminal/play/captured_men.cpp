#include "terminal/play/captured_men.h"

#include <algorithm>

namespace rookery {

CapturedMen captured_men(const Game& game) {
    constexpr ByPieceType<int> worth = {{1, 3, 3, 5, 9, 0}};
    CapturedMen men;
    for (std::size_t ply = 0; ply < game.plies(); ++ply) {
        const Position& before = game.position_at(ply);
        const PieceType captured = before.captured_by(game.moves()[ply]);
        if (captured != PieceType::None) men.taken[before.side_to_move()].push_back(captured);
    }
    for (const Color color : both_colors) {
        std::stable_sort(men.taken[color].begin(), men.taken[color].end(), std::greater<>());
        for (const PieceType type : all_piece_types)
            men.lead += (color == Color::White ? 1 : -1) * worth[type] * popcount(game.position().pieces(color, type));
    }
    return men;
}

}  // namespace rookery
