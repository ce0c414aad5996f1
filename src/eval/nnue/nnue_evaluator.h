// NNUE: the network as an evaluator, with efficiently updated accumulators.
//
// A move changes little, so the accumulators of a position are those of the position before it with
// a few rows of weights added and subtracted. A search that tells which moves it makes and takes
// back (push, pop) profits from that; an accumulator is computed only when an evaluation needs it
// (lazy updates). When a king crosses to the other half of the board, the view of its side is
// mirrored. In that case, and for single positions, the accumulator is made from the last one with
// the same view, by the pieces that have changed since (a refresh table, also called Finny table).
//
// Known endgames do not use the network: their value shows the way to the mate.
#pragma once

#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/nnue/network.h"

#include <memory>
#include <vector>

namespace rookery {

class NnueEvaluator {
  public:
    // With the default net.
    NnueEvaluator();
    explicit NnueEvaluator(std::shared_ptr<const nnue::Network> network);

    // For any position; independent of the moves pushed.
    [[nodiscard]] Score evaluate(const Position& position);
    // Nothing to do: the remembered accumulators depend on positions only.
    void clear() {}

    // The pieces a move removes and adds: an observer of Position::after().
    class Changes {
      public:
        void removed(Piece piece, Square square) { removed_[losses_++] = {piece, square}; }
        void added(Piece piece, Square square) { added_[gains_++] = {piece, square}; }

      private:
        friend class NnueEvaluator;
        struct PlacedPiece {
            Piece piece;
            Square square;
        };
        std::array<PlacedPiece, 2> removed_{};
        std::array<PlacedPiece, 2> added_{};
        std::uint8_t losses_ = 0;
        std::uint8_t gains_ = 0;
    };

    // Starts a search: no moves are pushed.
    void begin() {
        top_ = 0;
        plies_.front().is_computed = {{false, false}};
    }
    // Before a move is made: the result is the observer for it. A null move leaves it empty.
    [[nodiscard]] Changes& push() {
        if (++top_ == plies_.size()) plies_.emplace_back();
        Ply& ply = plies_[top_];
        ply.is_computed = {{false, false}};
        ply.changes = Changes();
        return ply.changes;
    }
    void pop() { --top_; }
    // For the position after the moves pushed since begin().
    [[nodiscard]] Score evaluate_pushed(const Position& position);

  private:
    using Neurons = nnue::Neurons;
    using View = nnue::View;

    struct alignas(64) Ply {
        ByColor<Neurons> neurons;
        ByColor<View> views;
        ByColor<bool> is_computed{{false, false}};
        Changes changes;
    };
    // The last accumulator of a view, and the pieces it was computed for.
    struct alignas(64) RefreshEntry {
        Neurons neurons;
        ByPiece<Bitboard> pieces{};
    };

    [[nodiscard]] const Neurons& refreshed(const Position& position, View view);
    [[nodiscard]] const Neurons& pushed(const Position& position, Color side);
    void update(const Ply& before, Ply& after, Color side);
    [[nodiscard]] Score score(const Position& position, const Neurons& us,
                              const Neurons& them) const;
    [[nodiscard]] const Neurons& row(View view, Piece piece, Square square) const {
        return network_->features[view.input(piece, square)];
    }

    std::shared_ptr<const nnue::Network> network_;
    std::vector<Ply> plies_;
    std::size_t top_ = 0;
    ByColor<std::array<RefreshEntry, 2>> refresh_table_;  // by side, mirrored or not
};
static_assert(FollowingEvaluator<NnueEvaluator>);

}  // namespace rookery
