#include "commands/boards_run.h"

#include "arena/statistics/chart.h"
#include "commands/cli.h"
#include "lab/board_speeds.h"
#include "ui/progress.h"

#include <algorithm>
#include <cassert>
#include <memory>

namespace rookery {
namespace {

using namespace lab;

struct NamedEvaluator {
    const char* name;
    Asked asked;
};
constexpr NamedEvaluator evaluators[] = {
    {"material", Asked::Material},
    {"squares", Asked::Squares},
    {"full", Asked::Full},
};

BoardSpeedPlan plan_of(const BoardsArguments& arguments) {
    BoardSpeedPlan plan;
    if (arguments.quick) {
        plan.repeats = 1;
        plan.perft_depth = 2;
        plan.search_depth = 3;
        plan.least_seconds = 0;
    }
    // In the order of the table, each once.
    for (const BoardKind& kind : board_kinds())
        if (std::ranges::find(arguments.boards, kind.id) != arguments.boards.end())
            plan.boards.push_back(&kind);
    plan.repeats = arguments.repeats.value_or(plan.repeats);
    plan.search_depth = arguments.depth.value_or(plan.search_depth);
    plan.perft_depth = arguments.perft_depth.value_or(plan.perft_depth);
    plan.threads = arguments.threads;
    plan.pseudo_legal = arguments.pseudo_legal;
    const auto* evaluator =
        std::ranges::find(evaluators, arguments.evaluator, &NamedEvaluator::name);
    assert(evaluator != std::end(evaluators));
    plan.asked = evaluator->asked;
    return plan;
}

std::string chart_of(const std::vector<BoardSpeed>& boards) {
    struct Panel {
        const char* title;
        BoardTask task;
        int decimals;
        double StudyFigures::*study;  // none: the study did not measure it
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
            const Middle speed = board.speed(panel.task);
            arena::Bar bar{board.name, speed.median, speed.lowest, speed.highest};
            const auto study = study_figures(board.id);
            if (study && panel.study != nullptr) bar.mark = (*study).*panel.study;
            drawn.bars.push_back(std::move(bar));
        }
        chart.panels.push_back(std::move(drawn));
    }
    return arena::svg_of(chart);
}

}  // namespace

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

int run_boards(const BoardsArguments& arguments) {
    if (!arguments.output.can_write()) return exit_failed;
    const BoardSpeedPlan plan = plan_of(arguments);
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return measure_boards(plan, stop, progress);
    });
    const std::vector<ResultTable> tables = board_tables(done.value, plan);
    print_tables(tables);
    if (!arguments.output.write(tables, [&] { return chart_of(done.value); })) return exit_failed;
    return done.stopped ? exit_interrupted : exit_ok;
}

namespace {

constexpr const char* boards_footer =
    "Six ways to keep a board: an array of 8x8, one of 64, the mailbox of 10x12, 0x88, and "
    "bitboards\n"
    "with magic multiplication or PEXT. All run the same perft, the same search and the same\n"
    "evaluation over the same nodes; each finds moves and answers the evaluation in its own way.\n"
    "The engine's own generator stands beside them.\n\n"
    "Example: rookery lab boards                      a few minutes; leave the machine alone\n"
    "         rookery lab boards --boards 0x88 magic --depth 7 --chart boards.svg\n"
    "         rookery lab boards --evaluator material --threads 4 --pseudo-legal\n\n"
    "The boards take turns. Nodes are the same on every machine; speeds are not.\n"
    "Ctrl-C ends it and shows what was measured; the exit code is then 130.";

}  // namespace

void add_lab_boards(Command lab, Context& context) {
    const Command boards =
        lab.subcommand("boards", "Six representations of the board, and what each is good for");
    const auto arguments = std::make_shared<BoardsArguments>();
    boards.option("--boards", arguments->boards, "Only these (default: all)")
        .type("NAME...")
        .one_of(board_ids());
    boards.option("--repeats", arguments->repeats, "Of everything (default: 5)")
        .type("N")
        .whole_range(1, 1000);
    boards
        .option("--depth", arguments->depth,
                "Of the search; endings get up to two more (default: 6)")
        .type("N")
        .whole_range(1, 12);
    boards
        .option("--perft-depth", arguments->perft_depth,
                "Of perft; endings get up to two more (default: 4)")
        .type("N")
        .whole_range(1, 8);
    boards.option("--threads", arguments->threads, "Measure so many beside one (default: 1)")
        .type("N")
        .whole_range(1, 256);
    boards.flag("--pseudo-legal", arguments->pseudo_legal,
                "Measure pseudo-legal moves beside legal ones");
    boards
        .option("--evaluator", arguments->evaluator,
                "What the search asks: material, squares, full (default: full)")
        .type("NAME")
        .one_of(board_evaluators());
    boards.flag("--quick", arguments->quick, "A look at everything once, too short to be exact");
    arguments->output.add_to(boards);
    boards.footer(boards_footer);
    boards.on_run([arguments, &context] { context.exit_code = run_boards(*arguments); });
}

}  // namespace rookery
