// SAN, standard algebraic notation: Nf3, exd5, O-O, e8=Q+.
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "chess/position.h"
#include "chess/types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// As in the PGN standard: the shortest origin that tells the pieces apart, where a piece that may
// not move does not count; + for check, # for mate. The move must be legal.
[[nodiscard]] std::string to_san(const Position& position, Move move);

// With both squares: Ng1-f3, e5xd6, e7-e8=Q+.
[[nodiscard]] std::string to_long_algebraic(const Position& position, Move move);

enum class SanProblem : std::uint8_t {
    Unreadable,        // not the form of a move
    Illegal,           // readable, but the rules forbid it
    Ambiguous,         // several pieces can do that; they are the choices
    PromotionMissing,  // a pawn reaches the last rank; the four promotions are the choices
};

struct SanError : TextError {
    SanProblem problem = SanProblem::Unreadable;
    std::vector<Move> choices;
};

// Reads exact SAN without generating moves and without allocating; '+', '#', '!' and '?' at the end
// are ignored. Move::none() for any other text: parse_san() reads it or tells the reason.
[[nodiscard]] Move read_plain_san(const Position& position, std::string_view text);

// SAN, and other forms that people type if only one legal move can be meant: Ng1-f3, nf3, e8Q,
// e8(q), 0-0, o-o, exd, ed, "exd6 e.p.", e2e4, E2-E4, ♘f3; x, + and # missing or too many.
// Where bc3 can be a pawn's capture it is one, and a bishop's move else.
[[nodiscard]] Result<Move, SanError> parse_san(const Position& position, std::string_view text);

// The parts below read sloppy moves: the text is cleaned and taken apart, and parse_san() matches
// the patterns with the legal moves.

// The parts of a move that a text gives. Missing parts are empty and fit anything.
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
// quality and "e.p." are removed. Empty if nothing is left, or if it is too long for a move.
[[nodiscard]] std::string cleaned_move(std::string_view text);

// O-O, 0-0, oo and similar forms, from a cleaned text.
[[nodiscard]] std::optional<Wing> castling_meant(std::string_view cleaned);

// The ways to read a cleaned text, the likelier first; empty if it does not look like a move.
[[nodiscard]] std::vector<MovePattern> patterns_meant(std::string_view cleaned);

}  // namespace rookery
