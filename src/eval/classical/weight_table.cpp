#include "eval/classical/weight_table.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>

namespace rookery::classical {
namespace {

// The shape of a member from its type: a weight, a row of weights, or rows of them.
template <class Member>
constexpr std::size_t columns_of = std::rank_v<Member> == 2   ? std::extent_v<Member, 1>
                                   : std::rank_v<Member> == 1 ? std::extent_v<Member, 0>
                                                              : 1;
template <class Member>
constexpr std::size_t rows_of = std::rank_v<Member> == 2 ? std::extent_v<Member, 0> : 1;

constexpr Part part_of(Group group) {
    switch (group) {
        case Group::Danger: return Part::Danger;
        case Group::Initiative: return Part::Initiative;
        case Group::Tempo: return Part::Tempo;
        default: return Part::Score;
    }
}

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member cannot stand in any.
#define ROW(group, member, name, meaning)                                                          \
    WeightFamily {                                                                                 \
        Group::group, #name, offsetof(Weights, member.name) / sizeof(Tapered),                     \
            rows_of<decltype(Weights::member.name)>, columns_of<decltype(Weights::member.name)>,   \
            meaning, part_of(Group::group)                                                         \
    }
// NOLINTEND(bugprone-macro-parentheses)

constexpr WeightFamily families[] = {
    ROW(Material, material, pawn, "a pawn"),
    ROW(Material, material, knight, "a knight"),
    ROW(Material, material, bishop, "a bishop"),
    ROW(Material, material, rook, "a rook"),
    ROW(Material, material, queen, "a queen"),
    ROW(Material, material, bishop_pair, "bishops on both colours"),
    ROW(Material, material, knight_pair, "two knights do the same work"),
    ROW(Material, material, rook_pair, "two rooks do the same work"),
    ROW(Material, material, knight_per_pawn, "a knight, for each own pawn beyond five"),
    ROW(Material, material, rook_per_pawn, "a rook, for each own pawn beyond five"),

    ROW(PieceSquare, piece_square, pawn, "a pawn by square"),
    ROW(PieceSquare, piece_square, knight, "a knight by square"),
    ROW(PieceSquare, piece_square, bishop, "a bishop by square"),
    ROW(PieceSquare, piece_square, rook, "a rook by square"),
    ROW(PieceSquare, piece_square, queen, "a queen by square"),
    ROW(PieceSquare, piece_square, king, "the king by square"),

    ROW(Mobility, mobility, knight, "a knight by squares within reach"),
    ROW(Mobility, mobility, bishop, "a bishop by squares within reach"),
    ROW(Mobility, mobility, rook, "a rook by squares within reach"),
    ROW(Mobility, mobility, queen, "a queen by squares within reach"),

    ROW(Pawns, pawns, doubled, "another own pawn ahead on the file"),
    ROW(Pawns, pawns, isolated,
        "no own pawn on the files beside; on a closed file, on an open one"),
    ROW(Pawns, pawns, backward, "the neighbours have gone ahead and the way is watched"),
    ROW(Pawns, pawns, phalanx, "a neighbour on the same rank"),
    ROW(Pawns, pawns, supported, "guarded by a pawn"),
    ROW(Pawns, pawns, twice_supported, "guarded by two"),
    ROW(Pawns, pawns, lever, "can take a pawn"),
    ROW(Pawns, pawns, pressed, "can be taken by two pawns and is not guarded by one"),
    ROW(Pawns, pawns, island, "each group of files beyond the first"),
    ROW(Pawns, pawns, blocked, "far up the board and blocked by a pawn"),
    ROW(Pawns, pawns, candidate, "has helpers enough to become passed"),

    ROW(Passed, passed, passed, "no enemy pawn can stop it"),
    ROW(Passed, passed, own_king, "moves of the own king to the square in front of it"),
    ROW(Passed, passed, enemy_king, "moves of the enemy king to the square in front of it"),
    ROW(Passed, passed, path_free, "nothing stands on its way"),
    ROW(Passed, passed, path_safe, "its whole way is unattacked"),
    ROW(Passed, passed, stop_safe, "its next square is unattacked"),
    ROW(Passed, passed, path_defended, "its whole way is guarded"),
    ROW(Passed, passed, stop_defended, "its next square is guarded"),
    ROW(Passed, passed, blocked, "an enemy piece stands before it"),
    ROW(Passed, passed, rook_behind, "an own rook pushes it"),
    ROW(Passed, passed, enemy_rook_behind, "an enemy rook holds it from behind"),
    ROW(Passed, passed, unstoppable, "the lone enemy king is too far away"),

    ROW(Space, space, area, "safe squares behind the own pawns, by pieces to use them"),

    ROW(Minors, minors, knight_outpost, "a knight no pawn can drive away"),
    ROW(Minors, minors, bishop_outpost, "a bishop no pawn can drive away"),
    ROW(Minors, minors, outpost_reachable, "a knight one move from a guarded outpost"),
    ROW(Minors, minors, behind_pawn, "covered by a pawn in front"),
    ROW(Minors, minors, defended, "guarded by a pawn"),
    ROW(Minors, minors, knight_king_distance, "a knight's way to its king"),
    ROW(Minors, minors, bishop_king_distance, "a bishop's way to its king"),
    ROW(Minors, minors, bishop_own_pawns,
        "own pawns on the bishop's colour, more if blocked in the centre"),
    ROW(Minors, minors, bishop_enemy_pawns, "enemy pawns on the bishop's lines"),
    ROW(Minors, minors, long_diagonal, "a bishop looks across the centre"),
    ROW(Minors, minors, fianchetto, "a bishop in its nest behind a pawn"),
    ROW(Minors, minors, trapped_bishop, "a bishop shut in by a pawn at the edge"),
    ROW(Minors, minors, trapped_knight, "a knight shut in by pawns in the corner"),

    ROW(Rooks, rooks, open_file, "no pawn on its file"),
    ROW(Rooks, rooks, half_open_file, "no own pawn on its file"),
    ROW(Rooks, rooks, behind_blocked_pawn, "an own pawn on its file cannot move"),
    ROW(Rooks, rooks, seventh_rank, "on the seventh with pawns to eat or a king to hold"),
    ROW(Rooks, rooks, connected, "guards another rook along a rank"),
    ROW(Rooks, rooks, doubled, "guards another rook along a file"),
    ROW(Rooks, rooks, facing_king, "on the file or rank of the enemy king"),
    ROW(Rooks, rooks, facing_queen, "on the file or rank of an enemy queen"),
    ROW(Rooks, rooks, trapped, "shut in by its own king, which cannot castle with it"),

    ROW(Queens, queens, pursued, "an enemy slider attacks it through one piece"),

    ROW(Shelter, shelter, shield, "the nearest own pawn before the king, on three files"),
    ROW(Shelter, shelter, storm, "the nearest enemy pawn coming at the king"),
    ROW(Shelter, shelter, blocked_storm, "the same where an own pawn stops it"),
    ROW(Shelter, shelter, open_file, "the king's file has no pawns"),
    ROW(Shelter, shelter, half_open_file, "the king's file has no own pawns"),
    ROW(Shelter, shelter, pawn_distance, "moves of the king to the nearest pawn"),

    ROW(Danger, danger, base, "there is an attack at all"),
    ROW(Danger, danger, attacker, "a piece that attacks the king's surroundings, by how many do"),
    ROW(Danger, danger, ring_hit, "an attacked square next to the king, once for each piece"),
    ROW(Danger, danger, weak_square, "an attacked square the defender holds badly"),
    ROW(Danger, danger, safe_check, "a square to give check from, safely"),
    ROW(Danger, danger, unsafe_check, "a square to give check from, at a price"),
    ROW(Danger, danger, pinned, "a piece pinned to the king"),
    ROW(Danger, danger, open_file, "a file by the king without an own pawn"),
    ROW(Danger, danger, flank_attack,
        "an attacked square of the king's flank, twice if by two pieces"),
    ROW(Danger, danger, flank_defence, "a guarded square of the king's flank"),
    ROW(Danger, danger, knight_defender, "a knight guards the surroundings"),
    ROW(Danger, danger, no_queen, "the attacker has no queen"),

    ROW(Threats, threats, by_pawn, "a safe pawn attacks a piece"),
    ROW(Threats, threats, by_minor, "a minor piece attacks a piece"),
    ROW(Threats, threats, by_rook, "a rook attacks a badly guarded piece"),
    ROW(Threats, threats, by_king, "the king attacks a badly guarded piece"),
    ROW(Threats, threats, hanging, "attacked and not guarded enough"),
    ROW(Threats, threats, queen_guarded, "badly guarded, and by the queen"),
    ROW(Threats, threats, pawn_push, "a safe step of a pawn attacks a piece"),
    ROW(Threats, threats, restricted, "a square denied to the enemy's pieces"),
    ROW(Threats, threats, knight_on_queen, "a knight can attack the queen next move"),
    ROW(Threats, threats, slider_on_queen, "a slider can attack the queen next move"),

    ROW(Initiative, initiative, base, "always"),
    ROW(Initiative, initiative, passed_pawn, "a passed pawn of either side"),
    ROW(Initiative, initiative, pawn, "a pawn of either side"),
    ROW(Initiative, initiative, outflanking, "files between the kings, less ranks"),
    ROW(Initiative, initiative, infiltration, "a king has crossed the middle"),
    ROW(Initiative, initiative, both_wings, "pawns on both wings"),
    ROW(Initiative, initiative, pawn_ending, "kings and pawns only"),
    ROW(Initiative, initiative, no_way_in, "pawns on one wing and the kings face each other"),

    ROW(Tempo, tempo, to_move, "to have the move"),
};
#undef ROW

constexpr bool covers_all_weights() {
    std::size_t next = 0;
    for (const WeightFamily& family : families) {
        if (family.first != next) return false;
        next += family.size();
    }
    return next == weight_count;
}
static_assert(covers_all_weights(), "the table must list the members of Weights in their order");

bool is_in_name(char c) { return ascii::is_letter(c) || ascii::is_digit(c) || c == '_'; }

// Reads the text of default_weights.h, or one like it.
class SourceReader {
  public:
    explicit SourceReader(std::string_view text) : text_(text) {}

    Result<Weights, TextError> read() {
        skip_to_table();
        while (at_ < text_.size() && error_.what.empty()) {
            const char c = text_[at_];
            if (text_.substr(at_, 2) == "//")
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (c == '.')
                read_name();
            else if (c == '-' || ascii::is_digit(c))
                read_number();
            else if (text_.substr(at_, 2) == "};" && group_.empty())
                break;
            else
                skip(c);
        }
        if (error_.what.empty()) end_family();
        if (error_.what.empty() && done_ != weight_table().size())
            refuse("'" + full_name(weight_table()[done_]) + "' is missing");
        if (!error_.what.empty()) return failure(error_);
        return shaped(flat_);
    }

  private:
    static std::string full_name(const WeightFamily& family) {
        return std::string(name_of(family.group)) + '.' + std::string(family.name);
    }

    // Everything before the table is skipped.
    void skip_to_table() {
        const std::size_t table = text_.find("default_weights = {");
        if (table == std::string_view::npos)
            refuse("there is no 'default_weights = {' in it");
        else
            at_ = text_.find('{', table) + 1;
    }

    void skip(char c) {
        if (c == '{') ++depth_;
        if (c == '}' && --depth_ == 0) group_ = {};
        ++at_;
    }

    void read_name() {
        const std::size_t start = ++at_;
        while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
        const std::string_view name = text_.substr(start, at_ - start);
        end_family();
        if (!error_.what.empty()) return;
        if (depth_ == 0) {
            group_ = name;
            return;
        }
        // The names must be in the order of the table.
        if (done_ == weight_table().size() || weight_table()[done_].name != name ||
            name_of(weight_table()[done_].group) != group_) {
            at_ = start;
            return refuse("'" + printable(std::string(group_) + '.' + std::string(name), 60) +
                          "' is not what should follow here");
        }
        family_ = &weight_table()[done_++];
    }

    void read_number() {
        const std::size_t digits = text_[at_] == '-' ? at_ + 1 : at_;
        const std::size_t end =
            std::min(text_.find_first_not_of("0123456789", digits), text_.size());
        const auto number = parse_number<int>(text_.substr(at_, end - at_));
        constexpr int largest = std::numeric_limits<std::int16_t>::max();
        if (!number || *number > largest || *number < -largest)
            return refuse("this is not the value of a weight");
        if (family_ == nullptr || numbers_ == 2 * family_->size())
            return refuse("a number too many");
        Tapered& weight = flat_[family_->first + numbers_ / 2];
        weight = numbers_ % 2 == 0 ? Tapered(*number, 0) : Tapered(weight.mg(), *number);
        ++numbers_;
        at_ = end;
    }

    void end_family() {
        if (family_ != nullptr && numbers_ != 2 * family_->size())
            return refuse("'" + full_name(*family_) + "' has " + std::to_string(numbers_) +
                          " numbers, not " + std::to_string(2 * family_->size()));
        family_ = nullptr;
        numbers_ = 0;
    }

    void refuse(std::string what) {
        const std::string_view before = text_.substr(0, at_);
        const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const std::size_t line_start = before.rfind('\n') + 1;  // of npos: 0
        error_ = TextError{std::move(what), at_ - line_start, lines + 1};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string_view group_;
    std::size_t done_ = 0;  // families begun so far
    const WeightFamily* family_ = nullptr;
    std::size_t numbers_ = 0;
    FlatWeights flat_{};
    TextError error_;
};

// The text before and after the weights in default_weights.h.
constexpr std::string_view head =
    R"(// The default value of every weight: {middlegame, endgame}. The layout is that of
// weights_as_source(), which the tuners write with; values may be edited by hand.
#pragma once

#include "eval/classical/weights.h"

namespace rookery::classical {

// clang-format off
inline constexpr Weights default_weights = {
)";

constexpr std::string_view tail = R"(};
// clang-format on

}  // namespace rookery::classical
)";

// Piece-square tables four to a line, a rank each; everything else up to this many.
constexpr std::size_t weights_per_line = 8;
constexpr std::size_t weights_per_rank = 4;

std::string text_of(Tapered weight) {
    return '{' + std::to_string(weight.mg()) + ", " + std::to_string(weight.eg()) + '}';
}

void write_row(std::string& text, const FlatWeights& flat, std::size_t first, std::size_t count,
               std::size_t per_line, const std::string& indent) {
    if (count <= per_line) {
        text += '{';
        for (std::size_t i = 0; i < count; ++i)
            text += (i == 0 ? "" : ", ") + text_of(flat[first + i]);
        text += '}';
        return;
    }
    text += "{\n";
    for (std::size_t i = 0; i < count; ++i) {
        if (i % per_line == 0) text += indent + "    ";
        text += text_of(flat[first + i]) + ',';
        text += i % per_line == per_line - 1 || i + 1 == count ? '\n' : ' ';
    }
    text += indent + '}';
}

void write_family(std::string& text, const FlatWeights& flat, const WeightFamily& family) {
    const std::string indent(8, ' ');
    const std::size_t per_line =
        family.group == Group::PieceSquare ? weights_per_rank : weights_per_line;
    text += indent + '.' + std::string(family.name) + " = ";
    if (family.size() == 1) {
        text += text_of(flat[family.first]);
    } else if (family.rows == 1) {
        write_row(text, flat, family.first, family.columns, per_line, indent);
    } else {
        text += "{\n";
        for (std::size_t row = 0; row < family.rows; ++row) {
            text += indent + "    ";
            write_row(text, flat, family.first + row * family.columns, family.columns, per_line,
                      indent + "    ");
            text += ",\n";
        }
        text += indent + '}';
    }
    text += ",\n";
}

}  // namespace

std::span<const WeightFamily> weight_table() { return families; }

const WeightFamily& family_of(std::size_t number) {
    assert(number < weight_count);
    std::size_t row = 0;
    while (number >= families[row].first + families[row].size()) ++row;
    return families[row];
}

std::string weight_name(std::size_t number) {
    const WeightFamily& family = family_of(number);
    std::string text(name_of(family.group));
    text += '.';
    text += family.name;
    const std::size_t within = number - family.first;
    if (family.rows > 1) text += '[' + std::to_string(within / family.columns) + ']';
    if (family.columns > 1) text += '[' + std::to_string(within % family.columns) + ']';
    return text;
}

std::optional<std::size_t> find_weight(std::string_view name) {
    for (std::size_t number = 0; number < weight_count; ++number)
        if (weight_name(number) == name) return number;
    return std::nullopt;
}

Result<Weights, TextError> weights_from_source(std::string_view text) {
    return SourceReader(text).read();
}

Result<Weights, std::string> weights_from_file(const std::string& path) {
    const auto text = text_of_file(path);
    if (!text) return failure(text.error());
    const auto weights = weights_from_source(*text);
    if (!weights) return failure(path + ": " + describe(weights.error()));
    return *weights;
}

std::string weights_as_source(const Weights& weights) {
    const FlatWeights flat = flattened(weights);
    std::string text(head);
    const WeightFamily* before = nullptr;
    for (const WeightFamily& family : weight_table()) {
        if (before == nullptr || before->group != family.group) {
            if (before != nullptr) text += "    },\n";
            text += "    ." + std::string(name_of(family.group)) + " = {\n";
        }
        write_family(text, flat, family);
        before = &family;
    }
    text += "    },\n";
    text += tail;
    return text;
}

}  // namespace rookery::classical
