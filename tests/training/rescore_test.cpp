#include "training/rescore.h"

#include "search/pvs/pvs_searcher.h"
#include "training/scripted_searcher.h"
#include "training/selfplay.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace rookery::training {
namespace {

SelfplayGame some_game(std::uint64_t seed) {
    SelfplaySettings settings;
    settings.soft_nodes = 40;
    settings.hash_mib = 1;
    return *SelfplayPlayer(make_own_pvs(), settings).play(seed, {});
}

SelfplayGame with_scores(SelfplayGame game, std::int16_t score) {
    for (std::size_t ply = game.opening_plies; ply < game.moves.size(); ++ply)
        game.moves[ply].white_score = score;
    return game;
}

TEST(Rescore, ScoresChangeAndNothingElse) {
    RescoreCounts counts;
    Rescorer rescorer(make_own_pvs(), {.soft_nodes = 100, .hash_mib = 1}, counts);
    const SelfplayGame before = with_scores(some_game(1), 77);
    const auto after = rescorer.rescored(before, {});
    ASSERT_TRUE(after.has_value());
    EXPECT_EQ(with_scores(*after, 77), before);
    std::size_t changed = 0;
    const PositionFilter filter;
    Position position = before.start;
    for (std::size_t ply = 0; ply < before.moves.size(); ++ply) {
        const bool is_taken =
            ply >= before.opening_plies && filter.takes(position, before.moves[ply], ply);
        if (after->moves[ply] != before.moves[ply]) {
            EXPECT_TRUE(is_taken) << ply;
            ++changed;
        }
        position = position.after(before.moves[ply].move);
    }
    EXPECT_GT(changed, 10U);
    EXPECT_EQ(counts.games, 1U);
    EXPECT_EQ(counts.searched, counts.looked_at);
    EXPECT_EQ(rescorer.rescored(before, {}), after) << "what came before makes no difference";
}

// If both agree, no search is made.
TEST(Rescore, OnlyWhatIsDisputedIsSearched) {
    RescoreCounts all;
    const auto scored = Rescorer(make_own_pvs(), {.soft_nodes = 100, .hash_mib = 1}, all)
                            .rescored(some_game(2), {});
    SelfplayGame wrong = *scored;
    const PositionFilter filter;
    std::size_t ply = 0;
    Position position = wrong.start;
    for (; ply < 30 || !filter.takes(position, wrong.moves[ply], ply); ++ply)
        position = position.after(wrong.moves[ply].move);
    wrong.moves[ply].white_score = static_cast<std::int16_t>(wrong.moves[ply].white_score + 3000);
    RescoreCounts some;
    Rescorer careful(make_own_pvs(), {.soft_nodes = 100, .hash_mib = 1, .disagreement = 2000},
                     some);
    const auto again = careful.rescored(wrong, {});
    // Those for which a mate was found meanwhile are taken no more.
    std::uint64_t taken = 0;
    for_each_position(wrong, [&](const Position& at, const ScoredMove& next, std::size_t number) {
        taken += filter.takes(at, next, number);
    });
    EXPECT_EQ(some.looked_at, taken);
    EXPECT_LE(some.looked_at, all.looked_at);
    EXPECT_LT(some.searched, all.searched / 4);
    EXPECT_LT(std::abs(again->moves[ply].white_score - scored->moves[ply].white_score), 2000);
}

TEST(Rescore, ADisputedScoreIsSearchedWithinItsNodes) {
    const SelfplayGame before = with_scores(some_game(1), 77);
    AskedFor asked;
    RescoreCounts counts;
    const auto script = [](int) { return 277; };
    Rescorer rescorer(std::make_unique<ScriptedSearcher>(script, asked),
                      {.soft_nodes = 70, .disagreement = 200}, counts);
    ASSERT_TRUE(rescorer.rescored(before, {}).has_value());
    ASSERT_EQ(asked.limits.size(), 2 * counts.looked_at);
    for (std::size_t i = 0; i < asked.limits.size(); i += 2) {
        EXPECT_EQ(asked.limits[i].depth, 1) << "a short look first";
        EXPECT_EQ(asked.limits[i + 1].soft_nodes, 70U);
        EXPECT_EQ(asked.limits[i + 1].nodes, 280U);
    }
}

TEST(Rescore, ManyThreadsWriteWhatOneWrites) {
    std::vector<SelfplayGame> games;
    for (std::uint64_t seed = 0; seed < 40; ++seed) games.push_back(some_game(seed));
    std::vector<SelfplayGame> read[2];
    for (const std::size_t threads : {1U, 3U}) {
        const std::string path =
            ::testing::TempDir() + "rescore_" + std::to_string(getpid()) + ".games";
        std::filesystem::remove(path);
        auto file = GameFileWriter::open(path, "{}");
        RescoreRun run(
            {.soft_nodes = 50, .hash_mib = 1},
            [] { return Result<std::unique_ptr<Searcher>, std::string>(make_own_pvs()); }, threads);
        ASSERT_EQ(run.prepare(), std::nullopt);
        ASSERT_EQ(run.add(games, *file, {}), std::nullopt);
        ASSERT_EQ(file->close(), std::nullopt);
        auto reader = GameFileReader::open(path);
        while (const auto block = reader->next_block())
            EXPECT_TRUE(for_each_game(
                *block, [&](const SelfplayGame& game) { read[threads > 1].push_back(game); }));
        std::filesystem::remove(path);
    }
    EXPECT_EQ(read[0].size(), games.size());
    EXPECT_EQ(read[0], read[1]);
}

}  // namespace
}  // namespace rookery::training
