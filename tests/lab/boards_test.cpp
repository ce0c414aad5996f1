#include "lab/boards/board_kinds.h"

#include "chess/movegen.h"
#include "chess/perft.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace rookery::lab {
namespace {

// Half of them from games of random moves, half of few pieces placed anyhow.
std::vector<Position> random_positions(int count) {
    Random random(6);
    std::vector<Position> positions;
    for (int i = 0; i < count; ++i) {
        if (i % 2 == 1) {
            positions.push_back(
                test::random_placement(random, 4 + static_cast<int>(random.below(12))));
            continue;
        }
        Position position = Position::start();
        for (auto ply = random.below(120); ply > 0; --ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position.make(moves[random.below(moves.size())]);
        }
        positions.push_back(position);
    }
    return positions;
}

std::vector<Position> classic() {
    std::vector<Position> positions;
    for (const auto& known : test::classic_positions)
        positions.push_back(test::position_of(known.fen));
    return positions;
}

std::set<std::uint16_t> codes(const MoveList& list) {
    std::set<std::uint16_t> set;
    for (Move move : list) set.insert(move.code());
    EXPECT_EQ(set.size(), list.size()) << "a move was given twice";
    return set;
}

template <class Board>
std::string dump(const Board& board) {
    std::string text;
    for (int i = 0; i < 64; ++i)
        text += static_cast<char>('a' + static_cast<int>(board.piece_on(square_at(i))));
    BySquare<Piece> seen;
    seen.fill(Piece::None);
    board.for_each_piece([&](Piece piece, Square square) { seen[square] = piece; });
    for (Piece piece : seen) text += static_cast<char>('a' + static_cast<int>(piece));
    const GameState& state = board.state();
    return text + ' ' + std::to_string(static_cast<int>(state.side_to_move)) + ' ' +
           std::to_string(state.castling) + ' ' + std::to_string(index_of(state.en_passant));
}

template <class Type>
class Boards : public testing::Test {};

template <class List>
struct AsTestTypes;
template <class... Each>
struct AsTestTypes<BoardTypes<Each...>> {
    using Types = testing::Types<Each...>;
};
struct BoardNames {
    template <class Board>
    static std::string GetName(int) {
        std::string name;
        for (char c : Board::name)
            if (std::isalnum(static_cast<unsigned char>(c))) name += c;
        return name;
    }
};
TYPED_TEST_SUITE(Boards, AsTestTypes<AllBoards>::Types, BoardNames);

Piece captured_by(const Position& position, Move move) {
    if (move.is_castling()) return Piece::None;
    if (move.is_en_passant()) return make_piece(~position.side_to_move(), PieceType::Pawn);
    return position.piece_on(move.to());
}

// Squares, kings, checks and all lists of moves, against the engine's rules.
template <class Board>
void expect_same(const Position& position, Board& board) {
    EXPECT_EQ(board.side_to_move(), position.side_to_move());
    EXPECT_EQ(board.in_check(), position.in_check());
    EXPECT_FALSE(board.left_in_check());
    BySquare<Piece> seen;
    seen.fill(Piece::None);
    board.for_each_piece([&](Piece piece, Square square) { seen[square] = piece; });
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(board.piece_on(square_at(i)), position.piece_on(square_at(i)));
        EXPECT_EQ(seen[square_at(i)], position.piece_on(square_at(i)));
    }
    MoveList all;
    board.legal_moves(all);
    const MoveList expected = legal_moves(position);
    EXPECT_EQ(codes(all), codes(expected));
    EXPECT_EQ(board.count_legal_moves(), static_cast<int>(expected.size()));

    MoveList wanted;
    for (Move move : expected) {
        const bool less_than_queen = move.is_promotion() && move.promoted() != PieceType::Queen;
        if ((position.is_capture(move) || move.is_promotion()) && !less_than_queen)
            wanted.push_back(move);
    }
    MoveList captures;
    board.captures(captures);
    EXPECT_EQ(codes(captures), codes(wanted));

    const auto safe_ones = [&](const MoveList& pseudo_legal) {
        MoveList safe;
        for (Move move : pseudo_legal) {
            board.make(move);
            if (!board.left_in_check()) safe.push_back(move);
            EXPECT_EQ(board.captured(), captured_by(position, move));
            board.unmake();
        }
        return codes(safe);
    };
    MoveList pseudo_legal;
    board.pseudo_legal_moves(pseudo_legal);
    EXPECT_EQ(safe_ones(pseudo_legal), codes(expected));
    pseudo_legal.clear();
    board.pseudo_legal_captures(pseudo_legal);
    EXPECT_EQ(safe_ones(pseudo_legal), codes(wanted));
}

TYPED_TEST(Boards, MovesOfRandomGames) {
    Random random(17);
    for (int game = 0; game < 12; ++game) {
        Position position = Position::start();
        TypeParam board(position);
        std::vector<std::string> dumps;
        for (int ply = 0; ply < 120; ++ply) {
            expect_same(position, board);
            ASSERT_FALSE(this->HasFailure()) << "game " << game << ", ply " << ply;
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const Move move = moves[random.below(moves.size())];
            dumps.push_back(dump(board));
            position.make(move);
            board.make(move);
        }
        // All the way back, and everything is as it was.
        for (; !dumps.empty(); dumps.pop_back()) {
            board.unmake();
            ASSERT_EQ(dump(board), dumps.back());
        }
        expect_same(Position::start(), board);
    }
}

TYPED_TEST(Boards, MovesOfTrickyPositions) {
    for (const auto& tricky : test::tricky_positions) {
        if (tricky.chess960) continue;
        const Position position = test::position_of(tricky.fen);
        TypeParam board(position);
        expect_same(position, board);
        MoveList list;
        board.legal_moves(list);
        EXPECT_EQ(list.size(), tricky.moves) << tricky.name;
        ASSERT_FALSE(this->HasFailure()) << tricky.name;
    }
}

// The questions of the evaluation, answered slowly from their definitions.
Mobility slow_mobility(const Position& position, Color color) {
    Mobility count;
    const auto targets = [&](PieceType type) {
        int sum = 0;
        for (Square from : squares(position.pieces(color, type)))
            sum +=
                popcount(piece_attacks(type, from, position.occupied()) & ~position.pieces(color));
        return sum;
    };
    count.knight = targets(PieceType::Knight);
    count.bishop = targets(PieceType::Bishop);
    count.rook = targets(PieceType::Rook);
    count.queen = targets(PieceType::Queen);
    return count;
}

PawnCounts slow_pawns(const Position& position, Color color) {
    const auto rank_of_owner = [&](Square square) {
        return static_cast<int>(relative_rank(color, rank_of(square)));
    };
    const auto file = [](Square square) { return static_cast<int>(file_of(square)); };
    PawnCounts counts;
    for (Square pawn : squares(position.pieces(color, PieceType::Pawn))) {
        bool doubled = false;
        bool isolated = true;
        bool passed = true;
        for (Square other : squares(position.pieces(color, PieceType::Pawn))) {
            doubled |= file(other) == file(pawn) && rank_of_owner(other) > rank_of_owner(pawn);
            isolated &= std::abs(file(other) - file(pawn)) != 1;
        }
        for (Square enemy : squares(position.pieces(~color, PieceType::Pawn)))
            passed &= std::abs(file(enemy) - file(pawn)) > 1 ||
                      rank_of_owner(enemy) <= rank_of_owner(pawn);
        counts.doubled += doubled;
        counts.isolated += isolated;
        if (passed) ++counts.passed[static_cast<std::size_t>(rank_of_owner(pawn))];
    }
    return counts;
}

TYPED_TEST(Boards, AnswersToTheEvaluation) {
    std::vector<Position> positions = random_positions(200);
    for (const Position& position : classic()) positions.push_back(position);
    for (const Position& position : positions) {
        const TypeParam board(position);
        for (Color color : both_colors) {
            EXPECT_EQ(board.mobility()[color], slow_mobility(position, color));
            EXPECT_EQ(board.pawn_counts()[color], slow_pawns(position, color));
        }
        ASSERT_FALSE(this->HasFailure());
    }
}

// The incremental sums against sums over all pieces.
TYPED_TEST(Boards, StandingIsCarriedFromMoveToMove) {
    Random random(29);
    for (Asked asked : {Asked::Material, Asked::Squares, Asked::Full}) {
        const Evaluation evaluation(asked);
        for (const Position& start : random_positions(60)) {
            Position position = start;
            TypeParam board(position);
            Standing standing = evaluation.standing(board);
            for (int ply = 0; ply < 30; ++ply) {
                const MoveList moves = legal_moves(position);
                if (moves.empty()) break;
                const Move move = moves[random.below(moves.size())];
                position.make(move);
                board.make(move);
                standing = evaluation.after(move, board, standing);
                ASSERT_EQ(standing, evaluation.standing(board));
                ASSERT_EQ(standing, evaluation.standing(TypeParam(position)));
            }
        }
    }
}

TEST(BoardKinds, ThereAreSix) {
    EXPECT_EQ(board_kinds().size(), uses_pext ? 6U : 5U);
    std::set<std::string_view> names;
    for (const BoardKind& kind : board_kinds()) names.insert(kind.name);
    EXPECT_EQ(names.size(), board_kinds().size());
}

TEST(BoardKinds, PerftOfTheClassicPositions) {
    for (const BoardKind& kind : board_kinds()) {
        for (const auto& known : test::classic_positions) {
            const Position position = test::position_of(known.fen);
            EXPECT_EQ(kind.perft(position, 3).leaves, known.nodes[2])
                << kind.name << ": " << known.name;
            EXPECT_EQ(kind.perft_pseudo_legal(position, 3).leaves, known.nodes[2])
                << kind.name << ": " << known.name;
            EXPECT_EQ(kind.perft_in_bulk(position, 3).leaves, known.nodes[2])
                << kind.name << ": " << known.name;
        }
    }
}

TEST(BoardKinds, PerftOfTheClassicPositionsDeep) {
    for (const BoardKind& kind : board_kinds()) {
        for (const auto& known : test::classic_positions)
            EXPECT_EQ(kind.perft_in_bulk(test::position_of(known.fen), 4).leaves, known.nodes[3])
                << kind.name << ": " << known.name;
    }
}

void expect_perft_of_random_positions(int depth) {
    for (const Position& position : random_positions(200)) {
        const std::uint64_t expected = perft(position, depth);
        for (const BoardKind& kind : board_kinds()) {
            EXPECT_EQ(kind.perft(position, depth).leaves, expected) << kind.name;
            EXPECT_EQ(kind.perft_in_bulk(position, depth).leaves, expected) << kind.name;
            EXPECT_EQ(kind.perft_pseudo_legal(position, depth).leaves, expected) << kind.name;
        }
    }
}
TEST(BoardKinds, PerftOfRandomPositions) { expect_perft_of_random_positions(2); }
TEST(BoardKinds, PerftOfRandomPositionsDeep) { expect_perft_of_random_positions(3); }

// As the study counts: every call, from the root to the leaves, whether leaves are made or not.
TEST(BoardKinds, EveryCallIsANode) {
    for (const BoardKind& kind : board_kinds()) {
        EXPECT_EQ(kind.perft(Position::start(), 0).nodes, 1U);
        EXPECT_EQ(kind.perft(Position::start(), 3).nodes, 1U + 20 + 400 + 8902);
        EXPECT_EQ(kind.perft_in_bulk(Position::start(), 3).nodes, 1U + 20 + 400 + 8902);
        EXPECT_EQ(kind.perft_pseudo_legal(Position::start(), 3).nodes, 1U + 20 + 400 + 8902);
    }
}

TEST(BoardKinds, AllEvaluateAlike) {
    const auto kinds = board_kinds();
    std::set<int> values;
    for (const Position& position : random_positions(200)) {
        const int expected = kinds.front().evaluate(position);
        values.insert(expected);
        for (const BoardKind& kind : kinds)
            EXPECT_EQ(kind.evaluate(position), expected) << kind.name;
    }
    EXPECT_GT(values.size(), 150U);
    for (const BoardKind& kind : kinds) EXPECT_EQ(kind.evaluate(Position::start()), 0) << kind.name;
}

void expect_equal(const SearchTally& found, const SearchTally& expected, std::string_view name) {
    EXPECT_EQ(found.score, expected.score) << name;
    EXPECT_EQ(found.best.code(), expected.best.code()) << name;
    EXPECT_EQ(found.nodes, expected.nodes) << name;
}

// On legal and on pseudo-legal moves.
void expect_same_search(const std::vector<Position>& positions, int depth) {
    const auto kinds = board_kinds();
    for (const Position& position : positions) {
        const SearchTally expected = kinds.front().search(position, depth, {});
        EXPECT_EQ(static_cast<bool>(expected.best), depth > 0 && has_legal_move(position));
        for (const BoardKind& kind : kinds) {
            expect_equal(kind.search(position, depth, {}), expected, kind.name);
            expect_equal(kind.search_pseudo_legal(position, depth, {}), expected, kind.name);
        }
    }
}
TEST(BoardKinds, AllSearchTheSameNodes) {
    for (int depth = 0; depth <= 2; ++depth) {
        expect_same_search(classic(), depth);
        expect_same_search(random_positions(20), depth);
    }
}
TEST(BoardKinds, AllSearchTheSameNodesDeep) { expect_same_search(classic(), 4); }

// Work done twice changes the time, and other questions change the scores, on all boards alike.
TEST(BoardKinds, OptionsOfTheSearch) {
    const auto kinds = board_kinds();
    for (Asked asked : {Asked::Material, Asked::Squares, Asked::Full}) {
        std::uint64_t as_full = 0;
        for (const Position& position : classic()) {
            const SearchTally expected = kinds.front().search(position, 2, {.asked = asked});
            as_full += expected.score == kinds.front().search(position, 2, {}).score;
            for (const BoardKind& kind : kinds)
                for (Twice twice : {Twice::Nothing, Twice::Generation, Twice::Evaluation})
                    expect_equal(kind.search(position, 2, {asked, twice}), expected, kind.name);
        }
        EXPECT_EQ(as_full == classic().size(), asked == Asked::Full);
    }
}

// Plain negamax without bounds or order, over the same leaves.
int slow_quiescence(const Position& position, const BoardKind& kind) {
    int best = kind.evaluate(position);
    for (Move move : legal_moves(position)) {
        const bool less_than_queen = move.is_promotion() && move.promoted() != PieceType::Queen;
        if ((position.is_capture(move) || move.is_promotion()) && !less_than_queen)
            best = std::max(best, -slow_quiescence(position.after(move), kind));
    }
    return best;
}
int slow_minimax(const Position& position, int depth, int ply, const BoardKind& kind) {
    if (depth == 0) return slow_quiescence(position, kind);
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return position.in_check() ? ply - 32000 : 0;
    int best = -32001;
    for (Move move : moves)
        best = std::max(best, -slow_minimax(position.after(move), depth - 1, ply + 1, kind));
    return best;
}

TEST(BoardKinds, TheSearchIsMinimax) {
    const auto kinds = board_kinds();
    for (std::string_view fen :
         {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
          "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/P6p/8/3pP3/8/2n5/1P4K1/8 w - d6 0 1"}) {
        const Position position = test::position_of(fen);
        for (int depth = 1; depth <= 3; ++depth)
            EXPECT_EQ(kinds.back().search(position, depth, {}).score,
                      slow_minimax(position, depth, 0, kinds.back()))
                << fen;
    }
}

TEST(BoardKinds, MateIsFound) {
    const Position position = test::position_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    for (const BoardKind& kind : board_kinds()) {
        const SearchTally found = kind.search(position, 2, {});
        EXPECT_EQ(found.score, 32000 - 1) << kind.name;
        EXPECT_EQ(found.best, Move(Square::D1, Square::D8)) << kind.name;
    }
}

}  // namespace
}  // namespace rookery::lab
