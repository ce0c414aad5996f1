// What a person may have meant by a move: the text is cleaned up and taken apart here, and matched
// with the legal moves in parse_san().
#pragma once

#include "chess/types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// What a text says about a move. What it leaves out is empty and fits anything.
struct MovePattern {
    PieceType type = PieceType::None;
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    std::optional<File> to_file;
    std::optional<Rank> to_rank;
    PieceType promotion = PieceType::None;

    [[nodiscard]] bool has_origin() const { return from_file && from_rank; }
    [[nodiscard]] bool has_target() const { return to_file && to_rank; }
    [[nodiscard]] Square origin() const { return make_square(*from_file, *from_rank); }
    [[nodiscard]] Square target() const { return make_square(*to_file, *to_rank); }
};

// Figurines become letters, dashes and crosses plain ones; blanks, move numbers, marks of check and
// quality and "e.p." go. Empty if nothing is left, or if it is too long for a move.
[[nodiscard]] std::string cleaned_move(std::string_view text);

// O-O, 0-0, oo and their like, from a cleaned text.
[[nodiscard]] std::optional<Wing> castling_meant(std::string_view cleaned);

// The ways to read a cleaned text, the likelier first; empty if it has not the form of a move.
[[nodiscard]] std::vector<MovePattern> patterns_meant(std::string_view cleaned);

}  // namespace rookery
