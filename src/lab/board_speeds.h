// `lab boards`: how fast six boards are with one perft, one search and one evaluation, and where
// the time goes.
//
// Every board does every task once per repeat, board after board, so that disturbances of the
// machine affect all of them. Reported is the median over the repeats with the lowest and the
// highest value. All boards visit the same nodes, and every call is a node, as in the study that
// this experiment repeats. One thread is timed by its processor time, several by wall time.
//
// Single calls are too short to be timed. To find the share of move generation, the same search
// runs with every generation done twice: the additional time is the time of one generation. The
// share of the evaluation is found in the same way. The second call finds its data in the cache and
// its branches predicted, so the shares come out a little too small.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/boards/board_kinds.h"
#include "lab/measurement.h"
#include "ui/progress.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::lab {

enum class BoardTask : std::uint8_t {
    Perft,        // every leaf made
    PerftInBulk,  // leaves counted
    Search,
    GenerationTwice,
    EvaluationTwice,
    PerftOnThreads,  // every thread on boards of its own
    SearchOnThreads,
    PerftPseudoLegal,
    SearchPseudoLegal,
};
inline constexpr std::size_t board_task_count = 9;
[[nodiscard]] std::string_view name_of(BoardTask task);

struct BoardSpeedPlan {
    std::vector<const BoardKind*> boards;  // none: all
    bool with_engine = true;               // its own move generator in addition
    int repeats = 5;
    int perft_depth = 4;   // positions with few moves are searched up to two plies deeper
    int search_depth = 6;  // likewise
    Asked asked = Asked::Full;
    std::size_t threads = 1;    // from two on, measured in addition to one
    bool pseudo_legal = false;  // measured in addition to legal moves
    // A task that takes less time is repeated, so that the clock is exact enough.
    double least_seconds = 0.2;

    [[nodiscard]] bool has(BoardTask task) const;
};

// The results of one board in one task.
struct BoardRuns {
    std::uint64_t nodes = 0;     // of one thread, for all positions once
    std::vector<double> speeds;  // million nodes a second, of all threads, by repeat
};

struct BoardSpeed {
    std::string name;
    std::string id;  // empty for the engine
    std::array<BoardRuns, board_task_count> runs;

    [[nodiscard]] const BoardRuns& operator[](BoardTask task) const {
        return runs[static_cast<std::size_t>(task)];
    }
    [[nodiscard]] BoardRuns& operator[](BoardTask task) {
        return runs[static_cast<std::size_t>(task)];
    }
    [[nodiscard]] bool has(BoardTask task) const { return !(*this)[task].speeds.empty(); }

    // Million nodes a second.
    [[nodiscard]] Median speed(BoardTask task) const;
    // How many times as fast as another task, repeat by repeat.
    [[nodiscard]] Median ratio(BoardTask task, BoardTask to) const;
};

// Shares of the time of a search; `other` is making moves, ordering them and the search itself.
struct TimeShares {
    Median generation;
    Median evaluation;
    Median other;
};
[[nodiscard]] TimeShares time_shares(const BoardSpeed& board);

// In the order of the plan. If stopped, it returns the complete measurements.
[[nodiscard]] std::vector<BoardSpeed> measure_boards(const BoardSpeedPlan& plan,
                                                     const std::stop_token& stop = {},
                                                     const Progress& progress = {});

// The results of the study: million nodes a second, where every call is a node, and the shares of
// the time of its search. It used another machine, so only ratios between boards can be compared.
struct StudyFigures {
    std::string_view id;  // of our board of the same kind
    double perft;
    double search;
    double generation;
    double evaluation;
};
// Empty for a board that is not in the study.
[[nodiscard]] std::optional<StudyFigures> study_figures(std::string_view id);

// Speeds and shares of the time, and, if measured, threads and pseudo-legal moves; the results of
// the study stand beside ours.
[[nodiscard]] std::vector<arena::ResultTable> board_tables(const std::vector<BoardSpeed>& boards,
                                                           const BoardSpeedPlan& plan);

struct BoardsSettings {
    std::vector<std::string> boards;  // ids; none means all
    std::optional<int> repeats;
    std::optional<int> depth;  // of the search
    std::optional<int> perft_depth;
    std::size_t threads = 1;
    bool pseudo_legal = false;
    std::string evaluator = "full";  // one of board_evaluators()
    bool quick = false;
    arena::TableOutput output;
};

// The possible values of `boards` and `evaluator`.
[[nodiscard]] std::vector<std::string> board_ids();
[[nodiscard]] std::vector<std::string> board_evaluators();

// Returns the exit code.
[[nodiscard]] int run_boards(const BoardsSettings& settings);

}  // namespace rookery::lab
