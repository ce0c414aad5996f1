#include "eval/evaluator.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/simple_evaluators.h"

namespace rookery {
namespace {

template <Evaluator Kind>
std::unique_ptr<ErasedEvaluator> create() {
    return std::make_unique<Erased<Kind>>();
}

constexpr EvaluatorEntry table[] = {
    {"material", "material: 1, 3, 3, 5, 9", create<MaterialEvaluator>},
    {"mop-up", "material and the kings: far from the enemy's at first, in endgames close to it",
     create<MopUpEvaluator>},
    {"piece-square", "material and piece-square tables", create<PieceSquareEvaluator>},
    {"classical", "all that is known about chess by hand", create<ClassicalEvaluator>},
    {"network", "a small neural network that learned from our own games", create<NnueEvaluator>},
};

}  // namespace

EvaluatorTable all_evaluators() { return table; }

std::optional<WithoutPiece> without_piece(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None || type_of(piece) == PieceType::King) return std::nullopt;
    Setup setup = position.setup();
    setup.board[square] = Piece::None;
    setup.castling_rooks &= ~bit(square);
    setup.en_passant = Square::None;
    if (auto placed = Position::from(setup)) return WithoutPiece{placed->position, false};
    setup.side_to_move = ~setup.side_to_move;
    if (auto placed = Position::from(setup)) return WithoutPiece{placed->position, true};
    return std::nullopt;
}

}  // namespace rookery
