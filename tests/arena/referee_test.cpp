#include "arena/game/referee.h"

#include "arena/game/player.h"
#include "arena/player_helpers.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <mutex>
#include <set>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

using test::ScriptedPlayer;
using test::trouble;

MoveReply reply(Square from, Square to, Duration spent = 0us,
                std::optional<int> score = std::nullopt) {
    MoveReply reply;
    reply.move = {from, to};
    reply.spent = spent;
    if (score)
        reply.score = EngineScore{EngineScore::Kind::Centipawns, *score, EngineScore::Bound::Exact};
    return reply;
}

struct TranspositionTable {
    ScriptedPlayer white{"Anna"};
    ScriptedPlayer black{"Bert"};
    GameSettings settings;

    GameRecord play() { return play_game({{&white, &black}}, settings, std::stop_token{}); }
};

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

}  // namespace
}  // namespace rookery::arena
