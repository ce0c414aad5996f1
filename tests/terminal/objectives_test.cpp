// What the study of minimax and Monte-Carlo tree search in a terminal set out to do, each objective
// under its own name, as the person at the board meets it. M6, M7, E2, E3 and E4 are tested with
// the searchers, M9 with the console.
#include "terminal/play/play_helpers.h"

#include "notation/fen.h"
#include "search/mcts/mcts_searcher.h"
#include "search/textbook/textbook_searchers.h"

#include <gtest/gtest.h>

#include <utility>

namespace rookery {
namespace {

using test::has;
using test::Talk;

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Two people at one board: the side to move types. What stands there after these moves, or an
// empty text if one of them was refused.
std::string after(std::string_view fen, std::initializer_list<const char*> moves) {
    Talk play({.fen = fen, .two_players = true});
    std::size_t plies = 0;
    for (const char* move : moves) {
        static_cast<void>(play.say(move));
        if (play->timed_game().game().plies() != ++plies) return {};
    }
    return to_fen(play->timed_game().position());
}

// The reason why a move is refused; empty if it was made.
std::string refusal(std::string_view fen, const char* move) {
    Talk play({.fen = fen, .two_players = true});
    const std::string text = play.say(move);
    return play->timed_game().game().plies() == 0 ? text : std::string();
}

// Each of these moves can be made, and none of those.
void expect_moves(std::string_view fen, std::initializer_list<const char*> legal,
                  std::initializer_list<const char*> illegal) {
    for (const char* move : legal) EXPECT_NE(after(fen, {move}), "") << fen << ' ' << move;
    for (const char* move : illegal) EXPECT_NE(refusal(fen, move), "") << fen << ' ' << move;
}

TEST(ObjectivesOfTheStudy, M1_TheBoardIsShown) {
    Talk play({.two_players = true});
    const std::string text = play.begin();
    for (const char* row : {" 8 | r  n  b  q  k  b  n  r |", " 7 | p  p  p  p  p  p  p  p |",
                            " 2 | P  P  P  P  P  P  P  P |", " 1 | R  N  B  Q  K  B  N  R |"})
        EXPECT_TRUE(has(text, row)) << row;
    const std::string moved = play.say("e2e4");
    EXPECT_TRUE(has(moved, " 2 | P  P  P  P [.] P  P  P |")) << moved;
    EXPECT_TRUE(has(moved, " 4 | .  .  .  . [P] .  .  . |")) << moved;
}

TEST(ObjectivesOfTheStudy, M2_MovesAreTyped) {
    EXPECT_EQ(after(start, {"e4", "e5", "Nf3"}),
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST(ObjectivesOfTheStudy, M2_1_StartAndEndSquares) {
    const std::string typed = after(start, {"e2e4", "g8-f6"});
    EXPECT_EQ(typed, after(start, {"e4", "Nf6"}));
    EXPECT_EQ(typed, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

TEST(ObjectivesOfTheStudy, M2_2_ThePromotionIsChosen) {
    constexpr std::string_view fen = "7k/P7/8/8/8/8/5K1P/8 w - - 0 1";
    for (const auto& [letter, piece] : {std::pair("q", "Q"), {"r", "R"}, {"b", "B"}, {"n", "N"}}) {
        Talk play({.fen = fen, .two_players = true});
        static_cast<void>(play.say("a7a8"));
        EXPECT_TRUE(has(play->prompt(), "q, r, b or n"));
        static_cast<void>(play.say(letter));
        EXPECT_EQ(to_fen(play->timed_game().position()).substr(0, 3), std::string(piece) + "6k");
    }
}

TEST(ObjectivesOfTheStudy, M3_1_1_PawnPush) {
    expect_moves(start, {"a2a3", "e2e3"}, {"e2d3", "e2e1", "e2f3"});
    expect_moves("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", {}, {"e4e5"});
}

TEST(ObjectivesOfTheStudy, M3_1_2_PawnDoublePush) {
    expect_moves(start, {"a2a4", "e2e4"}, {"e2e5"});
    expect_moves("4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1", {"d2d4", "e3e4"}, {"e3e5"});
    expect_moves("4k3/8/8/8/8/3n4/3P4/4K3 w - - 0 1", {}, {"d2d4"});
    expect_moves("4k3/8/8/8/3n4/8/3P4/4K3 w - - 0 1", {"d2d3"}, {"d2d4"});
}

TEST(ObjectivesOfTheStudy, M3_1_3_PawnCapture) {
    expect_moves("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", {"e4d5", "e4f5", "exd5", "e4e5"},
                 {"e4d3", "e4f3"});
    // Not around the edge of the board.
    expect_moves("4k3/8/8/7p/P7/7p/8/4K3 w - - 0 1", {"a4a5"}, {"a4h5", "a4h3"});
}

TEST(ObjectivesOfTheStudy, M3_1_4_EnPassant) {
    constexpr std::string_view fen = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1";
    EXPECT_EQ(after(fen, {"c7c5", "d5c6"}), "4k3/8/2P5/8/8/8/8/4K3 b - - 0 2");
    // Only at once.
    EXPECT_EQ(after(fen, {"c7c5", "Kd1", "Kd8", "d5c6"}), "");
    EXPECT_EQ(after(fen, {"c7c6", "Kd1", "c6c5", "d5c6"}), "");
    // Both pawns leave the rank between king and rook.
    expect_moves("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", {"e4d3"}, {});
    expect_moves("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", {"e4e3"}, {"e4d3"});
}

TEST(ObjectivesOfTheStudy, M3_1_5_Promotion) {
    EXPECT_EQ(after("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", {"e7e8q"}),
              "3nQ2k/8/8/8/8/8/8/K7 b - - 0 1");
    EXPECT_EQ(after("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", {"exd8=N"}),
              "3N3k/8/8/8/8/8/8/K7 b - - 0 1");
    EXPECT_EQ(after("k7/8/8/8/8/8/6p1/K7 b - - 0 1", {"g2g1r"}), "k7/8/8/8/8/8/8/K5r1 w - - 0 2");
    expect_moves("7k/4P3/8/8/8/8/8/K7 w - - 0 1", {}, {"e7e8k", "e7e8p"});
}

TEST(ObjectivesOfTheStudy, M3_2_Knight) {
    expect_moves("4k3/p7/8/8/3N4/8/7P/4K3 w - - 0 1",
                 {"d4b3", "d4b5", "d4c2", "d4c6", "d4e2", "d4e6", "d4f3", "d4f5"},
                 {"d4d5", "d4e5", "d4d6"});
    expect_moves(start, {"g1f3", "b1c3"}, {"g1e2"});  // over other pieces, but not onto them
}

TEST(ObjectivesOfTheStudy, M3_3_Bishop) {
    expect_moves("4k3/8/8/2p5/3B4/8/8/4K3 w - - 0 1", {"d4c5", "d4h8", "d4a1", "d4g1"},
                 {"d4b6", "d4d5", "d4e6"});
}

TEST(ObjectivesOfTheStudy, M3_4_Rook) {
    expect_moves("4k3/8/8/3p4/3R4/8/8/4K3 w - - 0 1", {"d4d5", "d4a4", "d4h4", "d4d1"},
                 {"d4d6", "d4e5", "d4c2"});
}

TEST(ObjectivesOfTheStudy, M3_5_Queen) {
    expect_moves("4k3/8/8/3p4/3Q4/8/8/4K3 w - - 0 1", {"d4d5", "d4a4", "d4h8", "d4g1", "d4a1"},
                 {"d4d6", "d4e6", "d4c2"});
}

TEST(ObjectivesOfTheStudy, M3_6_1_King) {
    expect_moves("4k3/p7/8/8/3K4/8/7P/8 w - - 0 1",
                 {"d4c3", "d4c4", "d4c5", "d4d3", "d4d5", "d4e3", "d4e4", "d4e5"},
                 {"d4d6", "d4f4", "d4b2"});
    expect_moves("8/p7/3k4/8/3K4/8/7P/8 w - - 0 1", {"d4d3"}, {"d4d5", "d4e5", "d4c5"});
}

TEST(ObjectivesOfTheStudy, M3_6_2_Castling) {
    constexpr std::string_view both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    EXPECT_EQ(after(both, {"e1g1"}), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    EXPECT_EQ(after(both, {"O-O-O", "O-O"}), "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
    EXPECT_EQ(after(both, {"e1e2", "a8b8", "e2e1", "b8a8", "e1g1"}), "") << "the king has moved";
    EXPECT_EQ(after(both, {"h1g1", "a8b8", "g1h1", "b8a8", "e1g1"}), "") << "the rook has moved";
    EXPECT_NE(refusal("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O"), "") << "in check";
    EXPECT_NE(refusal("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"), "") << "over an attacked square";
    EXPECT_NE(refusal("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"), "")
        << "onto an attacked square";
    EXPECT_NE(refusal("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O"), "") << "a piece between";
    EXPECT_NE(after("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}), "") << "the rook may pass there";
}

TEST(ObjectivesOfTheStudy, M3_6_3_Check) {
    // It is announced, and must be answered: by going away, between, or taking.
    constexpr std::string_view fen = "4k3/8/8/4r3/8/8/3B2P1/R3K3 w - - 0 1";
    Talk play({.fen = fen, .two_players = true});
    EXPECT_TRUE(has(play.begin(), "White to move: check."));
    expect_moves(fen, {"e1f1", "d2e3"}, {"e1e2", "a1b1", "g2g3"});
    expect_moves("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", {"e1e2"}, {});
    // Not along the line either.
    expect_moves("8/8/4k3/8/8/8/8/K3R3 b - - 0 1", {"e6d6"}, {"e6e7"});
}

TEST(ObjectivesOfTheStudy, M3_7_1_NoCaptureOfOnesOwn) {
    for (const char* move : {"a1a2", "b1d2", "c1b2", "d1d2", "e1e2"})
        EXPECT_TRUE(has(refusal(start, move), "Your own pawn")) << move;
}

TEST(ObjectivesOfTheStudy, M3_7_2_Pins) {
    constexpr std::string_view fen = "4k3/4r3/8/b7/8/2N5/4R3/4K3 w - - 0 1";
    expect_moves(fen, {"e2e3", "e2e7"}, {"e2d2", "e2a2", "c3d5", "c3b1"});
    EXPECT_TRUE(has(refusal(fen, "c3d5"), "pinned"));
}

TEST(ObjectivesOfTheStudy, M4_LegalityIsTold) {
    const std::pair<const char*, const char*> cases[] = {
        {"e4e5", "no piece on e4"},
        {"e7e5", "is your opponent's"},
        {"e2e5", "does not move like that"},
        {"Ke2", "Your own pawn"},
        {"Zz9", "not a move"},
    };
    for (const auto& [move, reason] : cases)
        EXPECT_TRUE(has(refusal(start, move), reason)) << refusal(start, move);
    EXPECT_TRUE(has(refusal("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "a1a8"), "check"));
}

TEST(ObjectivesOfTheStudy, M5_1_Checkmate) {
    Talk play({.two_players = true});
    std::string text;
    for (const char* move : {"f3", "e5", "g4", "Qh4"}) text = play.say(move);
    EXPECT_TRUE(has(text, "checkmate. 0-1")) << text;
    EXPECT_TRUE(play->timed_game().is_over());
}

TEST(ObjectivesOfTheStudy, M5_2_Stalemate) {
    Talk play({.fen = "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", .two_players = true});
    EXPECT_TRUE(has(play.say("Qf7"), "stalemate. 1/2-1/2"));
}

// Both players are searchers, with the same limit.
PlaySession minimax_against_mcts(std::string_view control) {
    PlayOptions options;
    options.control = arena::parse_time_control(control).value();
    ByColor<Seat> seats;
    seats[Color::White] = {"minimax", "iterative", textbook::make_iterative({})};
    seats[Color::Black] = {"mcts", "mcts", make_mcts({})};
    return {std::move(options), std::move(seats), [] { return textbook::make_iterative({}); }};
}

TEST(ObjectivesOfTheStudy, M8_TheTwoAgainstEachOther) {
    PlaySession play = minimax_against_mcts("nodes=300");
    std::string text = play.begin();
    while (!play.timed_game().is_over()) text += play.let_searcher_move({});
    EXPECT_TRUE(has(text, "minimax: ")) << text;
    EXPECT_TRUE(has(text, "mcts: "));
    EXPECT_NE(play.timed_game().game().ending(), GameEnding::None);
    EXPECT_TRUE(has(play.pgn_text(), "[White \"minimax\"]"));
}

TEST(ObjectivesOfTheStudy, E1_PositionsAreLoaded) {
    constexpr std::string_view fen =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    Talk play({.fen = fen, .two_players = true});
    EXPECT_TRUE(has(play.begin(), " 5 | .  .  .  P  N  .  .  . |"));
    EXPECT_EQ(play.say("fen"), std::string(fen) + "\n");
    EXPECT_FALSE(parse_fen("r3k2r/Pppp1ppp/1b3nbN/nP6//q4N2/Pp1P2PP/R2Q1RK1 w kq"));
}

TEST(ObjectivesOfTheStudy, E5_TwoPlayers) {
    Talk play({.two_players = true});
    EXPECT_TRUE(has(play.begin(), "Two players"));
    EXPECT_EQ(play->prompt(), "White: ");
    static_cast<void>(play.say("d4"));
    EXPECT_EQ(play->prompt(), "Black: ");
    EXPECT_TRUE(has(play.say("d2d4"), "There is no piece on d2.")) << "White's turn is over";
    EXPECT_TRUE(has(play.say("d5"), "White to move."));
}

TEST(ObjectivesOfTheStudy, E6_TimeForEachMove) {
    PlaySession play = minimax_against_mcts("0.2/move");
    static_cast<void>(play.begin());
    for (int move = 0; move < 2; ++move) {
        const auto began = std::chrono::steady_clock::now();
        static_cast<void>(play.let_searcher_move({}));
        const auto took = std::chrono::steady_clock::now() - began;
        // Twenty times as much would still be the time asked for, on a machine that does other
        // things.
        EXPECT_LT(took, std::chrono::seconds(4));
        EXPECT_EQ(play.timed_game().game().plies(), static_cast<std::size_t>(move) + 1);
    }
}

}  // namespace
}  // namespace rookery
