#include "tablebases/endings.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace rookery {
namespace {

TEST(Endings, AllOfThreeAndFourPiecesHaveNames) {
    std::set<std::string> names;
    std::set<std::string> dead;
    std::size_t ordinal = 0;
    for (const Ending& ending : Ending::all()) {
        EXPECT_EQ(ending.ordinal(), ordinal++);
        EXPECT_EQ(Ending::find(ending.name()), &ending);
        names.insert(ending.name());
        if (ending.is_dead()) dead.insert(ending.name());
    }
    EXPECT_EQ(names.size(), 35);
    EXPECT_EQ(dead, (std::set<std::string>{"KBvK", "KNvK"}));
    for (const char* name : {"KQvK", "KPvK", "KQRvK", "KBNvK", "KPPvK", "KRvKN", "KPvKP"})
        EXPECT_TRUE(names.contains(name)) << name;
    for (const char* name : {"KNvKR", "KRQvK", "KvK", "", "kqvk", "KQQQvK"})
        EXPECT_EQ(Ending::find(name), nullptr) << name;
}

// The pairs of kings are counted by others, too: 462 without pawns and 1806 with them.
TEST(Endings, MirrorImagesAreNotCountedTwice) {
    EXPECT_EQ(Ending::find("KQvK")->size(), 462 * 64);
    EXPECT_EQ(Ending::find("KPvK")->size(), 1806 * 48);
    EXPECT_EQ(Ending::find("KRRvK")->size(), 462 * 64 * 63 / 2);
    EXPECT_EQ(Ending::find("KRvKP")->size(), 1806 * 64 * 48);
    EXPECT_EQ(Ending::find("KPvKP")->sides(), 1);
    EXPECT_EQ(Ending::find("KQvKP")->sides(), 2);
}

TEST(Endings, WhatAnEndingLeadsToComesBeforeIt) {
    const auto names_of_needs = [](const char* name) {
        std::set<std::string> names;
        for (const Ending* needed : Ending::find(name)->needs()) names.insert(needed->name());
        return names;
    };
    EXPECT_EQ(names_of_needs("KQvK"), (std::set<std::string>{}));
    EXPECT_EQ(names_of_needs("KPvK"), (std::set<std::string>{"KQvK", "KRvK", "KBvK", "KNvK"}));
    EXPECT_EQ(names_of_needs("KQvKR"), (std::set<std::string>{"KQvK", "KRvK"}));
    EXPECT_EQ(names_of_needs("KPvKP").size(), 19);
    for (const Ending& ending : Ending::all())
        for (const Ending* needed : ending.needs()) EXPECT_LT(needed->ordinal(), ending.ordinal());
}

TEST(Endings, EveryNumberIsThatOfItsPosition) {
    Random random(1);
    for (const Ending& ending : Ending::all())
        for (std::size_t i = 0; i < 3000; ++i) {
            const std::size_t last = ending.size() - 1;
            const std::size_t number = i == 0 ? 0 : i == 1 ? last : random.below(ending.size());
            const Color side = random.below(ending.sides()) == 0 ? Color::White : Color::Black;
            const EndingNumber found = EndingNumber::of(ending.position_at(side, number));
            ASSERT_EQ(found.ending, &ending);
            ASSERT_EQ(found.side_to_move, side);
            ASSERT_EQ(found.number, number) << ending.name();
        }
}

RC_GTEST_PROP(Endings, ImagesOfAPositionHaveTheSameNumber, (std::uint64_t seed)) {
    Random random(seed);
    const Position position = test::random_placement(random, 4);
    const auto few = FewPieces::of(position);
    RC_PRE(few->others > 0);
    const EndingNumber number = EndingNumber::of(*few);
    const auto same = [&](const FewPieces& image) {
        const EndingNumber other = EndingNumber::of(image);
        return other.ending == number.ending && other.number == number.number;
    };
    const auto mapped = [&](auto map) {
        FewPieces image = *few;
        for (const Color color : both_colors) image.king[color] = map(image.king[color]);
        for (Square& square : image.square) square = map(square);
        return image;
    };
    RC_ASSERT(same(mapped([](Square square) { return square_at(index_of(square) ^ 7); })));
    FewPieces image = *few;
    image.swap_colors();
    RC_ASSERT(same(image));
    if (few->others == 2) {
        image = *few;
        image.swap_others();
        RC_ASSERT(same(image));
    }
    if (number.ending->has_pawns()) return;
    RC_ASSERT(same(mapped(flip_rank)));
    // Both kings on the diagonal leave the mirror image as another position with its own number.
    const auto on_diagonal = [](Square square) {
        const int file = index_of(square) & 7;
        const int rank = index_of(square) >> 3;
        return file == rank || file + rank == 7;
    };
    if (on_diagonal(few->king[Color::White])) return;
    RC_ASSERT(same(mapped([](Square square) {
        return square_at((index_of(square) & 7) << 3 | index_of(square) >> 3);
    })));
}

TEST(Endings, FivePiecesAreTooMany) {
    EXPECT_FALSE(FewPieces::of(test::position_of("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1")));
    const auto kings = FewPieces::of(test::position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    ASSERT_TRUE(kings);
    EXPECT_EQ(kings->others, 0);
}

}  // namespace
}  // namespace rookery
