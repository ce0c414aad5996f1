// The parameters of the search, in one table: name, value, range and the step a tuner takes.
//
// A searcher may have other values: `pvs,singular_margin=8,use_razoring=0` is a player. Names are
// stored with players and tuning runs, so a parameter is never renamed.
#pragma once

#include <array>
#include <string_view>

namespace rookery::pvs {

// Margins are in units of the evaluation, of which a pawn is about 68 in the middlegame and 135 in
// the endgame; reductions are in 1/1024 of a ply, histories in their own units. A parameter with a
// step of 0 is not tuned.
#define ROOKERY_SEARCH_PARAMETERS(X)                                                               \
    X(aspiration_delta, 14, 4, 40, 2)                                                              \
    X(razor_base, 243, 80, 500, 25)                                                                \
    X(razor_depth_square, 107, 30, 300, 15)                                                        \
    X(reverse_futility_margin, 69, 30, 140, 6)                                                     \
    X(reverse_futility_improving, 51, 10, 140, 8)                                                  \
    X(reverse_futility_depth, 9, 5, 14, 1)                                                         \
    X(null_move_base, 4, 2, 6, 1)                                                                  \
    X(null_move_divisor, 4, 2, 7, 1)                                                               \
    X(null_move_eval_divisor, 189, 80, 400, 20)                                                    \
    X(null_move_margin_per_depth, 10, 0, 40, 3)                                                    \
    X(null_move_margin_base, 81, 0, 250, 15)                                                       \
    X(probcut_margin, 183, 80, 320, 15)                                                            \
    X(probcut_improving, 44, 0, 120, 8)                                                            \
    X(late_moves_base, 3, 1, 8, 1)                                                                 \
    X(futility_base, 70, 20, 220, 12)                                                              \
    X(futility_per_depth, 80, 30, 180, 8)                                                          \
    X(futility_depth, 9, 5, 14, 1)                                                                 \
    X(history_pruning, 3270, 1000, 8000, 400)                                                      \
    X(quiet_exchange_margin, 18, 8, 60, 3)                                                         \
    X(capture_exchange_margin, 79, 30, 200, 10)                                                    \
    X(singular_depth, 7, 5, 10, 1)                                                                 \
    X(singular_margin, 13, 4, 40, 2)                                                               \
    X(double_extension_margin, 13, 5, 60, 4)                                                       \
    X(reduction_base, 903, 200, 1600, 60)                                                          \
    X(reduction_divisor, 2045, 1600, 3600, 80)                                                     \
    X(reduction_cut_node, 1466, 0, 3000, 120)                                                      \
    X(reduction_table_pv, 936, 0, 2600, 120)                                                       \
    X(reduction_pv, 782, 0, 2600, 120)                                                             \
    X(reduction_not_improving, 871, 0, 2000, 100)                                                  \
    X(reduction_table_capture, 936, 0, 2400, 100)                                                  \
    X(reduction_check, 974, 0, 2400, 100)                                                          \
    X(reduction_cutoffs, 946, 0, 2400, 100)                                                        \
    X(reduction_history, 8521, 4000, 20000, 600)                                                   \
    X(deeper_margin, 41, 10, 120, 6)                                                               \
    X(quiescence_futility, 146, 60, 360, 15)                                                       \
    X(saving_minor, 5899, 0, 16000, 600)                                                           \
    X(saving_rook, 9628, 0, 24000, 1000)                                                           \
    X(saving_queen, 18777, 0, 32000, 1400)                                                         \
    X(history_bonus_per_depth, 150, 60, 300, 15)                                                   \
    X(history_bonus_offset, 90, 0, 200, 15)                                                        \
    X(history_bonus_most, 1600, 800, 3200, 120)                                                    \
    X(history_malus_per_depth, 150, 60, 400, 15)                                                   \
    X(history_malus_offset, 60, 0, 200, 15)                                                        \
    X(history_malus_most, 1400, 800, 3200, 120)                                                    \
    /* One switch for each technique, to measure what it is worth. */                              \
    X(use_aspiration, 1, 0, 1, 0)                                                                  \
    X(use_table_cutoffs, 1, 0, 1, 0)                                                               \
    X(use_upcoming_repetitions, 1, 0, 1, 0)                                                        \
    X(use_mate_distance, 1, 0, 1, 0)                                                               \
    X(use_hindsight, 1, 0, 1, 0)                                                                   \
    X(use_razoring, 1, 0, 1, 0)                                                                    \
    X(use_reverse_futility, 1, 0, 1, 0)                                                            \
    X(use_null_moves, 1, 0, 1, 0)                                                                  \
    X(use_verification, 1, 0, 1, 0)                                                                \
    X(use_probcut, 1, 0, 1, 0)                                                                     \
    X(use_internal_reductions, 1, 0, 1, 0)                                                         \
    X(use_late_move_pruning, 1, 0, 1, 0)                                                           \
    X(use_history_pruning, 1, 0, 1, 0)                                                             \
    X(use_futility_pruning, 1, 0, 1, 0)                                                            \
    X(use_exchange_pruning, 1, 0, 1, 0)                                                            \
    X(use_singular_extensions, 1, 0, 1, 0)                                                         \
    X(use_double_extensions, 1, 0, 1, 0)                                                           \
    X(use_multi_cut, 1, 0, 1, 0)                                                                   \
    X(use_negative_extensions, 1, 0, 1, 0)                                                         \
    X(use_late_move_reductions, 1, 0, 1, 0)                                                        \
    X(use_deeper_searches, 1, 0, 1, 0)                                                             \
    X(use_settled_reduction, 1, 0, 1, 0)                                                           \
    X(use_saving_moves, 1, 0, 1, 0)                                                                \
    X(use_quiet_history, 1, 0, 1, 0)                                                               \
    X(use_capture_history, 1, 0, 1, 0)                                                             \
    X(use_continuations, 1, 0, 1, 0)                                                               \
    X(use_corrections, 1, 0, 1, 0)                                                                 \
    X(use_quiescence_pruning, 1, 0, 1, 0)                                                          \
    X(use_horizon_checks, 1, 0, 1, 0)

struct Parameters {
#define ROOKERY_MEMBER(name, value, lowest, highest, step) int name = value;
    ROOKERY_SEARCH_PARAMETERS(ROOKERY_MEMBER)
#undef ROOKERY_MEMBER
};

struct ParameterInfo {
    std::string_view name;
    int Parameters::*member;
    int standard;
    int lowest;
    int highest;
    int step;
};

inline constexpr auto parameter_table = std::to_array<ParameterInfo>({
#define ROOKERY_ROW(name, value, lowest, highest, step)                                            \
    {#name, &Parameters::name, value, lowest, highest, step},
    ROOKERY_SEARCH_PARAMETERS(ROOKERY_ROW)
#undef ROOKERY_ROW
});

}  // namespace rookery::pvs
