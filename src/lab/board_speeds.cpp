#include "lab/board_speeds.h"

#include "arena/statistics/chart.h"
#include "base/measure.h"
#include "base/threads.h"
#include "chess/perft.h"
#include "notation/fen.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <ctime>
#include <functional>

namespace rookery::lab {
namespace {

using arena::Cell;
using arena::Measured;
using arena::ResultTable;

struct ClassicPosition {
    const char* fen;
    int more_perft;  // additional depth, because it has few moves
    int more_search;
};

// The positions of the study; two of them are misprinted there and corrected here.
constexpr ClassicPosition classic_positions[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 0},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0, 0},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2, 2},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 1, 1},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 0, 0},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 0, 0},
};

struct Job {
    Position position;
    int perft_depth;
    int search_depth;
    std::uint64_t
        perft_nodes;  // the root, the leaves and all between, which is how the boards count
};

std::uint64_t calls_of_perft(const Position& position, int depth) {
    std::uint64_t nodes = 0;
    for (int d = 0; d <= depth; ++d) nodes += perft(position, d);
    return nodes;
}

std::vector<Job> jobs_of(const BoardSpeedPlan& plan) {
    std::vector<Job> jobs;
    for (const ClassicPosition& classic : classic_positions) {
        const auto parsed = parse_fen(classic.fen);
        assert(parsed);
        const int perft_depth = plan.perft_depth + classic.more_perft;
        jobs.push_back({parsed->position, perft_depth, plan.search_depth + classic.more_search,
                        calls_of_perft(parsed->position, perft_depth)});
    }
    return jobs;
}

// Does a job and returns its nodes.
using Work = std::function<std::uint64_t(const Job&)>;

Work work_of(const BoardKind& kind, BoardTask task, Asked asked) {
    const auto perft = [](auto count) {
        return [=](const Job& job) { return count(job.position, job.perft_depth).nodes; };
    };
    const auto search = [asked](auto look, Twice twice = Twice::Nothing) {
        return [=](const Job& job) {
            return look(job.position, job.search_depth, {asked, twice}).nodes;
        };
    };
    switch (task) {
        case BoardTask::Perft:
        case BoardTask::PerftOnThreads: return perft(kind.perft);
        case BoardTask::PerftInBulk: return perft(kind.perft_in_bulk);
        case BoardTask::PerftPseudoLegal: return perft(kind.perft_pseudo_legal);
        case BoardTask::GenerationTwice: return search(kind.search, Twice::Generation);
        case BoardTask::EvaluationTwice: return search(kind.search, Twice::Evaluation);
        case BoardTask::SearchPseudoLegal: return search(kind.search_pseudo_legal);
        default: return search(kind.search);
    }
}

// The engine's own perft. Empty for other tasks: its search is another one and cannot be compared.
Work engine_work(BoardTask task) {
    if (task == BoardTask::PerftInBulk)
        return [](const Job& job) {
            do_not_optimize(perft(job.position, job.perft_depth));
            return job.perft_nodes;
        };
    if (task == BoardTask::Perft)
        return [](const Job& job) {
            do_not_optimize(
                run_perft(job.position, {.depth = job.perft_depth, .make_leaves = true}));
            return job.perft_nodes;
        };
    return {};
}

bool is_on_threads(BoardTask task) {
    return task == BoardTask::PerftOnThreads || task == BoardTask::SearchOnThreads;
}

// Processor time of this program. One thread is measured by it, because the time that a thread
// waits for a processor says nothing about the board.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Adds the speed of one repeat, unless it is stopped.
void run(BoardRuns& runs, const Work& work, const std::vector<Job>& jobs, std::size_t threads,
         double least_seconds, const std::stop_token& stop) {
    std::uint64_t nodes = 0;
    double passes = 0;
    const Stopwatch watch;
    const double begin = processor_seconds();
    const auto seconds = [&] {
        return threads == 1 ? processor_seconds() - begin : watch.seconds();
    };
    do {
        run_on_threads(threads, [&](std::size_t thread) {
            std::uint64_t own = 0;
            for (const Job& job : jobs)
                if (!stop.stop_requested()) own += work(job);
            if (thread == 0) nodes = own;
        });
        if (stop.stop_requested()) return;
        ++passes;
        // However small the work: a clock that has not moved yet tells nothing.
    } while (seconds() < least_seconds || seconds() <= 0);
    runs.nodes = nodes;
    runs.speeds.push_back(passes * static_cast<double>(threads * nodes) / seconds() / 1e6);
}

constexpr StudyFigures study[] = {
    {"8x8", 39.189, 6.327, 0.13, 0.43},
    {"0x88", 46.496, 7.216, 0.10, 0.41},
    {"magic", 48.772, 10.992, 0.10, 0.34},
    {"pext", 48.740, 11.038, 0.10, 0.34},
};

// A single run has no range.
Cell cell_of(Median median, double unit = 1) {
    if (median.lowest == median.highest) return Measured{unit * median.median};
    return Measured{unit * median.median, unit * median.lowest, unit * median.highest};
}

Cell speed_cell(const BoardSpeed& board, BoardTask task) {
    return board.has(task) ? cell_of(board.speed(task)) : Cell();
}
Cell ratio_cell(const BoardSpeed& board, BoardTask task, BoardTask to) {
    return board.has(task) && board.has(to) ? cell_of(board.ratio(task, to)) : Cell();
}
Cell study_cell(const BoardSpeed& board, double StudyFigures::*figure, double unit = 1) {
    const auto found = study_figures(board.id);
    return found ? Cell(Measured{unit * ((*found).*figure)}) : Cell();
}

std::string repeats_text(const BoardSpeedPlan& plan) {
    return plan.repeats == 1 ? "one run"
                             : fmt::format("median (least to most) of {} repeats", plan.repeats);
}

std::string_view asked_text(Asked asked) {
    switch (asked) {
        case Asked::Material: return "material alone";
        case Asked::Squares: return "material and squares";
        default: return "material, squares, mobility and pawns";
    }
}

ResultTable speed_table(const std::vector<BoardSpeed>& boards, const BoardSpeedPlan& plan) {
    ResultTable table{.title = "Million nodes a second on one thread, " + repeats_text(plan),
                      .key = "speeds"};
    table.columns = {{"board", "board"},  {"perft", "perft", 1},   {"study", "study_perft", 1},
                     {"in bulk", "bulk"}, {"search", "search", 2}, {"study", "study_search", 1}};
    for (const BoardSpeed& board : boards)
        table.rows.push_back(
            {board.name, speed_cell(board, BoardTask::Perft),
             study_cell(board, &StudyFigures::perft), speed_cell(board, BoardTask::PerftInBulk),
             speed_cell(board, BoardTask::Search), study_cell(board, &StudyFigures::search)});
    table.notes = {"A node is every call of perft or search. In bulk, the leaves are counted "
                   "without being made.",
                   fmt::format("Six positions; perft to depth {} to {}, search to depth {} to {}.",
                               plan.perft_depth, plan.perft_depth + 2, plan.search_depth,
                               plan.search_depth + 2),
                   fmt::format("The search evaluates {}.", asked_text(plan.asked))};
    return table;
}

ResultTable share_table(const std::vector<BoardSpeed>& boards) {
    ResultTable table{.title = "Where the time of the search goes, per cent", .key = "shares"};
    table.columns = {
        {"board", "board"},     {"generation", "generation"},         {"evaluation", "evaluation"},
        {"the rest", "other"},  {"study's gen.", "study_generation"}, {"eval.", "study_evaluation"},
        {"rest", "study_other"}};
    for (const BoardSpeed& board : boards) {
        if (!board.has(BoardTask::GenerationTwice) || !board.has(BoardTask::EvaluationTwice))
            continue;
        const TimeShares shares = time_shares(board);
        const auto figures = study_figures(board.id);
        std::vector<Cell> row{board.name,
                              cell_of(shares.generation, 100),
                              cell_of(shares.evaluation, 100),
                              cell_of(shares.other, 100),
                              study_cell(board, &StudyFigures::generation, 100),
                              study_cell(board, &StudyFigures::evaluation, 100),
                              Cell()};
        if (figures) row.back() = Measured{100 * (1 - figures->generation - figures->evaluation)};
        table.rows.push_back(std::move(row));
    }
    table.notes = {
        "What it costs to generate, or to evaluate, a second time wherever the search does it."};
    return table;
}

ResultTable thread_table(const std::vector<BoardSpeed>& boards, std::size_t threads) {
    ResultTable table{
        .title =
            fmt::format("Million nodes a second of {} threads, each on boards of its own", threads),
        .key = "threads"};
    // Four columns with ranges must fit a line, so large numbers have no decimals.
    constexpr std::size_t many_threads = 8;
    table.columns = {{"board", "board"},
                     {"perft", "perft"},
                     {"gain", "perft_gain", 1},
                     {"search", "search", threads < many_threads ? 1 : 0},
                     {"gain", "search_gain", 1}};
    for (const BoardSpeed& board : boards)
        if (!board.id.empty())
            table.rows.push_back(
                {board.name, speed_cell(board, BoardTask::PerftOnThreads),
                 ratio_cell(board, BoardTask::PerftOnThreads, BoardTask::Perft),
                 speed_cell(board, BoardTask::SearchOnThreads),
                 ratio_cell(board, BoardTask::SearchOnThreads, BoardTask::Search)});
    table.notes = {"The gain is over one thread in the same repeat."};
    return table;
}

ResultTable pseudo_legal_table(const std::vector<BoardSpeed>& boards) {
    ResultTable table{.title = "Million nodes a second on pseudo-legal moves",
                      .key = "pseudo_legal"};
    table.columns = {{"board", "board"},
                     {"perft", "perft"},
                     {"to legal", "perft_ratio", 2},
                     {"search", "search", 1},
                     {"to legal", "search_ratio", 2}};
    for (const BoardSpeed& board : boards)
        if (!board.id.empty())
            table.rows.push_back(
                {board.name, speed_cell(board, BoardTask::PerftPseudoLegal),
                 ratio_cell(board, BoardTask::PerftPseudoLegal, BoardTask::Perft),
                 speed_cell(board, BoardTask::SearchPseudoLegal),
                 ratio_cell(board, BoardTask::SearchPseudoLegal, BoardTask::Search)});
    table.notes = {
        "A move is made, and taken back if it left the king attacked; only legal ones are nodes.",
        "To legal: how many times as fast as on legal moves in the same repeat."};
    return table;
}

struct NamedEvaluator {
    const char* name;
    Asked asked;
};
constexpr NamedEvaluator evaluators[] = {
    {"material", Asked::Material},
    {"squares", Asked::Squares},
    {"full", Asked::Full},
};

BoardSpeedPlan plan_of(const BoardsSettings& settings) {
    BoardSpeedPlan plan;
    if (settings.quick) {
        plan.repeats = 1;
        plan.perft_depth = 2;
        plan.search_depth = 3;
        plan.least_seconds = 0;
    }
    // In the order of the table of boards, each once.
    for (const BoardKind& kind : board_kinds())
        if (std::ranges::find(settings.boards, kind.id) != settings.boards.end())
            plan.boards.push_back(&kind);
    plan.repeats = settings.repeats.value_or(plan.repeats);
    plan.search_depth = settings.depth.value_or(plan.search_depth);
    plan.perft_depth = settings.perft_depth.value_or(plan.perft_depth);
    plan.threads = settings.threads;
    plan.pseudo_legal = settings.pseudo_legal;
    const auto* evaluator =
        std::ranges::find(evaluators, settings.evaluator, &NamedEvaluator::name);
    assert(evaluator != std::end(evaluators));
    plan.asked = evaluator->asked;
    return plan;
}

std::string chart_of(const std::vector<BoardSpeed>& boards) {
    struct Panel {
        const char* title;
        BoardTask task;
        int decimals;
        double StudyFigures::*study;  // null: not measured by the study
    };
    constexpr Panel panels[] = {
        {"perft, every leaf made", BoardTask::Perft, 1, &StudyFigures::perft},
        {"perft, leaves counted in bulk", BoardTask::PerftInBulk, 0, nullptr},
        {"search", BoardTask::Search, 2, &StudyFigures::search},
    };
    arena::BarChart chart{.title = "Boards: million nodes a second",
                          .mark_name = "the study, on its machine"};
    for (const Panel& panel : panels) {
        arena::BarPanel drawn{panel.title, panel.decimals, {}};
        for (const BoardSpeed& board : boards) {
            if (!board.has(panel.task)) continue;
            const Median speed = board.speed(panel.task);
            arena::Bar bar{board.name, speed.median, speed.lowest, speed.highest};
            const auto figures = study_figures(board.id);
            if (figures && panel.study != nullptr) bar.mark = (*figures).*panel.study;
            drawn.bars.push_back(std::move(bar));
        }
        chart.panels.push_back(std::move(drawn));
    }
    return arena::svg_of(chart);
}

}  // namespace

std::string_view name_of(BoardTask task) {
    constexpr std::array<std::string_view, board_task_count> names = {"perft",
                                                                      "perft in bulk",
                                                                      "search",
                                                                      "generation twice",
                                                                      "evaluation twice",
                                                                      "perft on threads",
                                                                      "search on threads",
                                                                      "pseudo-legal perft",
                                                                      "pseudo-legal search"};
    return names[static_cast<std::size_t>(task)];
}

bool BoardSpeedPlan::has(BoardTask task) const {
    if (is_on_threads(task)) return threads > 1;
    if (task == BoardTask::PerftPseudoLegal || task == BoardTask::SearchPseudoLegal)
        return pseudo_legal;
    return true;
}

Median BoardSpeed::speed(BoardTask task) const { return median_of((*this)[task].speeds); }

Median BoardSpeed::ratio(BoardTask task, BoardTask to) const {
    const std::vector<double>& these = (*this)[task].speeds;
    const std::vector<double>& those = (*this)[to].speeds;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(these.size(), those.size()); ++i)
        ratios.push_back(these[i] / those[i]);
    return median_of(ratios);
}

TimeShares time_shares(const BoardSpeed& board) {
    const auto share = [](Median slower) {
        return Median{slower.lowest - 1, slower.median - 1, slower.highest - 1};
    };
    TimeShares shares;
    shares.generation = share(board.ratio(BoardTask::Search, BoardTask::GenerationTwice));
    shares.evaluation = share(board.ratio(BoardTask::Search, BoardTask::EvaluationTwice));
    shares.other = {1 - shares.generation.highest - shares.evaluation.highest,
                    1 - shares.generation.median - shares.evaluation.median,
                    1 - shares.generation.lowest - shares.evaluation.lowest};
    return shares;
}

std::vector<BoardSpeed> measure_boards(const BoardSpeedPlan& plan, const std::stop_token& stop,
                                       const Progress& progress) {
    std::vector<const BoardKind*> kinds = plan.boards;
    if (kinds.empty())
        for (const BoardKind& kind : board_kinds()) kinds.push_back(&kind);
    std::vector<BoardSpeed> boards;
    for (const BoardKind* kind : kinds)
        boards.push_back({std::string(kind->name), std::string(kind->id), {}});
    if (plan.with_engine) boards.push_back({"the engine", "", {}});

    const std::vector<Job> jobs = jobs_of(plan);
    for (int repeat = 1; repeat <= plan.repeats; ++repeat)
        for (std::size_t i = 0; i < boards.size(); ++i)
            for (std::size_t t = 0; t < board_task_count && !stop.stop_requested(); ++t) {
                const auto task = static_cast<BoardTask>(t);
                if (!plan.has(task)) continue;
                const Work work =
                    i < kinds.size() ? work_of(*kinds[i], task, plan.asked) : engine_work(task);
                if (!work) continue;
                report(progress, fmt::format("repeat {} of {}, {}: {}", repeat, plan.repeats,
                                             boards[i].name, name_of(task)));
                run(boards[i][task], work, jobs, is_on_threads(task) ? plan.threads : 1,
                    plan.least_seconds, stop);
            }
    return boards;
}

std::optional<StudyFigures> study_figures(std::string_view id) {
    const auto* found = std::ranges::find(study, id, &StudyFigures::id);
    if (found == std::end(study)) return std::nullopt;
    return *found;
}

std::vector<ResultTable> board_tables(const std::vector<BoardSpeed>& boards,
                                      const BoardSpeedPlan& plan) {
    std::vector<ResultTable> tables = {speed_table(boards, plan), share_table(boards)};
    if (plan.threads > 1) tables.push_back(thread_table(boards, plan.threads));
    if (plan.pseudo_legal) tables.push_back(pseudo_legal_table(boards));
    return tables;
}

std::vector<std::string> board_ids() {
    std::vector<std::string> ids;
    for (const BoardKind& kind : board_kinds()) ids.emplace_back(kind.id);
    return ids;
}

std::vector<std::string> board_evaluators() {
    std::vector<std::string> names;
    for (const NamedEvaluator& evaluator : evaluators) names.emplace_back(evaluator.name);
    return names;
}

int run_boards(const BoardsSettings& settings) {
    const BoardSpeedPlan plan = plan_of(settings);
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return measure_boards(plan, stop, progress);
    });
    const std::vector<ResultTable> tables = board_tables(done.value, plan);
    arena::print_tables(tables);
    if (!settings.output.write(tables, [&] { return chart_of(done.value); })) return exit_failed;
    return done.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery::lab
