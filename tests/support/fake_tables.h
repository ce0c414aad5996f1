// Tables of endgames that know what a test tells them.
#pragma once

#include "chess/movegen.h"
#include "knowledge/tablebase.h"

#include <atomic>
#include <functional>
#include <string>

namespace rookery::test {

class FakeTables final : public Tablebase, public TablebaseOwner {
  public:
    using Rank = std::function<TableMove(Move)>;

    explicit FakeTables(int most_pieces) : most_pieces_(most_pieces) {}

    [[nodiscard]] int most_pieces() const override { return most_pieces_; }
    // Whoever has a rook wins, unless it can be taken at once.
    [[nodiscard]] std::optional<TableResult> probe(const Position& position) const override {
        if (popcount(position.occupied()) > most_pieces_) return std::nullopt;
        ++probes;
        const Color us = position.side_to_move();
        if (position.pieces(us, PieceType::Rook) != 0) return TableResult{Wdl::Win, {}};
        for (const Move move : legal_moves(position))
            if (position.captured_by(move) == PieceType::Rook) return TableResult{};
        if (position.pieces(~us, PieceType::Rook) != 0) return TableResult{Wdl::Loss, {}};
        return TableResult{};
    }
    [[nodiscard]] std::vector<TableMove> rank_moves(const Position& position,
                                                    const RankingRules& rules) const override {
        last_rules = rules;
        ++ranked;
        std::vector<TableMove> moves;
        if (rank)
            for (const Move move : legal_moves(position)) moves.push_back(rank(move));
        std::ranges::stable_sort(moves, std::greater(), &TableMove::rank);
        return moves;
    }
    [[nodiscard]] Result<Opened, std::string> open(const std::string& folders) override {
        if (folders == "/missing") return failure(std::string("the folder cannot be read"));
        return Opened{this, folders.empty() ? "" : "opened " + folders};
    }

    Rank rank;
    mutable std::atomic<int> probes = 0;
    mutable std::atomic<int> ranked = 0;
    mutable RankingRules last_rules;

  private:
    int most_pieces_;
};

}  // namespace rookery::test
