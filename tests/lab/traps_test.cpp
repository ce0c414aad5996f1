#include "lab/traps.h"

#include "chess/movegen.h"
#include "search/mcts/mcts_searcher.h"
#include "search/textbook/textbook_searchers.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace rookery::lab {
namespace {

using test::position_of;

std::vector<Trap> traps_of(std::string_view text) {
    auto traps = read_traps(text);
    EXPECT_TRUE(traps) << (traps ? "" : traps.error());
    return traps ? *traps : std::vector<Trap>();
}

TEST(Traps, ThereAreEnoughOfOurOwnAndNoneTwice) {
    const std::vector<Trap> traps = traps_of(own_traps());
    EXPECT_GE(traps.size(), 50U);
    std::set<Key> keys;
    std::set<std::string> ids;
    for (const Trap& trap : traps) {
        EXPECT_TRUE(keys.insert(trap.position.key()).second) << trap.id;
        EXPECT_TRUE(ids.insert(trap.id).second) << trap.id;
    }
}

// By trying every move, every reply, every answer and every mating move.
TEST(Traps, EveryOneOfOurOwnIsProven) {
    for (const Trap& trap : traps_of(own_traps())) {
        const auto found = trap_in(trap.position);
        ASSERT_TRUE(found) << trap.id;
        EXPECT_TRUE(std::ranges::is_permutation(found->losing, trap.losing)) << trap.id;
    }
}

// The list's words are not taken for granted: the same proof written another way.
TEST(Traps, LosingMovesLoseAndTheOthersDoNot) {
    const std::vector<Trap> traps = traps_of(own_traps());
    for (std::size_t i = 0; i < traps.size(); i += 10)
        for (const Move move : legal_moves(traps[i].position)) {
            const Position next = traps[i].position.after(move);
            bool mates = false;
            for (const Move threat : legal_moves(next))
                mates |= is_mated_within(next.after(threat), 1);
            EXPECT_EQ(mates, traps[i].loses(move)) << traps[i].id;
        }
}

// A back rank: a side that does not make room or guard it is mated, but that takes one move, not
// two.
TEST(Traps, AMateInOneIsNoTrap) {
    EXPECT_FALSE(trap_in(position_of("3r2k1/5ppp/8/8/8/8/PPR2PPP/6K1 w - - 0 1")));
    EXPECT_FALSE(
        trap_in(position_of("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2")));
}

TEST(Traps, NoneWhereNothingIsThreatened) {
    EXPECT_FALSE(trap_in(Position::start()));
    EXPECT_FALSE(trap_in(position_of("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"))) << "the game is over";
}

TEST(Traps, TheRulesBoundTheShareOfLosingMoves) {
    const Trap trap = traps_of(own_traps()).front();
    TrapRules rules;
    rules.lowest_share = trap.losing_share() + 0.01;
    rules.highest_share = 1;
    EXPECT_FALSE(trap_in(trap.position, rules));
    rules.lowest_share = 0;
    rules.highest_share = trap.losing_share() - 0.01;
    EXPECT_FALSE(trap_in(trap.position, rules));
    rules.highest_share = trap.losing_share();
    EXPECT_TRUE(trap_in(trap.position, rules));
}

TEST(Traps, TextAndBack) {
    const std::vector<Trap> traps = traps_of(own_traps());
    const std::vector<Trap> again =
        traps_of("# a remark\n\n" + to_epd(traps.front()) + "\n" + to_epd(traps.back()));
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(again[0].position, traps.front().position);
    EXPECT_EQ(again[1].losing, traps.back().losing);
    EXPECT_EQ(again[1].id, traps.back().id);
    EXPECT_FALSE(read_traps("8/8/8/8/8/8/8/8 w - -"));
    const auto without = read_traps("# one\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n");
    ASSERT_FALSE(without);
    EXPECT_NE(without.error().find("line 2"), std::string::npos) << without.error();
}

// A game of one trap: found where the search held the position, and not where it thought it lost.
TEST(TrapFinder, LooksWhereThereIsSomethingToLose) {
    const Trap trap = traps_of(own_traps()).front();
    training::SelfplayGame game;
    game.start = trap.position;
    const Move played = legal_moves(trap.position)[0];
    game.moves.push_back({played, 0});
    const auto found = trap_in(game, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->position, trap.position);
    const bool is_white = trap.position.side_to_move() == Color::White;
    game.moves[0].white_score = static_cast<std::int16_t>(is_white ? -900 : 900);
    EXPECT_FALSE(trap_in(game, {}));
    game.moves[0].white_score = 0;
    game.opening_plies = 1;
    EXPECT_FALSE(trap_in(game, {})) << "it was not searched";
}

constexpr SearcherEntry iterative{"iterative", "", textbook::make_iterative};
constexpr SearcherEntry trap_mcts{"mcts", "", make_mcts, {}, mcts_settings};

TEST(TrapTrial, FourPliesSeeEveryMateInTwo) {
    const std::vector<Trap> traps = traps_of(own_traps());
    const std::vector<Trap> some(traps.begin(), traps.begin() + 10);
    const TrapTally deep = try_traps({&iterative, {}, {}, 4, 1}, some);
    EXPECT_EQ(deep.asked, 10U);
    EXPECT_EQ(deep.fell, 0U);
}

TEST(TrapTrial, RandomGamesFallAndComeOutTheSame) {
    const std::vector<Trap> traps = traps_of(own_traps());
    const std::vector<Trap> some(traps.begin(), traps.begin() + 10);
    const TrapPlayer player{&trap_mcts, {{"solver", 0}}, 30, {}, 2};
    EXPECT_EQ(player.name(), "mcts, solver=0");
    const TrapTally once = try_traps(player, some);
    EXPECT_EQ(once.asked, 20U);
    EXPECT_GT(once.fell, 0U);
    EXPECT_EQ(try_traps(player, some).fell, once.fell);
}

TEST(TrapTrial, PlausibleSharesAreWilsons) {
    const Share half = plausible_share(0.5, 100);
    EXPECT_NEAR(half.lowest, 0.4038, 1e-4);
    EXPECT_NEAR(half.highest, 0.5962, 1e-4);
    const Share none = plausible_share(0, 50);
    EXPECT_EQ(none.lowest, 0);
    EXPECT_NEAR(none.highest, 0.0713, 1e-4);
    EXPECT_EQ(plausible_share(0, 0).highest, 1);
}

TEST(TrapTrial, RandomMoversFallByTheShareOfLosingMoves) {
    std::vector<Trap> traps = traps_of(own_traps());
    traps.resize(2, traps.front());
    EXPECT_NEAR(random_share(traps), (traps[0].losing_share() + traps[1].losing_share()) / 2,
                1e-12);
    EXPECT_EQ(random_share({}), 0);
}

// 1.f3 e5, and White to move: 2.g4 allows the shortest of all mates.
constexpr const char* before_fools_mate =
    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

TEST(MateSolver, FoolsMate) {
    const Position position = position_of(before_fools_mate);
    EXPECT_TRUE(can_mate_within(position.after(Move(Square::G2, Square::G4)), 1));
    EXPECT_FALSE(can_mate_within(position.after(Move(Square::E2, Square::E4)), 2));
    EXPECT_FALSE(is_mated_within(position, 2));
}

TEST(MateSolver, CountsTheMovesOfTheMatingSide) {
    // The king steps up, the king steps back, the rook mates.
    const Position in_two = position_of("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    EXPECT_FALSE(can_mate_within(in_two, 0));
    EXPECT_FALSE(can_mate_within(in_two, 1));
    EXPECT_TRUE(can_mate_within(in_two, 2));
    EXPECT_TRUE(can_mate_within(in_two, 3));
    EXPECT_TRUE(can_mate_within(position_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), 1));
}

TEST(MateSolver, MatedNowNeedsNoMoreMoves) {
    EXPECT_TRUE(is_mated_within(position_of("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 0));
    EXPECT_FALSE(is_mated_within(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 2)) << "stalemate";
}

TEST(MateSolver, AQuietFirstMoveIsFound) {
    // No check mates in two, Kb6 does: every answer but a8b8 is impossible, and then the rook
    // mates.
    const Position position = position_of("k7/8/2K5/8/8/8/8/7R w - - 0 1");
    EXPECT_FALSE(can_mate_within(position, 1));
    EXPECT_TRUE(can_mate_within(position, 2));
}

TEST(MateSolver, OneDefenceIsEnough) {
    // A flight square for the king: the back-rank mate is none.
    EXPECT_TRUE(can_mate_within(position_of("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), 1));
    EXPECT_FALSE(can_mate_within(position_of("6k1/5pp1/7p/8/8/8/8/4R1K1 w - - 0 1"), 2));
}

}  // namespace
}  // namespace rookery::lab
