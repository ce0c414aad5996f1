#include "eval/simple_evaluators.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/tapered.h"
#include "eval/classical/terms.h"
#include "eval/geometry.h"

#include <cstdlib>

namespace rookery {
namespace {

constexpr ByPieceType<int> worth = {{100, 300, 300, 500, 900, 0}};

int material_of(const Position& position, Color color) {
    int sum = 0;
    for (PieceType type : all_piece_types)
        sum += worth[type] * popcount(position.pieces(color, type));
    return sum;
}

// In steps along files and ranks, from the four squares in the middle.
int steps_from_centre(Square square) {
    return 6 - from_edge(file_number(square)) - from_edge(rank_number(square));
}

int steps_between(Square a, Square b) {
    return std::abs(file_number(a) - file_number(b)) + std::abs(rank_number(a) - rank_number(b));
}

}  // namespace

Score MaterialEvaluator::evaluate(const Position& position) {
    const Color us = position.side_to_move();
    return Score(material_of(position, us) - material_of(position, ~us));
}

Score MopUpEvaluator::evaluate(const Position& position) {
    constexpr int per_step_from_centre = 10;
    constexpr int per_step_near = 5;
    constexpr int most_steps_between = 14;
    // Half of the pieces at the start. If the enemy has more, the sign changes: our king should
    // stay away.
    constexpr int half_of_the_pieces = 1450;
    const Color us = position.side_to_move();
    const Square our_king = position.king(us);
    const Square their_king = position.king(~us);
    const int their_material = material_of(position, ~us);
    const int their_pieces =
        their_material - worth[PieceType::Pawn] * popcount(position.pieces(~us, PieceType::Pawn));
    const int chase =
        per_step_from_centre * (steps_from_centre(their_king) - steps_from_centre(our_king)) +
        per_step_near * (most_steps_between - steps_between(our_king, their_king));
    return Score(material_of(position, us) - their_material +
                 chase * (half_of_the_pieces - their_pieces) / half_of_the_pieces);
}

Score PieceSquareEvaluator::evaluate(const Position& position) {
    using namespace classical;
    constexpr const MaterialWeights& pieces = default_weights.material;
    constexpr const PieceSquareWeights& places = default_weights.piece_square;
    const auto value_of = [&](PieceType type, std::size_t index) -> Tapered {
        switch (type) {
            case PieceType::Pawn: return pieces.pawn + places.pawn[index - 4];
            case PieceType::Knight: return pieces.knight + places.knight[index];
            case PieceType::Bishop: return pieces.bishop + places.bishop[index];
            case PieceType::Rook: return pieces.rook + places.rook[index];
            case PieceType::Queen: return pieces.queen + places.queen[index];
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
