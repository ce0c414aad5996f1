#include "notation/human_move.h"

#include "notation/names.h"
#include "notation/printable.h"

#include <cstdint>

namespace rookery {
namespace {

// Longer than any sensible way to write a move.
constexpr std::size_t longest_text = 64;

// What a character beyond ASCII stands for: a letter, a mark, '\0' for nothing at all, or itself.
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
        // Nobody names the file of a pawn that stays on it: bb4 is a bishop's move.
        if (pawn && pattern.from_file && !pattern.from_rank && !two_files) return std::nullopt;
        return pattern;
    }

  private:
    char next() const { return text_.empty() ? '\0' : ascii::to_lower(text_.front()); }

    std::optional<File> file() {
        const char c = next();
        if (!ascii::is_file(c)) return std::nullopt;
        text_.remove_prefix(1);
        return file_from(c);
    }
    std::optional<Rank> rank() {
        const char c = next();
        if (!ascii::is_rank(c)) return std::nullopt;
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
            // B1C3 from someone whose Caps Lock is on.
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
