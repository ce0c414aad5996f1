#include "training/position_set.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

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

// The batches of these games, a few games in each, after their insertion into one set.
struct Inserted {
    std::vector<PositionBatch> batches;
    PositionSet set;

    Inserted(const std::vector<SelfplayGame>& games, std::uint64_t held_back_of,
             std::size_t threads, std::size_t games_in_batch = 7) {
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (i % games_in_batch == 0) batches.emplace_back(PositionFilter{}, held_back_of);
            batches.back().add(games[i]);
        }
        // In two parts, as a long export inserts its blocks.
        std::vector<PositionBatch*> part;
        for (std::size_t i = 0; i < batches.size(); ++i) {
            part.push_back(&batches[i]);
            if (i != batches.size() / 2 && i + 1 != batches.size()) continue;
            set.insert(part, threads);
            part.clear();
        }
    }
    [[nodiscard]] std::vector<PackedPosition> taken() const {
        std::vector<PackedPosition> all;
        for (const PositionBatch& batch : batches)
            all.insert(all.end(), batch.taken().begin(), batch.taken().end());
        return all;
    }
    [[nodiscard]] std::vector<PackedPosition> held_back() const {
        std::vector<PackedPosition> all;
        for (const PositionBatch& batch : batches)
            all.insert(all.end(), batch.held_back().begin(), batch.held_back().end());
        return all;
    }
};

TEST(PositionSet, EveryPositionOnceAndOnlyQuietOnes) {
    Random random(1);
    std::vector<SelfplayGame> games;
    std::uint64_t searched = 0;
    for (int i = 0; i < 50; ++i) {
        const SelfplayGame game = random_game(random);
        games.insert(games.end(), {game, game});
        searched += 2 * game.positions();
    }
    const Inserted inserted(games, 0, 1);
    EXPECT_TRUE(inserted.held_back().empty());
    const std::vector<PackedPosition> taken = inserted.taken();
    std::set<PackedPosition> seen;
    for (const PackedPosition& bytes : taken) {
        const auto position = unpacked(bytes);
        ASSERT_TRUE(position.has_value());
        EXPECT_FALSE(position->in_check());
        seen.insert(packed(*position));
    }
    EXPECT_EQ(seen.size(), taken.size());
    const PositionBatch::Counts& counts = inserted.set.counts();
    EXPECT_EQ(counts.games, 100u);
    EXPECT_EQ(counts.positions, taken.size());
    EXPECT_EQ(counts.positions + counts.filtered + counts.repeated, searched);
    EXPECT_GE(counts.repeated, taken.size());
    EXPECT_GT(taken.size(), 500u);
}

TEST(PositionSet, ThreadsAndBatchesMakeNoDifference) {
    Random random(4);
    std::vector<SelfplayGame> games;
    for (int i = 0; i < 60; ++i) {
        games.push_back(random_game(random));
        // The same positions with another label: the first one counts.
        games.push_back(games[random.below(games.size())]);
        games.back().result = GameResult::Draw;
        games.back().moves.resize(60);
    }
    const Inserted plain(games, 5, 1, games.size());
    EXPECT_GT(plain.taken().size(), 500u);
    EXPECT_GT(plain.held_back().size(), 50u);
    for (const std::size_t threads : {1u, 2u, 5u})
        for (const std::size_t games_in_batch : {1u, 7u}) {
            const Inserted other(games, 5, threads, games_in_batch);
            EXPECT_EQ(other.taken(), plain.taken());
            EXPECT_EQ(other.held_back(), plain.held_back());
            EXPECT_EQ(other.set.counts().repeated, plain.set.counts().repeated);
            EXPECT_EQ(other.set.counts().filtered, plain.set.counts().filtered);
        }
}

TEST(PositionSet, AGameIsHeldBackAsAWholeAndAlways) {
    Random random(2);
    std::uint64_t held = 0, all = 0;
    for (int i = 0; i < 1000; ++i) {
        const SelfplayGame game = random_game(random);
        std::set<bool> kinds;
        for (int again = 0; again < 2; ++again) {
            const Inserted inserted({game}, 10, 1);
            if (!inserted.taken().empty()) kinds.insert(false);
            if (!inserted.held_back().empty()) kinds.insert(true);
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
