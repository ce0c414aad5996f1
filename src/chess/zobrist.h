// Zobrist keys of positions: one random number for every fact, all of them xor-ed together.
//
// Besides the key of the whole position there are keys of parts of it, by which a search remembers
// what it learned about pawn structures or about the pieces of one side.
#pragma once

#include "base/random.h"
#include "chess/bitboard.h"
#include "chess/types.h"

#include <cstdint>

namespace rookery {

using Key = std::uint64_t;

// Which pieces a partial key covers. Kings belong to every one but the pawns'.
enum class KeyPart : std::uint8_t { Full, Pawn, Minor, Major, NonPawnWhite, NonPawnBlack };
inline constexpr std::size_t key_parts = 6;
using Keys = EnumArray<KeyPart, Key, key_parts>;

namespace detail {

struct ZobristTables {
    // A row of zeros for Piece::None lets make() treat an empty square like any other.
    EnumArray<Piece, BySquare<Key>, 13> piece;
    BySquare<Key> castling_rook;
    EnumArray<File, Key, 8> en_passant;
    Key black_to_move;
    // All ones where the part covers the piece, else zero.
    EnumArray<Piece, Keys, 13> covered;
};

constexpr bool covers(KeyPart part, Piece piece) {
    const PieceType type = type_of(piece);
    const bool king = type == PieceType::King;
    switch (part) {
        case KeyPart::Full: return true;
        case KeyPart::Pawn: return type == PieceType::Pawn;
        case KeyPart::Minor: return type == PieceType::Knight || type == PieceType::Bishop || king;
        case KeyPart::Major: return type == PieceType::Rook || type == PieceType::Queen || king;
        case KeyPart::NonPawnWhite:
            return type != PieceType::Pawn && color_of(piece) == Color::White;
        case KeyPart::NonPawnBlack:
            return type != PieceType::Pawn && color_of(piece) == Color::Black;
    }
    return false;
}

constexpr ZobristTables make_zobrist_tables() {
    ZobristTables tables{};
    Random random(0x526F6F6B657279ULL);  // "Rookery"
    for (int p = 0; p < 12; ++p) {
        const Piece piece = static_cast<Piece>(p);
        for (Key& key : tables.piece[piece]) key = random.next();
        for (std::size_t part = 0; part < key_parts; ++part)
            if (covers(static_cast<KeyPart>(part), piece))
                tables.covered[piece].values[part] = ~Key{0};
    }
    for (Key& key : tables.castling_rook) key = random.next();
    for (Key& key : tables.en_passant) key = random.next();
    tables.black_to_move = random.next();
    return tables;
}

inline constexpr ZobristTables zobrist = make_zobrist_tables();

}  // namespace detail
}  // namespace rookery
