// One search for all boards of the experiment: alpha-beta to a fixed depth, and quiescence below it.
//
// All boards visit the same nodes, so that their speeds can be compared. There is no table, no memory of earlier
// positions and so no draw by repetition: a node is a call.
#pragma once

#include "base/keep.h"
#include "lab/boards/generation.h"
#include "lab/boards/lab_evaluation.h"
#include "lab/boards/move_order.h"

#include <algorithm>

namespace rookery::lab {

// What is done a second time wherever it is done, to see from the time what it costs.
enum class Twice : std::uint8_t { Nothing, Generation, Evaluation };

struct SearchOptions {
    Asked asked = Asked::Full;
    Twice twice = Twice::Nothing;
};

struct SearchTally {
    int score = 0;     // from the side to move
    Move best;         // none at depth 0 and where there is no move
    std::uint64_t nodes = 0;
};

template <LabBoard Board, Generation generation = Generation::Legal>
class FixedDepthSearch {
  public:
    // No evaluation comes near; nearer mates are further out.
    static constexpr int mate = 32000;

    [[nodiscard]] static SearchTally search(const Position& position, int depth, const SearchOptions& options = {}) {
        FixedDepthSearch search(position, options);
        const Standing standing = search.evaluation_.standing(search.board_);
        search.tally_.score = depth > 0 ? search.root(depth, standing) : search.quiesce(-mate, mate, standing);
        return search.tally_;
    }

  private:
    // Less than any score.
    static constexpr int no_move = -mate - 1;

    FixedDepthSearch(const Position& position, const SearchOptions& options)
        : board_(position), evaluation_(options.asked), twice_(options.twice) {}

    [[nodiscard]] int root(int depth, const Standing& standing) {
        ++tally_.nodes;
        MoveList list;
        generate_moves<Wanted::All>(list);
        int best = no_move;
        for (MoveOrder moves(board_, list); !moves.empty();) {
            const Move move = moves.take_best();
            const int score = value_of(move, depth - 1, 1, std::max(-mate, best), mate, standing);
            if (score <= best) continue;
            best = score;
            tally_.best = move;
        }
        return best == no_move ? value_without_moves(0) : best;
    }

    [[nodiscard]] int negamax(int depth, int ply, int alpha, int beta, const Standing& standing) {
        ++tally_.nodes;
        MoveList list;
        generate_moves<Wanted::All>(list);
        int best = no_move;
        for (MoveOrder moves(board_, list); !moves.empty();) {
            const Move move = moves.take_best();
            best = std::max(best, value_of(move, depth - 1, ply + 1, std::max(alpha, best), beta, standing));
            if (best >= beta) break;
        }
        return best == no_move ? value_without_moves(ply) : best;
    }

    // Captures until it is quiet; nobody is forced to capture.
    [[nodiscard]] int quiesce(int alpha, int beta, const Standing& standing) {
        ++tally_.nodes;
        const int value = evaluate(standing);
        return value >= beta ? value : capture(value, alpha, beta, standing);
    }
    [[nodiscard]] int capture(int best, int alpha, int beta, const Standing& standing) {
        MoveList list;
        generate_moves<Wanted::Captures>(list);
        for (MoveOrder moves(board_, list); !moves.empty();) {
            const Move move = moves.take_best();
            best = std::max(best, value_of(move, 0, 0, std::max(alpha, best), beta, standing));
            if (best >= beta) break;
        }
        return best;
    }

    // What a move is worth to whoever makes it; no_move if it is not legal.
    [[nodiscard]] int value_of(Move move, int depth, int ply, int alpha, int beta, const Standing& standing) {
        board_.make(move);
        int score = no_move;
        if (was_legal<generation>(board_)) {
            const Standing next = standing_after(move, standing);
            score = depth > 0 ? -negamax(depth, ply, -beta, -alpha, next) : -quiesce(-beta, -alpha, next);
        }
        board_.unmake();
        return score;
    }
    [[nodiscard]] int value_without_moves(int ply) const { return board_.in_check() ? ply - mate : 0; }

    template <Wanted wanted>
    void generate_moves(MoveList& list) {
        if (twice_ == Twice::Generation) {
            generate<generation, wanted>(board_, list);
            keep(list);
            list.clear();
        }
        generate<generation, wanted>(board_, list);
    }
    [[nodiscard]] Standing standing_after(Move move, const Standing& standing) const {
        if (twice_ == Twice::Evaluation) keep(evaluation_.after(move, board_, standing));
        return evaluation_.after(move, board_, standing);
    }
    [[nodiscard]] int evaluate(const Standing& standing) const {
        if (twice_ == Twice::Evaluation) keep(evaluation_.value(board_, standing));
        return evaluation_.value(board_, standing);
    }

    Board board_;
    const Evaluation evaluation_;
    const Twice twice_;
    SearchTally tally_;
};

}  // namespace rookery::lab
