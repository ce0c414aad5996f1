// Which of the network's questions a man on a square answers.
#pragma once

#include "chess/types.h"
#include "eval/network/network.h"

namespace rookery::network {

// How one side looks at the board.
struct View {
    Color side = Color::White;
    bool is_mirrored = false;  // its king stands on the right half: left and right change places

    [[nodiscard]] static constexpr View of(Color side, Square king) { return {side, file_of(king) >= File::E}; }

    [[nodiscard]] constexpr std::size_t input(Piece piece, Square square) const {
        const int seen = index_of(square) ^ (side == Color::White ? 0 : 56) ^ (is_mirrored ? 7 : 0);
        const int theirs = color_of(piece) == side ? 0 : 6;
        return static_cast<std::size_t>((theirs + static_cast<int>(type_of(piece))) * 64 + seen);
    }

    [[nodiscard]] friend constexpr bool operator==(const View&, const View&) = default;
};

}  // namespace rookery::network
