// Matches whose games are jobs, over a real server.
#include "colony/jobs/remote_games.h"

#include "arena/match/match_session.h"

#include "jobs_fixture.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

// A match that is asked for like any other.
class JobsMatch : public JobsLive {
  protected:
    struct Away final : arena::PairExecutor {
        explicit Away(RemoteMatch& other) : match(other) {}
        std::optional<std::string> play(arena::PairSource& source) override {
            return match.play(source);
        }
        RemoteMatch& match;
    };

    [[nodiscard]] arena::MatchPlan plan(std::size_t games) const {
        arena::MatchPlan made;
        made.schedule = arena::match_schedule(games);
        made.players = {"engine", "dice"};
        for (std::size_t i = 0; i < 2; ++i) {
            arena::SearcherSpec spec =
                spec_of(i == 0 ? test_player("pvs") : test_player("random", 7));
            spec.name = made.players[i];
            made.runner.contestants.push_back(
                {[spec]() -> Result<std::unique_ptr<arena::Player>, std::string> {
                     return std::unique_ptr<arena::Player>(
                         std::make_unique<arena::SearcherPlayer>(spec, test_searchers));
                 },
                 {.nodes = 300}});
        }
        made.runner.opening = [](std::size_t slot) -> Result<arena::Opening, std::string> {
            return arena::random_opening(5, slot);
        };
        made.runner.opening_index = [](std::size_t slot) -> std::optional<std::size_t> {
            return slot + 100;
        };
        made.runner.game.adjudication = test_pair(0).adjudication;
        return made;
    }
    [[nodiscard]] static arena::MatchSetup setup() {
        return {"test",
                arena::MatchKind::Match,
                "{}",
                1,
                {{"engine", "pvs", "{}"}, {"dice", "random", "{}"}}};
    }
    [[nodiscard]] arena::Store store(const char* name) const {
        auto opened = arena::Store::open(colony.base / name);
        if (!opened) throw std::runtime_error(opened.error().what);
        return std::move(*opened);
    }
    [[nodiscard]] RemoteMatch away() const {
        return {*board, {{"engine", "dice"}, {test_player("pvs"), test_player("random", 7)}}, [] {
                    return std::size_t{2};
                }};
    }
    [[nodiscard]] arena::MatchConclusion
    play_away(arena::Store& in, arena::MatchId id, arena::MatchPlan wanted,
              const std::vector<arena::GameSummary>& before = {},
              const std::stop_token& stop = {}) const {
        RemoteMatch match = away();
        wanted.runner.elsewhere = std::make_shared<Away>(match);
        arena::MatchSession session(in, id, std::move(wanted), before);
        return session.run(stop);
    }
    // Every game of the one is in the other, move by move.
    void expect_same(const arena::Store& one, const arena::Store& other, std::size_t games) const {
        for (std::size_t i = 0; i < games; ++i) {
            const auto here = one.load_game(1, i), there = other.load_game(1, i);
            ASSERT_TRUE(here.ok() && there.ok()) << i;
            EXPECT_EQ(arena::difference_between(here->record, there->record), std::nullopt) << i;
            EXPECT_EQ(here->place, there->place);
            EXPECT_EQ(here->record.players[Color::White], there->record.players[Color::White]);
            EXPECT_EQ(here->record.opening, there->record.opening);
            EXPECT_EQ(here->record.opening_plies, there->record.opening_plies);
            EXPECT_EQ(here->record.reason, there->record.reason);
            EXPECT_EQ(here->record.controls[Color::White], there->record.controls[Color::White]);
        }
    }
};

TEST_F(JobsMatch, IsTheMatchThatWouldHaveBeenPlayedHere) {
    open_board(0.3);
    arena::Store there = store("there.db"), here = store("here.db");
    const TestDesk a(invitations["a"]), b(invitations["b"]);
    EXPECT_EQ(play_away(there, *there.create_match(setup()), plan(12)).end,
              arena::MatchEnd::Complete);
    arena::MatchSession local(here, *here.create_match(setup()), plan(12));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 12);
    EXPECT_EQ(there.find_match(1)->state, arena::MatchState::Finished);
}

TEST_F(JobsMatch, GoesOnWhereItWasStopped) {
    const auto table = colony.base / "jobs.db";
    open_board(0, table);
    arena::Store there = store("there.db"), here = store("here.db");
    const TestDesk a(invitations["a"]);
    std::stop_source stop;
    arena::MatchPlan first = plan(16);
    first.runner.opening = [&stop, inner = first.runner.opening](std::size_t slot) {
        if (slot == 7) stop.request_stop();
        return inner(slot);
    };
    EXPECT_EQ(
        play_away(there, *there.create_match(setup()), std::move(first), {}, stop.get_token()).end,
        arena::MatchEnd::Interrupted);
    there.release_match(1);
    board.reset();
    open_board(0, table);
    const auto progress = there.resume_match(1);
    ASSERT_TRUE(progress.ok());
    EXPECT_LT(progress->finished.size(), 16u);
    EXPECT_EQ(play_away(there, 1, plan(16), progress->finished).end, arena::MatchEnd::Complete);
    arena::MatchSession local(here, *here.create_match(setup()), plan(16));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 16);
}

TEST_F(JobsMatch, ATestEndsItWithWholePairs) {
    open_board();
    arena::Store there = store("there.db");
    const TestDesk a(invitations["a"]), b(invitations["b"]);
    arena::MatchPlan wanted = plan(10'000);
    wanted.sprt = arena::SprtSettings{.elo0 = 0, .elo1 = 100};
    EXPECT_EQ(play_away(there, *there.create_match(setup()), std::move(wanted)).end,
              arena::MatchEnd::Decided);
    const auto games = there.summaries(1);
    EXPECT_LT(games->size(), 1000u);
    EXPECT_EQ(games->size() % 2, 0u);
}

TEST_F(JobsMatch, WhatALiarPlayedIsTakenOutAndPlayedAgain) {
    open_board(1.0);
    arena::Store there = store("there.db"), here = store("here.db");
    const arena::MatchId id = *there.create_match(setup());
    std::optional<TestDesk> a, b;
    std::jthread lies([&] {
        FalseWorker liar(invitations["liar"]);
        for (int i = 0; i < 2; ++i) {
            const Job job = liar.take();
            EXPECT_EQ(liar.begin(job), JobAnswer::Kind::Go);
            EXPECT_EQ(liar.deliver(job, played_falsely(job)), JobAnswer::Kind::Received);
            liar.settle();
        }
        a.emplace(invitations["a"]);
        b.emplace(invitations["b"]);
    });
    EXPECT_EQ(play_away(there, id, plan(6)).end, arena::MatchEnd::Complete);
    lies.join();
    arena::MatchSession local(here, *here.create_match(setup()), plan(6));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 6);
    EXPECT_FALSE(suspicion_of("liar").empty());
}

}  // namespace
}  // namespace rookery::colony
