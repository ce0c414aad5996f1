#include "search/move_picker.h"

#include "chess/checks.h"
#include "chess/see.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace rookery {
namespace {

using Purpose = MovePicker::Purpose;

class MovePickerTest : public testing::Test {
  protected:
    [[nodiscard]] PickerContext context(const Position& position) {
        return {position, *histories, continuations, threats_by(position, ~position.side_to_move()),
                escape_bonus};
    }
    [[nodiscard]] std::vector<Move> picked(const Position& position, Purpose purpose,
                                           Move tt_move = Move::none(), int threshold = 0) {
        MovePicker picker(context(position), purpose, tt_move, threshold);
        std::vector<Move> moves;
        while (const Move move = picker.next()) moves.push_back(move);
        EXPECT_FALSE(picker.next()) << "it stays at its end";
        return moves;
    }

    std::unique_ptr<Histories> histories = std::make_unique<Histories>();
    ContinuationTable* nothing = &histories->continuations.after_nothing();
    PieceValues escape_bonus = {{0, 6000, 6000, 10000, 16000, 0}};
    const Continuations continuations{nothing, nothing, nothing, nothing};
};

bool is_loud(const Position& position, Move move) {
    return position.is_capture(move) || move.is_promotion();
}

std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
    return moves;
}

template <class Condition>
std::vector<Move> legal_that(const Position& position, const Condition& condition) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position))
        if (condition(move)) moves.push_back(move);
    return sorted(moves);
}

std::vector<Position> some_positions() {
    Random random(11);
    std::vector<Position> positions;
    for (int round = 0; round < 600; ++round)
        positions.push_back(test::random_position(random, round % 120));
    return positions;
}

TEST_F(MovePickerTest, SearchGetsEveryLegalMoveOnceAndTheTtMoveFirst) {
    Random random(12);
    for (const Position& position : some_positions()) {
        const std::vector<Move> all = legal_that(position, [](Move) { return true; });
        if (all.empty()) continue;
        EXPECT_EQ(sorted(picked(position, Purpose::Search)), all);
        const Move known = all[random.below(all.size())];
        const std::vector<Move> with_known = picked(position, Purpose::Search, known);
        EXPECT_EQ(with_known.front(), known);
        EXPECT_EQ(sorted(with_known), all);
    }
}

TEST_F(MovePickerTest, OrderIsGoodCapturesThenQuietsThenLosingCaptures) {
    for (const Position& position : some_positions()) {
        if (position.in_check()) continue;
        int stage = 0;
        for (const Move move : picked(position, Purpose::Search)) {
            const bool loses = is_loud(position, move) && !see_ge(position, move, -900);
            const int now = !is_loud(position, move) ? 1 : stage == 0 ? 0 : 2;
            EXPECT_FALSE(loses && now == 0);
            EXPECT_GE(now, stage);
            stage = now;
        }
    }
}

TEST_F(MovePickerTest, QuiescenceGetsCapturesPromotionsAndAllEvasions) {
    for (const Position& position : some_positions()) {
        const std::vector<Move> moves = picked(position, Purpose::Quiescence);
        if (position.in_check()) {
            EXPECT_EQ(sorted(moves), legal_that(position, [](Move) { return true; }));
            continue;
        }
        for (const Move move : moves) EXPECT_TRUE(is_loud(position, move));
        // No move that wins material is missing.
        for (const Move move : legal_that(position, [&](Move move) {
                 return position.is_capture(move) && !move.is_promotion() &&
                        see_ge(position, move, 1);
             }))
            EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
    }
}

TEST_F(MovePickerTest, AtTheHorizonQuietChecksThatLoseNoMaterialFollow) {
    std::size_t checks = 0;
    for (const Position& position : some_positions()) {
        if (position.in_check()) continue;
        const std::vector<Move> loud = picked(position, Purpose::Quiescence);
        const std::vector<Move> moves = picked(position, Purpose::Horizon);
        ASSERT_GE(moves.size(), loud.size());
        const auto end_of_loud = moves.begin() + static_cast<std::ptrdiff_t>(loud.size());
        EXPECT_EQ(std::vector<Move>(moves.begin(), end_of_loud), loud);
        const std::vector<Move> quiet(end_of_loud, moves.end());
        EXPECT_EQ(sorted(quiet), legal_that(position, [&](Move move) {
                      return !is_loud(position, move) && position.after(move).in_check() &&
                             see_value(position, move) >= 0;
                  }));
        checks += quiet.size();
    }
    EXPECT_GT(checks, 100U) << "or nothing was tested";
}

TEST_F(MovePickerTest, ProbCutGetsCapturesThatGainEnough) {
    constexpr int threshold = 250;
    for (const Position& position : some_positions()) {
        if (position.in_check()) continue;
        EXPECT_EQ(sorted(picked(position, Purpose::ProbCut, Move::none(), threshold)),
                  legal_that(position, [&](Move move) {
                      return is_loud(position, move) && see_value(position, move) >= threshold;
                  }));
    }
}

TEST_F(MovePickerTest, QuietMovesCanBeSkippedAtAnyTime) {
    for (const Position& position : some_positions()) {
        MovePicker picker(context(position), Purpose::Search, Move::none());
        std::vector<Move> moves;
        bool skipping = false;
        while (const Move move = picker.next()) {
            EXPECT_FALSE(skipping && !is_loud(position, move));
            moves.push_back(move);
            if (!is_loud(position, move)) {
                picker.skip_quiets();
                skipping = true;
            }
        }
        for (const Move move :
             legal_that(position, [&](Move move) { return is_loud(position, move); }))
            EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
    }
}

TEST_F(MovePickerTest, BetterHistoryComesFirst) {
    const Position position = Position::start();
    const std::vector<Move> before = picked(position, Purpose::Search);
    const Move favourite = before.back();
    histories->quiets.at(Color::White, favourite, 0).add(500);
    EXPECT_EQ(picked(position, Purpose::Search).front(), favourite);
    histories->quiets.at(Color::White, favourite, 0).add(-2000);
    EXPECT_EQ(picked(position, Purpose::Search).back(), favourite);
}

TEST_F(MovePickerTest, AThreatenedPieceEscapesFirstAndAvoidsAttackedSquares) {
    // A knight attacks the queen, a pawn attacks squares it could go to; the histories are empty.
    const Position position = test::position_of("4k3/8/8/3q4/7P/2N5/1P6/4K3 b - - 0 1");
    std::vector<Move> moves = picked(position, Purpose::Search);
    std::erase_if(moves, [&](Move move) { return is_loud(position, move); });
    ASSERT_GT(moves.size(), 10u);
    EXPECT_EQ(moves.front().from(), Square::D5);
    const auto is_safe_retreat = [&](Move move) {
        return move.from() == Square::D5 &&
               !contains(threats_by(position, Color::White).to_queens, move.to());
    };
    const auto last = std::find_if_not(moves.begin(), moves.end(), is_safe_retreat);
    EXPECT_TRUE(std::none_of(last, moves.end(), is_safe_retreat))
        << "all that save the queen come first";
}

TEST(Threats, AreByPiecesOfLessValue) {
    const Position position = test::position_of("4k3/8/8/3p4/1n6/8/3r4/q3K3 w - - 0 1");
    const Threats threats = threats_by(position, Color::Black);
    EXPECT_EQ(threats.to(PieceType::Knight), bit(Square::C4) | bit(Square::E4));
    EXPECT_EQ(threats.to(PieceType::Bishop), threats.to(PieceType::Knight));
    EXPECT_EQ(threats.to(PieceType::Rook),
              threats.to(PieceType::Knight) | knight_attacks(Square::B4));
    EXPECT_TRUE(contains(threats.to(PieceType::Queen), Square::D1)) << "by the rook";
    EXPECT_FALSE(contains(threats.to(PieceType::Queen), Square::C1)) << "by queen and king alone";
    EXPECT_TRUE(contains(threats.all, Square::C1));
    EXPECT_TRUE(contains(threats.all, Square::F8)) << "by the king";
    EXPECT_EQ(threats.to(PieceType::Pawn), Bitboard{0});
    EXPECT_EQ(threats.to(PieceType::King), Bitboard{0});
}

}  // namespace
}  // namespace rookery
