#include "chess/attacks.h"

#include "base/random.h"
#include "chess/magics.h"

#include <gtest/gtest.h>

#include <map>

namespace rookery {
namespace {

template <class Visit>
void for_each_subset(Bitboard mask, Visit visit) {
    Bitboard subset = 0;
    do {
        visit(subset);
        subset = (subset - mask) & mask;
    } while (subset != 0);
}

TEST(Attacks, EveryRookLookupEqualsTheRayWalk) {
    std::size_t cases = 0;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        for_each_subset(rook_blockers(square), [&](Bitboard occupied) {
            ++cases;
            ASSERT_EQ(rook_attacks(square, occupied), walk_rook(square, occupied)) << i;
        });
    }
    EXPECT_EQ(cases, 102400u);
}

TEST(Attacks, EveryBishopLookupEqualsTheRayWalk) {
    std::size_t cases = 0;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        for_each_subset(bishop_blockers(square), [&](Bitboard occupied) {
            ++cases;
            ASSERT_EQ(bishop_attacks(square, occupied), walk_bishop(square, occupied)) << i;
        });
    }
    EXPECT_EQ(cases, 5248u);
}

TEST(Attacks, PiecesOutsideTheBlockersDoNotMatter) {
    Random random(7);
    for (int round = 0; round < 100000; ++round) {
        const Square square = square_at(static_cast<int>(random.below(64)));
        const Bitboard occupied = random.next() & random.next();
        ASSERT_EQ(rook_attacks(square, occupied), walk_rook(square, occupied));
        ASSERT_EQ(bishop_attacks(square, occupied), walk_bishop(square, occupied));
    }
}

// Whichever way this build looks up its sliders, the multipliers of the other builds must hold.
void expect_magic_separates(Square square, Bitboard mask, Bitboard magic,
                            Bitboard (*walk)(Square, Bitboard)) {
    const int shift = 64 - popcount(mask);
    std::map<Bitboard, Bitboard> table;
    for_each_subset(mask, [&](Bitboard occupied) {
        const Bitboard attacks = walk(square, occupied);
        const auto [slot, fresh] = table.try_emplace((occupied * magic) >> shift, attacks);
        ASSERT_TRUE(fresh || slot->second == attacks) << index_of(square);
    });
}

TEST(Attacks, MagicsSeparateAllOccupancies) {
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        expect_magic_separates(square, rook_blockers(square), rook_magics[square], walk_rook);
        expect_magic_separates(square, bishop_blockers(square), bishop_magics[square], walk_bishop);
    }
}

// Distances by file and rank say the same as the tables, without any shifting.
TEST(Attacks, LeapersByDistance) {
    for (int i = 0; i < 64; ++i) {
        for (int j = 0; j < 64; ++j) {
            const int files = std::abs(i % 8 - j % 8);
            const int ranks = std::abs(i / 8 - j / 8);
            const Square a = square_at(i);
            const Square b = square_at(j);
            EXPECT_EQ(contains(knight_attacks(a), b), files * ranks == 2);
            EXPECT_EQ(contains(king_attacks(a), b), files <= 1 && ranks <= 1 && i != j);
            EXPECT_EQ(contains(pawn_attacks(Color::White, a), b), files == 1 && j / 8 - i / 8 == 1);
            EXPECT_EQ(contains(pawn_attacks(Color::Black, a), b), files == 1 && i / 8 - j / 8 == 1);
        }
    }
}

TEST(Attacks, PathsAndLines) {
    EXPECT_EQ(path_to(Square::A1, Square::D4), bit(Square::B2) | bit(Square::C3) | bit(Square::D4));
    EXPECT_EQ(path_to(Square::H8, Square::H6), bit(Square::H7) | bit(Square::H6));
    EXPECT_EQ(path_to(Square::A1, Square::B3), bit(Square::B3));
    EXPECT_EQ(line_through(Square::C1, Square::D1), bits_of(Rank::R1));
    EXPECT_EQ(line_through(Square::B2, Square::C3),
              bit(Square::A1) | bit(Square::B2) | bit(Square::C3) | bit(Square::D4) |
                  bit(Square::E5) | bit(Square::F6) | bit(Square::G7) | bit(Square::H8));
    EXPECT_EQ(line_through(Square::A1, Square::B3), 0u);
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j)
            EXPECT_EQ(line_through(square_at(i), square_at(j)),
                      line_through(square_at(j), square_at(i)));
}

}  // namespace
}  // namespace rookery
