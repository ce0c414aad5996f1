// The safety of the king: its pawn shelter and the pawn storm, which are kept in the pawn table
// since they change only when a pawn or the king moves or a castling right is lost; and the danger
// from enemy pieces.
#pragma once

#include "eval/classical/eval_context.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// As if the king stood on that square.
template <Color us, class TermsKind>
[[nodiscard]] Tapered shelter_at(const Position& position, Square king, const TermsKind& terms) {
    const ShelterWeights& weights = terms.weights().shelter;
    const Bitboard not_behind = ranks_ahead<us>(king) | rank_bits(king);
    const Bitboard own = position.pieces(us, PieceType::Pawn) & not_behind;
    const Bitboard enemy = position.pieces(~us, PieceType::Pawn) & not_behind;
    // A king at the edge counts three files like any other.
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

// A king that may still castle counts with the best shelter it can get.
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

// Read from the entry, which is updated first.
template <Color us, class TermsKind>
[[nodiscard]] Tapered shelter_terms(const Position& position, const TermsKind& terms,
                                    PawnEntry& entry) {
    ShelterEntry& shelter = entry.shelter[us];
    if (shelter.king != position.king(us) || shelter.castling != castling_wings(position, us))
        shelter = make_shelter<us>(position, terms);
    return shelter.value;
}

// The three or four files around a king.
inline constexpr Bitboard flank_files[8] = {queen_side ^ bits_of(File::D),
                                            queen_side,
                                            queen_side,
                                            centre_files,
                                            centre_files,
                                            king_side,
                                            king_side,
                                            king_side ^ bits_of(File::E)};

// The same on the king's half of the board and one rank beyond.
template <Color us>
[[nodiscard]] Bitboard king_flank(Square king) {
    return flank_files[file_number(king)] & ranks_for<us>(1, 5);
}

// Squares from which checks come, each counted for one type only: where a rook can check, the queen
// adds nothing.
template <Color us, class TermsKind>
[[nodiscard]] Tapered check_terms(const EvalContext& context, const TermsKind& terms,
                                  Bitboard weak) {
    constexpr Color them = ~us;
    constexpr int enough = 2;  // more safe checks of a type make no difference
    const DangerWeights& weights = terms.weights().danger;
    const ByPieceType<Bitboard>& theirs = context.attacked_by[them];
    const Square king = context.king[us];

    // The own queen does not count as a blocker: it can be driven away.
    const Bitboard blockers = context.occupied ^ context.pieces(us, PieceType::Queen);
    const Bitboard straight = rook_attacks(king, blockers);
    const Bitboard diagonal = bishop_attacks(king, blockers);
    const Bitboard safe = ~context.position.pieces(them) &
                          (~context.attacked[us] | (weak & context.attacked_twice[them]));

    const Bitboard rooks = straight & theirs[PieceType::Rook];
    const Bitboard queens = (straight | diagonal) & theirs[PieceType::Queen] & safe &
                            ~context.attacked_by[us][PieceType::Queen] & ~rooks;
    const Bitboard bishops = diagonal & theirs[PieceType::Bishop] & ~queens;
    const Bitboard knights = knight_attacks(king) & theirs[PieceType::Knight];

    Tapered sum;
    const auto count_safe = [&](std::size_t kind, Bitboard checks) {
        sum += terms.count(us, weights.safe_check[kind], std::min(popcount(checks & safe), enough));
    };
    count_safe(0, knights);
    count_safe(1, bishops);
    count_safe(2, rooks);
    count_safe(3, queens);
    const Bitboard unsafe = (rooks | bishops | knights) & ~safe & ~context.position.pieces(them);
    sum += terms.count(us, weights.unsafe_check, popcount(unsafe));
    return sum;
}

// The danger to the king of `us`; nothing if the enemy has too little pointed at it.
template <Color us, class TermsKind>
[[nodiscard]] Tapered danger_units(const EvalContext& context, const TermsKind& terms) {
    constexpr Color them = ~us;
    const bool queen = context.counts[them][PieceType::Queen] > 0;
    if (context.attackers[them] < (queen ? 1 : 2)) return {};
    const DangerWeights& weights = terms.weights().danger;
    const Square king = context.king[us];

    // Attacked and not defended, or defended once and by the king or queen.
    const Bitboard weak = context.attacked[them] & ~context.attacked_twice[us] &
                          (~context.attacked[us] | context.attacked_by[us][PieceType::King] |
                           context.attacked_by[us][PieceType::Queen]);

    Tapered sum = terms.count(us, weights.base);
    const ByPieceType<int>& attackers = context.attackers_by[them];
    for (std::size_t kind = 0; kind < 4; ++kind)
        sum += terms.count(us, weights.attacker[kind],
                           attackers.values[kind + 1] * context.attackers[them]);
    sum += terms.count(us, weights.ring_hit, context.ring_hits[them]);
    sum += terms.count(us, weights.weak_square, popcount(weak & context.ring[us]));
    sum += check_terms<us>(context, terms, weak);
    sum += terms.count(us, weights.pinned, popcount(context.pinned[us]));

    // All pawns let fall to the lowest rank, where there is one bit for each file.
    const Bitboard files_with_pawns = fill_ahead<Color::Black>(context.pieces(us, PieceType::Pawn));
    sum +=
        terms.count(us, weights.open_file, popcount(surrounding_files(king) & ~files_with_pawns));

    const Bitboard flank = king_flank<us>(king);
    const Bitboard hit = flank & context.attacked[them];
    sum += terms.count(us, weights.flank_attack,
                       popcount(hit) + popcount(hit & context.attacked_twice[them]));
    sum += terms.count(us, weights.flank_defence, popcount(flank & context.attacked[us]));
    sum += terms.count(us, weights.knight_defender,
                       (context.attacked_by[us][PieceType::Knight] & context.ring[us]) != 0);
    sum += terms.count(us, weights.no_queen, !queen);
    return sum;
}

// As a value: what the danger costs.
template <Color us, class TermsKind>
[[nodiscard]] Tapered danger_terms(const EvalContext& context, const TermsKind& terms) {
    if (!terms.has(Group::Danger)) return {};
    const Tapered units = danger_units<us>(context, terms);
    if constexpr (TermsKind::traces) terms.trace().trace->danger[us] = units;
    return -cost_of_danger(units);
}

}  // namespace rookery::classical
