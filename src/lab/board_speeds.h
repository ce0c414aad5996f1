// How fast six boards are under one perft, one search and one evaluation, and where the time goes.
//
// Every board does every kind of work once per repeat, board after board, so that a bad moment of
// the machine hits all; what is reported is the median over the repeats with the least and the
// most. All boards visit the same nodes, and a node is every call, as in the study that this
// experiment repeats. One thread is timed by what it used of the processor, several by the clock on
// the wall.
//
// Where the time goes cannot be read off a clock around each of the calls: they take less time than
// the reading. Instead the same search runs with its generation done twice wherever it is done, and
// with its evaluation done twice; what the second costs is what one costs. The weakness: the second
// finds everything it needs in the cache, and branches that have just gone the same way, so it
// comes out a little too cheap.
#pragma once

#include "lab/boards/board_kinds.h"
#include "lab/result_table.h"
#include "lab/thread_gain.h"

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
    bool with_engine = true;               // its own generator beside them
    int repeats = 5;
    int perft_depth = 4;   // positions with few moves go up to two deeper
    int search_depth = 6;  // likewise
    Asked asked = Asked::Full;
    std::size_t threads = 1;    // from two on, measured beside one
    bool pseudo_legal = false;  // measured beside legal moves
    // Work that is done sooner is done again, for clocks and processors that need a while.
    double least_seconds = 0.2;

    [[nodiscard]] bool has(BoardTask task) const;
};

// What one board did in one kind of work.
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
    [[nodiscard]] Middle speed(BoardTask task) const;
    // How many times as fast as another kind of work, repeat by repeat.
    [[nodiscard]] Middle ratio(BoardTask task, BoardTask to) const;
};

// Of the time of a search; what is left is making moves, ordering them and the search itself.
struct TimeShares {
    Middle generation;
    Middle evaluation;
    Middle other;
};
[[nodiscard]] TimeShares time_shares(const BoardSpeed& board);

// In the order of the plan. Stopped early, it gives what was complete.
[[nodiscard]] std::vector<BoardSpeed> measure_boards(const BoardSpeedPlan& plan,
                                                     const std::stop_token& stop = {},
                                                     const Progress& progress = {});

// The results of the experiment on boards as tables, the study's figures beside ours.

// What the study measured: million nodes a second, every call a node, and the parts of the time of
// its search. Its machine is not ours, so what can be compared is how its boards stand to each
// other.
struct StudyFigures {
    std::string_view id;  // of our board of the same idea
    double perft;
    double search;
    double generation;
    double evaluation;
};
// None for a board that the study does not have.
[[nodiscard]] std::optional<StudyFigures> study_figures(std::string_view id);

// Speeds and the parts of the time, and where they were measured threads and pseudo-legal moves.
[[nodiscard]] std::vector<ResultTable> board_tables(const std::vector<BoardSpeed>& boards,
                                                    const BoardSpeedPlan& plan);

}  // namespace rookery::lab
