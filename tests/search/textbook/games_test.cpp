// Games of the searcher that people know as "minimax": against a random mover, against a beginner,
// and won endgames to the mate.
#include "search/textbook/textbook_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace test;

constexpr std::uint64_t nodes_a_move = 3000;

// Takes the most valuable piece it can; of equally good moves a random one.
std::unique_ptr<Searcher> novice(std::uint64_t seed) {
    constexpr int less_than_half_a_pawn = 40;
    return textbook::make_minimax(
        {.evaluator = noisy(less_than_half_a_pawn, seed), .settings = {{"depth", 1}}});
}

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
};

// Two games from every opening of a few random moves, colours swapped.
template <class MakeOpponent>
Tally tally_against(MakeOpponent make_opponent, int games) {
    const auto ours = textbook::make_iterative({});
    ours->resize({.hash_mib = 1, .threads = 1});
    Tally tally;
    for (int i = 0; i < games; ++i) {
        const bool we_are_white = i % 2 == 0;
        Random random(static_cast<std::uint64_t>(i / 2) + 1);
        Game game;
        for (int ply = 0; ply < 4; ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(moves.size())]);
        }
        const auto opponent = make_opponent(static_cast<std::uint64_t>(i));
        const Side us{*ours, with_nodes(nodes_a_move)};
        const Side them{*opponent, {}};
        play_to_the_end(game, we_are_white ? us : them, we_are_white ? them : us);
        const GameResult result = game.result();
        if (result == GameResult::Draw)
            ++tally.draws;
        else
            ++((result == GameResult::WhiteWins) == we_are_white ? tally.wins : tally.losses);
    }
    return tally;
}

std::unique_ptr<Searcher> random_mover(std::uint64_t seed) {
    return std::make_unique<RandomSearcher>(seed);
}

TEST(ObjectivesOfTheStudy, E2_BeatsARandomMover) {
    EXPECT_EQ(tally_against(random_mover, 6).wins, 6);
}
TEST(ObjectivesOfTheStudy, E2_BeatsARandomMoverHundredToNothingLong) {
    EXPECT_EQ(tally_against(random_mover, 100).wins, 100);
}

TEST(ObjectivesOfTheStudy, E2_BeatsANovice) {
    const Tally tally = tally_against(novice, 6);
    EXPECT_GE(2 * tally.wins + tally.draws, 10);
}
TEST(ObjectivesOfTheStudy, E2_BeatsANoviceLong) {
    const Tally tally = tally_against(novice, 100);
    EXPECT_GT(2 * tally.wins + tally.draws, 160)
        << tally.wins << " won, " << tally.draws << " drawn";
}

// A king and one piece against a king that has nothing, the piece not to be taken at once.
Position won_ending(Random& random, Piece piece) {
    for (;;) {
        Setup setup;
        setup.side_to_move = Color::White;
        for (const Piece one : {Piece::WhiteKing, Piece::BlackKing, piece})
            setup.board[square_at(static_cast<int>(random.below(64)))] = one;
        const auto placed = Position::from(setup);
        if (placed && has_legal_move(placed->position)) return placed->position;
    }
}

// Against a king that wanders, or one that sees its own end coming as far as we do.
int mates_of(Piece piece, int games) {
    Random random(3);
    const auto attacker = textbook::make_iterative({});
    const auto defender = textbook::make_iterative({});
    for (const auto& one : {attacker.get(), defender.get()})
        one->resize({.hash_mib = 1, .threads = 1});
    RandomSearcher wanderer(7);
    int mates = 0;
    for (int i = 0; i < games; ++i) {
        Game game(won_ending(random, piece));
        const Side white{*attacker, with_nodes(nodes_a_move)};
        const Side black{i % 4 == 0 ? static_cast<Searcher&>(wanderer) : *defender,
                         with_nodes(nodes_a_move)};
        play_to_the_end(game, white, black);
        mates += game.ending() == GameEnding::Checkmate;
    }
    return mates;
}

TEST(IterativeGames, MatesWithAQueen) { EXPECT_EQ(mates_of(Piece::WhiteQueen, 8), 8); }
TEST(IterativeGames, MatesWithARook) { EXPECT_EQ(mates_of(Piece::WhiteRook, 8), 8); }
TEST(IterativeGames, MatesWithAQueenAlwaysLong) {
    EXPECT_EQ(mates_of(Piece::WhiteQueen, 100), 100);
}
TEST(IterativeGames, MatesWithARookAlwaysLong) { EXPECT_EQ(mates_of(Piece::WhiteRook, 100), 100); }

}  // namespace
}  // namespace rookery
