#include "eval/classical/weight_table.h"

#include <cassert>
#include <cstddef>

namespace rookery::classical {
namespace {

// Member's shape from its type: a weight, a row of weights, or rows of them.
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

#define ROW(group, member, name, meaning)                                                          \
    WeightFamily {                                                                                 \
        Group::group, #name, offsetof(Weights, member.name) / sizeof(Tapered),                     \
            rows_of<decltype(Weights::member.name)>, columns_of<decltype(Weights::member.name)>,   \
            meaning, part_of(Group::group)                                                         \
    }

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
    ROW(Passed, passed, blocked, "an enemy man stands before it"),
    ROW(Passed, passed, rook_behind, "an own rook pushes it"),
    ROW(Passed, passed, enemy_rook_behind, "an enemy rook holds it from behind"),
    ROW(Passed, passed, unstoppable, "the lone enemy king is too far away"),

    ROW(Space, space, area, "safe squares behind the own pawns, by men to use them"),

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

    ROW(Queens, queens, pursued, "an enemy slider looks at it through one man"),

    ROW(Shelter, shelter, shield, "the nearest own pawn before the king, on three files"),
    ROW(Shelter, shelter, storm, "the nearest enemy pawn coming at the king"),
    ROW(Shelter, shelter, blocked_storm, "the same where an own pawn stops it"),
    ROW(Shelter, shelter, open_file, "the king's file has no pawns"),
    ROW(Shelter, shelter, half_open_file, "the king's file has no own pawns"),
    ROW(Shelter, shelter, pawn_distance, "moves of the king to the nearest pawn"),

    ROW(Danger, danger, base, "there is an attack at all"),
    ROW(Danger, danger, attacker, "a man that looks at the king's surroundings, by how many do"),
    ROW(Danger, danger, ring_hit, "an attacked square next to the king, once for each man"),
    ROW(Danger, danger, weak_square, "an attacked square the defender holds badly"),
    ROW(Danger, danger, safe_check, "a square to give check from, safely"),
    ROW(Danger, danger, unsafe_check, "a square to give check from, at a price"),
    ROW(Danger, danger, pinned, "a man tied to the king"),
    ROW(Danger, danger, open_file, "a file by the king without an own pawn"),
    ROW(Danger, danger, flank_attack,
        "an attacked square of the king's flank, twice if by two men"),
    ROW(Danger, danger, flank_defence, "a guarded square of the king's flank"),
    ROW(Danger, danger, knight_defender, "a knight guards the surroundings"),
    ROW(Danger, danger, no_queen, "the attacker has no queen"),

    ROW(Threats, threats, by_pawn, "a safe pawn attacks a piece"),
    ROW(Threats, threats, by_minor, "a minor piece attacks a man"),
    ROW(Threats, threats, by_rook, "a rook attacks a badly guarded man"),
    ROW(Threats, threats, by_king, "the king attacks a badly guarded man"),
    ROW(Threats, threats, hanging, "attacked and not guarded enough"),
    ROW(Threats, threats, queen_guarded, "badly guarded, and by the queen"),
    ROW(Threats, threats, pawn_push, "a safe step of a pawn attacks a piece"),
    ROW(Threats, threats, restricted, "a square denied to the enemy's men"),
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

}  // namespace rookery::classical
