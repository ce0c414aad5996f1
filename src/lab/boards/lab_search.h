// The search and the perft of all boards: alpha-beta to a fixed depth with quiescence search.
//
// All boards visit the same nodes, so that their speeds can be compared. There is no transposition
// table and no draw by repetition; every call is a node.
#pragma once

#include "base/measure.h"
#include "lab/boards/board.h"
#include "lab/boards/lab_evaluation.h"
#include "lab/boards/rules.h"

#include <algorithm>
#include <cstdint>

namespace rookery::lab {

namespace detail {

// Most valuable victim first, then least valuable attacker (MVV-LVA); 0 for quiet moves.
struct CaptureRanks {
    std::array<std::array<std::uint8_t, 16>, 16> of = {};  // by victim and attacker
};

constexpr CaptureRanks make_capture_ranks() {
    CaptureRanks ranks;
    const int pieces = static_cast<int>(Piece::None);
    for (int victim = 0; victim < pieces; ++victim)
        for (int attacker = 0; attacker < pieces; ++attacker)
            ranks.of[static_cast<std::size_t>(victim)][static_cast<std::size_t>(attacker)] =
                static_cast<std::uint8_t>(8 * (victim / 2 + 1) + 7 - attacker / 2);
    return ranks;
}

inline constexpr CaptureRanks capture_ranks = make_capture_ranks();

[[nodiscard]] constexpr std::uint32_t rank_of_capture(Piece attacker, Piece victim) {
    return capture_ranks.of[static_cast<std::size_t>(victim)][static_cast<std::size_t>(attacker)];
}
// As the capture of a queen.
inline constexpr std::uint32_t rank_of_queening = 8 * static_cast<std::uint32_t>(PieceType::Queen);

}  // namespace detail

// Move ordering by the moves and pieces alone, and not by the order of generation, so that all
// boards visit the same nodes. The best move is selected when it is needed, because most moves are
// never searched. A move is one number made of its rank, its code and its place in the list; the
// largest number is the best move and is found without branches.
template <LabBoard Board>
class MoveOrder {
  public:
    [[gnu::always_inline]] MoveOrder(const Board& board, const MoveList& list)
        : left_(list.size()) {
        std::uint32_t place = 0;
        for (Move move : list) {
            keys_[place] = rank(board, move) << 24 | std::uint32_t{move.code()} << 8 | place;
            ++place;
        }
        end_ = place;
        for (std::size_t j = 0; j < stride; ++j) keys_[end_ + j] = 0;  // read beyond the end
    }

    [[nodiscard]] bool empty() const { return left_ == 0; }
    [[nodiscard]] [[gnu::always_inline]] Move take_best() {
        std::array<std::uint32_t, stride> most{};
        for (std::size_t i = 0; i < end_; i += stride)
            for (std::size_t j = 0; j < stride; ++j) most[j] = std::max(most[j], keys_[i + j]);
        for (std::size_t half = stride / 2; half > 0; half /= 2)
            for (std::size_t j = 0; j < half; ++j) most[j] = std::max(most[j], most[j + half]);
        const std::uint32_t best = most[0];
        keys_[best & 0xff] = 0;
        --left_;
        return Move::from_code(static_cast<std::uint16_t>(best >> 8));
    }

  private:
    // Numbers that are compared at once.
    static constexpr std::size_t stride = 8;
    static_assert(max_moves <= 256);

    [[nodiscard]] [[gnu::always_inline]] static std::uint32_t rank(const Board& board, Move move) {
        if (move.kind() == MoveKind::Normal) [[likely]]
            return detail::rank_of_capture(board.piece_on(move.from()), board.piece_on(move.to()));
        if (move.is_en_passant())
            return detail::rank_of_capture(Piece::WhitePawn, Piece::BlackPawn);
        if (move.is_castling()) return 0;
        const std::uint32_t gain =
            move.kind() == MoveKind::PromoteQueen ? detail::rank_of_queening : 0;
        return gain + detail::rank_of_capture(Piece::WhitePawn, board.piece_on(move.to()));
    }

    std::size_t left_;
    std::size_t end_;
    std::uint32_t keys_[max_moves + stride];
};

// Which part is done twice wherever it is done, to measure its time.
enum class Twice : std::uint8_t { Nothing, Generation, Evaluation };

struct SearchOptions {
    Asked asked = Asked::Full;
    Twice twice = Twice::Nothing;
};

struct SearchTally {
    int score = 0;  // from the side to move
    Move best;      // none at depth 0 and where there is no move
    std::uint64_t nodes = 0;
};

template <LabBoard Board, Generation generation = Generation::Legal>
class FixedDepthSearch {
  public:
    // Larger than any evaluation; a mate in n plies is mate - n.
    static constexpr int mate = 32000;

    [[nodiscard]] static SearchTally search(const Position& position, int depth,
                                            const SearchOptions& options = {}) {
        FixedDepthSearch search(position, options);
        const Standing standing = search.evaluation_.standing(search.board_);
        search.tally_.score =
            depth > 0 ? search.root(depth, standing) : search.quiesce(-mate, mate, standing);
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
            best = std::max(
                best, value_of(move, depth - 1, ply + 1, std::max(alpha, best), beta, standing));
            if (best >= beta) break;
        }
        return best == no_move ? value_without_moves(ply) : best;
    }

    // Quiescence search with stand pat.
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

    // The score of a move for the side that makes it; no_move if it is illegal.
    [[nodiscard]] int value_of(Move move, int depth, int ply, int alpha, int beta,
                               const Standing& standing) {
        board_.make(move);
        int score = no_move;
        if (was_legal<generation>(board_)) {
            const Standing next = standing_after(move, standing);
            score = depth > 0 ? -negamax(depth, ply, -beta, -alpha, next)
                              : -quiesce(-beta, -alpha, next);
        }
        board_.unmake();
        return score;
    }
    [[nodiscard]] int value_without_moves(int ply) const {
        return board_.in_check() ? ply - mate : 0;
    }

    template <Wanted wanted>
    void generate_moves(MoveList& list) {
        if (twice_ == Twice::Generation) {
            generate<generation, wanted>(board_, list);
            do_not_optimize(list);
            list.clear();
        }
        generate<generation, wanted>(board_, list);
    }
    [[nodiscard]] Standing standing_after(Move move, const Standing& standing) const {
        if (twice_ == Twice::Evaluation) do_not_optimize(evaluation_.after(move, board_, standing));
        return evaluation_.after(move, board_, standing);
    }
    [[nodiscard]] int evaluate(const Standing& standing) const {
        if (twice_ == Twice::Evaluation) do_not_optimize(evaluation_.value(board_, standing));
        return evaluation_.value(board_, standing);
    }

    Board board_;
    const Evaluation evaluation_;
    const Twice twice_;
    SearchTally tally_;
};

struct PerftTally {
    std::uint64_t leaves = 0;
    // Every call is a node, from the root to the leaves, as in the study.
    std::uint64_t nodes = 0;
};

// Whether leaves are made and unmade, or counted all at once.
enum class Leaves : std::uint8_t { Made, InBulk };

template <LabBoard Board, Leaves how = Leaves::Made, Generation generation = Generation::Legal>
class Perft {
    static_assert(how == Leaves::Made || generation == Generation::Legal,
                  "only legal moves count unmade");

  public:
    [[nodiscard]] static PerftTally count(const Position& position, int depth) {
        Perft perft(position);
        perft.visit(depth);
        return perft.tally_;
    }

  private:
    explicit Perft(const Position& position) : board_(position) {}

    void visit(int depth) {
        ++tally_.nodes;
        if (depth == 0) {
            ++tally_.leaves;
            return;
        }
        if constexpr (how == Leaves::InBulk) {
            if (depth == 1) {
                const auto moves = static_cast<std::uint64_t>(board_.count_legal_moves());
                tally_.leaves += moves;
                tally_.nodes += moves;
                return;
            }
        }
        MoveList list;
        generate<generation, Wanted::All>(board_, list);
        for (Move move : list) {
            board_.make(move);
            if (was_legal<generation>(board_)) visit(depth - 1);
            board_.unmake();
        }
    }

    Board board_;
    PerftTally tally_;
};

}  // namespace rookery::lab
