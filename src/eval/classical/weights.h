// Every weight of the classical evaluation, by group. The values are in default_weights.h; names,
// places and meanings of all of them are listed by weight_table().
//
// Nothing but Tapered may stand in here: a weight is also known by its number, counted from the
// front, and that is how it is traced, tuned and written back.
//
// Arrays by rank begin with the first rank that can occur, which the comment names.
#pragma once

#include "eval/classical/tapered.h"

#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>

namespace rookery::classical {

struct MaterialWeights {
    Tapered pawn, knight, bishop, rook, queen;
    Tapered bishop_pair, knight_pair, rook_pair;
    Tapered knight_per_pawn, rook_per_pawn;
};

// Rank by rank from the owner's first, each a, b, c, d; the other wing is the same.
struct PieceSquareWeights {
    Tapered pawn[24];  // from rank 2
    Tapered knight[32], bishop[32], rook[32], queen[32], king[32];
};

// By the number of squares within reach.
struct MobilityWeights {
    Tapered knight[9], bishop[14], rook[15], queen[28];
};

struct PawnWeights {
    Tapered doubled;
    Tapered isolated[2], backward[2];  // an enemy pawn ahead on the file; none
    Tapered phalanx[6];                // from rank 2
    Tapered supported[5];              // from rank 3
    Tapered twice_supported;
    Tapered lever, pressed, island;
    Tapered blocked[2];    // on rank 5 and 6
    Tapered candidate[5];  // from rank 2
};

struct PassedWeights {
    Tapered passed[6];                   // from rank 2
    Tapered own_king[4], enemy_king[4];  // this and what follows from rank 4
    Tapered path_free[4], path_safe[4], stop_safe[4];
    Tapered path_defended[4], stop_defended[4];
    Tapered blocked[4];
    Tapered rook_behind, enemy_rook_behind;
    Tapered unstoppable;
};

struct SpaceWeights {
    Tapered area;
};

struct MinorWeights {
    Tapered knight_outpost[2], bishop_outpost[2];  // without and with a pawn's support
    Tapered outpost_reachable;
    Tapered behind_pawn, defended;
    Tapered knight_king_distance, bishop_king_distance;
    Tapered bishop_own_pawns, bishop_enemy_pawns;
    Tapered long_diagonal, fianchetto;
    Tapered trapped_bishop, trapped_knight;
};

struct RookWeights {
    Tapered open_file, half_open_file, behind_blocked_pawn;
    Tapered seventh_rank, connected, doubled;
    Tapered facing_king, facing_queen;
    Tapered trapped;
};

struct QueenWeights {
    Tapered pursued;
};

struct ShelterWeights {
    // By file from the edge, then by rank: no pawn, rank 2, and so on.
    Tapered shield[4][7], storm[4][7];
    Tapered blocked_storm[5];  // the enemy pawn on rank 3 to 7
    Tapered open_file, half_open_file;
    Tapered pawn_distance;
};

// Units of danger to a king, not values: the first half goes in squared, the second as it is.
struct DangerWeights {
    Tapered base;
    Tapered attacker[4];  // knight, bishop, rook, queen
    Tapered ring_hit, weak_square;
    Tapered safe_check[4];
    Tapered unsafe_check;
    Tapered pinned, open_file;
    Tapered flank_attack, flank_defence;
    Tapered knight_defender, no_queen;
};

struct ThreatWeights {
    Tapered by_pawn;
    Tapered by_minor[5], by_rook[5];  // pawn, knight, bishop, rook, queen
    Tapered by_king, hanging, queen_guarded;
    Tapered pawn_push, restricted;
    Tapered knight_on_queen, slider_on_queen;
};

// How much play there is for the side that is better; this never makes the other side better.
struct InitiativeWeights {
    Tapered base, passed_pawn, pawn;
    Tapered outflanking, infiltration;
    Tapered both_wings, pawn_ending, no_way_in;
};

struct TempoWeights {
    Tapered to_move;
};

struct Weights {
    MaterialWeights material;
    PieceSquareWeights piece_square;
    MobilityWeights mobility;
    PawnWeights pawns;
    PassedWeights passed;
    SpaceWeights space;
    MinorWeights minors;
    RookWeights rooks;
    QueenWeights queens;
    ShelterWeights shelter;
    DangerWeights danger;
    ThreatWeights threats;
    InitiativeWeights initiative;
    TempoWeights tempo;
};

inline constexpr std::size_t weight_count = sizeof(Weights) / sizeof(Tapered);

static_assert(std::is_standard_layout_v<Weights> && std::is_trivially_copyable_v<Weights>);
static_assert(sizeof(Weights) % sizeof(Tapered) == 0);

// The weights by number.
using FlatWeights = std::array<Tapered, weight_count>;

[[nodiscard]] constexpr FlatWeights flattened(const Weights& weights) {
    return std::bit_cast<FlatWeights>(weights);
}
[[nodiscard]] constexpr Weights shaped(const FlatWeights& flat) {
    return std::bit_cast<Weights>(flat);
}

// The number of a weight that lies in `weights`.
[[nodiscard]] inline std::size_t weight_number(const Weights& weights, const Tapered& weight) {
    const auto bytes =
        reinterpret_cast<const std::byte*>(&weight) - reinterpret_cast<const std::byte*>(&weights);
    return static_cast<std::size_t>(bytes) / sizeof(Tapered);
}

}  // namespace rookery::classical
