#include "arena/match/match_session.h"

#include "arena/match/lineup.h"
#include "arena/match/match_settings.h"
#include "arena/openings/opening.h"
#include "arena/store_helpers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>

namespace rookery::arena {
namespace {

// Mates where it can, crashes at its first move, or plays any move.
class QuickPlayer final : public Player {
  public:
    enum class Habit { Mates, Crashes, Random };

    QuickPlayer(std::string name, Habit habit, std::atomic<int>& started)
        : name_(std::move(name)), habit_(habit), started_(started) {}

    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override {
        ++started_;
        return true;
    }
    Result<bool, std::string> new_game(bool) override { return true; }
    MoveReply choose(const MoveRequest& request) override {
        MoveReply reply;
        reply.nodes = 1;
        const Position& position = request.game.position();
        const MoveList moves = legal_moves(position);
        if (habit_ == Habit::Crashes) {
            reply.trouble = Trouble::Crashed;
            reply.details = "killed by signal 11";
            return reply;
        }
        reply.move = moves[random_.below(moves.size())];
        if (habit_ == Habit::Mates)
            for (Move move : moves)
                if (Game next(position.after(move)); next.ending() == GameEnding::Checkmate)
                    reply.move = move;
        return reply;
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    [[nodiscard]] std::optional<Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return "words of " + name_; }

  private:
    std::string name_;
    Habit habit_;
    std::atomic<int>& started_;
    Random random_{7};
};

class MatchSessionTest : public test::StoreTest {
  protected:
    using Habit = QuickPlayer::Habit;

    MatchPlan plan(std::size_t games, Habit first, Habit second, std::size_t concurrency = 1) {
        MatchPlan plan;
        plan.schedule = match_schedule(games);
        plan.players = {"first", "second"};
        const Habit habits[] = {first, second};
        for (std::size_t i = 0; i < 2; ++i) {
            const auto make = [this, name = plan.players[i],
                               habit =
                                   habits[i]]() -> Result<std::unique_ptr<Player>, std::string> {
                return std::unique_ptr<Player>(
                    std::make_unique<QuickPlayer>(name, habit, started_));
            };
            plan.runner.contestants.push_back({make, {.nodes = 1}});
        }
        // After 1. f3 e5 2. g4 Black mates at once; both colours meet it by the swap.
        plan.runner.opening = [](std::size_t) -> Result<Opening, std::string> {
            Opening opening;
            opening.moves = {
                {Square::F2, Square::F3}, {Square::E7, Square::E5}, {Square::G2, Square::G4}};
            return opening;
        };
        plan.runner.game.adjudication.max_moves = 3;
        plan.runner.concurrency = concurrency;
        return plan;
    }

    std::atomic<int> started_ = 0;
};

TEST_F(MatchSessionTest, PlaysStoresAndCountsEveryGameOnce) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    MatchSession session(store, id, plan(20, Habit::Mates, Habit::Mates, 3));
    EXPECT_EQ(session.run({}).end, MatchEnd::Complete);
    const MatchSnapshot now = session.snapshot();
    EXPECT_EQ(now.tally.finished(), 20U);
    EXPECT_EQ(now.tally.games(), (GameCounts{10, 0, 10}));
    EXPECT_EQ(now.tally.pairs().total(), 10U);
    EXPECT_EQ(now.tally.pairs().win_loss, 10U);
    EXPECT_EQ(now.tally.by_color()[Color::Black], (GameCounts{10, 0, 0}));
    EXPECT_TRUE(now.live.empty());
    EXPECT_EQ(now.openings_used, 10U);
    EXPECT_EQ(session.cross_table().between(1, 0), (GameCounts{10, 0, 10}));
    EXPECT_EQ(session.cross_table().with(0, Color::White), (GameCounts{0, 0, 10}));
    EXPECT_EQ(session.take_news().size(), 20U);
    EXPECT_TRUE(session.take_news().empty());
    EXPECT_EQ(store.summaries(id)->size(), 20U);
    EXPECT_EQ(store.find_match(id)->state, MatchState::Finished);
}

TEST_F(MatchSessionTest, ResumesWhereItWasStopped) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    {
        std::stop_source stop;
        MatchPlan first = plan(20, Habit::Mates, Habit::Random, 2);
        // Stops when the fifth pair asks for its opening.
        first.runner.opening = [&stop, inner = first.runner.opening](std::size_t slot) {
            if (slot == 4) stop.request_stop();
            return inner(slot);
        };
        MatchSession session(store, id, std::move(first));
        EXPECT_EQ(session.run(stop.get_token()).end, MatchEnd::Interrupted);
    }
    EXPECT_EQ(store.find_match(id)->state, MatchState::Open);
    store.release_match(id);
    const auto progress = store.resume_match(id);
    ASSERT_TRUE(progress.ok());
    EXPECT_LT(progress->finished.size(), 20U);
    EXPECT_GE(progress->finished.size(), 4U);
    MatchSession session(store, id, plan(20, Habit::Mates, Habit::Random, 2), progress->finished);
    EXPECT_EQ(session.run({}).end, MatchEnd::Complete);
    const MatchSnapshot now = session.snapshot();
    EXPECT_EQ(now.tally.finished(), 20U);
    EXPECT_EQ(now.tally.pairs().total(), 10U);
    EXPECT_EQ(now.finished_here, 20U - progress->finished.size());
    EXPECT_EQ(session.cross_table().total(1).total(), 20U);
    EXPECT_EQ(now.openings_used, 10U);
    EXPECT_EQ(store.summaries(id)->size(), 20U);
}

TEST_F(MatchSessionTest, TestStopsEarlyWithWholePairs) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    MatchPlan wanted = plan(10'000, Habit::Mates, Habit::Crashes, 3);
    wanted.sprt = SprtSettings{.elo0 = 0, .elo1 = 100};
    MatchSession session(store, id, std::move(wanted));
    EXPECT_EQ(session.run({}).end, MatchEnd::Decided);
    const MatchSnapshot now = session.snapshot();
    ASSERT_TRUE(now.sprt.has_value());
    EXPECT_EQ(now.sprt->state, SprtState::AcceptedH1);
    EXPECT_LT(now.tally.finished(), 1000U);
    EXPECT_EQ(2 * now.tally.pairs().total(), now.tally.finished());
    EXPECT_EQ(store.find_match(id)->state, MatchState::Finished);
    EXPECT_EQ(settled_sprt(*store.summaries(id), SprtSettings{.elo0 = 0, .elo1 = 100}).state,
              SprtState::AcceptedH1);
}

TEST_F(MatchSessionTest, FailingPlayerLosesAndIsStartedAgain) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    MatchPlan wanted = plan(6, Habit::Random, Habit::Crashes);
    // From the start, where no random move mates before the other one crashes.
    wanted.runner.opening = [](std::size_t) -> Result<Opening, std::string> { return Opening{}; };
    MatchSession session(store, id, std::move(wanted));
    EXPECT_EQ(session.run({}).end, MatchEnd::Complete);
    const MatchSnapshot now = session.snapshot();
    EXPECT_EQ(now.tally.games(), (GameCounts{6, 0, 0}));
    EXPECT_EQ(now.tally.failures(), (std::vector<FailureCount>{{1, Termination::Crashed, 6}}));
    EXPECT_EQ(started_, 1 + 6);
}

TEST_F(MatchSessionTest, PlayerThatCannotStartEndsTheMatch) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    MatchPlan wanted = plan(6, Habit::Random, Habit::Random);
    wanted.runner.contestants[1].make = []() -> Result<std::unique_ptr<Player>, std::string> {
        return failure(std::string("there is no such engine"));
    };
    MatchSession session(store, id, std::move(wanted));
    const MatchConclusion conclusion = session.run({});
    EXPECT_EQ(conclusion.end, MatchEnd::Failed);
    EXPECT_EQ(conclusion.problem, "there is no such engine");
    EXPECT_EQ(store.find_match(id)->state, MatchState::Open);
}

// Plays pairs in this process. The results of the first ones are withdrawn, and finished again.
class FalseStart final : public MatchExecutor {
  public:
    FalseStart(std::size_t false_games, std::atomic<int>& started, std::size_t& games)
        : false_games_(false_games), started_(started), games_(games) {}

    bool wants_more() const override { return events_.empty(); }
    void submit(Task task) override {
        games_ += task.size();
        put(Event::Kind::Begun, task);
        put(Event::Kind::Finished, task);
        seen_.push_back(std::move(task));
        if (games_ < false_games_) return;
        for (const Task& one : seen_) put(Event::Kind::Withdrawn, one);
        for (const Task& one : seen_) put(Event::Kind::Finished, one);
        false_games_ = 1'000'000;
    }
    std::optional<Event> poll(const std::stop_token&, std::chrono::milliseconds) override {
        if (events_.empty()) return std::nullopt;
        Event event = std::move(events_.front());
        events_.pop_front();
        return event;
    }
    bool is_settled() const override { return events_.empty(); }
    std::size_t games_per_task() const override { return 2; }
    std::size_t workers() const override { return 1; }

  private:
    void put(Event::Kind kind, const Task& task) {
        Event event{.kind = kind, .games = numbers_of(task), .task = task};
        if (kind == Event::Kind::Finished)
            for (const MatchGame& game : task) event.records.push_back(played(game));
        events_.push_back(std::move(event));
    }
    [[nodiscard]] GameRecord played(const MatchGame& game) {
        QuickPlayer first("first", QuickPlayer::Habit::Mates, started_),
            second("second", QuickPlayer::Habit::Mates, started_);
        const bool swapped = game.scheduled.place.players[Color::White] == 1;
        ByColor<Player*> players{};
        players[swapped ? Color::Black : Color::White] = &first;
        players[swapped ? Color::White : Color::Black] = &second;
        return play_game(players, game.settings, {});
    }

    std::size_t false_games_;
    std::atomic<int>& started_;
    std::size_t& games_;
    std::vector<Task> seen_;
    std::deque<Event> events_;
};

TEST_F(MatchSessionTest, GamesPlayedElsewhereAreStoredAndCanBeWithdrawn) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    MatchPlan wanted = plan(12, Habit::Crashes, Habit::Crashes);
    std::size_t games = 0;
    wanted.runner.make_executor = [&] {
        return MakeMatchExecutor::result_type(std::make_unique<FalseStart>(6, started_, games));
    };
    MatchSession session(store, id, std::move(wanted));
    EXPECT_EQ(session.run({}).end, MatchEnd::Complete);
    EXPECT_EQ(games, 12U);
    const MatchSnapshot now = session.snapshot();
    EXPECT_EQ(now.tally.games(), (GameCounts{6, 0, 6}));
    EXPECT_EQ(now.tally.pairs().total(), 6U);
    EXPECT_EQ(now.openings_used, 6U);
    EXPECT_TRUE(now.live.empty());
    EXPECT_EQ(session.cross_table().between(1, 0), (GameCounts{6, 0, 6}));
    EXPECT_EQ(store.summaries(id)->size(), 12U);
}

TEST_F(MatchSessionTest, WhatIsLeftOfAPairIsPlayedElsewhere) {
    Store store = open();
    const MatchId id = *store.create_match(setup());
    {
        MatchPlan first = plan(4, Habit::Mates, Habit::Mates);
        std::stop_source stop;
        first.runner.opening = [&stop, calls = 0,
                                inner = first.runner.opening](std::size_t slot) mutable {
            if (++calls == 2) stop.request_stop();
            return inner(slot);
        };
        MatchSession session(store, id, std::move(first));
        EXPECT_EQ(session.run(stop.get_token()).end, MatchEnd::Interrupted);
    }
    ASSERT_EQ(store.summaries(id)->size(), 1U);
    MatchPlan rest = plan(4, Habit::Crashes, Habit::Crashes);
    std::size_t games = 0;
    rest.runner.make_executor = [&] {
        return MakeMatchExecutor::result_type(
            std::make_unique<FalseStart>(1'000'000, started_, games));
    };
    MatchSession session(store, id, std::move(rest), *store.summaries(id));
    EXPECT_EQ(session.run({}).end, MatchEnd::Complete);
    EXPECT_EQ(games, 3U);
    EXPECT_EQ(session.snapshot().tally.pairs().total(), 2U);
}

}  // namespace
}  // namespace rookery::arena
