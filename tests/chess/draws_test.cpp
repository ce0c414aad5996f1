#include "chess/draws.h"

#include "chess/movegen.h"
#include "notation/fen.h"
#include "support/chess_helpers.h"
#include "support/slow_chess.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace rookery {
namespace {

using test::position_of;

TEST(Repetition, EveryReversibleMoveHasItsPlace) {
    // Knights 168, bishops 280, rooks 448, queens 728, kings 210, each for two colours.
    EXPECT_EQ(ReversibleMoves::all().count(), 2u * (168 + 280 + 448 + 728 + 210));
    EXPECT_EQ(ReversibleMoves::all().find(0x123456789ABCDEF).one, Square::None);
}

// Whether a legal move leads to a position of the line that is less than `plies` back.
bool can_repeat_slowly(const Position& position, const std::vector<Key>& keys, int plies) {
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

TEST(Repetition, SeesWhatTryingAllMovesSees) {
    Random random(7);
    int found = 0;
    for (int game = 0; game < 300; ++game) {
        // With few pieces, positions repeat often.
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
            if (can_repeat_slowly(position, keys, static_cast<int>(keys.size()))) {
                EXPECT_TRUE(fast);
                ++found;
            }
            position.make(moves[random.below(moves.size())]);
            keys.push_back(position.key());
        }
    }
    EXPECT_GT(found, 100);
}

TEST(Repetition, AMoveBackIsSeenOnlyByItsOwner) {
    // After Ra1-a2 Kh8-h7 Ra2-a1 Black can return to h8, and White cannot return to anything.
    Position position = position_of("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    std::vector<Key> keys{position.key()};
    const auto play = [&](Square from, Square to) {
        position.make({from, to});
        keys.push_back(position.key());
        return can_repeat(position, keys, position.halfmove_clock(), static_cast<int>(keys.size()));
    };
    EXPECT_FALSE(play(Square::A1, Square::A2));
    EXPECT_FALSE(play(Square::H8, Square::H7));
    EXPECT_TRUE(play(Square::A2, Square::A1));
    // Before the root one occurrence is not enough.
    EXPECT_FALSE(can_repeat(position, keys, position.halfmove_clock(), 0));
}

TEST(Repetition, CountsAsASearchDoes) {
    // Plies 0..4 with the position of ply 0 back on ply 4.
    const Key keys[] = {7, 1, 2, 3, 7};
    EXPECT_TRUE(is_search_repetition(keys, 100, 5));  // seen after the root
    EXPECT_FALSE(
        is_search_repetition(keys, 100, 4));  // only at the root or before: once is not enough
    EXPECT_FALSE(is_search_repetition(keys, 3, 5));  // an irreversible move lies between
    const Key thrice[] = {7, 1, 2, 3, 7, 4, 5, 6, 7};
    EXPECT_TRUE(is_search_repetition(thrice, 100, 1));
    EXPECT_EQ(earlier_occurrences(thrice, 100), 2);
    EXPECT_EQ(earlier_occurrences(thrice, 7), 1);
    EXPECT_EQ(earlier_occurrences({}, 7), 0);
}

TEST(DeadPosition, MaterialAgreesWithTheSlowRules) {
    Random random(41);
    for (int round = 0; round < 20000; ++round) {
        const Position position = test::random_placement(random, 2 + round % 4);
        ASSERT_EQ(is_dead_by_material(position),
                  slow::dead_by_material(slow::from_fen(to_fen(position))))
            << to_fen(position);
    }
}

TEST(DeadPosition, LockedPawns) {
    // A wall across the board.
    EXPECT_TRUE(is_dead(position_of("8/3k4/8/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1")));
    // The wall has a gap on the h-file through which a king gets behind it.
    EXPECT_FALSE(is_dead(position_of("8/3k4/8/p1p1p3/P1P1P3/8/3K4/8 w - - 0 1")));
    // A pawn that can still step, and one that can still take.
    EXPECT_FALSE(is_dead(position_of("8/3k4/8/p1p1p1p1/P1P1P1P1/8/3K3P/8 w - - 0 1")));
    EXPECT_FALSE(is_dead(position_of("8/3k4/7p/p1p1p1p1/P1P1P1PP/8/3K4/8 w - - 0 1")));
    // A knight jumps over walls.
    EXPECT_FALSE(is_dead(position_of("8/3k4/8/p1p1p1p1/P1P1P1P1/8/3K1N2/8 w - - 0 1")));
    // The king in front of a pawn is no wall.
    EXPECT_FALSE(is_dead(position_of("8/8/8/8/4k3/4P3/8/4K3 w - - 0 1")));
}

}  // namespace
}  // namespace rookery
