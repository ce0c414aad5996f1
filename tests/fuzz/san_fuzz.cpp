// Any bytes as a move: an accepted move is legal, and its names lead back to it. The first
// bytes choose the position.
#include "base/random.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/explain.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace {

using namespace rookery;

void require(bool condition) {
    if (!condition) std::abort();
}

constexpr std::string_view starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
    "1r2k2r/P1P1P3/8/8/8/8/p1p1p1p1/1R2K2R w Kk - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
};

// A few moves on from one of the starts, the same every time for the same two bytes.
Position chosen_position(std::uint8_t which, std::uint8_t how_far) {
    Position position = parse_fen(starts[which % std::size(starts)]).value().position;
    Random random(which);
    for (int ply = 0; ply < how_far % 24; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        position.make(moves[random.below(moves.size())]);
    }
    return position;
}

void check_accepted(const Position& position, Move move) {
    require(position.is_legal(move));
    const std::string san = to_san(position, move);
    require(read_plain_san(position, san) == move);
    const auto long_form = parse_san(position, to_long_algebraic(position, move));
    require(long_form.ok() && *long_form == move);
    for (bool chess960 : {false, true}) {
        const auto again = parse_coordinate(position, to_coordinate(position, move, chess960));
        require(again.ok() && *again == move);
    }
}

void check_message(const std::string& what) {
    require(!what.empty());
    require(printable(what, what.size()) == what);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Position position = chosen_position(data[0], data[1]);
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);

    const auto san = parse_san(position, text);
    if (san) {
        check_accepted(position, *san);
    } else {
        check_message(san.error().what);
        for (Move choice : san.error().choices) require(position.is_legal(choice));
        const bool offers = san.error().problem == SanProblem::Ambiguous ||
                            san.error().problem == SanProblem::PromotionMissing;
        require(offers == (san.error().choices.size() > 1));
    }
    const auto coordinate = parse_coordinate(position, text);
    if (coordinate)
        check_accepted(position, *coordinate);
    else
        check_message(coordinate.error().what);

    // A reason is given exactly where there is no move.
    if (size >= 4) {
        const Square from = square_at(data[2] % 64);
        const Square to = square_at(data[3] % 64);
        const bool possible = find_move(position, from, to, PieceType::None) ||
                              find_move(position, from, to, PieceType::Queen);
        require(possible == explain_illegal(position, from, to).empty());
    }
    return 0;
}
