#include "terminal/play/play_helpers.h"

#include "base/files.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "search/random_searcher.h"
#include "terminal/search_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

namespace rookery {
namespace {

using namespace std::chrono_literals;
using test::has;
using test::Talk;

Talk talk_with(std::vector<Move> replies, std::string_view fen = {}, Color human = Color::White) {
    return Talk({.replies = std::move(replies), .fen = fen, .human = human});
}

constexpr Move e7e5{Square::E7, Square::E5};
constexpr Move d7d5{Square::D7, Square::D5};

TEST(PlaySession, GreetsWithTheBoard) {
    Talk play = talk_with({});
    const std::string text = play.begin();
    EXPECT_TRUE(has(text, "You play White against random."));
    EXPECT_TRUE(has(text, " 1 | R  N  B  Q  K  B  N  R |"));
    EXPECT_TRUE(has(text, "White to move.\n"));
    EXPECT_EQ(play->prompt(), "Your move: ");
}

TEST(PlaySession, OpponentBeginsWhenItIsItsTurn) {
    Talk play = talk_with({{Square::E2, Square::E4}}, {}, Color::Black);
    const std::string text = play.begin();
    EXPECT_TRUE(has(text, "random: e4\n"));
    EXPECT_TRUE(has(text, "Black to move.\n"));
    EXPECT_LT(text.find(" 1 |"), text.find(" 8 |"));
}

TEST(PlaySession, TakesMovesInManyForms) {
    for (const char* move : {"e4", "e2e4", "e2-e4", " E2E4 ", "e4!"}) {
        Talk play = talk_with({e7e5});
        const std::string text = play.say(move);
        EXPECT_TRUE(has(text, "You: e4\nrandom: e5\n")) << move;
        EXPECT_TRUE(has(text, "[p]")) << move;
        EXPECT_EQ(play->timed_game().game().plies(), 2u);
    }
}

TEST(PlaySession, SaysWhatTheSearcherHasToSay) {
    Talk play({.replies = {e7e5}, .notice = "colony: attic helps\x1b[2J"});
    const std::string text = play.say("e4");
    EXPECT_TRUE(has(text, "colony: attic helps")) << text;
    EXPECT_LT(text.find("colony: attic helps"), text.find("random: e5"));
    EXPECT_FALSE(has(text, "\x1b"));
}

TEST(PlaySession, RefusesWithTheReason) {
    Talk play = talk_with({});
    const std::pair<const char*, const char*> cases[] = {
        {"e5e6", "There is no piece on e5."},     {"e2e5", "A pawn does not move like that."},
        {"Ke2", "Your own pawn stands on e2."},   {"O-O", "blocked by the\nbishop on f1."},
        {"xyzzy", "'xyzzy' is not a move."},      {"e9", "'e9' is not a move."},
        {"\x1b[2Jboom", "'boom' is not a move."}, {"\xff\xfe", "'?\?' is not a move."},
        {"0000", "'0000' is not a move."},
    };
    for (const auto& [input, part] : cases) {
        const std::string text = play.say(input);
        EXPECT_TRUE(has(text, part)) << input << " -> " << text;
        EXPECT_FALSE(has(text, "\x1b"));
        EXPECT_EQ(play->timed_game().game().plies(), 0u);
    }
    EXPECT_EQ(play.say(""), "");
    EXPECT_EQ(play.say("   "), "");
    EXPECT_FALSE(play->over());
}

TEST(PlaySession, GuessesMistypedCommands) {
    Talk play = talk_with({});
    EXPECT_EQ(play.say("udno"), "'udno' is not a move. Did you mean\n'undo'?\n");
}

TEST(PlaySession, NamesTheChoicesOfAnAmbiguousMove) {
    Talk play = talk_with({}, "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    EXPECT_TRUE(has(play.say("Nd2"), "Nbd2 or Nfd2"));
    EXPECT_EQ(play->timed_game().game().plies(), 0u);
}

TEST(PlaySession, AsksForThePromotion) {
    const Move reply{Square::H8, Square::H7};
    Talk play = talk_with({reply}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
    EXPECT_EQ(play.say("a8"), "");
    EXPECT_EQ(play->prompt(), "Promote to q, r, b or n? ");
    EXPECT_TRUE(has(play.say("king"), "Type q for a queen"));
    EXPECT_TRUE(has(play.say("n"), "You: a8=N\nrandom: Kh7\n"));
    EXPECT_EQ(play->prompt(), "Your move: ");
}

TEST(PlaySession, ForgetsThePromotionOnRequest) {
    Talk play = talk_with({}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
    EXPECT_EQ(play.say("a7a8"), "");
    EXPECT_TRUE(has(play.say(""), "stays"));
    EXPECT_EQ(play->prompt(), "Your move: ");
    EXPECT_EQ(play.say("a8"), "");
    EXPECT_TRUE(has(play.say("quit"), "Left unfinished"));
    EXPECT_TRUE(play->over());
}

TEST(PlaySession, TakesTheNamedPromotionAtOnce) {
    for (const char* move : {"a8=R", "a7a8r", "a8R"}) {
        Talk play = talk_with({{Square::H8, Square::H7}}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
        EXPECT_TRUE(has(play.say(move), "You: a8=R+\n")) << move;
    }
}

TEST(PlaySession, EndsWithMate) {
    Talk play = talk_with({}, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    const std::string text = play.say("Qg7");
    EXPECT_TRUE(has(text, "You win: checkmate. 1-0\n"));
    EXPECT_TRUE(has(play.say("pgn"), "1. Qg7# 1-0\n"));
    EXPECT_TRUE(play->timed_game().is_over());
    EXPECT_EQ(play->prompt(), "rematch, undo, save, pgn or quit? ");
    EXPECT_TRUE(has(play.say("e4"), "The game is over"));
    EXPECT_EQ(play.say("quit"), "");
    EXPECT_TRUE(play->over());
    EXPECT_EQ(play.say("undo"), "");
}

TEST(PlaySession, EndsWithBeingMated) {
    Talk play = talk_with({{Square::E7, Square::E5}, {Square::D8, Square::H4}});
    static_cast<void>(play.say("f3"));
    const std::string text = play.say("g4");
    EXPECT_TRUE(has(text, "random: Qh4#\n"));
    EXPECT_TRUE(has(text, "You lose: checkmate. 0-1\n"));
    EXPECT_TRUE(play->timed_game().is_over());
}

TEST(PlaySession, EndsWithStalemate) {
    Talk play = talk_with({}, "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
    EXPECT_TRUE(has(play.say("Qf7"), "A draw: stalemate. 1/2-1/2\n"));
    EXPECT_TRUE(play->timed_game().is_over());
}

TEST(PlaySession, EndsWithRepetition) {
    const Move out{Square::G8, Square::F6}, back{Square::F6, Square::G8};
    Talk play = talk_with({out, back, out, back});
    std::string text;
    for (const char* move : {"Nf3", "Ng1", "Nf3", "Ng1"}) {
        EXPECT_FALSE(play->over());
        text = play.say(move);
    }
    EXPECT_TRUE(has(text, "A draw: threefold repetition. 1/2-1/2\n"));
    EXPECT_TRUE(play->timed_game().is_over());
}

TEST(PlaySession, IsOverAtOnceFromAFinishedPosition) {
    Talk play = talk_with({}, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    EXPECT_TRUE(has(play.begin(), "You win: checkmate. 1-0\n"));
    EXPECT_TRUE(play->timed_game().is_over());
}

TEST(PlaySession, AnnouncesCheck) {
    Talk play = talk_with({{Square::D8, Square::H4}},
                          "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    EXPECT_TRUE(has(play.say("a3"), "White to move: check.\n"));
}

TEST(PlaySession, UndoTakesBothMovesBack) {
    Talk play = talk_with({e7e5, d7d5});
    const std::string start = to_fen(play->timed_game().game().position());
    EXPECT_TRUE(has(play.say("undo"), "nothing to take back"));
    static_cast<void>(play.say("e4"));
    EXPECT_TRUE(has(play.say("undo"), "Taken back.\n"));
    EXPECT_EQ(to_fen(play->timed_game().game().position()), start);
    EXPECT_TRUE(has(play.say("d4"), "random: d5\n"));
}

TEST(PlaySession, UndoKeepsTheOpponentsFirstMove) {
    Talk play = talk_with({{Square::E2, Square::E4}}, {}, Color::Black);
    static_cast<void>(play.begin());
    EXPECT_TRUE(has(play.say("undo"), "nothing to take back"));
    EXPECT_EQ(play->timed_game().game().plies(), 1u);
}

TEST(PlaySession, FlipsTheBoard) {
    Talk play = talk_with({});
    const std::string flipped = play.say("flip");
    EXPECT_LT(flipped.find(" 1 |"), flipped.find(" 8 |"));
    const std::string again = play.say("FLIP");
    EXPECT_LT(again.find(" 8 |"), again.find(" 1 |"));
}

TEST(PlaySession, AnswersItsOtherCommands) {
    Talk play = talk_with({e7e5});
    for (const char* name : {"board", "flip", "moves", "undo", "resign", "fen", "pgn", "quit"})
        EXPECT_TRUE(has(play.say("help"), name));
    EXPECT_EQ(play.say("help"), play.say("?"));
    EXPECT_EQ(play.say("fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    EXPECT_TRUE(has(play.say("moves"), "knights  Na3 Nc3 Nf3 Nh3"));
    EXPECT_TRUE(has(play.say("board"), "White to move.\n"));
    static_cast<void>(play.say("e4"));
    EXPECT_TRUE(has(play.say("pgn"), "[White \"You\"]\n[Black \"random\"]\n[Result \"*\"]\n"));
    EXPECT_TRUE(has(play.say("pgn"), "\n1. e4 e5 *\n"));
}

TEST(PlaySession, ResignsAndLeaves) {
    Talk resigned = talk_with({});
    EXPECT_TRUE(has(resigned.say("resign"), "You lose: White resigned. 0-1\n"));
    EXPECT_TRUE(resigned->timed_game().is_over());

    Talk black = talk_with({{Square::E2, Square::E4}, {Square::D2, Square::D4}}, {}, Color::Black);
    static_cast<void>(black.begin());
    static_cast<void>(black.say("e5"));
    const std::string text = black->leave();
    EXPECT_TRUE(has(text, "Left unfinished after 3 half-moves,"));
    EXPECT_TRUE(black->over());
}

TEST(PlaySession, FitsFortyColumns) {
    Talk play = talk_with({e7e5});
    std::string text = play.begin() + play.say("help") + play.say("moves") + play.say("e4") +
                       play.say("hepl") + play.say("rubbish that is long enough to wrap a line");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
}

TEST(PlaySession, HintsInTwoSteps) {
    Talk play({.replies = {e7e5}, .advice = {{Square::G1, Square::F3}, {Square::F1, Square::C4}}});
    EXPECT_TRUE(has(play.say("hint"), "Look at your knight on g1."));
    EXPECT_TRUE(has(play.say("hint"), "I would play Nf3."));
    EXPECT_TRUE(has(play.say("hint"), "I would play Nf3."));
    static_cast<void>(play.say("e4"));
    EXPECT_TRUE(has(play.say("hint"), "Look at your bishop on f1."));
}

TEST(PlaySession, OffersOfADraw) {
    const Move out{Square::G8, Square::F6}, back{Square::F6, Square::G8};
    constexpr std::string_view quiet = "6n1/3k4/8/1p1p4/1P1P4/8/3K4/6N1 w - - 0 40";
    for (const int score : {-10, 300}) {
        Talk play({.replies = {out, back, out, back, out, back, out, back, out, back, out},
                   .fen = quiet,
                   .score = Score(score)});
        EXPECT_TRUE(has(play.say("draw"), "random declines.")) << "too early";
        for (const char* move :
             {"Kc2", "Kb2", "Ka2", "Ka3", "Kb3", "Kc3", "Kd3", "Ke3", "Kf3", "Kf2"})
            static_cast<void>(play.say(move));
        ASSERT_FALSE(play->timed_game().is_over());
        const std::string text = play.say("draw");
        EXPECT_TRUE(has(text, score > 0 ? "random declines." : "A draw: agreed. 1/2-1/2")) << text;
    }
}

TEST(PlaySession, AGameAgainstALevelCountsOnce) {
    const auto after = [](std::vector<const char*> lines, std::optional<int> elo,
                          std::string_view fen = {}) {
        Talk play({.replies = {e7e5, {Square::A7, Square::A6}, {Square::B7, Square::B6}},
                   .fen = fen,
                   .advice = {{Square::A2, Square::A3}},
                   .elo = elo});
        for (const char* line : lines) static_cast<void>(play.say(line));
        const auto first = play->take_rated();
        EXPECT_FALSE(play->take_rated());
        return first;
    };
    const auto lost = after({"e4", "resign"}, 965);
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->elo, 965);
    EXPECT_EQ(lost->points, 0);
    EXPECT_FALSE(after({"e4"}, 965)) << "not over";
    EXPECT_FALSE(after({"resign"}, 965)) << "not played";
    EXPECT_FALSE(after({"e4", "resign"}, std::nullopt)) << "no level";
    EXPECT_FALSE(after({"e4", "undo", "e4", "resign"}, 965));
    EXPECT_FALSE(after({"hint", "e4", "resign"}, 965));
    EXPECT_FALSE(
        after({"e4", "resign"}, 965, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"));
}

TEST(PlaySession, TheSearcherGivesUpAHopelessGame) {
    Talk play({.replies = {e7e5,
                           {Square::A7, Square::A6},
                           {Square::B7, Square::B6},
                           {Square::C7, Square::C6}},
               .score = Score(-3000)});
    for (const char* move : {"e4", "a3", "b3"}) static_cast<void>(play.say(move));
    ASSERT_FALSE(play->timed_game().is_over());
    const std::string text = play.say("c3");
    EXPECT_TRUE(has(text, "You win: Black resigned. 1-0")) << text;
}

// Random moves without captures, so many half-moves long and far from a draw by rule.
Game quiet_game(std::size_t plies) {
    for (std::uint64_t seed = 1;; ++seed) {
        Random random(seed);
        Game game(test::position_of("6n1/2bk4/7p/1p1p4/1P1P4/7P/2BK4/6N1 w - - 0 1"));
        for (int tries = 0; game.plies() < plies && tries < 1000; ++tries) {
            const MoveList moves = legal_moves(game.position());
            if (game.ending(Claims::Automatic) != GameEnding::None || moves.empty()) break;
            const Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
            if (!game.position().is_capture(move)) game.play(move);
        }
        if (game.plies() == plies && game.position().halfmove_clock() < 40 &&
            game.ending(Claims::Automatic) == GameEnding::None)
            return game;
    }
}

// A game that has been level for long: the searcher, whose scores are all 0, soon offers a draw.
void play_until_offer(Talk& play) {
    Random random(5);
    for (int moves = 0; moves < 30; ++moves) {
        const Position& position = play->timed_game().position();
        const MoveList legal = legal_moves(position);
        const Move move = legal[static_cast<std::size_t>(random.below(legal.size()))];
        if (position.is_capture(move)) continue;
        if (has(play.say(to_san(position, move)), "random offers a draw.")) return;
        ASSERT_FALSE(play->timed_game().is_over());
    }
    FAIL() << "no offer";
}

Talk long_level_game() {
    PlayOptions options;
    options.game = quiet_game(80);
    return Talk({.options = std::move(options), .searcher = std::make_unique<RandomSearcher>(3)});
}

TEST(PlaySession, TheSearcherOffersADraw) {
    Talk play = long_level_game();
    play_until_offer(play);
    EXPECT_EQ(play->prompt(), "Is it a draw? (yes, or your move) ");
    EXPECT_TRUE(has(play.say("yes"), "A draw: agreed. 1/2-1/2"));
}

TEST(PlaySession, AMoveDeclinesTheOfferOfADraw) {
    Talk play = long_level_game();
    play_until_offer(play);
    EXPECT_TRUE(has(play.say("moves"), "legal moves"));
    EXPECT_NE(play->prompt(), "Is it a draw? (yes, or your move) ");
    EXPECT_FALSE(play->timed_game().is_over());
    const std::size_t plies = play->timed_game().game().plies();
    const Position& position = play->timed_game().position();
    static_cast<void>(play.say(to_san(position, legal_moves(position)[0])));
    EXPECT_GT(play->timed_game().game().plies(), plies);
}

TEST(PlaySession, TwoPlayersAtOneBoard) {
    Talk play({.two_players = true});
    EXPECT_TRUE(has(play.begin(), "Two players at one board."));
    EXPECT_EQ(play->prompt(), "White: ");
    EXPECT_TRUE(has(play.say("e4"), "White: e4\n"));
    EXPECT_EQ(play->prompt(), "Black: ");
    EXPECT_TRUE(has(play.say("undo"), "Taken back."));
    EXPECT_EQ(play->timed_game().game().plies(), 0u);
    static_cast<void>(play.say("e4"));
    static_cast<void>(play.say("draw"));
    EXPECT_EQ(play->prompt(), "White: is it a draw? (yes or no) ");
    EXPECT_TRUE(has(play.say("perhaps"), "Type yes or no."));
    EXPECT_TRUE(has(play.say("no"), "The game goes on."));
    static_cast<void>(play.say("draw"));
    EXPECT_TRUE(has(play.say("y"), "A draw: agreed. 1/2-1/2"));
}

TEST(PlaySession, ARematchChangesColours) {
    Talk play({.replies = {{Square::E2, Square::E4}}});
    static_cast<void>(play.say("resign"));
    const std::string text = play.say("rematch");
    EXPECT_TRUE(has(text, "You play Black against random."));
    EXPECT_TRUE(has(text, "random: e4\n"));
    EXPECT_FALSE(play->timed_game().is_over());
    EXPECT_LT(text.find(" 1 |"), text.find(" 8 |"));
}

TEST(PlaySession, ClocksRunAndFall) {
    PlayOptions options;
    options.control = arena::parse_time_control("60+5").value();
    Talk play({.replies = {e7e5, d7d5}, .options = options});
    EXPECT_EQ(play->prompt(), "1:00 Your move: ");
    play.wait(std::chrono::seconds(10));
    EXPECT_TRUE(has(play.say("e4"), "White 0:55  Black 1:05\n"));
    EXPECT_TRUE(has(play.say("clock"), "White has 0:55, Black 1:05."));
    play.wait(std::chrono::seconds(50));
    EXPECT_EQ(play->prompt(), "0:05.0 Your move: ");
    EXPECT_TRUE(has(play.say("undo"), "White 1:00  Black 1:00\n"));
    play.wait(std::chrono::seconds(61));
    EXPECT_TRUE(has(play.say("d4"), "You lose: White ran out of time. 0-1"));
}

TEST(PlaySession, AFallenClockStandsAtZero) {
    PlayOptions options;
    options.control = arena::parse_time_control("60+5").value();
    Talk play({.replies = {e7e5}, .options = options});
    EXPECT_EQ(play->timed_prompt().text, "1:00 Your move: ");
    EXPECT_FALSE(play->timed_prompt().expired);
    // The text of the prompt has changed when it is asked for again.
    for (const auto before : {500ms, 39'400ms, 70ms}) {
        play.wait(before);
        const Prompt now = play->timed_prompt();
        play.wait(*now.good_for - 1ms);
        EXPECT_EQ(play->timed_prompt().text, now.text);
        play.wait(1ms);
        EXPECT_NE(play->timed_prompt().text, now.text);
    }
    EXPECT_EQ(play->expire(), "");
    play.wait(*play->timed_prompt().good_for + 60s);
    EXPECT_TRUE(play->timed_prompt().expired);
    const std::string fallen = play->expire();
    EXPECT_TRUE(has(fallen, "White 0:00.0  Black 1:00\n")) << fallen;
    EXPECT_TRUE(has(fallen, "You lose: White ran out of time. 0-1"));
    EXPECT_EQ(play->prompt(), "rematch, undo, save, pgn or quit? ");
    EXPECT_FALSE(play->timed_prompt().good_for);
}

TEST(PlaySession, AClockStandsStillWhenTheGameIsOver) {
    PlayOptions options;
    options.control = arena::parse_time_control("60+5").value();
    Talk play({.options = options});
    play.wait(20s);
    EXPECT_TRUE(has(play.say("resign"), "White 0:40  Black 1:00\n"));
    play.wait(20s);
    EXPECT_TRUE(has(play.say("clock"), "White has 0:40, Black 1:00."));
}

TEST(PlaySession, PromptsOfAScreenReaderStay) {
    PlayOptions options;
    options.control = arena::parse_time_control("60+5").value();
    options.plain = true;
    Talk play({.options = options});
    EXPECT_EQ(play->timed_prompt().good_for, 60s);
    EXPECT_FALSE(talk_with({})->timed_prompt().good_for);
}

TEST(PlaySession, KeepsAnUnfinishedGameBeforeAnother) {
    int kept = 0;
    PlayOptions options;
    options.keep = [&kept] { return fmt::format("kept {}\n", ++kept); };
    const std::string path = testing::TempDir() + "rookery_other_" + std::to_string(getpid());
    Talk play({.two_players = true, .options = options});
    static_cast<void>(play.say("e4"));
    static_cast<void>(play.say("save " + path));
    EXPECT_TRUE(has(play.say("load " + path), "kept 1\n"));
    EXPECT_FALSE(has(play.say("load /nowhere/at/all"), "kept"));
    EXPECT_TRUE(has(play.say("rematch"), "kept 2\n"));
    std::remove(path.c_str());
}

TEST(PlaySession, CompletesCommandsAndMoves) {
    Talk play = talk_with({});
    EXPECT_EQ(play->completions("re"), (std::vector<std::string>{"rematch", "resign"}));
    EXPECT_EQ(play->completions("Nf"), std::vector<std::string>{"Nf3"});
    EXPECT_EQ(play->completions("save g"), std::vector<std::string>{});
}

TEST(PlaySession, SpeaksInSentences) {
    PlayOptions options;
    options.plain = true;
    Talk play({.replies = {e7e5}, .options = options});
    EXPECT_FALSE(has(play.begin(), "|"));
    EXPECT_EQ(play.say("e4"), "You: pawn e2 to e4.\nrandom: pawn e7 to e5.\n\nWhite to move.\n");
    EXPECT_EQ(play.say("where king"), "White king: e1. Black king: e8.\n");
    EXPECT_EQ(play.say("rank 4"), "Rank 4: white pawn e4.\n");
    EXPECT_EQ(play.say("file e"),
              "File e: white king e1, white pawn e4,\nblack pawn e5, black king e8.\n");
    EXPECT_TRUE(has(play.say("where unicorn"), "Say which"));
    EXPECT_TRUE(has(play.say("rank 9"), "from 1 to 8"));
    EXPECT_TRUE(has(play.say("board"), "White: king e1; queen d1; rooks a1, h1;"));
}

TEST(PlaySession, MarksPiecesInDanger) {
    Talk play = talk_with({}, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    const std::string text = play.say("safety");
    EXPECT_TRUE(has(text, "q!"));
    EXPECT_TRUE(has(text, "P!"));
    EXPECT_TRUE(has(text, "! attacked and not defended"));
    EXPECT_FALSE(has(play.say("safety"), "q!"));
}

TEST(PlaySession, ShowsWhatItThinksWhenAsked) {
    Talk play = talk_with({e7e5, d7d5});
    EXPECT_FALSE(has(play.say("e4"), "depth 3"));
    static_cast<void>(play.say("thinking"));
    EXPECT_TRUE(has(play.say("d4"), "depth 3"));
}

TEST(PlaySession, ShowsWhatWasTaken) {
    Talk play({.two_players = true});
    for (const char* move : {"e4", "d5", "exd5"}) static_cast<void>(play.say(move));
    EXPECT_TRUE(has(play.say("Qxd5"), "Black took P\nWhite took P\n"));
    EXPECT_TRUE(has(play.say("Nc3"), "White took P\n"));
    static_cast<void>(play.say("Qxg2"));
    EXPECT_TRUE(has(play.say("board"), "Black took PP +1\n"));
}

TEST(PlaySession, TheNameOfAFileKeepsItsFirstLetter) {
    EXPECT_EQ(sentence_about("x.pgn", "x.pgn is there already"), "x.pgn is there already.");
    EXPECT_EQ(sentence_about("x.pgn", "there is no folder y"), "There is no folder y.");
    EXPECT_TRUE(has(talk_with({}).say("load no.pgn"), "no.pgn cannot be read."));
}

TEST(PlaySession, SavesAndLoads) {
    const std::string path = testing::TempDir() + "rookery_saved_" + std::to_string(getpid());
    Talk play = talk_with({e7e5});
    static_cast<void>(play.say("e4"));
    EXPECT_TRUE(has(play.say("save " + path), "Saved as"));
    Talk again = talk_with({d7d5});
    EXPECT_TRUE(has(again.say("load " + path), "White to move."));
    EXPECT_EQ(again->timed_game().game().moves(), play->timed_game().game().moves());
    EXPECT_TRUE(has(again.say("load /nowhere/at/all"), "cannot"));
    EXPECT_TRUE(has(again.say("save /nowhere/at/all"), "There is no folder /nowhere/at."));
    EXPECT_TRUE(has(again.say("save"), "Say where"));
    // A file that is there already stays until that is asked for.
    static_cast<void>(again.say("d4"));
    EXPECT_TRUE(has(again.say("save " + path), "--force replaces it"));
    EXPECT_EQ(text_of_file(path)->find("d4"), std::string::npos);
    EXPECT_TRUE(has(again.say("save " + path + "  --force"), "Saved as"));
    EXPECT_NE(text_of_file(path)->find("d4"), std::string::npos);
    std::remove(path.c_str());
}

// For any input it answers, stays in a legal game and shows no control characters.
RC_GTEST_PROP(PlaySession, SurvivesAnything, (std::vector<std::string> lines, std::uint64_t seed)) {
    ByColor<Seat> seats;
    seats[Color::White] = {"You", "person", nullptr};
    seats[Color::Black] = {"random", "random", std::make_unique<RandomSearcher>(seed)};
    PlaySession play(PlayOptions{}, std::move(seats),
                     [seed] { return std::make_unique<RandomSearcher>(seed); });
    std::string text = play.begin();
    const auto mixed =
        *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
            "e4",     "d4",           "a8",     "undo",     "flip",  "moves",  "Nf3",
            "=Q",     "e2e4",         "",       "hint",     "draw",  "resign", "rematch",
            "safety", "where knight", "rank 4", "thinking", "clock", "load",   "save"}));
    lines.insert(lines.end(), mixed.begin(), mixed.end());
    for (const std::string& line : lines) {
        text += play.answer(line);
        if (!play.over() && !play.wants_line() && !play.timed_game().is_over())
            text += play.let_searcher_move({});
    }
    for (char c : text) RC_ASSERT(c == '\n' || static_cast<unsigned char>(c) >= ' ');
    RC_ASSERT(play.timed_game().position().is_consistent());
}

}  // namespace
}  // namespace rookery
