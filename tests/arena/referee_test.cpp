#include "arena/game/referee.h"

#include "arena/game/player.h"
#include "arena/match/match_runner.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <mutex>
#include <set>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

// Answers what it was told to answer, without thinking.
class ScriptedPlayer final : public Player {
  public:
    explicit ScriptedPlayer(std::string name) : name_(std::move(name)) {}

    std::deque<MoveReply> script;               // then random legal moves
    std::optional<std::uint64_t> nodes_a_move;  // reported with the random moves
    std::vector<std::uint64_t> nodes_asked;
    bool refuses_games = false;

    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override { return true; }
    Result<bool, std::string> new_game(bool) override {
        if (refuses_games) return failure(std::string("gone"));
        return true;
    }
    MoveReply choose(const MoveRequest& request) override {
        if (request.nodes) nodes_asked.push_back(*request.nodes);
        if (!script.empty()) {
            MoveReply reply = script.front();
            script.pop_front();
            return reply;
        }
        MoveReply reply;
        const MoveList moves = legal_moves(request.game.position());
        reply.move = moves[random_.below(moves.size())];
        reply.nodes = nodes_a_move.value_or(1);
        return reply;
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    [[nodiscard]] std::optional<Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return "what was said by " + name_; }

  private:
    std::string name_;
    Random random_{5};
};

MoveReply reply(Square from, Square to, Duration spent = 0us,
                std::optional<int> score = std::nullopt) {
    MoveReply reply;
    reply.move = {from, to};
    reply.spent = spent;
    if (score)
        reply.score = EngineScore{EngineScore::Kind::Centipawns, *score, EngineScore::Bound::Exact};
    return reply;
}

MoveReply trouble(Trouble kind, const char* details) {
    MoveReply reply;
    reply.trouble = kind;
    reply.details = details;
    return reply;
}

struct TranspositionTable {
    ScriptedPlayer white{"Anna"};
    ScriptedPlayer black{"Bert"};
    GameSettings settings;

    GameRecord play() { return play_game({{&white, &black}}, settings, std::stop_token{}); }
};

TEST(GameClock, TakesTimeAndGivesIncrement) {
    GameClock clock({.base = 1s, .increment = 100ms});
    EXPECT_TRUE(clock.charge(400ms, 0us));
    EXPECT_EQ(clock.left(), 700ms);
    EXPECT_TRUE(clock.charge(700ms, 0us));
    EXPECT_EQ(clock.left(), 100ms);
    EXPECT_FALSE(clock.charge(100ms + 1us, 0us));
}

TEST(GameClock, GraceIsForgivenNotGiven) {
    GameClock clock({.base = 1s, .increment = 100ms});
    EXPECT_TRUE(clock.charge(1010ms, 10ms));
    EXPECT_EQ(clock.left(), 100ms);
    EXPECT_FALSE(clock.charge(111ms, 10ms));
}

TEST(GameClock, PeriodsBeginAgain) {
    GameClock clock({.base = 4s, .moves = 2});
    EXPECT_EQ(clock.reading()->moves_to_go, 2);
    EXPECT_TRUE(clock.charge(1s, 0us));
    EXPECT_EQ(clock.reading()->moves_to_go, 1);
    EXPECT_TRUE(clock.charge(3s, 0us));
    EXPECT_EQ(clock.left(), 4s);
    EXPECT_EQ(clock.reading()->moves_to_go, 2);
    EXPECT_FALSE(GameClock({.depth = 3}).reading().has_value());
}

TEST(Referee, SeesMate) {
    TranspositionTable table;
    table.white.script = {reply(Square::F2, Square::F3), reply(Square::G2, Square::G4)};
    table.black.script = {reply(Square::E7, Square::E5), reply(Square::D8, Square::H4)};
    const GameRecord record = table.play();
    EXPECT_EQ(record.result, GameResult::BlackWins);
    EXPECT_EQ(record.termination, Termination::Checkmate);
    EXPECT_EQ(record.moves.size(), 4u);
    EXPECT_EQ(record.players[Color::White], "Anna");
}

TEST(Referee, PlaysTheOpeningWithoutThePlayers) {
    TranspositionTable table;
    table.settings.opening.moves = {Move(Square::F2, Square::F3), Move(Square::E7, Square::E5),
                                    Move(Square::G2, Square::G4)};
    table.black.script = {reply(Square::D8, Square::H4)};
    const GameRecord record = table.play();
    EXPECT_EQ(record.opening_plies, 3u);
    EXPECT_EQ(record.result, GameResult::BlackWins);
}

TEST(Referee, EveryTroubleLosesWithItsReason) {
    const std::pair<Trouble, Termination> cases[] = {
        {Trouble::IllegalMove, Termination::IllegalMove},
        {Trouble::Unreadable, Termination::BadAnswer},
        {Trouble::NoMove, Termination::BadAnswer},
        {Trouble::Stalled, Termination::Stalled},
        {Trouble::Disconnected, Termination::Disconnected},
        {Trouble::Crashed, Termination::Crashed},
    };
    for (const auto& [kind, termination] : cases) {
        TranspositionTable table;
        table.black.script = {trouble(kind, "because")};
        const GameRecord record = table.play();
        EXPECT_EQ(record.result, GameResult::WhiteWins);
        EXPECT_EQ(record.termination, termination);
        EXPECT_NE(record.reason.find("because"), std::string::npos) << record.reason;
        EXPECT_EQ(record.conversation, "what was said by Bert");
        EXPECT_TRUE(is_failure(record.termination));
    }
}

TEST(Referee, WhoeverResignsLosesWithoutFailing) {
    TranspositionTable table;
    table.white.script = {trouble(Trouble::Resigned, "")};
    const GameRecord record = table.play();
    EXPECT_EQ(record.result, GameResult::BlackWins);
    EXPECT_EQ(record.termination, Termination::Resignation);
    EXPECT_FALSE(is_failure(record.termination));
    EXPECT_TRUE(record.conversation.empty());
}

TEST(Referee, APlayerThatDoesNotComeLoses) {
    TranspositionTable table;
    table.white.refuses_games = true;
    const GameRecord record = table.play();
    EXPECT_EQ(record.result, GameResult::BlackWins);
    EXPECT_TRUE(is_failure(record.termination));
    EXPECT_TRUE(record.moves.empty());
}

TEST(Referee, FlagFalls) {
    TranspositionTable table;
    table.settings.controls[Color::White] = {.base = 1s, .increment = 0us};
    table.white.script = {reply(Square::E2, Square::E4, 600ms),
                          reply(Square::D2, Square::D4, 413ms)};
    table.black.script = {reply(Square::A7, Square::A6)};
    GameRecord record = table.play();
    EXPECT_EQ(record.result, GameResult::BlackWins);
    EXPECT_EQ(record.termination, Termination::TimeForfeit);
    EXPECT_EQ(record.moves.size(), 2u);  // the late move does not count
    EXPECT_EQ(record.moves[0].clock_left, 400ms);
    EXPECT_NE(record.reason.find("0.013"), std::string::npos) << record.reason;

    TranspositionTable per_move;
    per_move.settings.controls[Color::White] = {.per_move = 100ms};
    per_move.white.script = {reply(Square::E2, Square::E4, 101ms)};
    EXPECT_EQ(per_move.play().termination, Termination::TimeForfeit);
}

// Random play ends by some rule of the game in the end.
TEST(Referee, RandomGamesEndByTheRules) {
    std::set<Termination> seen;
    for (std::uint64_t round = 0; round < 60; ++round) {
        TranspositionTable table;
        table.settings.opening = random_opening(round, 0);
        const GameRecord record = table.play();
        EXPECT_NE(record.result, GameResult::Open);
        EXPECT_FALSE(is_failure(record.termination));
        seen.insert(record.termination);
        Game replayed(record.start);
        for (const MoveRecord& move : record.moves) ASSERT_TRUE(replayed.play(move.move));
        EXPECT_EQ(replayed.result(), record.result);
    }
    EXPECT_GE(seen.size(), 3u);
}

TEST(Referee, AdjudicatesOnlyWhenAskedAndAgreed) {
    using Said = std::optional<int>;
    const auto shuffle_game = [](Said white_says, Said black_says, const Adjudication& rules) {
        TranspositionTable table;
        table.settings.adjudication = rules;
        const Square white_squares[] = {Square::G1, Square::F3, Square::H4,
                                        Square::F3, Square::E5, Square::F3};
        const Square black_squares[] = {Square::B8, Square::C6, Square::A5,
                                        Square::C6, Square::D4, Square::C6};
        for (std::size_t i = 0; i + 1 < 6; ++i) {
            table.white.script.push_back(
                reply(white_squares[i], white_squares[i + 1], 0us, white_says));
            table.black.script.push_back(
                reply(black_squares[i], black_squares[i + 1], 0us, black_says));
        }
        return table.play();
    };
    Adjudication resign;
    resign.resign = Adjudication::Resign{2, 500};
    EXPECT_EQ(shuffle_game(700, -650, resign).termination, Termination::AdjudicatedWin);
    EXPECT_EQ(shuffle_game(700, -650, resign).result, GameResult::WhiteWins);
    EXPECT_EQ(shuffle_game(-700, 650, resign).result, GameResult::BlackWins);
    EXPECT_NE(shuffle_game(700, -100, resign).termination, Termination::AdjudicatedWin);
    EXPECT_NE(shuffle_game(700, -650, {}).termination, Termination::AdjudicatedWin);
    EXPECT_NE(shuffle_game(700, std::nullopt, resign).termination, Termination::AdjudicatedWin);
    // Any number may come from outside.
    constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    EXPECT_EQ(shuffle_game(most, least, resign).result, GameResult::WhiteWins);
    Adjudication draw;
    draw.draw = Adjudication::Draw{2, 2, 10};
    EXPECT_EQ(shuffle_game(5, -5, draw).termination, Termination::AdjudicatedDraw);
    EXPECT_NE(shuffle_game(15, -5, draw).termination, Termination::AdjudicatedDraw);
    EXPECT_NE(shuffle_game(std::nullopt, -5, draw).termination, Termination::AdjudicatedDraw);
    EXPECT_NE(shuffle_game(least, least, draw).termination, Termination::AdjudicatedDraw);
    Adjudication limit;
    limit.max_moves = 3;
    const GameRecord limited = shuffle_game(0, 0, limit);
    EXPECT_EQ(limited.termination, Termination::MoveLimit);
    EXPECT_EQ(limited.moves.size(), 6u);
}

TEST(Referee, VirtualClockCountsNodes) {
    TranspositionTable table;
    table.settings.nodes_per_second = 1000;
    table.settings.controls[Color::White] = {.base = 10s, .increment = 0us};
    table.settings.controls[Color::Black] = {.base = 10s, .increment = 0us};
    table.settings.adjudication.max_moves = 3;
    table.white.nodes_a_move = 250;
    const GameRecord record = table.play();
    ASSERT_GE(record.moves.size(), 5u);
    EXPECT_EQ(table.white.nodes_asked.at(0), 400u);  // 10 s / 25 at 1,000 nodes a second
    EXPECT_EQ(record.moves[0].spent, 250ms);
    EXPECT_EQ(record.moves[0].clock_left, 9750ms);
    EXPECT_EQ(table.white.nodes_asked.at(1), 390u);
}

// ---- the runner ----

struct Collector final : MatchObserver {
    std::vector<std::size_t> numbers;
    std::vector<GameRecord> records;
    MatchRunner* runner = nullptr;
    std::size_t finish_after = 0;
    std::optional<std::string> refuse;

    std::optional<std::string> on_finish(const ScheduledGame& game,
                                         const GameRecord& record) override {
        numbers.push_back(game.place.number);
        records.push_back(record);
        if (runner && numbers.size() == finish_after) runner->finish_pairs();
        return refuse;
    }
};

RunnerSettings random_players(std::size_t count, std::size_t concurrency) {
    RunnerSettings settings;
    for (std::size_t i = 0; i < count; ++i) {
        settings.contestants.push_back(
            {[i]() -> Result<std::unique_ptr<Player>, std::string> {
                 return std::unique_ptr<Player>(
                     std::make_unique<ScriptedPlayer>("P" + std::to_string(i)));
             },
             {}});
    }
    settings.opening = [](std::size_t slot) -> Result<Opening, std::string> {
        return random_opening(1, slot);
    };
    settings.concurrency = concurrency;
    settings.game.adjudication.max_moves = 40;
    return settings;
}

TEST(Schedule, PairsSwapColours) {
    const Schedule match = match_schedule(5);
    ASSERT_EQ(match.size(), 5u);
    EXPECT_EQ(match[0].place.players[Color::White], 0u);
    EXPECT_EQ(match[1].place.players[Color::White], 1u);
    EXPECT_EQ(match[0].opening_slot, match[1].opening_slot);
    EXPECT_NE(match[1].opening_slot, match[2].opening_slot);
    EXPECT_EQ(round_robin_schedule(4, 3).size(), 4u * 3 / 2 * 3 * 2);
    EXPECT_EQ(gauntlet_schedule(4, 3).size(), 3u * 3 * 2);
    const Schedule robin = round_robin_schedule(3, 2);
    for (std::size_t i = 0; i < robin.size(); ++i) EXPECT_EQ(robin[i].place.number, i);
}

TEST(MatchRunner, PlaysEveryGameOnce) {
    for (std::size_t concurrency : {1u, 3u}) {
        Collector collector;
        MatchRunner runner(random_players(2, concurrency), collector);
        EXPECT_EQ(runner.run(match_schedule(20), {}, {}), std::nullopt);
        std::sort(collector.numbers.begin(), collector.numbers.end());
        for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(collector.numbers.at(i), i);
        EXPECT_EQ(collector.numbers.size(), 20u);
    }
}

TEST(MatchRunner, GoesOnWhereItStopped) {
    Collector collector;
    MatchRunner runner(random_players(2, 2), collector);
    std::vector<bool> done(10, false);
    done[0] = done[1] = done[4] = true;
    EXPECT_EQ(runner.run(match_schedule(10), done, {}), std::nullopt);
    std::sort(collector.numbers.begin(), collector.numbers.end());
    EXPECT_EQ(collector.numbers, (std::vector<std::size_t>{2, 3, 5, 6, 7, 8, 9}));
}

TEST(MatchRunner, AnEarlyEndKeepsPairsWhole) {
    for (std::size_t concurrency : {1u, 2u, 3u}) {
        Collector collector;
        MatchRunner runner(random_players(2, concurrency), collector);
        collector.runner = &runner;
        collector.finish_after = 5;
        EXPECT_EQ(runner.run(match_schedule(1000), {}, {}), std::nullopt);
        std::set<std::size_t> numbers(collector.numbers.begin(), collector.numbers.end());
        EXPECT_LT(numbers.size(), 12u);
        for (std::size_t number : numbers) EXPECT_TRUE(numbers.contains(number ^ 1)) << number;
    }
}

TEST(MatchRunner, AFailureIsJudgedAndTheMatchGoesOn) {
    RunnerSettings settings = random_players(2, 2);
    settings.contestants[1].make = [made = std::make_shared<std::atomic<int>>(
                                        0)]() -> Result<std::unique_ptr<Player>, std::string> {
        auto player = std::make_unique<ScriptedPlayer>("fails at first");
        if ((*made)++ < 2) player->script = {trouble(Trouble::Crashed, "signal 11")};
        return std::unique_ptr<Player>(std::move(player));
    };
    Collector collector;
    MatchRunner runner(std::move(settings), collector);
    EXPECT_EQ(runner.run(match_schedule(12), {}, {}), std::nullopt);
    EXPECT_EQ(collector.records.size(), 12u);
    EXPECT_EQ(std::count_if(collector.records.begin(), collector.records.end(),
                            [](const GameRecord& record) {
                                return record.termination == Termination::Crashed;
                            }),
              2);
}

TEST(MatchRunner, TellsWhyAPlayerCannotStart) {
    RunnerSettings settings = random_players(2, 1);
    settings.contestants[1].make = []() -> Result<std::unique_ptr<Player>, std::string> {
        return failure(std::string("cannot start 'x'"));
    };
    Collector collector;
    MatchRunner runner(std::move(settings), collector);
    EXPECT_EQ(runner.run(match_schedule(4), {}, {}), "cannot start 'x'");
    EXPECT_TRUE(collector.records.empty());
}

TEST(MatchRunner, AResultThatCannotBeKeptEndsTheMatch) {
    Collector collector;
    collector.refuse = "the disk is full";
    MatchRunner runner(random_players(2, 1), collector);
    EXPECT_EQ(runner.run(match_schedule(10), {}, {}), "the disk is full");
    EXPECT_EQ(collector.records.size(), 1u);
}

TEST(MatchRunner, StopsWhenTold) {
    std::stop_source source;
    source.request_stop();
    Collector collector;
    MatchRunner runner(random_players(2, 2), collector);
    EXPECT_EQ(runner.run(match_schedule(10), {}, source.get_token()), std::nullopt);
    EXPECT_TRUE(collector.records.empty());
}

}  // namespace
}  // namespace rookery::arena
