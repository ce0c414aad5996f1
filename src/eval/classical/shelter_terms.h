// The pawns before the king, its own and those that come at it. Kept in the pawn table, since they
// change only when a pawn or the king moves or a right to castle is lost.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// As if the king stood on that square.
template <Color us, class TermsKind>
[[nodiscard]] Tapered shelter_at(const Position& position, Square king, const TermsKind& terms) {
    const ShelterWeights& weights = terms.weights().shelter;
    const Bitboard not_behind = ranks_ahead<us>(king) | rank_bits(king);
    const Bitboard own = position.pieces(us, PieceType::Pawn) & not_behind;
    const Bitboard enemy = position.pieces(~us, PieceType::Pawn) & not_behind;
    // A king at the edge has three files before it like any other.
    const int middle = std::clamp(file_number(king), 1, 6);

    // The pawn of a set that stands nearest to our first rank; 0 for none.
    const auto nearest_rank = [](Bitboard pawns) -> std::size_t {
        if (!pawns) return 0;
        const int index = us == Color::White ? lowest_bit(pawns) : highest_bit(pawns);
        return static_cast<std::size_t>(rank_for(us, square_at(index)));
    };

    Tapered sum;
    for (int file = middle - 1; file <= middle + 1; ++file) {
        const Bitboard on_file = bits_of(static_cast<File>(file));
        const std::size_t own_rank = nearest_rank(own & on_file);
        const std::size_t enemy_rank = nearest_rank(enemy & on_file);
        const auto edge = static_cast<std::size_t>(from_edge(file));
        sum += terms.count(us, weights.shield[edge][own_rank]);
        if (own_rank != 0 && enemy_rank == own_rank + 1)
            sum += terms.count(us, weights.blocked_storm[enemy_rank - 2]);
        else
            sum += terms.count(us, weights.storm[edge][enemy_rank]);
    }
    const Bitboard kings_file = file_bits(king);
    if (!(position.pieces(PieceType::Pawn) & kings_file))
        sum += terms.count(us, weights.open_file);
    else if (!(position.pieces(us, PieceType::Pawn) & kings_file))
        sum += terms.count(us, weights.half_open_file);
    return sum;
}

[[nodiscard]] inline std::uint8_t castling_wings(const Position& position, Color color) {
    const Bitboard own = position.castling_rooks() & position.pieces(color);
    if (own == 0) [[likely]]
        return 0;
    const Bitboard west = position.pieces(color, PieceType::King) - 1;
    return static_cast<std::uint8_t>(((own & ~west) != 0 ? 1 : 0) | ((own & west) != 0 ? 2 : 0));
}

// A king that may still castle has the best of the places it can get to.
template <Color us, class TermsKind>
[[nodiscard]] Square best_shelter(const Position& position, std::uint8_t wings,
                                  const TermsKind& terms) {
    Square best = position.king(us);
    if (wings == 0) return best;
    const auto silent = terms.silent();
    int best_value = shelter_at<us>(position, best, silent).mg();
    const auto consider = [&](Square square) {
        const int value = shelter_at<us>(position, square, silent).mg();
        if (value <= best_value) return;
        best_value = value;
        best = square;
    };
    if (wings & 1) consider(castled_king_square(us, Wing::King));
    if (wings & 2) consider(castled_king_square(us, Wing::Queen));
    return best;
}

template <Color us, class TermsKind>
[[nodiscard]] ShelterEntry make_shelter(const Position& position, const TermsKind& terms) {
    ShelterEntry entry;
    entry.king = position.king(us);
    entry.castling = castling_wings(position, us);
    if (!terms.has(Group::Shelter)) return entry;
    const Square square = best_shelter<us>(position, entry.castling, terms);
    entry.value = shelter_at<us>(position, square, terms);

    const Bitboard pawns = position.pieces(PieceType::Pawn);
    int nearest = pawns ? 8 : 0;
    for (Square pawn : squares(pawns)) nearest = std::min(nearest, distance(entry.king, pawn));
    entry.value += terms.count(us, terms.weights().shelter.pawn_distance, nearest);
    return entry;
}

// From the entry, which is brought up to date first.
template <Color us, class TermsKind>
[[nodiscard]] Tapered shelter_terms(const Position& position, const TermsKind& terms,
                                    PawnEntry& entry) {
    ShelterEntry& shelter = entry.shelter[us];
    if (shelter.king != position.king(us) || shelter.castling != castling_wings(position, us))
        shelter = make_shelter<us>(position, terms);
    return shelter.value;
}

}  // namespace rookery::classical
