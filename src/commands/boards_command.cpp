#include "commands/boards_run.h"
#include "commands/context.h"

#include <memory>

namespace rookery {
namespace {

constexpr const char* boards_footer =
    "Six ways to keep a board: an array of 8x8, one of 64, the mailbox of 10x12, 0x88, and bitboards\n"
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
    const Command boards = lab.subcommand("boards", "Six representations of the board, and what each is good for");
    const auto arguments = std::make_shared<BoardsArguments>();
    boards.option("--boards", arguments->boards, "Only these (default: all)").type("NAME...").one_of(board_ids());
    boards.option("--repeats", arguments->repeats, "Of everything (default: 5)").type("N").whole_range(1, 1000);
    boards.option("--depth", arguments->depth, "Of the search; endings get up to two more (default: 6)")
        .type("N")
        .whole_range(1, 12);
    boards.option("--perft-depth", arguments->perft_depth, "Of perft; endings get up to two more (default: 4)")
        .type("N")
        .whole_range(1, 8);
    boards.option("--threads", arguments->threads, "Measure so many beside one (default: 1)")
        .type("N")
        .whole_range(1, 256);
    boards.flag("--pseudo-legal", arguments->pseudo_legal, "Measure pseudo-legal moves beside legal ones");
    boards.option("--evaluator", arguments->evaluator, "What the search asks: material, squares, full (default: full)")
        .type("NAME")
        .one_of(board_evaluators());
    boards.flag("--quick", arguments->quick, "A look at everything once, too short to be exact");
    arguments->output.add_to(boards);
    boards.footer(boards_footer);
    boards.on_run([arguments, &context] { context.exit_code = run_boards(*arguments); });
}

}  // namespace rookery
