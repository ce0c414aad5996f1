// Checks of the results of workers, and games by the wall clock.
#include "colony/jobs/task.h"

#include "arena/game/game_record.h"
#include "arena/match/match_session.h"
#include "colony/jobs/job_executor.h"
#include "colony/jobs/job_scheduler.h"
#include "store/json.h"
#include "training/game_codec.h"

#include "job_helpers.h"

#include <fmt/format.h>

namespace rookery::colony {
namespace {

using Moves = std::vector<arena::MoveRecord>;

// The results of the pair with the first game changed.
template <class Change>
TaskResults falsified(const TaskResults& results, Change change) {
    Moves moves = must(arena::decode_moves(results[0]));
    change(moves);
    return {arena::encode_moves(moves), results[1]};
}

TEST(TaskCheck, PlayedGamesAreAccepted) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const auto records = outcomes_of(task, results);
    ASSERT_TRUE(records.ok()) << records.error();
    ASSERT_EQ(records->size(), 2u);
    for (const arena::GameRecord& record : *records) {
        EXPECT_NE(record.result, GameResult::Open);
        EXPECT_FALSE(record.reason.empty());
        EXPECT_EQ(record.opening_plies, task.opening.moves.size());
        EXPECT_EQ(record.start, task.opening.start);
    }
    EXPECT_EQ((*records)[0].result, GameResult::WhiteWins) << "the engine beats any moves";
    EXPECT_EQ((*records)[1].result, GameResult::BlackWins);
    EXPECT_GT(nodes_of(task, results), 100u);
    EXPECT_EQ(difference_between(task, results, played_here(task)), std::nullopt)
        << "it comes out the same";
}

TEST(TaskCheck, ClocksThatCountNodesAreGoneThroughAgain) {
    PairTask task = test_pair(1);
    task.nodes_per_second = 1000;
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("10+0.1");
    const auto records = outcomes_of(task, played_here(task));
    ASSERT_TRUE(records.ok()) << records.error();
    EXPECT_TRUE((*records)[0].moves.back().clock_left.has_value());
}

TEST(TaskCheck, ImpossibleResultsAreRefused) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const auto is_refused = [&](auto change) {
        return !outcomes_of(task, falsified(results, change)).ok();
    };
    EXPECT_FALSE(is_refused([](Moves&) {})) << "unchanged it is fine";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().move = moves.front().move; }))
        << "an illegal move";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().move = Move(); })) << "no move";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.pop_back(); })) << "too short";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.push_back(moves.back()); })) << "too long";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.clear(); })) << "nothing";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.erase(moves.begin()); })) << "another opening";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().nodes = 1'000'000; }))
        << "too many nodes";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().nodes = ~std::uint64_t{0}; }))
        << "far too many nodes";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().spent = arena::Duration(-1); }))
        << "time runs forward";
    EXPECT_FALSE(outcomes_of(task, {results[0]}).ok()) << "one game of two";
    EXPECT_FALSE(outcomes_of(task, {results[0], "junk"}).ok());
    EXPECT_NE(validate(Task(task), TaskResults()), std::nullopt);
}

// Numbers that nothing limits must not be more than can be added up.
TEST(TaskCheck, ImmenseNumbersDoNoHarm) {
    PairTask task = test_pair(1);
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("depth=2");
    task.nodes_per_second = 1000;
    const TaskResults results = played_here(task);
    const auto immense = [](Moves& moves) { moves.back().nodes = ~std::uint64_t{0}; };
    EXPECT_FALSE(outcomes_of(task, falsified(results, immense)).ok());
    const auto kept = outcomes_of(task, falsified(results, [&](Moves& moves) {
                                      ASSERT_GE(task.opening.moves.size(), 2u);
                                      for (const std::size_t i : {0u, 1u})
                                          moves[i].spent = arena::Duration::max();
                                  }));
    ASSERT_TRUE(kept.ok()) << kept.error();
    EXPECT_LT((*kept)[0].lasted, std::chrono::hours(24)) << "an opening takes no time";
}

TEST(TaskCheck, ScoresMayBeMissing) {
    const PairTask task = test_pair(1);
    const auto silent = falsified(played_here(task), [](Moves& moves) {
        for (arena::MoveRecord& move : moves) move.score.reset();
    });
    EXPECT_TRUE(outcomes_of(task, silent).ok())
        << "no player resigned: the game went on to its end";
}

TEST(TaskCheck, OtherMovesScoresAndNodesAreADifference) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const std::size_t first = task.opening.moves.size();
    EXPECT_NE(difference_between(task, results,
                                 falsified(results, [&](Moves& moves) { ++moves[first].nodes; })),
              std::nullopt);
    EXPECT_NE(
        difference_between(task, results,
                           falsified(results, [&](Moves& moves) { moves[first].score.reset(); })),
        std::nullopt);
    EXPECT_EQ(
        difference_between(
            task, results,
            falsified(results, [&](Moves& moves) { moves[first].spent += arena::Duration(5); })),
        std::nullopt)
        << "time differs always";
}

TEST(TaskCheck, GamesForTrainingToo) {
    const SelfplayTask task = test_selfplay(3);
    const TaskResults results = played_here(task);
    const auto games = outcomes_of(task, results);
    ASSERT_TRUE(games.ok()) << games.error();
    EXPECT_EQ(difference_between(task, results, results), std::nullopt);
    training::SelfplayGame changed = (*games)[0];
    changed.result = changed.result == GameResult::Draw ? GameResult::WhiteWins : GameResult::Draw;
    EXPECT_FALSE(outcomes_of(task, {training::encode(changed), results[1]}).ok())
        << "another result";
    EXPECT_FALSE(outcomes_of(task, {results[1], results[0]}).ok()) << "another seed";
    changed = (*games)[0];
    changed.moves.pop_back();
    EXPECT_FALSE(outcomes_of(task, {training::encode(changed), results[1]}).ok()) << "too short";
    EXPECT_FALSE(outcomes_of(task, {results[0]}).ok());
    EXPECT_FALSE(outcomes_of(task, {results[0], "x"}).ok());
    changed = (*games)[0];
    changed.moves.back().white_score =
        static_cast<std::int16_t>(changed.moves.back().white_score + 1);
    EXPECT_NE(difference_between(task, results, {training::encode(changed), results[1]}),
              std::nullopt);
}

using namespace std::chrono_literals;
using Moves = std::vector<arena::MoveRecord>;
using Answer = JobAnswer::Kind;

// Answers at once, and reports this time.
class Stopwatch final : public arena::Player {
  public:
    explicit Stopwatch(arena::Duration takes) : takes_(takes) {}
    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override { return true; }
    Result<bool, std::string> new_game(bool) override { return true; }
    arena::MoveReply choose(const arena::MoveRequest& request) override {
        asked = request.clocks;
        per_move = request.per_move;
        arena::MoveReply reply;
        reply.move = any_move(request.game.position());
        reply.spent = takes_;
        reply.claimed = takes_;
        return reply;
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    std::optional<arena::Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return {}; }

    ByColor<std::optional<arena::ClockReading>> asked;
    std::optional<arena::Duration> per_move;

  private:
    const std::string name_ = "stopwatch";
    const arena::Duration takes_;
};

TEST(ScaledPlayer, ThinksInItsOwnTimeAndAnswersInThatOfTheReference) {
    Stopwatch slow(300ms);
    ScaledPlayer player(slow, 3);  // a third of the speed
    const Game game;
    arena::MoveRequest request{.game = game};
    request.clocks[Color::White] = arena::ClockReading{1s, 10ms, 5};
    request.per_move = 20ms;
    const arena::MoveReply reply = player.choose(request);
    EXPECT_EQ(slow.asked[Color::White]->left, 3s);
    EXPECT_EQ(slow.asked[Color::White]->increment, 30ms);
    EXPECT_EQ(slow.asked[Color::White]->moves_to_go, 5);
    EXPECT_EQ(slow.asked[Color::Black], std::nullopt);
    EXPECT_EQ(slow.per_move, arena::Duration(60ms));
    EXPECT_EQ(reply.spent, arena::Duration(100ms));
    EXPECT_EQ(reply.claimed, arena::Duration(100ms));
    EXPECT_EQ(player.last().spent, reply.spent);
}

TEST(TimedGames, OnlyMachinesOfAKindPlayTogether) {
    EXPECT_TRUE(can_keep_time(1000, 1000));
    EXPECT_TRUE(can_keep_time(16'000, 1000));
    EXPECT_FALSE(can_keep_time(17'000, 1000));
    EXPECT_TRUE(can_keep_time(1000, 16'000));
    EXPECT_FALSE(can_keep_time(1000, 17'000));
    EXPECT_FALSE(can_keep_time(1000, 0));
    EXPECT_FALSE(can_keep_time(0, 1000));
    EXPECT_DOUBLE_EQ(stretch_of(3000, 1000), 3) << "a slower machine needs more time";
}

TEST(TimedGames, JobNamesItsReferenceMachine) {
    const Job job{"m1-p1", new_ticket(), 42, timed_pair(1)};
    const auto read = parse_job(to_text(job));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(to_text(*read), to_text(job));
    EXPECT_EQ(std::get<PairTask>(read->task).reference_speed, reference);
    EXPECT_EQ(std::get<PairTask>(read->task).grace, timed_pair(1).grace);
    EXPECT_TRUE(is_timed(read->task));
    EXPECT_FALSE(is_timed(Task(test_pair(1))));
    EXPECT_FALSE(is_timed(Task(test_selfplay(1))));
    const auto is_refused = [](const Job& one, const char* name, const Json& value) {
        Json json = Json::parse(to_text(one));
        json[name] = value;
        return !parse_job(json.dump()).ok();
    };
    EXPECT_FALSE(is_refused(job, "grace_us", 0));
    EXPECT_TRUE(is_refused(job, "reference", 0)) << "by the wall clock of an unknown machine";
    EXPECT_TRUE(is_refused(job, "reference", -1));
    EXPECT_TRUE(is_refused(job, "grace_us", -1));
    EXPECT_TRUE(is_refused(job, "grace_us", 100'000'000));
    EXPECT_TRUE(is_refused(job, "rate", 1000)) << "two kinds of clock";
    EXPECT_TRUE(is_refused(job, "controls", {"nodes=5", "nodes=5"})) << "no clock";
    const Job other{"m1-p1", new_ticket(), 42, test_pair(1)};
    EXPECT_TRUE(is_refused(other, "grace_us", 5));
    EXPECT_TRUE(is_refused(other, "reference", 5));
}

TEST(TimedGames, AreMeantForThisMachineUnlessSetBefore) {
    const arena::SearcherSpec spec{"one", "pvs", 1, {16, 1}};
    arena::MatchSettings settings;
    settings.controls = {*arena::parse_time_control("8+0.08"),
                         *arena::parse_time_control("nodes=50")};
    EXPECT_TRUE(goes_by_wall(settings));
    ASSERT_TRUE(remote_players({spec, spec}, settings).ok());
    set_clocks(settings, 5000);
    EXPECT_EQ(settings.reference_speed, 5000u);
    EXPECT_EQ(settings.grace, usual_grace);
    settings.grace = 7ms;
    set_clocks(settings, 6000);
    EXPECT_EQ(settings.reference_speed, 5000u) << "as it was begun";
    EXPECT_EQ(settings.grace, arena::Duration(7ms));
    EXPECT_EQ(remote_players({spec, spec}, settings)->reference_speed, 5000u);
    EXPECT_EQ(arena::match_settings_from(to_json(settings))->reference_speed, 5000u)
        << "and is resumed";
    arena::MatchSettings nodes;
    nodes.controls = {*arena::parse_time_control("8+0.08"), *arena::parse_time_control("depth=3")};
    nodes.nodes_per_second = 1e6;
    EXPECT_FALSE(goes_by_wall(nodes));
    set_clocks(nodes, 5000);
    EXPECT_EQ(nodes.reference_speed, std::nullopt);
    EXPECT_EQ(nodes.grace.count(), 0);
    EXPECT_EQ(remote_players({spec, spec}, nodes)->reference_speed, 0u);
    nodes.grace = 7ms;
    EXPECT_NE(remote_players({spec, spec}, nodes).error().find("--grace"), std::string::npos);
}

TEST(TimedGames, ArePlayedOnlyWithAKnownSpeed) {
    EXPECT_FALSE(play_task(timed_pair(1), test_searchers, {}).ok());
    EXPECT_FALSE(play_task(timed_pair(1), test_searchers, {}, {}, reference * 20).ok());
}

TEST(TimedGames, TheirTimesAddUp) {
    const PairTask task = timed_pair(1);
    // A machine of twice the speed thinks half as long, and reports the time of the reference.
    const TaskResults results =
        must(play_task(task, test_searchers, {}, {}, 2 * reference)).results;
    const auto records = outcomes_of(task, results);
    ASSERT_TRUE(records.ok()) << records.error();
    for (const arena::GameRecord& record : *records) {
        EXPECT_NE(record.result, GameResult::Open);
        EXPECT_EQ(record.controls[Color::White], task.controls[0]);
        arena::Duration left = *task.controls[0].base;
        const Color first = record.start.side_to_move();
        for (std::size_t i = record.opening_plies; i < record.moves.size(); ++i) {
            if ((i % 2 == 0 ? first : ~first) != Color::White) continue;
            left = std::max(left - record.moves[i].spent, arena::Duration(0)) +
                   task.controls[0].increment;
            EXPECT_EQ(record.moves[i].clock_left, left) << i;
        }
    }
}

// A pair whose games end by the flag at the first move.
TaskResults too_late(const PairTask& task, arena::Duration over) {
    arena::MoveRecord late;
    Position position = task.opening.start;
    Moves moves;
    for (const Move move : task.opening.moves) {
        moves.push_back({.move = move});
        position.make(move);
    }
    late.move = any_move(position);
    late.nodes = 100;
    late.spent = *task.controls[0].base + task.grace + over;
    moves.push_back(late);
    return {arena::encode_moves(moves), arena::encode_moves(moves)};
}

TEST(TimedGames, ALossOnTimeFollowsFromTheTimes) {
    const PairTask task = timed_pair(1);
    const auto records = outcomes_of(task, too_late(task, 1us));
    ASSERT_TRUE(records.ok()) << records.error();
    EXPECT_EQ((*records)[0].termination, arena::Termination::TimeForfeit);
    EXPECT_EQ((*records)[0].moves.size(), task.opening.moves.size())
        << "the move itself was not made";
    EXPECT_NE((*records)[0].reason.find("over its time"), std::string::npos);
    EXPECT_EQ(half_points_of(task, too_late(task, 1us)), 2u)
        << "each lost the game in which it had White";
    EXPECT_FALSE(outcomes_of(task, too_late(task, 0us)).ok())
        << "within the grace, so the game is not over";
    PairTask by_nodes = task;
    by_nodes.reference_speed = 0;
    by_nodes.nodes_per_second = 1000;
    EXPECT_FALSE(outcomes_of(by_nodes, too_late(task, 1us)).ok());
}

TEST(TimedGames, TooMuchTimeLosesOnEveryMachine) {
    PairTask task = timed_pair(1);
    task.grace = 0us;
    task.players = {test_player("slow"), test_player("slow")};
    const TaskResults results = must(play_task(task, slow_searchers, {}, {}, reference)).results;
    const auto records = outcomes_of(task, results);
    ASSERT_TRUE(records.ok()) << records.error();
    for (const arena::GameRecord& record : *records)
        EXPECT_EQ(record.termination, arena::Termination::TimeForfeit) << record.reason;
}

TEST(TimedGames, ImpossibleResultsAreRefused) {
    const PairTask task = timed_pair(1);
    const TaskResults results = must(play_task(task, test_searchers, {}, {}, reference)).results;
    const auto is_refused = [&](auto change) {
        Moves moves = must(arena::decode_moves(results[0]));
        change(moves);
        return !outcomes_of(task, {arena::encode_moves(moves), results[1]}).ok();
    };
    const std::size_t first = task.opening.moves.size();
    EXPECT_FALSE(is_refused([](Moves&) {}));
    EXPECT_TRUE(is_refused([&](Moves& moves) { moves[first].spent = 1h; }))
        << "it would have lost, and goes on";
    EXPECT_TRUE(is_refused([&](Moves& moves) { moves[first].spent = -1us; }));
    EXPECT_TRUE(is_refused([&](Moves& moves) { moves[first].nodes = std::uint64_t{1} << 38; }))
        << "in no time";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.pop_back(); }));
}

TEST(TimedGames, ThoughtsTakeTime) {
    const PairTask task = timed_pair(1);
    PairTask longer = task;
    longer.controls = {*arena::parse_time_control("60"), *arena::parse_time_control("60")};
    const TaskResults results = too_late(longer, 1us);  // two minutes of thought
    EXPECT_EQ(validate_elapsed(longer, results, 130, reference), std::nullopt);
    EXPECT_NE(validate_elapsed(longer, results, 20, reference), std::nullopt);
    EXPECT_EQ(validate_elapsed(longer, results, 35, reference * 4), std::nullopt)
        << "four times as fast";
    EXPECT_NE(validate_elapsed(longer, results, 130, reference / 4), std::nullopt)
        << "a quarter of the speed";
    EXPECT_EQ(validate_elapsed(longer, results, 8, 0), std::nullopt) << "the speed is not known";
    EXPECT_NE(validate_elapsed(longer, results, 1, 0), std::nullopt) << "no machine is that fast";
}

TEST(TimedGames, ThePointsOfAPairAreThoseOfItsFirstPlayer) {
    for (std::uint64_t number = 0; number < 6; ++number)
        for (std::size_t half_points = 0; half_points <= 4; ++half_points) {
            const PairTask task = timed_pair(number);
            EXPECT_EQ(half_points_of(task, made_up_pair(task, half_points)), half_points) << number;
        }
    PairTask one = timed_pair(1);
    one.games.pop_back();
    EXPECT_EQ(half_points_of(one, {made_up_game(one, std::nullopt)}), std::nullopt)
        << "half a pair";
}

}  // namespace
}  // namespace rookery::colony
