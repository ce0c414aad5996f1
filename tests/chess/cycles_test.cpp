#include "chess/draws.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace rookery {
namespace {

TEST(Cycles, EveryReversibleMoveHasItsPlace) {
    // Knights 168, bishops 280, rooks 448, queens 728, kings 210, each for two colours.
    EXPECT_EQ(ReversibleMoves::all().count(), 2u * (168 + 280 + 448 + 728 + 210));
    EXPECT_EQ(ReversibleMoves::all().find(0x123456789ABCDEF).one, Square::None);
}

// Does a legal move lead to a position of the line that stood less than so many plies ago?
bool slowly(const Position& position, const std::vector<Key>& keys, int plies) {
    for (const Move move : legal_moves(position)) {
        const Position next = position.after(move);
        if (next.halfmove_clock() == 0) continue;
        for (std::size_t back = 3; back < static_cast<std::size_t>(plies) && back < keys.size();
             back += 2)
            if (keys[keys.size() - 1 - back] == next.key() &&
                static_cast<int>(back) <= position.halfmove_clock())
                return true;
    }
    return false;
}

TEST(Cycles, SeesWhatTryingAllMovesSees) {
    Random random(7);
    int found = 0;
    for (int game = 0; game < 300; ++game) {
        // Few pieces come back to where they were quite often.
        Position position = test::random_placement(random, 4 + static_cast<int>(random.below(4)));
        std::vector<Key> keys{position.key()};
        const int reversible_before = position.halfmove_clock();
        for (int ply = 0; ply < 40; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const int reversible =
                std::min(position.halfmove_clock() - reversible_before * (ply == 0),
                         static_cast<int>(keys.size()) - 1);
            const bool fast = can_repeat(position, keys, reversible, static_cast<int>(keys.size()));
            if (slowly(position, keys, static_cast<int>(keys.size()))) {
                EXPECT_TRUE(fast);
                ++found;
            }
            position.make(moves[random.below(moves.size())]);
            keys.push_back(position.key());
        }
    }
    EXPECT_GT(found, 100);
}

TEST(Cycles, AMoveBackIsSeenOnlyByItsOwner) {
    // After Ra1-a2 Kh8-h7 Ra2-a1 Black can return to h8, and nobody else can return to anything.
    Position position = test::position_of("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    std::vector<Key> keys{position.key()};
    const auto play = [&](Square from, Square to) {
        position.make({from, to});
        keys.push_back(position.key());
        return can_repeat(position, keys, position.halfmove_clock(), static_cast<int>(keys.size()));
    };
    EXPECT_FALSE(play(Square::A1, Square::A2));
    EXPECT_FALSE(play(Square::H8, Square::H7));
    EXPECT_TRUE(play(Square::A2, Square::A1));
    // Before the root one meeting is not enough.
    EXPECT_FALSE(can_repeat(position, keys, position.halfmove_clock(), 0));
}

}  // namespace
}  // namespace rookery
