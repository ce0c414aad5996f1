#include "training/position_set.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <set>

namespace rookery::training {
namespace {

SelfplayGame random_game(Random& random) {
    SelfplayGame game;
    Position position = game.start;
    game.opening_plies = 4;
    for (int ply = 0; ply < 80; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[random.below(moves.size())];
        game.moves.push_back(
            {move, static_cast<std::int16_t>(static_cast<int>(random.below(4000)) - 2000)});
        position = position.after(move);
    }
    game.result = static_cast<GameResult>(1 + random.below(3));
    return game;
}

TEST(PositionSet, LabelsStandInTheFreeBytes) {
    const Position position = test::position_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7");
    const PackedPosition bytes = labelled(position, -1234, GameResult::Draw);
    EXPECT_EQ(unpacked(bytes), position);
    EXPECT_EQ(static_cast<std::int16_t>(bytes[28] | bytes[29] << 8), -1234);
    EXPECT_EQ(bytes[30], 1);
    EXPECT_EQ(labelled(position, 0, GameResult::WhiteWins)[30], 2);
    EXPECT_EQ(labelled(position, 0, GameResult::BlackWins)[30], 0);
}

TEST(PositionSet, EveryPositionOnceAndOnlyQuietOnes) {
    Random random(1);
    std::set<PackedPosition> seen;
    std::uint64_t taken = 0;
    PositionSet set({}, 0, [&](const PackedPosition& bytes, bool is_held) {
        EXPECT_FALSE(is_held);
        const auto position = unpacked(bytes);
        ASSERT_TRUE(position.has_value());
        EXPECT_FALSE(position->in_check());
        seen.insert(packed(*position));
        ++taken;
    });
    std::uint64_t searched = 0;
    for (int i = 0; i < 50; ++i) {
        const SelfplayGame game = random_game(random);
        set.add(game);
        set.add(game);
        searched += 2 * game.positions();
    }
    const PositionSet::Counts& counts = set.counts();
    EXPECT_EQ(counts.games, 100u);
    EXPECT_EQ(counts.positions, taken);
    EXPECT_EQ(counts.positions + counts.filtered + counts.repeated, searched);
    EXPECT_GE(counts.repeated, taken);
    EXPECT_GT(taken, 500u);
}

TEST(PositionSet, AGameIsHeldBackAsAWholeAndAlways) {
    Random random(2);
    std::uint64_t held = 0, all = 0;
    for (int i = 0; i < 1000; ++i) {
        const SelfplayGame game = random_game(random);
        std::set<bool> kinds;
        for (int again = 0; again < 2; ++again) {
            PositionSet set({}, 10,
                            [&](const PackedPosition&, bool is_held) { kinds.insert(is_held); });
            set.add(game);
        }
        EXPECT_LE(kinds.size(), 1u);
        held += kinds.contains(true);
        ++all;
    }
    EXPECT_GT(held, all / 20);
    EXPECT_LT(held, all / 5);
}

TEST(PositionSet, KeysAreKept) {
    KeySet keys;
    Random random(3);
    std::set<Key> truth;
    for (int i = 0; i < 50'000; ++i) {
        const Key key = random.below(40'000);
        EXPECT_EQ(keys.insert(key), truth.insert(key).second);
    }
    EXPECT_EQ(keys.size() + 1, truth.size()) << "nothing is a key, too, and has no slot";
}

}  // namespace
}  // namespace rookery::training
