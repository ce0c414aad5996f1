// In which order the search of the experiment tries moves: by the moves and the men alone, and not by how a board
// happens to find them, so that all boards visit the same nodes.
#pragma once

#include "lab/boards/board.h"

#include <algorithm>

namespace rookery::lab {
namespace detail {

// The most valuable victim first, and of its captors the least valuable; then what is quiet, which is 0.
struct CaptureRanks {
    std::array<std::array<std::uint8_t, 16>, 16> of = {};  // by victim and captor
};

constexpr CaptureRanks make_capture_ranks() {
    CaptureRanks ranks;
    const int men = static_cast<int>(Piece::None);
    for (int victim = 0; victim < men; ++victim)
        for (int captor = 0; captor < men; ++captor)
            ranks.of[static_cast<std::size_t>(victim)][static_cast<std::size_t>(captor)] =
                static_cast<std::uint8_t>(8 * (victim / 2 + 1) + 7 - captor / 2);
    return ranks;
}

inline constexpr CaptureRanks capture_ranks = make_capture_ranks();

[[nodiscard]] constexpr std::uint32_t rank_of_capture(Piece captor, Piece victim) {
    return capture_ranks.of[static_cast<std::size_t>(victim)][static_cast<std::size_t>(captor)];
}
// Beside the best captures, since a queen is won.
inline constexpr std::uint32_t rank_of_queening = 8 * static_cast<std::uint32_t>(PieceType::Queen);

}  // namespace detail

// The best is picked out each time, since most moves are cut off before they are wanted. A move is one number: its
// rank, its code, and where in the list it stands; so the largest number is the best move, and finding it has no
// branch for the processor to guess.
template <LabBoard Board>
class MoveOrder {
  public:
    [[gnu::always_inline]] MoveOrder(const Board& board, const MoveList& list) : left_(list.size()) {
        std::uint32_t place = 0;
        for (Move move : list) {
            keys_[place] = rank(board, move) << 24 | std::uint32_t{move.code()} << 8 | place;
            ++place;
        }
        end_ = place;
        for (std::size_t j = 0; j < stride; ++j) keys_[end_ + j] = 0;  // what is looked at beyond the end
    }

    [[nodiscard]] bool empty() const { return left_ == 0; }
    [[nodiscard]] [[gnu::always_inline]] Move take_best() {
        std::array<std::uint32_t, stride> most{};
        for (std::size_t i = 0; i < end_; i += stride)
            for (std::size_t j = 0; j < stride; ++j) most[j] = std::max(most[j], keys_[i + j]);
        for (std::size_t half = stride / 2; half > 0; half /= 2)
            for (std::size_t j = 0; j < half; ++j) most[j] = std::max(most[j], most[j + half]);
        const std::uint32_t best = most[0];
        keys_[best & 0xff] = 0;
        --left_;
        return Move::from_code(static_cast<std::uint16_t>(best >> 8));
    }

  private:
    // As many are compared at once.
    static constexpr std::size_t stride = 8;
    static_assert(max_moves <= 256);

    [[nodiscard]] [[gnu::always_inline]] static std::uint32_t rank(const Board& board, Move move) {
        if (move.kind() == MoveKind::Normal) [[likely]]
            return detail::rank_of_capture(board.piece_on(move.from()), board.piece_on(move.to()));
        if (move.is_en_passant()) return detail::rank_of_capture(Piece::WhitePawn, Piece::BlackPawn);
        if (move.is_castling()) return 0;
        const std::uint32_t gain = move.kind() == MoveKind::PromoteQueen ? detail::rank_of_queening : 0;
        return gain + detail::rank_of_capture(Piece::WhitePawn, board.piece_on(move.to()));
    }

    std::size_t left_;
    std::size_t end_;
    std::uint32_t keys_[max_moves + stride];
};

}  // namespace rookery::lab
