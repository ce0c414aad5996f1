#include "terminal/play/spoken.h"

#include "chess/movegen.h"
#include "notation/names.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace rookery {
namespace {

constexpr PieceType from_king_down[] = {PieceType::King,   PieceType::Queen,  PieceType::Rook,
                                        PieceType::Bishop, PieceType::Knight, PieceType::Pawn};

std::string_view adjective(Color color) { return color == Color::White ? "white" : "black"; }

std::string piece_on(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    return fmt::format("{} {}", adjective(color_of(piece)), word_for(type_of(piece)));
}

std::vector<std::string> names_of(Bitboard set) {
    std::vector<std::string> names;
    for (const Square square : squares(set)) names.push_back(square_name(square));
    return names;
}

// Squares in the order given; what the line is called comes first.
template <class Squares>
std::string spoken_line(const Position& position, const std::string& name, const Squares& line) {
    std::vector<std::string> pieces;
    for (const Square square : line)
        if (!position.is_empty(square))
            pieces.push_back(fmt::format("{} {}", piece_on(position, square), square_name(square)));
    if (pieces.empty()) return fmt::format("{} is empty.", name);
    return fmt::format("{}: {}.", name, fmt::join(pieces, ", "));
}

std::string what_follows(const Position& after) {
    if (!after.in_check()) return has_legal_move(after) ? "" : ", stalemate";
    return has_legal_move(after) ? ", check" : ", checkmate";
}

std::string pieces_of(const Position& position, Color color) {
    std::vector<std::string> groups;
    for (const PieceType type : from_king_down) {
        const std::vector<std::string> places = names_of(position.pieces(color, type));
        if (places.empty()) continue;
        groups.push_back(fmt::format("{}{} {}", word_for(type), places.size() == 1 ? "" : "s",
                                     fmt::join(places, ", ")));
    }
    return fmt::format("{}: {}.", word_for(color), fmt::join(groups, "; "));
}

}  // namespace

std::string spoken_move(const Position& before, Move move) {
    const std::string end = what_follows(before.after(move));
    if (move.is_castling())
        return fmt::format("castles {}{}", move.wing() == Wing::King ? "kingside" : "queenside",
                           end);
    std::string text = fmt::format("{} {}", word_for(type_of(before.piece_on(move.from()))),
                                   square_name(move.from()));
    const PieceType captured = before.captured_by(move);
    if (captured == PieceType::None)
        text += fmt::format(" to {}", square_name(move.to()));
    else
        text += fmt::format(" takes {} {}", word_for(captured), square_name(move.to()));
    if (move.is_en_passant()) text += " en passant";
    if (move.is_promotion()) text += fmt::format(", becomes a {}", word_for(move.promoted()));
    return text + end;
}

std::string spoken_rank(const Position& position, Rank rank) {
    std::vector<Square> line;
    for (int file = 0; file < 8; ++file) line.push_back(make_square(static_cast<File>(file), rank));
    return spoken_line(position, fmt::format("Rank {}", rank_digit(rank)), line);
}

std::string spoken_file(const Position& position, File file) {
    std::vector<Square> line;
    for (int rank = 0; rank < 8; ++rank) line.push_back(make_square(file, static_cast<Rank>(rank)));
    return spoken_line(position, fmt::format("File {}", file_letter(file)), line);
}

std::string spoken_square(const Position& position, Square square) {
    if (position.is_empty(square)) return fmt::format("{} is empty.", square_name(square));
    return fmt::format("{}: {}.", square_name(square), piece_on(position, square));
}

std::string spoken_pieces(const Position& position, PieceType type) {
    std::string text;
    for (const Color color : both_colors) {
        const std::vector<std::string> places = names_of(position.pieces(color, type));
        const std::string_view plural = places.size() == 1 ? "" : "s";
        if (!text.empty()) text += ' ';
        if (places.empty())
            text += fmt::format("No {} {}{}.", adjective(color), word_for(type), plural);
        else
            text += fmt::format("{} {}{}: {}.", word_for(color), word_for(type), plural,
                                fmt::join(places, ", "));
    }
    return text;
}

std::string spoken_position(const Position& position) {
    return fmt::format("{}\n{}\n{} to move{}.", pieces_of(position, Color::White),
                       pieces_of(position, Color::Black), word_for(position.side_to_move()),
                       position.in_check() ? ", in check" : "");
}

}  // namespace rookery
