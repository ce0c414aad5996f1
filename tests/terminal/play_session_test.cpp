#include "terminal/play_session.h"

#include "notation/fen.h"
#include "search/random_searcher.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace rookery {
namespace {

using test::position_of;

// Plays the moves it was given, in their order.
class ScriptedSearcher final : public Searcher {
  public:
    explicit ScriptedSearcher(std::vector<Move> moves) : moves_(std::move(moves)) {}
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token, SearchListener&) override {
        SearchResult result;
        result.best = moves_.at(next_++);
        return result;
    }

  private:
    std::vector<Move> moves_;
    std::size_t next_ = 0;
};

PlaySession session_with(std::vector<Move> replies, std::string_view fen = {},
                         Color human = Color::White) {
    PlayOptions options;
    if (!fen.empty()) options.start = position_of(fen);
    options.human = human;
    return PlaySession(options, std::make_unique<ScriptedSearcher>(std::move(replies)));
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr Move e7e5{Square::E7, Square::E5};
constexpr Move d7d5{Square::D7, Square::D5};

TEST(PlaySession, GreetsWithTheBoard) {
    PlaySession play = session_with({});
    const std::string text = play.begin();
    EXPECT_TRUE(has(text, "You play White against random."));
    EXPECT_TRUE(has(text, " 1 | R  N  B  Q  K  B  N  R |"));
    EXPECT_TRUE(has(text, "White to move.\n"));
    EXPECT_EQ(play.prompt(), "Your move: ");
}

TEST(PlaySession, OpponentBeginsWhenItIsItsTurn) {
    PlaySession play = session_with({{Square::E2, Square::E4}}, {}, Color::Black);
    const std::string text = play.begin();
    EXPECT_TRUE(has(text, "random: e4\n"));
    EXPECT_TRUE(has(text, "Black to move.\n"));
    EXPECT_LT(text.find(" 1 |"), text.find(" 8 |"));
}

TEST(PlaySession, TakesMovesInManyForms) {
    for (const char* move : {"e4", "e2e4", "e2-e4", " E2E4 ", "e4!"}) {
        PlaySession play = session_with({e7e5});
        const std::string text = play.answer(move);
        EXPECT_TRUE(has(text, "You: e4\nrandom: e5\n")) << move;
        EXPECT_TRUE(has(text, "[p]")) << move;
        EXPECT_EQ(play.game().plies(), 2u);
    }
}

TEST(PlaySession, RefusesWithTheReason) {
    PlaySession play = session_with({});
    const std::pair<const char*, const char*> cases[] = {
        {"e5e6", "There is no man on e5."},       {"e2e5", "A pawn does not move like that."},
        {"Ke2", "Your own pawn stands on e2."},   {"O-O", "blocked by the\nbishop on f1."},
        {"xyzzy", "'xyzzy' is not a move."},      {"e9", "'e9' is not a move."},
        {"\x1b[2Jboom", "'boom' is not a move."}, {"\xff\xfe", "'?\?' is not a move."},
        {"0000", "'0000' is not a move."},
    };
    for (const auto& [input, part] : cases) {
        const std::string text = play.answer(input);
        EXPECT_TRUE(has(text, part)) << input << " -> " << text;
        EXPECT_FALSE(has(text, "\x1b"));
        EXPECT_EQ(play.game().plies(), 0u);
    }
    EXPECT_EQ(play.answer(""), "");
    EXPECT_EQ(play.answer("   "), "");
    EXPECT_FALSE(play.over());
}

TEST(PlaySession, GuessesMistypedCommands) {
    PlaySession play = session_with({});
    EXPECT_EQ(play.answer("udno"), "I do not know 'udno'. Did you mean\n'undo'?\n");
}

TEST(PlaySession, NamesTheChoicesOfAnAmbiguousMove) {
    PlaySession play = session_with({}, "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    EXPECT_TRUE(has(play.answer("Nd2"), "Nbd2 or Nfd2"));
    EXPECT_EQ(play.game().plies(), 0u);
}

TEST(PlaySession, AsksForThePromotion) {
    const Move reply{Square::H8, Square::H7};
    PlaySession play = session_with({reply}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
    EXPECT_EQ(play.answer("a8"), "");
    EXPECT_EQ(play.prompt(), "Promote to q, r, b or n? ");
    EXPECT_TRUE(has(play.answer("king"), "Type q for a queen"));
    EXPECT_TRUE(has(play.answer("n"), "You: a8=N\nrandom: Kh7\n"));
    EXPECT_EQ(play.prompt(), "Your move: ");
}

TEST(PlaySession, ForgetsThePromotionOnRequest) {
    PlaySession play = session_with({}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
    EXPECT_EQ(play.answer("a7a8"), "");
    EXPECT_TRUE(has(play.answer(""), "stays"));
    EXPECT_EQ(play.prompt(), "Your move: ");
    EXPECT_EQ(play.answer("a8"), "");
    EXPECT_TRUE(has(play.answer("quit"), "Left unfinished"));
    EXPECT_TRUE(play.over());
}

TEST(PlaySession, TakesTheNamedPromotionAtOnce) {
    for (const char* move : {"a8=R", "a7a8r", "a8R"}) {
        PlaySession play =
            session_with({{Square::H8, Square::H7}}, "7k/P7/8/8/8/8/5K1P/8 w - - 0 1");
        EXPECT_TRUE(has(play.answer(move), "You: a8=R+\n")) << move;
    }
}

TEST(PlaySession, EndsWithMate) {
    PlaySession play = session_with({}, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    const std::string text = play.answer("Qg7");
    EXPECT_TRUE(has(text, "You win: checkmate. 1-0\n"));
    EXPECT_TRUE(has(text, "1. Qg7# 1-0\n"));
    EXPECT_TRUE(play.over());
    EXPECT_EQ(play.answer("undo"), "");
    EXPECT_EQ(play.leave(), "");
}

TEST(PlaySession, EndsWithBeingMated) {
    PlaySession play = session_with({{Square::E7, Square::E5}, {Square::D8, Square::H4}});
    static_cast<void>(play.answer("f3"));
    const std::string text = play.answer("g4");
    EXPECT_TRUE(has(text, "random: Qh4#\n"));
    EXPECT_TRUE(has(text, "You lose: checkmate. 0-1\n"));
    EXPECT_TRUE(play.over());
}

TEST(PlaySession, EndsWithStalemate) {
    PlaySession play = session_with({}, "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
    EXPECT_TRUE(has(play.answer("Qf7"), "A draw: stalemate. 1/2-1/2\n"));
    EXPECT_TRUE(play.over());
}

TEST(PlaySession, EndsWithRepetition) {
    const Move out{Square::G8, Square::F6}, back{Square::F6, Square::G8};
    PlaySession play = session_with({out, back, out, back});
    std::string text;
    for (const char* move : {"Nf3", "Ng1", "Nf3", "Ng1"}) {
        EXPECT_FALSE(play.over());
        text = play.answer(move);
    }
    EXPECT_TRUE(has(text, "A draw: threefold repetition. 1/2-1/2\n"));
    EXPECT_TRUE(play.over());
}

TEST(PlaySession, IsOverAtOnceFromAFinishedPosition) {
    PlaySession play = session_with({}, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    EXPECT_TRUE(has(play.begin(), "You win: checkmate. 1-0\n"));
    EXPECT_TRUE(play.over());
}

TEST(PlaySession, AnnouncesCheck) {
    PlaySession play = session_with({{Square::D8, Square::H4}},
                                    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    EXPECT_TRUE(has(play.answer("a3"), "White to move: check.\n"));
}

TEST(PlaySession, UndoTakesBothMovesBack) {
    PlaySession play = session_with({e7e5, d7d5});
    const std::string start = to_fen(play.game().position());
    EXPECT_TRUE(has(play.answer("undo"), "nothing to take back"));
    static_cast<void>(play.answer("e4"));
    EXPECT_TRUE(has(play.answer("undo"), "Taken back.\n"));
    EXPECT_EQ(to_fen(play.game().position()), start);
    EXPECT_TRUE(has(play.answer("d4"), "random: d5\n"));
}

TEST(PlaySession, UndoKeepsTheOpponentsFirstMove) {
    PlaySession play = session_with({{Square::E2, Square::E4}}, {}, Color::Black);
    static_cast<void>(play.begin());
    EXPECT_TRUE(has(play.answer("undo"), "nothing to take back"));
    EXPECT_EQ(play.game().plies(), 1u);
}

TEST(PlaySession, FlipsTheBoard) {
    PlaySession play = session_with({});
    const std::string flipped = play.answer("flip");
    EXPECT_LT(flipped.find(" 1 |"), flipped.find(" 8 |"));
    const std::string again = play.answer("FLIP");
    EXPECT_LT(again.find(" 8 |"), again.find(" 1 |"));
}

TEST(PlaySession, AnswersItsOtherCommands) {
    PlaySession play = session_with({e7e5});
    for (const char* name : {"board", "flip", "moves", "undo", "resign", "fen", "pgn", "quit"})
        EXPECT_TRUE(has(play.answer("help"), name));
    EXPECT_EQ(play.answer("help"), play.answer("?"));
    EXPECT_EQ(play.answer("fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    EXPECT_TRUE(has(play.answer("moves"), "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4"));
    EXPECT_TRUE(has(play.answer("board"), "White to move.\n"));
    static_cast<void>(play.answer("e4"));
    EXPECT_TRUE(has(play.answer("pgn"),
                    "[White \"You\"]\n[Black \"random\"]\n[Result \"*\"]\n\n1. e4 e5 *\n"));
}

TEST(PlaySession, ResignsAndLeaves) {
    PlaySession resigned = session_with({});
    EXPECT_TRUE(has(resigned.answer("resign"), "You lose: you resigned. 0-1\n"));
    EXPECT_TRUE(resigned.over());

    PlaySession black =
        session_with({{Square::E2, Square::E4}, {Square::D2, Square::D4}}, {}, Color::Black);
    static_cast<void>(black.begin());
    static_cast<void>(black.answer("e5"));
    const std::string text = black.leave();
    EXPECT_TRUE(has(text, "Left unfinished after 3 half-moves,"));
    EXPECT_TRUE(
        has(text, "rookery play --black --fen 'rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b"));
    EXPECT_TRUE(black.over());
}

TEST(PlaySession, FitsFortyColumns) {
    PlaySession play = session_with({e7e5});
    std::string text = play.begin() + play.answer("help") + play.answer("moves") +
                       play.answer("e4") + play.answer("hepl") +
                       play.answer("rubbish that is long enough to wrap a line");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
}

// Whatever is typed, it answers, stays in a legal game and shows no control characters.
RC_GTEST_PROP(PlaySession, SurvivesAnything, (std::vector<std::string> lines, std::uint64_t seed)) {
    PlaySession play(PlayOptions{}, std::make_unique<RandomSearcher>(seed));
    std::string text = play.begin();
    const auto mixed =
        *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
            "e4", "d4", "a8", "q", "undo", "flip", "moves", "Nf3", "=Q", "e2e4", ""}));
    lines.insert(lines.end(), mixed.begin(), mixed.end());
    for (const std::string& line : lines) text += play.answer(line);
    for (char c : text) RC_ASSERT(c == '\n' || static_cast<unsigned char>(c) >= ' ');
    RC_ASSERT(play.game().position().is_consistent());
}

}  // namespace
}  // namespace rookery
