#include "eval/classical/endgames.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/eval_helpers.h"
#include "eval/geometry.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <vector>

namespace rookery::classical {
namespace {

using namespace rookery::test;

// King and pawn against king again, solved with the rules of the board. Too slow for builds with
// asserts.
class SlowKpk {
  public:
    static constexpr std::size_t size = 2 * 64 * 64 * 24;

    SlowKpk() : nodes_(size) {
        for (std::size_t index = 0; index < size; ++index)
            if (const auto position = position_at(index)) expand(*position, nodes_[index]);
        for (bool changed = true; changed;) {
            changed = false;
            for (Node& node : nodes_) {
                if (!node.legal || node.won || !is_won_now(node)) continue;
                node.won = true;
                changed = true;
            }
        }
    }

    [[nodiscard]] static std::optional<Position> position_at(std::size_t index) {
        Setup setup;
        const auto white_king = square_at(static_cast<int>(index % 64));
        const auto black_king = square_at(static_cast<int>(index / 64 % 64));
        const int pawn = static_cast<int>(index / 4096 % 24);
        const Square pawn_square = square_at(8 + pawn / 4 * 8 + pawn % 4);
        if (white_king == black_king || white_king == pawn_square || black_king == pawn_square)
            return std::nullopt;
        if (distance(white_king, black_king) == 1) return std::nullopt;
        setup.board[white_king] = Piece::WhiteKing;
        setup.board[black_king] = Piece::BlackKing;
        setup.board[pawn_square] = Piece::WhitePawn;
        setup.side_to_move = index / (4096 * 24) == 0 ? Color::White : Color::Black;
        auto placed = Position::from(setup);
        if (!placed) return std::nullopt;
        return placed->position;
    }

    struct Node {
        bool legal = false;
        bool won = false;
        bool white_to_move = false;
        bool some_move_wins = false;   // a promotion that stays
        bool some_move_draws = false;  // Black takes the pawn
        bool mated = false;
        std::vector<std::uint32_t> next;
    };
    [[nodiscard]] const Node& node(std::size_t index) const { return nodes_[index]; }

  private:
    static std::size_t index_of_position(const Position& position) {
        const Square pawn = first_square(position.pieces(PieceType::Pawn));
        const int pawn_index = (rank_number(pawn) - 1) * 4 + file_number(pawn);
        return (static_cast<std::size_t>(position.side_to_move()) * 24 +
                static_cast<std::size_t>(pawn_index)) *
                   4096 +
               static_cast<std::size_t>(index_of(position.king(Color::Black))) * 64 +
               static_cast<std::size_t>(index_of(position.king(Color::White)));
    }
    static void expand(const Position& position, Node& node) {
        node.legal = true;
        node.white_to_move = position.side_to_move() == Color::White;
        const MoveList moves = legal_moves(position);
        node.mated = moves.empty() && position.in_check();
        for (Move move : moves) {
            const Position after = position.after(move);
            if (after.pieces(PieceType::Pawn)) {
                node.next.push_back(static_cast<std::uint32_t>(index_of_position(after)));
            } else if (!move.is_promotion()) {
                node.some_move_draws = true;
            } else if (move.promoted() == PieceType::Queen || move.promoted() == PieceType::Rook) {
                // It wins if Black has a move and none of them takes.
                bool stays = !legal_moves(after).empty() || after.in_check();
                for (Move reply : legal_moves(after))
                    if (after.is_capture(reply)) stays = false;
                node.some_move_wins |= stays;
            }
        }
    }
    [[nodiscard]] bool is_won_now(const Node& node) const {
        if (node.white_to_move) {
            if (node.some_move_wins) return true;
            for (std::uint32_t index : node.next)
                if (nodes_[index].won) return true;
            return false;
        }
        if (node.mated) return true;
        if (node.some_move_draws || node.next.empty()) return false;
        for (std::uint32_t index : node.next)
            if (!nodes_[index].won) return false;
        return true;
    }

    std::vector<Node> nodes_;
};

TEST(Kpk, AgreesWithTheRulesDeep) {
    const SlowKpk slow;
    int legal = 0, won = 0;
    for (std::size_t index = 0; index < SlowKpk::size; ++index) {
        if (!slow.node(index).legal) continue;
        const Position position = *SlowKpk::position_at(index);
        const Square white = position.king(Color::White);
        const Square black = position.king(Color::Black);
        const Square pawn = first_square(position.pieces(PieceType::Pawn));
        const Color mover = position.side_to_move();
        const bool wanted = slow.node(index).won;
        ++legal;
        won += wanted;
        ASSERT_EQ(kpk_is_won(Color::White, white, pawn, black, mover), wanted) << to_fen(position);
        // Turned in every way.
        for (int turn : {7, 56, 63}) {
            const auto turned = [&](Square square) { return square_at(index_of(square) ^ turn); };
            const bool over = turn >= 56;
            ASSERT_EQ(kpk_is_won(over ? Color::Black : Color::White, turned(white), turned(pawn),
                                 turned(black), over ? ~mover : mover),
                      wanted)
                << to_fen(position) << " turned " << turn;
        }
    }
    EXPECT_EQ(legal, 165676);
    EXPECT_EQ(won, 111282);
}

int value_of_fen(std::string_view fen) {
    ClassicalEvaluator evaluator;
    const Position position = position_of(fen);
    return evaluator.evaluate(position).value();
}

TEST(Kpk, WellKnownPositions) {
    EXPECT_GT(value_of_fen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), 4000);  // on the sixth: always won
    EXPECT_LT(value_of_fen("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), -4000);
    EXPECT_EQ(value_of_fen("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);      // Black has the opposition
    EXPECT_LT(value_of_fen("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"), -4000);  // White has it
    EXPECT_EQ(value_of_fen("k7/8/1K6/P7/8/8/8/8 w - - 0 1"), 0);        // a rook pawn
    EXPECT_LT(value_of_fen("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"), -4000);  // the other colour
    EXPECT_EQ(value_of_fen("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1"), 0);
}

TEST(Endgames, NotEnoughToMate) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1"})
        EXPECT_EQ(value_of_fen(fen), 0) << fen;
}

TEST(Endgames, WonAgainstABareKing) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/1NN1KN2 w - - 0 1", "4k3/8/8/8/8/8/P7/4KR2 w - - 0 1"})
        EXPECT_GT(value_of_fen(fen), 5000) << fen;
    // A queen more is better than a pawn on its way.
    EXPECT_GT(value_of_fen("8/8/8/2k5/8/8/8/4KQ2 w - - 0 1"),
              value_of_fen("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1"));
}

TEST(Endgames, MopUpDrivesTheKing) {
    // To the edge, and the own king near.
    EXPECT_GT(value_of_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1"),
              value_of_fen("8/8/2K5/8/4k3/8/8/7R w - - 0 1"));
    EXPECT_GT(value_of_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1"),
              value_of_fen("k7/8/8/8/8/6K1/8/7R w - - 0 1"));
    // Bishop and knight: to a corner of the bishop's colour. c4 and h1 are light, b4 and h8 dark.
    EXPECT_GT(value_of_fen("8/8/8/8/2B5/4N1K1/8/7k w - - 0 1"),
              value_of_fen("7k/8/6K1/4N3/2B5/8/8/8 w - - 0 1"));
    EXPECT_GT(value_of_fen("7k/8/6K1/3N4/1B6/8/8/8 w - - 0 1"),
              value_of_fen("8/8/8/8/1B6/3N2K1/8/7k w - - 0 1"));
}

// Two bishops side by side shut the king in; far apart they leave it half of the board.
TEST(Endgames, ASmallCageIsBetter) {
    EXPECT_GT(value_of_fen("5k2/8/8/3BB3/8/8/8/4K3 w - - 0 1"),
              value_of_fen("5k2/8/8/8/8/8/B6B/4K3 w - - 0 1"));
    // The rook cuts off two ranks, or none.
    EXPECT_GT(value_of_fen("4k3/8/R7/8/4K3/8/8/8 w - - 0 1"),
              value_of_fen("4k3/8/8/8/4K3/8/8/R7 w - - 0 1"));
}

TEST(Endgames, QueenAgainstRookIsWonSlowly) {
    const int centre = value_of_fen("8/8/3rk3/8/8/3QK3/8/8 w - - 0 1");
    const int edge = value_of_fen("3rk3/8/8/8/4K3/3Q4/8/8 w - - 0 1");
    EXPECT_GT(centre, 300);
    EXPECT_GT(edge, centre);
    EXPECT_LT(edge, value_of_fen("4k3/8/8/8/4K3/3Q4/8/8 w - - 0 1"));
    EXPECT_EQ(value_of_fen("8/8/3qk3/8/8/3RK3/8/8 b - - 0 1") > 300, true);  // the side to move's
}

TEST(Endgames, WrongRookPawn) {
    EXPECT_EQ(value_of_fen("7k/8/5K1P/8/8/2B5/8/8 w - - 0 1") == 0, false);  // dark bishop, dark h8
    EXPECT_EQ(value_of_fen("7k/8/5K1P/8/8/3B4/8/8 w - - 0 1"), 0);
    EXPECT_EQ(value_of_fen("k7/8/K7/P7/P7/8/8/8 b - - 0 1"), 0);
    EXPECT_EQ(value_of_fen("8/8/8/8/3b4/p1k5/8/K7 w - - 0 1") == 0, false);
    EXPECT_EQ(value_of_fen("8/8/8/8/4b3/p1k5/8/1K6 w - - 0 1"), 0);
}

// Values of the same lead, scaled.
TEST(Scaling, DrawishEndgamesCountLess) {
    // Opposite bishops against the same colours.
    EXPECT_LT(value_of_fen("4k3/5p2/3b4/8/8/3B4/4PP2/4K3 w - - 0 1"),
              value_of_fen("4k3/5p2/4b3/8/8/3B4/4PP2/4K3 w - - 0 1"));
    // A rook against a bishop or knight, nothing else; a rook and a minor against a rook.
    for (const char* fen :
         {"4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1", "4k1b1/8/8/8/8/8/8/R3K3 w - - 0 1",
          "4k2r/8/8/8/8/8/8/R1B1K3 w - - 0 1", "4k3/7p/8/8/8/8/8/1NN1K3 w - - 0 1"})
        EXPECT_LT(std::abs(value_of_fen(fen)), 150) << fen;
    // A lone minor piece never wins against pawns.
    EXPECT_LE(value_of_fen("4k3/7p/8/8/8/8/8/1B2K3 w - - 0 1"), 20);
    // Rook and pawn against rook with the king in front of it.
    EXPECT_LT(value_of_fen("8/4k3/8/8/4P3/8/r7/4K2R w - - 0 1"),
              value_of_fen("8/k7/8/8/4P3/8/r7/4K2R w - - 0 1"));
}

}  // namespace
}  // namespace rookery::classical
