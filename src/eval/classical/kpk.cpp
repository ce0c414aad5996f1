#include "eval/classical/kpk.h"

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "eval/geometry.h"

#include <array>
#include <bitset>
#include <vector>

namespace rookery {
namespace {

// The pawn is White's and stands on files a to d: everything else is that board turned.
constexpr std::size_t pawn_squares = 24;
constexpr std::size_t table_size = 2 * pawn_squares * 64 * 64;

struct KpkPosition {
    Color to_move;
    Square pawn;
    Square white_king;
    Square black_king;

    [[nodiscard]] std::size_t index() const {
        const auto pawn_index =
            static_cast<std::size_t>((rank_number(pawn) - 1) * 4 + file_number(pawn));
        return ((static_cast<std::size_t>(to_move) * pawn_squares + pawn_index) * 64 +
                static_cast<std::size_t>(index_of(white_king))) *
                   64 +
               static_cast<std::size_t>(index_of(black_king));
    }
    [[nodiscard]] static KpkPosition at(std::size_t index) {
        KpkPosition position{};
        position.black_king = square_at(static_cast<int>(index % 64));
        position.white_king = square_at(static_cast<int>(index / 64 % 64));
        const int pawn_index = static_cast<int>(index / (64 * 64) % pawn_squares);
        position.pawn = square_at((pawn_index / 4 + 1) * 8 + pawn_index % 4);
        position.to_move = index / (64 * 64 * pawn_squares) == 0 ? Color::White : Color::Black;
        return position;
    }
    [[nodiscard]] bool is_legal() const {
        if (distance(white_king, black_king) <= 1 || pawn == white_king || pawn == black_king)
            return false;
        return to_move == Color::Black || !contains(pawn_attacks(Color::White, pawn), black_king);
    }
};

class KpkTable {
  public:
    // Pawns only go up, so each square of the pawn is settled before those below it.
    KpkTable() {
        for (std::size_t pawn = pawn_squares; pawn-- > 0;) settle(pawn);
    }

    [[nodiscard]] bool is_won(const KpkPosition& position) const { return won_[position.index()]; }

  private:
    // Positions that are won are marked, round by round, until a round finds no more; what is left is
    // drawn. A position with Black to move is won if it has moves and all of them lose.
    void settle(std::size_t pawn) {
        std::vector<KpkPosition> open;
        for (std::size_t mover = 0; mover < 2; ++mover) {
            const std::size_t first = (mover * pawn_squares + pawn) * 64 * 64;
            for (std::size_t index = first; index < first + 64 * 64; ++index) {
                const KpkPosition position = KpkPosition::at(index);
                if (position.is_legal()) open.push_back(position);
            }
        }
        for (bool found = true; found;) {
            found = false;
            std::size_t kept = 0;
            for (const KpkPosition& position : open) {
                const bool won =
                    position.to_move == Color::White ? white_wins(position) : black_loses(position);
                if (won) {
                    won_.set(position.index());
                    found = true;
                } else {
                    open[kept++] = position;
                }
            }
            open.resize(kept, KpkPosition{});
        }
    }

    // A new queen wins unless Black takes it at once or is stalemate; a rook then wins in its stead.
    [[nodiscard]] static bool promotion_wins(const KpkPosition& position) {
        const Square goal = position.pawn + Step::North;
        return distance(position.black_king, goal) > 1 || distance(position.white_king, goal) == 1;
    }

    [[nodiscard]] bool white_wins(const KpkPosition& position) const {
        for (Square to : squares(king_attacks(position.white_king))) {
            KpkPosition next = position;
            next.white_king = to;
            next.to_move = Color::Black;
            if (next.is_legal() && is_won(next)) return true;
        }
        const Square step = position.pawn + Step::North;
        if (step == position.white_king || step == position.black_king) return false;
        if (rank_of(step) == Rank::R8) return promotion_wins(position);
        KpkPosition next = position;
        next.pawn = step;
        next.to_move = Color::Black;
        if (is_won(next)) return true;
        if (rank_of(position.pawn) != Rank::R2) return false;
        next.pawn = step + Step::North;
        return next.pawn != position.white_king && next.pawn != position.black_king && is_won(next);
    }

    [[nodiscard]] bool black_loses(const KpkPosition& position) const {
        bool can_move = false;
        const Bitboard guarded =
            king_attacks(position.white_king) | pawn_attacks(Color::White, position.pawn);
        for (Square to : squares(king_attacks(position.black_king) & ~guarded)) {
            if (to == position.pawn) return false;  // takes it
            can_move = true;
            KpkPosition next = position;
            next.black_king = to;
            next.to_move = Color::White;
            if (!is_won(next)) return false;
        }
        // Without a move it is stalemate, or mate if the pawn gives check.
        return can_move || contains(pawn_attacks(Color::White, position.pawn), position.black_king);
    }

    std::bitset<table_size> won_;
};

const KpkTable& the_table() {
    static const KpkTable table;
    return table;
}

}  // namespace

void prepare_kpk() { static_cast<void>(the_table()); }

bool kpk_is_won(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move) {
    const int turn = (strong == Color::White ? 0 : 56) ^ (file_number(pawn) > 3 ? 7 : 0);
    const auto turned = [&](Square square) { return square_at(index_of(square) ^ turn); };
    return the_table().is_won({strong == to_move ? Color::White : Color::Black, turned(pawn),
                               turned(strong_king), turned(weak_king)});
}

}  // namespace rookery
