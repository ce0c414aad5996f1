// One search for all boards of the experiment: alpha-beta to a fixed depth, and quiescence below it.
//
// Moves are tried in an order that depends on the moves alone and not on how a board happens to find them, so
// that all boards visit the same nodes and their speeds can be compared. There is no table, no memory of earlier
// positions and so no draw by repetition: a node is a call.
#pragma once

#include "lab/boards/board.h"
#include "lab/boards/lab_evaluation.h"

#include <algorithm>
#include <utility>

namespace rookery::lab {

struct SearchTally {
    int score = 0;     // from the side to move
    Move best;         // none at depth 0 and where there is no move
    std::uint64_t nodes = 0;
};

template <LabBoard Board>
class FixedDepthSearch {
  public:
    // No evaluation comes near; nearer mates are further out.
    static constexpr int mate = 32000;

    [[nodiscard]] static SearchTally search(const Position& position, int depth) {
        FixedDepthSearch search(position);
        search.tally_.score = depth > 0 ? search.root(depth) : search.quiesce(-mate, mate);
        return search.tally_;
    }

  private:
    explicit FixedDepthSearch(const Position& position) : board_(position) {}

    // Moves with their rank in front: the largest first.
    class Ordered {
      public:
        Ordered(const Board& board, const MoveList& list) {
            for (Move move : list) keys_.push_back(std::uint32_t{rank(board, move)} << 16 | move.code());
        }
        [[nodiscard]] bool empty() const { return keys_.empty(); }
        // Most are cut off before the rest is wanted, so the best is picked out instead of sorting all.
        [[nodiscard]] Move take_best() {
            std::uint32_t* best = std::max_element(keys_.begin(), keys_.end());
            const Move move = Move::from_code(static_cast<std::uint16_t>(*best));
            *best = keys_[keys_.size() - 1];
            keys_.pop_back();
            return move;
        }

      private:
        // The most valuable victim first, and of its captors the least valuable; then what is quiet.
        [[nodiscard]] static std::uint16_t rank(const Board& board, Move move) {
            const auto number = [](PieceType type) { return static_cast<int>(type); };
            int rank = 0;
            if (!move.is_castling()) {
                const PieceType victim =
                    move.is_en_passant() ? PieceType::Pawn : type_of(board.piece_on(move.to()));
                if (victim != PieceType::None)
                    rank = 8 * (number(victim) + 1) + 7 - number(type_of(board.piece_on(move.from())));
            }
            if (move.kind() == MoveKind::PromoteQueen) rank += 8 * number(PieceType::Queen);
            return static_cast<std::uint16_t>(rank);
        }

        InlineVector<std::uint32_t, max_moves> keys_;
    };

    [[nodiscard]] int root(int depth) {
        ++tally_.nodes;
        MoveList list;
        board_.legal_moves(list);
        if (list.empty()) return board_.in_check() ? -mate : 0;
        int best = -mate - 1;
        for (Ordered moves(board_, list); !moves.empty();) {
            const Move move = moves.take_best();
            const int score = value_after(move, depth - 1, 1, best, mate);
            if (score <= best) continue;
            best = score;
            tally_.best = move;
        }
        return best;
    }

    // What a move is worth to whoever makes it.
    [[nodiscard]] int value_after(Move move, int depth, int ply, int alpha, int beta) {
        board_.make(move);
        const int score = depth > 0 ? -negamax(depth, ply, -beta, -alpha) : -quiesce(-beta, -alpha);
        board_.unmake();
        return score;
    }

    [[nodiscard]] int negamax(int depth, int ply, int alpha, int beta) {
        ++tally_.nodes;
        MoveList list;
        board_.legal_moves(list);
        if (list.empty()) return board_.in_check() ? ply - mate : 0;
        int best = -mate;
        for (Ordered moves(board_, list); !moves.empty();) {
            best = std::max(best, value_after(moves.take_best(), depth - 1, ply + 1, std::max(alpha, best), beta));
            if (best >= beta) break;
        }
        return best;
    }

    // Captures until it is quiet; nobody is forced to capture.
    [[nodiscard]] int quiesce(int alpha, int beta) {
        ++tally_.nodes;
        int best = evaluate(board_);
        if (best >= beta) return best;
        MoveList list;
        board_.captures(list);
        for (Ordered moves(board_, list); !moves.empty();) {
            best = std::max(best, value_after(moves.take_best(), 0, 0, std::max(alpha, best), beta));
            if (best >= beta) break;
        }
        return best;
    }

    Board board_;
    SearchTally tally_;
};

}  // namespace rookery::lab
