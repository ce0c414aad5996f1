#include "lab/board_speed_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::lab {
namespace {

constexpr StudyFigures study[] = {
    {"8x8", 39.189, 6.327, 0.13, 0.43},
    {"0x88", 46.496, 7.216, 0.10, 0.41},
    {"magic", 48.772, 10.992, 0.10, 0.34},
    {"pext", 48.740, 11.038, 0.10, 0.34},
};

// One run has no range.
Cell cell_of(Middle middle, double unit = 1) {
    if (middle.lowest == middle.highest) return Measured{unit * middle.median};
    return Measured{unit * middle.median, unit * middle.lowest, unit * middle.highest};
}

Cell speed_cell(const BoardSpeed& board, BoardTask task) {
    return board.has(task) ? cell_of(board.speed(task)) : Cell();
}
Cell ratio_cell(const BoardSpeed& board, BoardTask task, BoardTask to) {
    return board.has(task) && board.has(to) ? cell_of(board.ratio(task, to)) : Cell();
}
Cell study_cell(const BoardSpeed& board, double StudyFigures::* figure, double unit = 1) {
    const auto found = study_figures(board.id);
    return found ? Cell(Measured{unit * ((*found).*figure)}) : Cell();
}

std::string repeats_text(const BoardSpeedPlan& plan) {
    return plan.repeats == 1 ? "one run" : fmt::format("median (least to most) of {} repeats", plan.repeats);
}

std::string_view asked_text(Asked asked) {
    switch (asked) {
        case Asked::Material: return "material alone";
        case Asked::Squares: return "material and squares";
        default: return "material, squares, mobility and pawns";
    }
}

Table speed_table(const std::vector<BoardSpeed>& boards, const BoardSpeedPlan& plan) {
    Table table{.title = "Million nodes a second on one thread, " + repeats_text(plan), .key = "speeds"};
    table.columns = {{"board", "board"},  {"perft", "perft", 1},   {"study", "study_perft", 1},
                     {"in bulk", "bulk"}, {"search", "search", 2}, {"study", "study_search", 1}};
    for (const BoardSpeed& board : boards)
        table.rows.push_back({board.name, speed_cell(board, BoardTask::Perft), study_cell(board, &StudyFigures::perft),
                              speed_cell(board, BoardTask::PerftInBulk), speed_cell(board, BoardTask::Search),
                              study_cell(board, &StudyFigures::search)});
    table.notes = {"A node is every call of perft or search. In bulk, the leaves are counted without being made.",
                   fmt::format("Six positions; perft to depth {} to {}, search to depth {} to {}.", plan.perft_depth,
                               plan.perft_depth + 2, plan.search_depth, plan.search_depth + 2),
                   fmt::format("The search evaluates {}.", asked_text(plan.asked))};
    return table;
}

Table share_table(const std::vector<BoardSpeed>& boards) {
    Table table{.title = "Where the time of the search goes, per cent", .key = "shares"};
    table.columns = {{"board", "board"},
                     {"generation", "generation"},
                     {"evaluation", "evaluation"},
                     {"the rest", "other"},
                     {"study's gen.", "study_generation"},
                     {"eval.", "study_evaluation"},
                     {"rest", "study_other"}};
    for (const BoardSpeed& board : boards) {
        if (!board.has(BoardTask::GenerationTwice) || !board.has(BoardTask::EvaluationTwice)) continue;
        const TimeShares shares = time_shares(board);
        const auto figures = study_figures(board.id);
        const Cell rest = figures ? Cell(Measured{100 * (1 - figures->generation - figures->evaluation)}) : Cell();
        table.rows.push_back({board.name, cell_of(shares.generation, 100), cell_of(shares.evaluation, 100),
                              cell_of(shares.other, 100), study_cell(board, &StudyFigures::generation, 100),
                              study_cell(board, &StudyFigures::evaluation, 100), rest});
    }
    table.notes = {"What it costs to generate, or to evaluate, a second time wherever the search does it."};
    return table;
}

Table thread_table(const std::vector<BoardSpeed>& boards, std::size_t threads) {
    Table table{.title = fmt::format("Million nodes a second of {} threads, each on boards of its own", threads),
                .key = "threads"};
    // With their ranges four columns must fit a line, however large the numbers are.
    constexpr std::size_t many_threads = 8;
    table.columns = {{"board", "board"},
                     {"perft", "perft"},
                     {"gain", "perft_gain", 1},
                     {"search", "search", threads < many_threads ? 1 : 0},
                     {"gain", "search_gain", 1}};
    for (const BoardSpeed& board : boards)
        if (!board.id.empty())
            table.rows.push_back({board.name, speed_cell(board, BoardTask::PerftOnThreads),
                                  ratio_cell(board, BoardTask::PerftOnThreads, BoardTask::Perft),
                                  speed_cell(board, BoardTask::SearchOnThreads),
                                  ratio_cell(board, BoardTask::SearchOnThreads, BoardTask::Search)});
    table.notes = {"The gain is over one thread in the same repeat."};
    return table;
}

Table pseudo_legal_table(const std::vector<BoardSpeed>& boards) {
    Table table{.title = "Million nodes a second on pseudo-legal moves", .key = "pseudo_legal"};
    table.columns = {{"board", "board"},
                     {"perft", "perft"},
                     {"to legal", "perft_ratio", 2},
                     {"search", "search", 1},
                     {"to legal", "search_ratio", 2}};
    for (const BoardSpeed& board : boards)
        if (!board.id.empty())
            table.rows.push_back({board.name, speed_cell(board, BoardTask::PerftPseudoLegal),
                                  ratio_cell(board, BoardTask::PerftPseudoLegal, BoardTask::Perft),
                                  speed_cell(board, BoardTask::SearchPseudoLegal),
                                  ratio_cell(board, BoardTask::SearchPseudoLegal, BoardTask::Search)});
    table.notes = {"A move is made, and taken back if it left the king attacked; only legal ones are nodes.",
                   "To legal: how many times as fast as on legal moves in the same repeat."};
    return table;
}

}  // namespace

std::optional<StudyFigures> study_figures(std::string_view id) {
    const auto* found = std::ranges::find(study, id, &StudyFigures::id);
    if (found == std::end(study)) return std::nullopt;
    return *found;
}

std::vector<Table> board_tables(const std::vector<BoardSpeed>& boards, const BoardSpeedPlan& plan) {
    std::vector<Table> tables = {speed_table(boards, plan), share_table(boards)};
    if (plan.threads > 1) tables.push_back(thread_table(boards, plan.threads));
    if (plan.pseudo_legal) tables.push_back(pseudo_legal_table(boards));
    return tables;
}

}  // namespace rookery::lab
