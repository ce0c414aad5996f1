#include "eval/kinds/simple_evaluators.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/combine.h"
#include "eval/classical/terms.h"

namespace rookery {

Score MaterialEvaluator::evaluate(const Position& position) {
    constexpr ByPieceType<int> worth = {{100, 300, 300, 500, 900, 0}};
    const Color us = position.side_to_move();
    int sum = 0;
    for (PieceType type : all_piece_types)
        sum += worth[type] *
               (popcount(position.pieces(us, type)) - popcount(position.pieces(~us, type)));
    return Score(sum);
}

Score PieceSquareEvaluator::evaluate(const Position& position) {
    using namespace classical;
    constexpr const MaterialWeights& men = default_weights.material;
    constexpr const PieceSquareWeights& places = default_weights.piece_square;
    const auto value_of = [&](PieceType type, std::size_t index) -> Tapered {
        switch (type) {
            case PieceType::Pawn: return men.pawn + places.pawn[index - 4];
            case PieceType::Knight: return men.knight + places.knight[index];
            case PieceType::Bishop: return men.bishop + places.bishop[index];
            case PieceType::Rook: return men.rook + places.rook[index];
            case PieceType::Queen: return men.queen + places.queen[index];
            default: return places.king[index];
        }
    };
    Tapered sum;
    int phase = 0;
    for (Square square : squares(position.occupied())) {
        const Piece piece = position.piece_on(square);
        const Color color = color_of(piece);
        const Tapered value = value_of(type_of(piece), wing_index(color, square));
        sum += color == Color::White ? value : -value;
        phase += phase_of_piece[type_of(piece)];
    }
    const int value = blend(sum, std::min(phase, full_phase), full_scale);
    return as_score(value, position.side_to_move());
}

}  // namespace rookery
