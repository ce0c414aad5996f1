// Every term on a small board where it is easy to see, and on the same board with colours
// exchanged.
#include "eval/classical/default_weights.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/report.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace rookery::classical {
namespace {

using namespace rookery::test;

struct TermCase {
    std::string_view fen;
    std::string_view weight;
    int white;
    int black;
};

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view one_pawn_each = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
constexpr std::string_view attack_on_g8 = "6k1/5ppp/8/6N1/8/3Q4/5PPP/6K1 w - - 0 1";

// clang-format off
constexpr TermCase cases[] = {
    {start, "material.pawn", 8, 8},
    {start, "material.knight", 2, 2},
    {start, "material.bishop", 2, 2},
    {start, "material.rook", 2, 2},
    {start, "material.queen", 1, 1},
    {start, "material.bishop_pair", 1, 1},
    {"4k3/7p/8/8/8/8/7P/B1B1K3 w - - 0 1", "material.bishop_pair", 0, 0},  // both on dark squares
    {start, "material.knight_pair", 1, 1},
    {start, "material.rook_pair", 1, 1},
    {start, "material.knight_per_pawn", 6, 6},
    {"4k2r/p7/8/8/8/8/P7/4K1N1 w - - 0 1", "material.knight_per_pawn", -4, 0},
    {"4k2r/p7/8/8/8/8/P7/4K1N1 w - - 0 1", "material.rook_per_pawn", 0, -4},

    {start, "piece_square.pawn[0]", 2, 2},
    {start, "piece_square.knight[1]", 2, 2},
    {start, "piece_square.bishop[2]", 2, 2},
    {start, "piece_square.rook[0]", 2, 2},
    {start, "piece_square.queen[3]", 1, 1},
    {start, "piece_square.king[3]", 1, 1},

    {start, "mobility.knight[2]", 2, 2},
    {start, "mobility.bishop[0]", 2, 2},
    {start, "mobility.rook[1]", 2, 2},
    {start, "mobility.queen[1]", 1, 1},
    {"4k3/p7/8/8/3N4/8/P7/4K3 w - - 0 1", "mobility.knight[8]", 1, 0},
    // Squares a pawn holds do not count, nor do its own pawns on the second and third rank.
    {"4k3/p1p5/8/8/4N3/8/P4P2/4K3 w - - 0 1", "mobility.knight[6]", 1, 0},
    // A pinned knight does not move at all; a pinned rook moves along its pin.
    {"4r1k1/p7/8/8/4N3/8/P7/4K3 w - - 0 1", "mobility.knight[0]", 1, 0},
    {"4r1k1/p7/8/8/4R3/8/P7/4K3 w - - 0 1", "mobility.rook[6]", 1, 0},

    {"4k3/p6p/8/8/8/P7/P7/4K3 w - - 0 1", "pawns.doubled", 1, 0},
    {"4k3/p6p/8/8/8/P7/P7/4K3 w - - 0 1", "pawns.isolated[0]", 2, 1},
    {"4k3/p6p/8/8/8/P7/P7/4K3 w - - 0 1", "pawns.isolated[1]", 0, 1},
    {"4k3/8/8/8/3p4/1P1P4/2P5/4K3 w - - 0 1", "pawns.backward[1]", 1, 0},
    {"4k3/2p5/8/8/3p4/1P1P4/2P5/4K3 w - - 0 1", "pawns.backward[0]", 1, 0},
    {"4k3/7p/8/8/8/8/PP6/4K3 w - - 0 1", "pawns.phalanx[0]", 2, 0},
    {"4k3/7p/8/8/8/1P6/P7/4K3 w - - 0 1", "pawns.supported[0]", 1, 0},
    {"4k3/7p/8/8/8/1P6/P1P5/4K3 w - - 0 1", "pawns.twice_supported", 1, 0},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "pawns.lever", 1, 1},
    {"4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "pawns.pressed", 1, 0},
    {"4k3/8/8/3p1p2/4P3/5P2/8/4K3 w - - 0 1", "pawns.pressed", 0, 0},
    {"4k3/pppppppp/8/8/8/8/P1P1P3/4K3 w - - 0 1", "pawns.island", 2, 0},
    {"4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", "pawns.blocked[0]", 1, 0},
    {"4k3/4p3/4P3/8/8/8/8/4K3 w - - 0 1", "pawns.blocked[1]", 1, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "pawns.candidate[2]", 1, 0},
    {"4k3/8/5p2/8/4P3/8/8/4K3 w - - 0 1", "pawns.candidate[2]", 0, 0},  // no pawn helps

    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.passed[2]", 1, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.own_king[0]", 4, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.enemy_king[0]", 3, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.path_free[0]", 1, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.path_safe[0]", 0, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.stop_safe[0]", 1, 0},
    {"4k3/8/5p2/8/3PP3/8/8/4K3 w - - 0 1", "passed.stop_defended[0]", 1, 0},
    {"8/8/8/8/3P4/k7/7p/4K3 w - - 0 1", "passed.path_safe[0]", 1, 0},
    {"8/8/8/8/3P4/k7/7p/3RK3 w - - 0 1", "passed.path_defended[0]", 1, 0},
    {"8/8/8/8/3P4/k7/7p/3RK3 w - - 0 1", "passed.rook_behind", 1, 0},
    {"8/8/8/8/3P4/k7/3r3p/4K3 w - - 0 1", "passed.enemy_rook_behind", 1, 0},
    {"8/8/8/8/3P4/k7/3r3p/4K3 w - - 0 1", "passed.stop_safe[0]", 0, 0},
    {"8/8/8/3n4/3P4/k7/7p/4K3 w - - 0 1", "passed.blocked[0]", 1, 0},
    {"8/8/8/8/3P4/8/k6p/4K3 w - - 0 1", "passed.unstoppable", 1, 1},
    {"8/8/8/8/1k1P4/8/7p/4K3 w - - 0 1", "passed.unstoppable", 0, 1},  // the king is in the square
    {"8/8/8/8/3P4/8/kn5p/4K3 w - - 0 1", "passed.unstoppable", 0, 1},  // a knight may stop it

    {start, "space.area", 8, 8},

    {"4k3/p7/8/4N3/8/8/P7/4K3 w - - 0 1", "minors.knight_outpost[0]", 1, 0},
    {"4k3/p7/8/4N3/3P4/8/8/4K3 w - - 0 1", "minors.knight_outpost[1]", 1, 0},
    {"4k3/p4p2/8/4N3/3P4/8/8/4K3 w - - 0 1", "minors.knight_outpost[1]", 0, 0},  // f6 drives it off
    {"4k3/p7/8/4B3/8/8/P7/4K3 w - - 0 1", "minors.bishop_outpost[0]", 1, 0},
    {"4k3/p7/8/4B3/3P4/8/8/4K3 w - - 0 1", "minors.bishop_outpost[1]", 1, 0},
    {"4k3/p7/8/8/3P4/5N2/8/4K3 w - - 0 1", "minors.outpost_reachable", 1, 0},
    {"4k3/p7/8/8/4P3/4N3/8/4K3 w - - 0 1", "minors.behind_pawn", 1, 0},
    {"4k3/p7/8/8/8/4N3/3P4/4K3 w - - 0 1", "minors.defended", 1, 0},
    {"4k3/p7/8/8/3P4/5N2/8/4K3 w - - 0 1", "minors.knight_king_distance", 2, 0},
    {"4k3/p7/8/8/8/4B3/1P6/4K3 w - - 0 1", "minors.bishop_king_distance", 2, 0},
    {"4k3/p7/8/8/8/4B3/1P6/4K3 w - - 0 1", "minors.bishop_own_pawns", 1, 0},
    {"4k3/8/8/3p4/3P4/4B3/1P6/4K3 w - - 0 1", "minors.bishop_own_pawns", 4, 0},  // blocked centre
    {"4k3/p7/8/8/8/4B3/1P6/4K3 w - - 0 1", "minors.bishop_enemy_pawns", 1, 0},
    {"4k3/p7/8/8/8/8/P5B1/4K3 w - - 0 1", "minors.long_diagonal", 1, 0},
    {"4k3/p7/8/3p4/8/8/P5B1/4K3 w - - 0 1", "minors.long_diagonal", 1, 0},
    {"4k3/p7/8/8/4P3/8/P5B1/4K3 w - - 0 1", "minors.long_diagonal", 0, 0},
    {"4k3/p7/8/8/8/6P1/6B1/4K3 w - - 0 1", "minors.fianchetto", 1, 0},
    {"4k3/B1p5/1p6/8/8/8/P7/4K3 w - - 0 1", "minors.trapped_bishop", 1, 0},
    {"4k3/6p1/7B/6p1/8/8/P7/4K3 w - - 0 1", "minors.trapped_bishop", 1, 0},
    {"4k3/8/7B/6p1/8/8/P7/4K3 w - - 0 1", "minors.trapped_bishop", 0, 0},
    {"N3k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "minors.trapped_knight", 1, 0},
    {"4k3/6pN/7p/8/8/8/P7/4K3 w - - 0 1", "minors.trapped_knight", 1, 0},
    {"4k3/6pN/8/8/8/8/P7/4K3 w - - 0 1", "minors.trapped_knight", 0, 0},

    {"4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "rooks.open_file", 1, 0},
    {"4k3/p2p4/8/8/8/8/P7/3RK3 w - - 0 1", "rooks.half_open_file", 1, 0},
    {"4k3/8/p7/P7/8/8/8/R3K3 w - - 0 1", "rooks.behind_blocked_pawn", 1, 0},
    {"4k3/8/p7/8/P7/8/8/R3K3 w - - 0 1", "rooks.behind_blocked_pawn", 0, 0},
    {"4k3/p2R4/8/8/8/8/P7/4K3 b - - 0 1", "rooks.seventh_rank", 1, 0},
    {"8/3R4/p3k3/8/8/8/P7/4K3 b - - 0 1", "rooks.seventh_rank", 0, 0},
    {"4k3/p7/8/8/8/8/P7/R2RK3 w - - 0 1", "rooks.connected", 2, 0},
    {"4k3/p7/8/8/8/8/P7/RN1RK3 w - - 0 1", "rooks.connected", 0, 0},
    {"4k3/p7/8/8/8/3R4/P7/3RK3 w - - 0 1", "rooks.doubled", 2, 0},
    {"4k3/p3n3/8/8/8/4R3/P7/3K4 w - - 0 1", "rooks.facing_king", 1, 0},
    {"3qk3/p2n4/8/8/8/3R4/P7/4K3 w - - 0 1", "rooks.facing_queen", 1, 0},
    {"4k3/p7/8/8/8/8/P5PP/5K1R w - - 0 1", "rooks.trapped", 1, 0},
    {"4k3/p7/8/8/8/8/P5PP/4K2R w K - 0 1", "rooks.trapped", 0, 0},
    {"4k3/p7/8/8/8/8/P5PP/4K2R w - - 0 1", "rooks.trapped", 1, 0},
    // The king has gone to f1, the rook in the corner suffers; Black can still castle.
    {"r1bqk2r/pppp1ppp/2n2n2/1B2p3/1b2P3/3P1N2/PPP2PPP/RNBQ1K1R b kq - 2 5", "rooks.trapped", 1, 0},

    {"3rk3/p7/8/3n4/8/3Q4/P7/4K3 w - - 0 1", "queens.pursued", 1, 0},
    {"3rk3/p7/8/3n4/3n4/3Q4/P7/4K3 w - - 0 1", "queens.pursued", 0, 0},

    {"6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "shelter.shield[1][1]", 1, 1},
    {"6k1/5ppp/8/8/8/8/5P1P/6K1 w - - 0 1", "shelter.shield[1][0]", 1, 0},
    {"6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "shelter.storm[2][6]", 1, 1},
    {"6k1/8/8/5ppp/8/6P1/5P1P/6K1 w - - 0 1", "shelter.storm[0][4]", 1, 0},
    {"6k1/8/8/8/6p1/5pPp/5P1P/6K1 w - - 0 1", "shelter.blocked_storm[0]", 2, 0},
    {"6k1/8/8/8/6p1/5pPp/5P1P/6K1 w - - 0 1", "shelter.blocked_storm[1]", 1, 0},
    // In the centre, but one castling away from a whole wall.
    {"4k3/p7/8/8/8/8/5PPP/4K2R w K - 0 1", "shelter.shield[1][1]", 1, 0},
    {"4k3/p7/8/8/8/8/5PPP/4K2R w - - 0 1", "shelter.shield[1][1]", 0, 0},
    {one_pawn_each, "shelter.open_file", 1, 1},
    {"4k3/p3p3/8/8/8/8/P7/4K3 w - - 0 1", "shelter.half_open_file", 1, 0},
    {one_pawn_each, "shelter.pawn_distance", 4, 4},

    // Danger is counted for the king that is in it.
    {attack_on_g8, "danger.base", 0, 1},
    {attack_on_g8, "danger.attacker[0]", 0, 2},
    {attack_on_g8, "danger.attacker[3]", 0, 2},
    {attack_on_g8, "danger.ring_hit", 0, 3},
    {attack_on_g8, "danger.weak_square", 0, 2},
    {attack_on_g8, "danger.safe_check[3]", 0, 2},
    {attack_on_g8, "danger.flank_attack", 0, 8},
    {attack_on_g8, "danger.flank_defence", 0, 9},
    {"6k1/5ppp/6n1/6N1/8/3Q4/5PPP/6K1 w - - 0 1", "danger.knight_defender", 0, 1},
    {"6k1/8/5n2/8/6N1/3B4/8/1K5R w - - 0 1", "danger.no_queen", 0, 1},
    {"6k1/5r2/8/6N1/2B5/3Q4/p7/1K6 w - - 0 1", "danger.pinned", 0, 1},
    {"6k1/5ppp/8/6N1/8/3Q4/5PPP/6K1 w - - 0 1", "danger.open_file", 0, 0},
    {"6k1/5p1p/8/6N1/8/3Q4/5PPP/6K1 w - - 0 1", "danger.open_file", 0, 1},
    {"6k1/5pp1/8/3N4/8/3Q4/5PPP/6K1 w - - 0 1", "danger.safe_check[0]", 0, 1},  // e7
    {"6k1/5pp1/8/3N4/8/3Q4/5PPP/6K1 w - - 0 1", "danger.unsafe_check", 0, 1},   // f6
    {"6k1/5ppp/8/6N1/8/3R4/5PPP/3Q2K1 w - - 0 1", "danger.safe_check[2]", 0, 1},
    {"4r1k1/5ppp/8/6N1/8/3R4/5PPP/3Q2K1 w - - 0 1", "danger.safe_check[2]", 0, 0},
    // The queen could check on a8 and d8, but d8 counts for the rook already.
    {"6k1/5ppp/8/Q5N1/8/8/5PPP/6K1 w - - 0 1", "danger.safe_check[3]", 0, 2},
    {"6k1/5ppp/8/Q5N1/8/3R4/5PPP/6K1 w - - 0 1", "danger.safe_check[2]", 0, 1},
    {"6k1/5ppp/8/Q5N1/8/3R4/5PPP/6K1 w - - 0 1", "danger.safe_check[3]", 0, 1},

    {"4k3/p7/8/4n3/3P4/8/8/4K3 w - - 0 1", "threats.by_pawn", 1, 0},
    {"4k3/p7/8/4n3/8/6B1/P7/4K3 w - - 0 1", "threats.by_minor[1]", 1, 0},
    {"4k3/p7/8/4n3/8/6B1/P7/4K3 w - - 0 1", "threats.hanging", 1, 0},
    {"4k3/p7/8/4n3/8/8/P3R3/4K3 w - - 0 1", "threats.by_rook[1]", 1, 0},
    {"4k3/p7/8/8/8/8/P3n3/4K3 w - - 0 1", "threats.by_king", 1, 0},
    {"4k3/p3q3/8/4n3/8/6B1/P7/4K3 w - - 0 1", "threats.queen_guarded", 1, 0},
    {"4k3/p3q3/8/4n3/8/6B1/P7/4K3 w - - 0 1", "threats.hanging", 0, 0},
    {"4k3/p7/8/4n3/8/3P4/8/4K3 w - - 0 1", "threats.pawn_push", 1, 0},
    {"4k3/p2r4/8/8/8/8/P7/R3K3 w - - 0 1", "threats.restricted", 2, 1},
    {"4k3/p2q4/8/8/2N5/8/P7/4K3 w - - 0 1", "threats.knight_on_queen", 1, 0},
    {"4k3/p2q4/8/7R/8/1B6/P7/4K3 w - - 0 1", "threats.slider_on_queen", 1, 0},

    // Counted once, in White's place.
    {one_pawn_each, "initiative.base", 1, 0},
    {one_pawn_each, "initiative.pawn", 2, 0},
    {one_pawn_each, "initiative.outflanking", -7, 0},
    {one_pawn_each, "initiative.pawn_ending", 1, 0},
    {one_pawn_each, "initiative.no_way_in", 1, 0},
    {"4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", "initiative.both_wings", 1, 0},
    {"4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", "initiative.passed_pawn", 2, 0},
    {"4k3/p7/8/3K4/8/8/P7/8 w - - 0 1", "initiative.infiltration", 1, 0},

    {start, "tempo.to_move", 1, 0},
};
// clang-format on

TEST(Terms, FireWhereTheyShould) {
    for (const TermCase& wanted : cases) {
        const auto number = find_weight(wanted.weight);
        ASSERT_TRUE(number.has_value()) << wanted.weight;
        const Position position = position_of(wanted.fen);
        const TermTrace trace = trace_evaluation(position, default_weights);
        EXPECT_EQ(trace.counts[*number][Color::White], wanted.white)
            << wanted.weight << " of White in " << wanted.fen;
        EXPECT_EQ(trace.counts[*number][Color::Black], wanted.black)
            << wanted.weight << " of Black in " << wanted.fen;

        const TermTrace flipped = trace_evaluation(color_flipped(position), default_weights);
        const bool once = family_of(*number).part == Part::Initiative;
        EXPECT_EQ(flipped.counts[*number][once ? Color::White : Color::Black], wanted.white)
            << wanted.weight << " flipped, " << wanted.fen;
        EXPECT_EQ(flipped.counts[*number][once ? Color::Black : Color::White], wanted.black)
            << wanted.weight << " flipped, " << wanted.fen;
    }
}

// Every term must have a case.
TEST(Terms, EachHasACaseInWhichItFires) {
    std::set<std::size_t> fired;
    for (const TermCase& wanted : cases)
        if (wanted.white != 0 || wanted.black != 0)
            fired.insert(family_of(find_weight(wanted.weight).value()).first);
    for (const WeightFamily& family : weight_table())
        EXPECT_TRUE(fired.contains(family.first)) << name_of(family.group) << '.' << family.name;
}

// Pawns that run at the king are worse than the same pawns stopped by its own.
TEST(Terms, StormsThatAreBlockedCountAsSuch) {
    const auto counted = [](std::string_view fen, std::string_view name) {
        const TermTrace trace = trace_evaluation(position_of(fen), default_weights);
        int sum = 0;
        for (const WeightFamily& family : weight_table()) {
            if (family.group != Group::Shelter || family.name != name) continue;
            for (std::size_t i = family.first; i < family.first + family.size(); ++i)
                sum += std::abs(trace.counts[i][Color::White]);
        }
        return sum;
    };
    const char* free = "6k1/8/8/5ppp/8/6P1/5P1P/6K1 w - - 0 1";
    const char* blocked = "6k1/8/8/8/6p1/5pPp/5P1P/6K1 w - - 0 1";
    EXPECT_EQ(counted(free, "storm"), 3);
    EXPECT_EQ(counted(free, "blocked_storm"), 0);
    EXPECT_EQ(counted(blocked, "storm"), 0);
    EXPECT_EQ(counted(blocked, "blocked_storm"), 3);
    // While there are pieces to attack with, the storm that still comes is the worse one.
    const auto shelter = [](std::string_view fen) {
        const EvaluationReport report = report_on(position_of(fen), default_weights);
        const auto group =
            std::find_if(report.groups.begin(), report.groups.end(),
                         [](const GroupReport& one) { return one.group == Group::Shelter; });
        return group->sides.sum[Color::White].mg();
    };
    EXPECT_LT(shelter(free), shelter(blocked));
}

}  // namespace
}  // namespace rookery::classical
