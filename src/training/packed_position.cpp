#include "training/packed_position.h"

#include "base/files.h"
#include "notation/epd.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::training {
namespace {

constexpr unsigned castling_rook = 6;
constexpr unsigned black = 8;
constexpr unsigned no_square = 64;
constexpr unsigned black_to_move = 128;
constexpr std::size_t pieces_at = 8;
constexpr std::size_t state_at = 24;

static_assert(static_cast<unsigned>(PieceType::Pawn) < castling_rook &&
              static_cast<unsigned>(PieceType::King) < castling_rook);

unsigned nibble_of(Piece piece, bool may_castle) {
    const unsigned kind = may_castle ? castling_rook : static_cast<unsigned>(type_of(piece));
    return kind + (color_of(piece) == Color::Black ? black : 0);
}

}  // namespace

PackedPosition packed(const Position& position) {
    PackedPosition bytes{};
    const Bitboard occupied = position.occupied();
    for (std::size_t i = 0; i < pieces_at; ++i)
        bytes[i] = static_cast<std::uint8_t>(occupied >> (8 * i));
    std::size_t piece = 0;
    for (const Square square : squares(occupied)) {
        const bool may_castle = (position.castling_rooks() & bit(square)) != 0;
        const unsigned nibble = nibble_of(position.piece_on(square), may_castle);
        bytes[pieces_at + piece / 2] |= static_cast<std::uint8_t>(nibble << (4 * (piece % 2)));
        ++piece;
    }
    const Square en_passant = position.en_passant();
    const unsigned square =
        en_passant == Square::None ? no_square : static_cast<unsigned>(index_of(en_passant));
    const bool is_black = position.side_to_move() == Color::Black;
    bytes[state_at] = static_cast<std::uint8_t>(square + (is_black ? black_to_move : 0));
    bytes[state_at + 1] = static_cast<std::uint8_t>(position.halfmove_clock());
    bytes[state_at + 2] = static_cast<std::uint8_t>(position.fullmove_number() & 0xFF);
    bytes[state_at + 3] = static_cast<std::uint8_t>(position.fullmove_number() >> 8);
    return bytes;
}

std::optional<Position> unpacked(const PackedPosition& bytes) {
    Bitboard occupied = 0;
    for (std::size_t i = 0; i < pieces_at; ++i) occupied |= Bitboard{bytes[i]} << (8 * i);
    if (popcount(occupied) > 32) return std::nullopt;
    Setup setup;
    std::size_t piece = 0;
    for (const Square square : squares(occupied)) {
        const unsigned nibble = (bytes[pieces_at + piece / 2] >> (4 * (piece % 2))) & 0xF;
        ++piece;
        const Color color = (nibble & black) != 0 ? Color::Black : Color::White;
        const unsigned kind = nibble & ~black;
        if (kind > castling_rook) return std::nullopt;
        if (kind == castling_rook) setup.castling_rooks |= bit(square);
        const auto type = kind == castling_rook ? PieceType::Rook : static_cast<PieceType>(kind);
        setup.board[square] = make_piece(color, type);
    }
    const unsigned square = bytes[state_at] & ~black_to_move;
    if (square > no_square) return std::nullopt;
    if (square != no_square) setup.en_passant = square_at(static_cast<int>(square));
    setup.side_to_move = (bytes[state_at] & black_to_move) != 0 ? Color::Black : Color::White;
    setup.halfmove_clock = bytes[state_at + 1];
    setup.fullmove_number = bytes[state_at + 2] | bytes[state_at + 3] << 8;
    const auto placed = Position::from(setup);
    if (!placed || placed->notices.any()) return std::nullopt;
    return placed->position;
}

namespace {

using Positions = Result<std::vector<Position>, std::string>;

Positions from_records(const std::string& path, std::string_view bytes) {
    PackedPosition record{};
    if (bytes.size() % record.size() != 0)
        return failure(fmt::format("{}: positions have {} bytes each, and it ends within one", path,
                                   record.size()));
    std::vector<Position> positions;
    for (; !bytes.empty(); bytes.remove_prefix(record.size())) {
        std::copy_n(bytes.begin(), record.size(), record.begin());
        const auto position = unpacked(record);
        if (!position)
            return failure(fmt::format("{}: number {} is no position", path, positions.size() + 1));
        positions.push_back(*position);
    }
    return positions;
}

Positions from_lines(const std::string& path, std::string_view text) {
    std::vector<Position> positions;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.empty() || line == "\r") continue;
        const auto epd = parse_epd(line);
        if (!epd)
            return failure(fmt::format("{}: line {}: {}", path, number, describe(epd.error())));
        positions.push_back(epd->position);
    }
    return positions;
}

}  // namespace

Result<std::vector<Position>, std::string> positions_of_file(const std::string& path) {
    const auto content = text_of_file(path);
    if (!content) return failure(content.error());
    return path.ends_with(".positions") ? from_records(path, *content) : from_lines(path, *content);
}

}  // namespace rookery::training
