#include "notation/san.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/explain.h"
#include "notation/names.h"

#include <algorithm>
#include <cstdint>

namespace rookery {
namespace {

void append_check(std::string& text, const Position& position, Move move) {
    Position next = position;
    next.make(move);
    if (next.in_check()) text += has_legal_move(next) ? '+' : '#';
}

void append_castling(std::string& text, Move move) {
    text += move.wing() == Wing::King ? "O-O" : "O-O-O";
}

void append_promotion(std::string& text, Move move) {
    if (!move.is_promotion()) return;
    text += '=';
    text += letter_of(move.promoted());
}

// Other pieces of the same kind that could legally go there as well.
Bitboard rivals(const Position& position, Move move, PieceType type) {
    const Bitboard same = position.pieces(position.side_to_move(), type) & ~bit(move.from());
    if (same == 0) return 0;
    Bitboard rivals = piece_attacks(type, move.to(), position.occupied()) & same;
    for (Square from : squares(rivals))
        if (!position.is_legal({from, move.to()})) rivals &= ~bit(from);
    return rivals;
}

void append_origin(std::string& text, Square from, Bitboard rivals) {
    if (rivals == 0) return;
    const bool file_shared = rivals & bits_of(file_of(from));
    const bool rank_shared = rivals & bits_of(rank_of(from));
    if (!file_shared || rank_shared) text += file_letter(file_of(from));
    if (file_shared) text += rank_digit(rank_of(from));
}

Move if_legal(const Position& position, Move move) {
    return position.is_legal(move) ? move : Move::none();
}

Move plain_castling(const Position& position, std::string_view text) {
    const bool kingside = text == "O-O";
    if (!kingside && text != "O-O-O") return Move::none();
    const Color us = position.side_to_move();
    const Square rook = position.castling_rook(us, kingside ? Wing::King : Wing::Queen);
    if (rook == Square::None) return Move::none();
    return if_legal(position, {position.king(us), rook, MoveKind::Castling});
}

// Nf3, Nxf3, Ngf3, N1f3, Ng1f3, Ng1xf3.
Move plain_piece_move(const Position& position, std::string_view text, PieceType type) {
    const std::size_t size = text.size();
    if (size < 3 || size > 6) return Move::none();
    const Square to = parse_square(text.substr(size - 2));
    if (to == Square::None) return Move::none();
    const Color us = position.side_to_move();
    Bitboard pieces = position.pieces(us, type);
    std::size_t end = size - 2;
    if (text[end - 1] == 'x') --end;
    if (end > 1) {
        std::size_t next = 1;
        if (is_file_letter(text[next])) pieces &= bits_of(file_from(text[next++]));
        if (next < end && is_rank_digit(text[next])) pieces &= bits_of(rank_from(text[next++]));
        if (next != end) return Move::none();
    }
    pieces &= piece_attacks(type, to, position.occupied());
    // Nearly always one piece is left that nothing hinders: no pin, no check, no piece of its own.
    const bool free_to_go = type != PieceType::King && !position.in_check() &&
                            !(pieces & position.pinned()) && !contains(position.pieces(us), to);
    if (free_to_go)
        return pieces != 0 && has_at_most_one(pieces) ? Move(first_square(pieces), to) : Move();
    Move found;
    while (pieces) {
        const Move move{take_first(pieces), to};
        if (!position.is_legal(move)) continue;
        if (found) return Move::none();
        found = move;
    }
    return found;
}

// e4, exd5, e8=Q, exd8=Q.
Move plain_pawn_move(const Position& position, std::string_view text) {
    PieceType promotion = PieceType::None;
    if (text.size() >= 4 && text[text.size() - 2] == '=') {
        promotion = type_from_letter(text.back());
        if (!can_promote_to(promotion)) return Move::none();
        text.remove_suffix(2);
    }
    const Color us = position.side_to_move();
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    Square from = Square::None;
    Square to = Square::None;
    if (text.size() == 2) {
        to = parse_square(text);
        if (to == Square::None || rank_of(to) == back_rank(us)) return Move::none();
        from = to - forward(us);
        if (!contains(pawns, from)) {
            if (rank_of(to) != relative_rank(us, Rank::R4)) return Move::none();
            from = from - forward(us);
        }
    } else if (text.size() == 4 && text[1] == 'x') {
        to = parse_square(text.substr(2));
        if (to == Square::None || rank_of(to) == back_rank(us) || !is_file_letter(text[0]))
            return Move::none();
        from = make_square(file_from(text[0]), rank_of(to - forward(us)));
    } else {
        return Move::none();
    }
    if (!contains(pawns, from)) return Move::none();
    if (promotion != PieceType::None)
        return if_legal(position, Move::promotion(from, to, promotion));
    const bool en_passant = to == position.en_passant() && file_of(from) != file_of(to);
    return if_legal(position, {from, to, en_passant ? MoveKind::EnPassant : MoveKind::Normal});
}

bool fits(const Position& position, const MovePattern& pattern, Move move) {
    if (pattern.type != PieceType::None && pattern.type != type_of(position.piece_on(move.from())))
        return false;
    const PieceType promoted = move.is_promotion() ? move.promoted() : PieceType::None;
    // A promotion left out fits all four: the caller then asks which.
    if (pattern.promotion != PieceType::None && pattern.promotion != promoted) return false;
    if (pattern.has_origin() && pattern.has_target() && !move.is_promotion())
        return move == find_move(position, pattern.origin(), pattern.target(), PieceType::None);
    if (move.is_castling()) return false;
    if (pattern.from_file && pattern.from_file != file_of(move.from())) return false;
    if (pattern.from_rank && pattern.from_rank != rank_of(move.from())) return false;
    if (pattern.to_file && pattern.to_file != file_of(move.to())) return false;
    return !pattern.to_rank || pattern.to_rank == rank_of(move.to());
}

std::vector<Move> matches(const Position& position, const MovePattern& pattern) {
    std::vector<Move> found;
    for (Move move : legal_moves(position))
        if (fits(position, pattern, move)) found.push_back(move);
    return found;
}

std::string no_such_piece(const Position& position, const MovePattern& pattern) {
    std::string text(word_for(position.side_to_move()));
    text += " has no ";
    text += word_for(pattern.type);
    if (pattern.has_origin()) {
        text += " on ";
        append_square(text, pattern.origin());
    } else if (pattern.from_file) {
        text += " on the ";
        text += file_letter(*pattern.from_file);
        text += "-file";
    } else if (pattern.from_rank) {
        text += " on rank ";
        text += rank_digit(*pattern.from_rank);
    }
    return text;
}

// The pawn that a text without origin must mean, if there is one.
Square pawn_meant(const Position& position, const MovePattern& pattern) {
    const Color us = position.side_to_move();
    const Square to = pattern.target();
    if (rank_of(to) == back_rank(us)) return Square::None;
    const File file = pattern.from_file.value_or(*pattern.to_file);
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    Square from = make_square(file, rank_of(to - forward(us)));
    if (contains(pawns, from)) return from;
    if (file != file_of(to) || rank_of(to) != relative_rank(us, Rank::R4)) return Square::None;
    from = from - forward(us);
    return contains(pawns, from) ? from : Square::None;
}

// The piece to give a reason for: the only one, or one that would get there but for a check.
Square piece_meant(const Position& position, const MovePattern& pattern, Bitboard pieces) {
    if (pattern.type == PieceType::Pawn) return pawn_meant(position, pattern);
    const Bitboard reaching =
        pieces & piece_attacks(pattern.type, pattern.target(), position.occupied());
    if (reaching) return first_square(reaching);
    return has_at_most_one(pieces) ? first_square(pieces) : Square::None;
}

std::string why_not(const Position& position, const MovePattern& pattern) {
    static constexpr const char* not_a_promotion = "nothing is promoted by this move";
    if (!pattern.has_target()) return "no pawn can capture like that";
    const Square to = pattern.target();
    Square from = Square::None;
    if (pattern.type == PieceType::None) {
        from = pattern.origin();
    } else {
        Bitboard pieces = position.pieces(position.side_to_move(), pattern.type);
        if (pattern.from_file) pieces &= bits_of(*pattern.from_file);
        if (pattern.from_rank) pieces &= bits_of(*pattern.from_rank);
        if (pieces == 0) return no_such_piece(position, pattern);
        from = piece_meant(position, pattern, pieces);
    }
    if (from == Square::None) {
        std::string text = "no ";
        text += word_for(pattern.type);
        return text + " of yours can go to " + square_name(to);
    }
    std::string reason = explain_illegal(position, from, to);
    if (!reason.empty()) return reason;
    // Possible after all, but not when written like this.
    const bool king = from == position.king(position.side_to_move());
    return king && pattern.promotion == PieceType::None ? "castling is written O-O or O-O-O"
                                                        : not_a_promotion;
}

bool all_promotions_of_one_move(const std::vector<Move>& moves) {
    return std::all_of(moves.begin(), moves.end(), [&](Move move) {
        return move.is_promotion() && move.from() == moves.front().from() &&
               move.to() == moves.front().to();
    });
}

Failure<SanError> several(const Position& position, std::vector<Move> choices) {
    SanError error;
    if (all_promotions_of_one_move(choices)) {
        error.problem = SanProblem::PromotionMissing;
        error.what = "the pawn is promoted on " + square_name(choices.front().to()) +
                     ": to a queen, rook, bishop or knight?";
    } else {
        error.problem = SanProblem::Ambiguous;
        error.what = "several moves fit:";
        const char* separator = " ";
        for (Move choice : choices) {
            error.what += separator + to_san(position, choice);
            separator = ", ";
        }
    }
    error.choices = std::move(choices);
    return failure(std::move(error));
}

Failure<SanError> refused(SanProblem problem, std::string what) {
    SanError error;
    error.problem = problem;
    error.what = std::move(what);
    return failure(std::move(error));
}

// Longer than any sensible way to write a move.
constexpr std::size_t longest_text = 64;

// The ASCII form of another character: a letter, a mark, '\0' for nothing, or itself.
std::optional<char> plain_form(std::string_view character) {
    // White and black figurines in one row, king first.
    static constexpr std::string_view figurines = "♔♕♖♗♘♙♚♛♜♝♞♟";
    static constexpr std::string_view letters = "KQRBNPKQRBNP";
    if (character.size() == 3)
        if (const std::size_t at = figurines.find(character); at != std::string_view::npos)
            return letters[at / 3];
    if (character == "×") return 'x';
    if (character == "–" || character == "—" || character == "‑" || character == "−") return '-';
    // Variation selectors: how a figurine is to be drawn.
    if (character == "\xEF\xB8\x8E" || character == "\xEF\xB8\x8F") return '\0';
    return std::nullopt;
}

std::string in_ascii(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return {};
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        if (length == 1) {
            if (!ascii::is_space(character[0])) plain += character[0];
            continue;
        }
        const std::optional<char> form = plain_form(character);
        if (!form) return {};
        if (*form != '\0') plain += *form;
    }
    return plain;
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

std::string_view without_marks(std::string_view text) {
    static constexpr std::string_view marks[] = {"+", "#", "!", "?", "(=)", "=", "e.p.", "ep", "."};
    for (bool found = true; found;) {
        found = false;
        for (std::string_view mark : marks) found = drop_suffix(text, mark) || found;
    }
    return text;
}

std::string_view without_number(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && ascii::is_digit(text[digits])) ++digits;
    if (digits == 0 || digits == text.size() || text[digits] != '.') return text;
    text.remove_prefix(digits);
    while (!text.empty() && text.front() == '.') text.remove_prefix(1);
    return text;
}

// Takes a pattern apart from left to right: origin, cross or dash, target, promotion.
class PatternReader {
  public:
    explicit PatternReader(std::string_view text) : text_(text) {}

    std::optional<MovePattern> read(PieceType type) {
        const auto first_file = file();
        const auto first_rank = rank();
        const bool separated = separator();
        const bool alone = !separated && rest_promotes(first_file, first_rank);
        const auto second_file = alone ? std::nullopt : file();
        const auto second_rank = alone ? std::nullopt : rank();

        MovePattern pattern;
        pattern.type = type;
        if (second_file) {
            pattern.from_file = first_file;
            pattern.from_rank = first_rank;
            pattern.to_file = second_file;
            pattern.to_rank = second_rank;
        } else {
            if (separated || second_rank || !first_file) return std::nullopt;
            pattern.to_file = first_file;
            pattern.to_rank = first_rank;
        }
        if (!promotion(pattern.promotion) || !text_.empty()) return std::nullopt;
        const bool pawn = type == PieceType::Pawn;
        const bool two_files = pattern.from_file && pattern.from_file != pattern.to_file;
        // Only a pawn's capture may leave the rank out: exd or ed.
        if (!pattern.to_rank && !(pawn && two_files)) return std::nullopt;
        // A pawn that stays on its file is written without it: bb4 is a bishop's move.
        if (pawn && pattern.from_file && !pattern.from_rank && !two_files) return std::nullopt;
        return pattern;
    }

  private:
    char next() const { return text_.empty() ? '\0' : ascii::to_lower(text_.front()); }

    std::optional<File> file() {
        const char c = next();
        if (!is_file_letter(c)) return std::nullopt;
        text_.remove_prefix(1);
        return file_from(c);
    }
    std::optional<Rank> rank() {
        const char c = next();
        if (!is_rank_digit(c)) return std::nullopt;
        text_.remove_prefix(1);
        return rank_from(c);
    }
    bool separator() {
        const char c = next();
        if (c != 'x' && c != ':' && c != '-' && c != '*') return false;
        text_.remove_prefix(1);
        return true;
    }
    // In "e8b" the b is a bishop, although it could be a file.
    bool rest_promotes(std::optional<File> file, std::optional<Rank> rank) const {
        return text_.size() == 1 && next() == 'b' && file && (rank == Rank::R1 || rank == Rank::R8);
    }
    // Nothing, Q, =Q, /Q or (Q).
    bool promotion(PieceType& type) {
        if (text_.empty()) return true;
        const char mark = next();
        if (mark == '=' || mark == '/' || mark == '(') text_.remove_prefix(1);
        type = type_from_letter(ascii::to_upper(next()));
        if (!can_promote_to(type)) return false;
        text_.remove_prefix(1);
        if (mark != '(') return true;
        if (next() != ')') return false;
        text_.remove_prefix(1);
        return true;
    }

    std::string_view text_;
};

}  // namespace

std::string to_san(const Position& position, Move move) {
    assert(position.is_legal(move));
    std::string text;
    if (move.is_castling()) {
        append_castling(text, move);
    } else {
        const PieceType type = type_of(position.piece_on(move.from()));
        const bool capture = position.is_capture(move);
        if (type != PieceType::Pawn) {
            text += letter_of(type);
            append_origin(text, move.from(), rivals(position, move, type));
        } else if (capture) {
            text += file_letter(file_of(move.from()));
        }
        if (capture) text += 'x';
        append_square(text, move.to());
        append_promotion(text, move);
    }
    append_check(text, position, move);
    return text;
}

std::string to_long_algebraic(const Position& position, Move move) {
    assert(position.is_legal(move));
    std::string text;
    if (move.is_castling()) {
        append_castling(text, move);
    } else {
        const PieceType type = type_of(position.piece_on(move.from()));
        if (type != PieceType::Pawn) text += letter_of(type);
        append_square(text, move.from());
        text += position.is_capture(move) ? 'x' : '-';
        append_square(text, move.to());
        append_promotion(text, move);
    }
    append_check(text, position, move);
    return text;
}

Move read_plain_san(const Position& position, std::string_view text) {
    while (!text.empty() &&
           (text.back() == '+' || text.back() == '#' || text.back() == '!' || text.back() == '?'))
        text.remove_suffix(1);
    if (text.size() < 2) return Move::none();
    const char first = text.front();
    if (is_file_letter(first)) return plain_pawn_move(position, text);
    if (first == 'O') return plain_castling(position, text);
    const PieceType type = type_from_letter(first);
    if (type == PieceType::None || type == PieceType::Pawn) return Move::none();
    return plain_piece_move(position, text, type);
}

Result<Move, SanError> parse_san(const Position& position, std::string_view text) {
    if (const Move move = read_plain_san(position, text)) return move;

    const std::string cleaned = cleaned_move(text);
    if (const auto wing = castling_meant(cleaned)) {
        const Color us = position.side_to_move();
        const std::string reason = explain_castling(position, *wing);
        if (!reason.empty()) return refused(SanProblem::Illegal, reason);
        return Move{position.king(us), position.castling_rook(us, *wing), MoveKind::Castling};
    }
    const std::vector<MovePattern> patterns = patterns_meant(cleaned);
    if (patterns.empty())
        return refused(SanProblem::Unreadable,
                       "'" + printable(ascii::trim(text), 20) + "' is not a move");
    for (const MovePattern& pattern : patterns) {
        std::vector<Move> found = matches(position, pattern);
        if (found.size() == 1) return found.front();
        if (!found.empty()) return several(position, std::move(found));
    }
    return refused(SanProblem::Illegal, why_not(position, patterns.back()));
}

std::string cleaned_move(std::string_view text) {
    if (text.size() > longest_text) return {};
    const std::string plain = in_ascii(text);
    return std::string(without_marks(without_number(plain)));
}

std::optional<Wing> castling_meant(std::string_view cleaned) {
    int circles = 0;
    for (char c : cleaned) {
        if (c == 'O' || c == 'o' || c == '0')
            ++circles;
        else if (c != '-')
            return std::nullopt;
    }
    if (circles == 2) return Wing::King;
    if (circles == 3) return Wing::Queen;
    return std::nullopt;
}

std::vector<MovePattern> patterns_meant(std::string_view cleaned) {
    std::vector<MovePattern> patterns;
    if (cleaned.empty()) return patterns;
    const auto add = [&](std::string_view text, PieceType type) {
        auto pattern = PatternReader(text).read(type);
        if (!pattern) return;
        // Two whole squares say enough: e2e4 need not be a pawn's move.
        if (type == PieceType::Pawn && text.data() == cleaned.data() && pattern->has_origin())
            pattern->type = PieceType::None;
        patterns.push_back(*pattern);
    };
    const char first = cleaned.front();
    const std::string_view rest = cleaned.substr(1);
    switch (first) {
        case 'b':
            add(cleaned, PieceType::Pawn);
            add(rest, PieceType::Bishop);
            break;
        case 'B':
            add(rest, PieceType::Bishop);
            // B1C3, typed with Caps Lock.
            add(cleaned, PieceType::Pawn);
            if (!patterns.empty() && patterns.back().type == PieceType::Pawn) patterns.pop_back();
            break;
        default:
            if (const PieceType type = type_from_letter(ascii::to_upper(first));
                type != PieceType::None)
                add(rest, type);
            else
                add(cleaned, PieceType::Pawn);
    }
    return patterns;
}

}  // namespace rookery
