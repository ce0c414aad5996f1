// The network as an evaluator.
//
// What a move changes is little, so the accumulators of a position are those of the one before it
// with a few rows of weights added and taken away. A search that says which moves it makes and
// takes back (push, pop) gets that; each accumulator is worked out only when an evaluation needs
// it. Where a king crosses to the other half of the board its side sees everything mirrored: then,
// and for whoever only asks about single positions, the accumulator is made from the last one with
// the same view, by what stands elsewhere since.
//
// Endings that are known need no network: they keep the value that shows the way to the mate.
#pragma once

#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/nnue/network.h"

#include <memory>
#include <vector>

namespace rookery {

class NetworkEvaluator {
  public:
    // With the program's own network.
    NetworkEvaluator();
    explicit NetworkEvaluator(std::shared_ptr<const network::Network> network);

    // Of any position, whatever was pushed.
    [[nodiscard]] Score evaluate(const Position& position);
    // Changes no answer: what is remembered depends on nothing but positions.
    void clear() {}

    // What a move takes off and puts on, as Position::after() tells it.
    class Changes {
      public:
        void removed(Piece piece, Square square) { removed_[losses_++] = {piece, square}; }
        void added(Piece piece, Square square) { added_[gains_++] = {piece, square}; }

      private:
        friend class NetworkEvaluator;
        struct PlacedPiece {
            Piece piece;
            Square square;
        };
        std::array<PlacedPiece, 2> removed_{};
        std::array<PlacedPiece, 2> added_{};
        std::uint8_t losses_ = 0;
        std::uint8_t gains_ = 0;
    };

    // A search begins here: nothing is pushed.
    void begin() {
        top_ = 0;
        plies_.front().is_known = {{false, false}};
    }
    // A move is about to be made; it is to tell what it changes. A null move changes nothing.
    [[nodiscard]] Changes& push() {
        if (++top_ == plies_.size()) plies_.emplace_back();
        Ply& ply = plies_[top_];
        ply.is_known = {{false, false}};
        ply.changes = Changes();
        return ply.changes;
    }
    void pop() { --top_; }
    // Of the position after what was pushed since begin().
    [[nodiscard]] Score evaluate_pushed(const Position& position);

  private:
    using Neurons = network::Neurons;
    using View = network::View;

    struct alignas(64) Ply {
        ByColor<Neurons> neurons;
        ByColor<View> views;
        ByColor<bool> is_known{{false, false}};
        Changes changes;
    };
    // The last accumulator of a view, and of which pieces it is.
    struct alignas(64) Remembered {
        Neurons neurons;
        ByPiece<Bitboard> pieces{};
    };

    [[nodiscard]] const Neurons& remembered(const Position& position, View view);
    [[nodiscard]] const Neurons& pushed(const Position& position, Color side);
    void follow(const Ply& before, Ply& after, Color side);
    [[nodiscard]] Score score(const Position& position, const Neurons& us,
                              const Neurons& them) const;
    [[nodiscard]] const Neurons& row(View view, Piece piece, Square square) const {
        return network_->features[view.input(piece, square)];
    }

    std::shared_ptr<const network::Network> network_;
    std::vector<Ply> plies_;
    std::size_t top_ = 0;
    ByColor<std::array<Remembered, 2>> remembered_;  // by side, mirrored or not
};
static_assert(FollowingEvaluator<NetworkEvaluator>);

}  // namespace rookery
