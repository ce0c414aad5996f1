#include "terminal/play/play_text.h"

#include "arena/suite/suite_text.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "eval/win_rate.h"
#include "notation/names.h"
#include "notation/san.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace rookery {

std::string sentence(std::string text) {
    if (!text.empty()) text[0] = ascii::to_upper(text[0]);
    return text + ".";
}

std::vector<std::string> san_names(const Position& position, const std::vector<Move>& moves) {
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(to_san(position, move));
    std::sort(names.begin(), names.end());
    return names;
}

std::string captured_text(const CapturedPieces& pieces, Color bottom, const Style& style) {
    constexpr std::string_view figures[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    std::string text;
    for (const Color color : {~bottom, bottom}) {
        if (pieces.taken[color].empty()) continue;
        text += fmt::format("{} took ", word_for(color));
        for (const PieceType type : pieces.taken[color]) {
            if (style.unicode)
                text += figures[static_cast<std::size_t>(type)];
            else
                text += letter_of(type);
        }
        const int lead = color == Color::White ? pieces.lead : -pieces.lead;
        if (lead > 0) text += fmt::format(" +{}", lead);
        text += '\n';
    }
    return text;
}

namespace {

// Of a tree; the others are hardly looked at.
constexpr std::size_t most_moves = 5;

std::string playouts_text(const TreeReport& tree) {
    return fmt::format("{} playouts, {}", short_count(static_cast<double>(tree.playouts)),
                       per_second(tree.playouts, tree.elapsed));
}

std::string tree_text(const TreeReport& tree, const Position& position) {
    std::vector<std::string> moves;
    for (const MoveStatistics& one : tree.moves) {
        if (moves.size() == most_moves) break;
        moves.push_back(fmt::format("{} {:.0f} %{} in {}", to_san(position, one.move),
                                    100 * one.win_rate, one.proven ? " for certain" : "",
                                    short_count(static_cast<double>(one.visits))));
    }
    return fmt::format("{}: {}", playouts_text(tree), fmt::join(moves, ", "));
}

}  // namespace

std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed) {
    const auto milliseconds = std::max<std::int64_t>(1, elapsed.count());
    return short_count(1000.0 * static_cast<double>(count) / static_cast<double>(milliseconds)) +
           "/s";
}

std::string in_san(const std::vector<Move>& moves, const Position& position) {
    std::string text;
    Position at = position;
    for (const Move move : moves) {
        if (!at.is_legal(move)) break;
        text += (text.empty() ? "" : " ") + to_san(at, move);
        at.make(move);
    }
    return text;
}

std::string describe(const LineReport& line, const Position& position) {
    return fmt::format("depth {}, {}, {} nodes, {}: {}", line.depth, describe(line.score, position),
                       short_count(static_cast<double>(line.nodes)),
                       per_second(line.nodes, line.elapsed), in_san(line.moves, position));
}

std::vector<std::string> tree_table(const TreeReport& tree, const Position& position) {
    std::vector<std::string> lines{playouts_text(tree),
                                   fmt::format("  {:<8}{:>8}{:>8}", "move", "visits", "won")};
    for (const MoveStatistics& one : tree.moves) {
        if (lines.size() == most_moves + 2) break;
        lines.push_back(fmt::format("  {:<8}{:>8}{:>6.1f} %{}", to_san(position, one.move),
                                    short_count(static_cast<double>(one.visits)),
                                    100 * one.win_rate, one.proven ? " for certain" : ""));
    }
    return lines;
}

std::string describe(Score score, const Position& position) {
    if (!score.is_mate()) return fmt::format("{:+.2f}", centipawns(score, position) / 100.0);
    const int moves = score.mate_moves();
    return fmt::format("{} in {}", score.value() > 0 ? "mate" : "mated", std::abs(moves));
}

std::string describe(const Thinking& thinking, const Position& position, std::size_t width) {
    std::string text;
    if (!thinking.tree.moves.empty()) text += wrapped(tree_text(thinking.tree, position), width);
    if (!thinking.line.moves.empty()) text += wrapped(describe(thinking.line, position), width);
    return text;
}

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
