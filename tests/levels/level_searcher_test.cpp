#include "levels/level_searcher.h"

#include "notation/fen.h"
#include "notation/san.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace rookery {
namespace {

Root root_of(const char* fen) { return Root(parse_fen(fen)->position); }

std::set<std::string> careful_names(const Root& root) {
    std::set<std::string> names;
    for (const Move move : careful_moves(root, legal_moves(root.position)))
        names.insert(to_san(root.position, move));
    return names;
}

TEST(CarefulMoves, LeaveNoPieceToASingleCapture) {
    // The knight is attacked by the pawn and must move, but not to where the pawn on b5 takes it.
    const auto names = careful_names(root_of("6k1/8/8/1p1p4/4N3/8/8/6K1 w - - 0 1"));
    EXPECT_TRUE(names.contains("Nf6+"));
    EXPECT_TRUE(names.contains("Nc5"));
    EXPECT_FALSE(names.contains("Kh1"));
    EXPECT_FALSE(names.contains("Nc3") && names.contains("Kf1"));
    for (const std::string& name : names) EXPECT_EQ(name.front(), 'N') << name;
}

TEST(CarefulMoves, CountWhatTheMoveItselfWins) {
    // The queen takes a protected rook and is lost for it; she takes an unprotected one for
    // nothing.
    const auto lost = careful_names(root_of("3r2k1/3r4/8/8/8/8/8/3Q2K1 w - - 0 1"));
    EXPECT_FALSE(lost.contains("Qxd7"));
    EXPECT_TRUE(careful_names(root_of("6k1/3r4/8/8/8/8/8/3Q2K1 w - - 0 1")).contains("Qxd7"));
    // An exchange of queens hangs nothing.
    EXPECT_TRUE(careful_names(root_of("3q2k1/3r4/8/8/8/8/3R4/3Q2K1 w - - 0 1")).contains("Rxd7"));
}

TEST(CarefulMoves, RecaptureAPiece) {
    Root before = root_of("3r2k1/8/8/8/8/2B5/3N4/1K6 b - - 0 1");
    const Root root = before.after(*parse_san(before.position, "Rxd2"));
    EXPECT_EQ(careful_names(root), (std::set<std::string>{"Bxd2"}));
    // Without knowing the last move any move is possible that hangs nothing.
    EXPECT_GT(careful_names(Root(root.position)).size(), 1U);
}

TEST(CarefulMoves, MateMayLeaveAnythingBehind) {
    // The knight attacks a rook, but the game is over.
    const auto names = careful_names(root_of("6k1/5ppp/8/8/2n5/8/1R6/4R1K1 w - - 0 1"));
    EXPECT_FALSE(names.contains("Re7"));
    EXPECT_TRUE(names.contains("Re8#"));
}

TEST(CarefulMoves, StalemateIsNoReasonNotToRecapture) {
    const Root before = root_of("k7/N7/2n5/8/8/2Q1B3/8/R6K b - - 0 1");
    const auto names = careful_names(before.after(*parse_san(before.position, "Nxa7")));
    EXPECT_TRUE(names.contains("Bxa7"));
    EXPECT_TRUE(names.contains("Qc8#"));
    EXPECT_FALSE(names.contains("Qc7"));  // the knight is pinned
}

TEST(CarefulMoves, AreAllMovesWhereEveryOneLosesAPiece) {
    const Root root = root_of("6k1/8/8/8/8/1b6/8/RN4K1 w - - 0 1");
    EXPECT_FALSE(careful_moves(root, legal_moves(root.position)).empty());
    const Root lost = root_of("7k/8/8/8/8/1q6/8/K1R5 w - - 0 1");
    EXPECT_FALSE(careful_moves(lost, legal_moves(lost.position)).empty());
}

TEST(LevelSearcher, ChoosesAmongCarefulMovesAlone) {
    const Root root = root_of("6k1/8/8/1p1p4/4N3/8/8/6K1 w - - 0 1");
    NoListener no_listener;
    bool hung = false;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto careful =
            with_limits(std::make_unique<RandomSearcher>(seed), {.nodes = 10, .careful = true});
        const Move move = careful->search(root, {}, {}, no_listener).best;
        EXPECT_EQ(type_of(root.position.piece_on(move.from())), PieceType::Knight);
        const auto careless = with_limits(std::make_unique<RandomSearcher>(seed), {.nodes = 10});
        const Move other = careless->search(root, {}, {}, no_listener).best;
        hung = hung || type_of(root.position.piece_on(other.from())) != PieceType::Knight;
    }
    EXPECT_TRUE(hung);
}

}  // namespace
}  // namespace rookery
