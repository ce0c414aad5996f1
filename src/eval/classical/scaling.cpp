#include "eval/classical/scaling.h"

#include "eval/classical/endings.h"

namespace rookery::classical {
namespace {

constexpr int no_chance = 0;
constexpr int hardly_any = 6;
constexpr int little = 16;

// Rough values, to tell a minor piece from a rook.
constexpr int minor_value = 3, rook_value = 5, queen_value = 9;

int pieces_worth(const ByPieceType<int>& men) {
    return minor_value * (men[PieceType::Knight] + men[PieceType::Bishop]) +
           rook_value * men[PieceType::Rook] + queen_value * men[PieceType::Queen];
}

int piece_count(const ByPieceType<int>& men) {
    return men[PieceType::Knight] + men[PieceType::Bishop] + men[PieceType::Rook] +
           men[PieceType::Queen];
}

// Without pawns a piece more is rarely enough.
int scale_without_pawns(const ByPieceType<int>& strong, const ByPieceType<int>& weak) {
    const int worth = pieces_worth(strong);
    if (worth == 2 * minor_value && strong[PieceType::Knight] == 2) return hardly_any;
    if (worth - pieces_worth(weak) > minor_value) return full_scale;
    if (worth < rook_value) return no_chance;
    return pieces_worth(weak) <= minor_value ? hardly_any : little;
}

bool bishops_are_opposite(const Scene& scene) {
    const Bitboard bishops = scene.position.pieces(PieceType::Bishop);
    return scene.men[Color::White][PieceType::Bishop] == 1 &&
           scene.men[Color::Black][PieceType::Bishop] == 1 && (bishops & light_squares) &&
           (bishops & dark_squares);
}

int scale_of_opposite_bishops(const Scene& scene, Color strong) {
    const bool nothing_else =
        piece_count(scene.men[Color::White]) == 1 && piece_count(scene.men[Color::Black]) == 1;
    if (nothing_else) {
        constexpr int base = 18, per_passed_pawn = 6;
        return base +
               per_passed_pawn * popcount(scene.pawns->passed & scene.position.pieces(strong));
    }
    constexpr int base = 36, per_piece = 3;
    return std::min(full_scale, base + per_piece * piece_count(scene.men[strong]));
}

// A rook each, at most a pawn more, all of it on one wing, and the defending king before the pawns:
// the kind that is held.
bool is_drawish_rook_ending(const Scene& scene, Color strong) {
    const auto has_rook_only = [&](Color color) {
        return piece_count(scene.men[color]) == 1 && scene.men[color][PieceType::Rook] == 1;
    };
    if (!has_rook_only(strong) || !has_rook_only(~strong)) return false;
    const Bitboard pawns = scene.pieces(strong, PieceType::Pawn);
    const int more = scene.men[strong][PieceType::Pawn] - scene.men[~strong][PieceType::Pawn];
    if (more > 1 || ((pawns & queen_side) && (pawns & king_side))) return false;
    const Square defender = scene.king[~strong];
    const Bitboard near = king_attacks(defender) | bit(defender);
    const Bitboard ahead =
        strong == Color::White ? fill_ahead<Color::White>(pawns) : fill_ahead<Color::Black>(pawns);
    return near & ahead;
}

}  // namespace

int scale_of_ending(const Scene& scene, Color strong) {
    const int pawns = scene.men[strong][PieceType::Pawn];
    int scale = full_scale;
    if (pawns == 0) {
        scale = scale_without_pawns(scene.men[strong], scene.men[~strong]);
    } else if (is_wrong_rook_pawn(scene.position, strong)) {
        return no_chance;
    } else {
        // The last pawns are easily exchanged.
        constexpr int base = 40, per_pawn = 8;
        scale = std::min(full_scale, base + per_pawn * pawns);
    }
    if (bishops_are_opposite(scene))
        scale = std::min(scale, scale_of_opposite_bishops(scene, strong));
    constexpr int rook_ending = 36;
    if (is_drawish_rook_ending(scene, strong)) scale = std::min(scale, rook_ending);
    return scale;
}

}  // namespace rookery::classical
