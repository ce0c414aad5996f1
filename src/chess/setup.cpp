#include "chess/setup.h"

namespace rookery {
namespace {

// Fills the empty files of a back rank in the order of the Chess960 numbering.
class BackRank {
  public:
    explicit BackRank(int number) {
        put_on(1 + 2 * (number % 4), PieceType::Bishop);  // b, d, f, h: light squares
        number /= 4;
        put_on(2 * (number % 4), PieceType::Bishop);  // a, c, e, g: dark squares
        number /= 4;
        put_on_empty(number % 6, PieceType::Queen);
        number /= 6;
        // The ten ways to place two knights on five free files.
        int first = 0;
        int second = 1;
        for (int i = 0; i < number; ++i) {
            if (++second == 5) {
                ++first;
                second = first + 1;
            }
        }
        put_on_empty(second, PieceType::Knight);
        put_on_empty(first, PieceType::Knight);
        put_on_empty(0, PieceType::Rook);
        put_on_empty(0, PieceType::King);
        put_on_empty(0, PieceType::Rook);
    }

    [[nodiscard]] PieceType operator[](int file) const { return pieces_[file]; }

  private:
    void put_on(int file, PieceType type) { pieces_[file] = type; }
    void put_on_empty(int skip, PieceType type) {
        for (PieceType& piece : pieces_) {
            if (piece == PieceType::None && skip-- == 0) {
                piece = type;
                return;
            }
        }
    }

    PieceType pieces_[8] = {PieceType::None, PieceType::None, PieceType::None, PieceType::None,
                            PieceType::None, PieceType::None, PieceType::None, PieceType::None};
};

}  // namespace

Setup Setup::double_chess960(int white, int black) {
    assert(white >= 0 && white < 960 && black >= 0 && black < 960);
    Setup setup;
    for (Color color : both_colors) {
        const BackRank back(color == Color::White ? white : black);
        for (int f = 0; f < 8; ++f) {
            const Square square = make_square(static_cast<File>(f), back_rank(color));
            setup.board[square] = make_piece(color, back[f]);
            setup.board[make_square(static_cast<File>(f), relative_rank(color, Rank::R2))] =
                make_piece(color, PieceType::Pawn);
            if (back[f] == PieceType::Rook) setup.castling_rooks |= bit(square);
        }
    }
    return setup;
}

Setup Setup::chess960(int number) { return double_chess960(number, number); }

Setup Setup::start() { return chess960(518); }

const char* describe(SetupProblem problem) {
    switch (problem) {
        case SetupProblem::WhiteKingMissing: return "White has no king";
        case SetupProblem::BlackKingMissing: return "Black has no king";
        case SetupProblem::TooManyWhiteKings: return "White has more than one king";
        case SetupProblem::TooManyBlackKings: return "Black has more than one king";
        case SetupProblem::PawnOnBackRank: return "a pawn stands on the first or last rank";
        case SetupProblem::TooManyWhitePawns: return "White has more than eight pawns";
        case SetupProblem::TooManyBlackPawns: return "Black has more than eight pawns";
        case SetupProblem::TooManyWhitePieces:
            return "White has more promoted pieces than missing pawns";
        case SetupProblem::TooManyBlackPieces:
            return "Black has more promoted pieces than missing pawns";
        case SetupProblem::OpponentInCheck: return "the side that just moved is in check";
        case SetupProblem::EnPassantRank:
            return "the en passant square is not on the sixth rank of the side to move";
        case SetupProblem::TwoCastlingRooksOnOneWing:
            return "two rooks on one wing are said to be able to castle";
        case SetupProblem::HalfmoveClockRange: return "the halfmove clock is not between 0 and 150";
        case SetupProblem::FullmoveNumberRange: return "the move number is not between 1 and 9999";
    }
    return "unknown problem";
}

}  // namespace rookery
