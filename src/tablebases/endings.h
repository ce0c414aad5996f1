// The endings with three and four pieces, and a number for each of their positions.
//
// An ending has a name such as "KRvKN", White being the stronger side. Positions that are mirror
// images of each other have the same number: mirrored at the middle between the d- and e-file, and
// without pawns also between the ranks 4 and 5 and on the diagonal from a1 to h8. Two pieces of one
// kind may be exchanged. Pairs of kings that stand side by side have no numbers.
#pragma once

#include "chess/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// A position of at most four pieces, without castling and en passant rights.
struct FewPieces {
    Color side_to_move = Color::White;
    ByColor<Square> king{Square::A1, Square::A1};
    std::size_t others = 0;  // pieces beside the kings
    std::array<Piece, 2> piece{};
    std::array<Square, 2> square{};

    // Nothing if there are more pieces.
    [[nodiscard]] static std::optional<FewPieces> of(const Position& position);
    // Black becomes White.
    void swap_colors();
    // Exchanges the entries of the two other pieces.
    void swap_others();
};

class Ending {
  public:
    // All 35, each after those that captures and promotions lead to.
    [[nodiscard]] static std::span<const Ending> all();
    // By its name; null if there is none.
    [[nodiscard]] static const Ending* find(std::string_view name);

    Ending(std::size_t ordinal, std::span<const Piece> others);

    [[nodiscard]] std::size_t ordinal() const { return ordinal_; }  // in all()
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::span<const Piece> others() const { return {others_.data(), count_}; }
    [[nodiscard]] int pieces() const { return 2 + static_cast<int>(count_); }
    [[nodiscard]] bool has_pawns() const { return has_pawns_; }
    // White has the same pieces as Black. Only White to move has numbers then.
    [[nodiscard]] bool is_symmetric() const { return is_symmetric_; }
    [[nodiscard]] bool has_twins() const { return count_ == 2 && others_[0] == others_[1]; }
    // No sequence of moves ends in mate.
    [[nodiscard]] bool is_dead() const;

    // Numbers are below this, for one side to move.
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t sides() const { return is_symmetric_ ? 1 : 2; }
    // A position with that number; pieces may stand on one square, and kings in check.
    [[nodiscard]] FewPieces position_at(Color side_to_move, std::size_t number) const;

    // The endings that must be known before this one, in the order of all().
    [[nodiscard]] std::vector<const Ending*> needs() const;

  private:
    friend struct EndingNumber;

    [[nodiscard]] std::size_t number_of(const FewPieces& position) const;

    std::size_t ordinal_;
    std::array<Piece, 2> others_{};
    std::size_t count_;
    std::string name_;
    bool has_pawns_ = false;
    bool is_symmetric_;
    std::size_t size_ = 0;
};

// Where a position with three or four pieces is found.
struct EndingNumber {
    const Ending* ending;
    Color side_to_move;
    std::size_t number;

    [[nodiscard]] static EndingNumber of(FewPieces position);
};

}  // namespace rookery
