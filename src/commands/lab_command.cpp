#include "base/machine.h"
#include "commands/cli.h"
#include "commands/shared_options.h"
#include "lab/board_speeds.h"
#include "lab/colony_gain.h"
#include "lab/features.h"
#include "lab/growth.h"
#include "lab/levels.h"
#include "lab/techniques.h"
#include "lab/traps.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rookery {
namespace {

using namespace lab;

constexpr const char* boards_footer =
    R"(Six ways to keep a board: an array of 8x8, one of 64, the mailbox of 10x12, 0x88, and bitboards
with magic multiplication or PEXT. All run the same perft, the same search and the same
evaluation over the same nodes; each finds moves and answers the evaluation in its own way.
The engine's own generator stands beside them.

Example: rookery lab boards                      a few minutes; leave the machine alone
         rookery lab boards --boards 0x88 magic --depth 7 --chart boards.svg
         rookery lab boards --evaluator material --threads 4 --pseudo-legal

The boards take turns. Nodes are the same on every machine; speeds are not.
Ctrl-C ends it and shows what was measured; the exit code is then 130.)";

void add_boards(Command lab, Context& context) {
    const Command boards =
        lab.subcommand("boards", "Six representations of the board, and what each is good for");
    const auto settings = std::make_shared<BoardsSettings>();
    boards.option("--boards", settings->boards, "NAME...", "Only these (default: all)")
        .one_of(board_ids());
    boards.option("--repeats", settings->repeats, "N", "Of everything (default: 5)")
        .whole_range(1, 1000);
    boards
        .option("--depth", settings->depth, "N",
                "Of the search; endings get up to two more (default: 6)")
        .whole_range(1, 12);
    boards
        .option("--perft-depth", settings->perft_depth, "N",
                "Of perft; endings get up to two more (default: 4)")
        .whole_range(1, 8);
    boards.option("--threads", settings->threads, "N", "Measure so many beside one (default: 1)")
        .whole_range(1, 256);
    boards.flag("--pseudo-legal", settings->pseudo_legal,
                "Measure pseudo-legal moves beside legal ones");
    boards
        .option("--evaluator", settings->evaluator, "NAME",
                "What the search asks: material, squares, full (default: full)")
        .one_of(board_evaluators());
    boards.flag("--quick", settings->quick, "A look at everything once, too short to be exact");
    add_output_options(boards, settings->output);
    boards.footer(boards_footer);
    boards.on_run([settings, &context] { context.exit_code = run_boards(*settings); });
}

constexpr const char* growth_footer =
    R"(nodes        moves made by minimax, alpha-beta, the same on sorted moves, and deepening with and
             without its table; how they grow from depth to depth; the fewest nodes alpha-beta
             could do with, on a tree with the same number of moves everywhere
threads      what alphabeta-threads gains from more threads, taking turns
convergence  how the win rate of the best move converges as the rounds of mcts and mcts-ab grow
traps        how often they play a move that allows a mate in two, and how often iterative does

Example: rookery lab growth                      all four, a few minutes
         rookery lab growth nodes --depth 5 --fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
         rookery lab growth traps --rounds 10000

Nodes, win rates and falls are the same on every machine; times are not.
Ctrl-C ends it and shows what was measured; the exit code is then 130.)";

void add_growth(Command lab, Context& context) {
    const Command growth =
        lab.subcommand("growth", "How the work of a search grows with depth, threads and rounds");
    const auto settings = std::make_shared<GrowthSettings>();
    settings->threads = std::max<std::size_t>(1, usable_processors().size());
    growth.argument("PART", settings->parts, "nodes, threads, convergence, traps (default: all)")
        .one_of(growth_parts(), former_convergence);
    const auto position = std::make_shared<PositionOption>();
    position->add_to(growth);
    growth.option("--depth", settings->depth, "N", "Of nodes (default: 6) and threads (default: 7)")
        .whole_range(1, 12);
    growth
        .option("--most-nodes", settings->most_nodes, "N",
                "Give up a search of nodes there (default: 50 million)")
        .range(1, 1e12);
    growth
        .option("--threads", settings->threads, "N",
                fmt::format("The most (default: {})", settings->threads))
        .whole_range(1, 256);
    growth.option("--turns", settings->turns, "N", "Of threads (default: 5)").whole_range(1, 1000);
    growth
        .option("--rounds", settings->rounds, "N",
                "The most of convergence (default: 102400) and traps (default: 1000)")
        .range(100, 1e7);
    growth
        .option("--seeds", settings->seeds, "N",
                "Of mcts in convergence (default: 10) and in traps (default: 3)")
        .whole_range(1, 1000);
    growth.option("--traps", settings->traps, "FILE",
                  "Others than our own, as 'lab traps' writes them");
    growth.output_folder("--charts", settings->charts, "Also draw nodes and convergence (SVG)");
    add_output_options(growth, settings->output, false);
    growth.footer(growth_footer);
    growth.on_run([settings, position, &context] {
        if (position->is_given()) {
            settings->position = position->position();
            if (!settings->position) {
                context.exit_code = exit_usage;
                return;
            }
        }
        context.exit_code = run_growth(*settings, context.program.searchers);
    });
}

constexpr const char* traps_footer =
    R"(A trap: from a quarter to three quarters of the moves let the opponent mate in two, none lets
him mate in one. Nothing is guessed, every reply is tried. The search that played the game
thought the position could be held. One trap of a game is kept.

Example: rookery lab traps some.games --output traps.epd
         rookery suite traps.epd mcts,solver=0 iterative --nodes 1000

Ctrl-C ends it and writes what was found; the exit code is then 130.)";

void add_traps(Command lab, Context& context) {
    const Command traps =
        lab.subcommand("traps", "Find positions where many moves allow a mate in two");
    const auto settings = std::make_shared<TrapSearchSettings>();
    traps.argument("FILE", settings->files, "Games of 'rookery selfplay'").required();
    traps.output_file("--output", settings->output, "FILE", "Write them there (EPD)");
    traps.option("--most", settings->most, "N", "Enough (default: 64)").whole_range(1, 1'000'000);
    traps.option("--one-in", settings->one_in, "N", "Look at one game in so many (default: 1)")
        .whole_range(1, 1'000'000);
    traps.footer(traps_footer);
    traps.on_run([settings, &context] { context.exit_code = run_trap_search(*settings); });
}

constexpr const char* features_footer =
    R"(Parts: steps     terms added one by one, as a study did, against the step before and all terms
       left-out  all terms but one group
       material  sets of values for the pieces: 1/3/3/5/9, Kaufman's, learned ones, ours
       cost      the time each group takes

Matches are played at a fixed depth and at fixed nodes, and kept: the same command again plays
what is missing, so Ctrl-C loses nothing, and more --games add to those that are there.

Example: rookery lab features --openings data/openings/eight_plies.epd --json features.json
         rookery lab features cost
         rookery lab features left-out --games 2000 --nodes 20000)";

void add_features(Command lab, Context& context) {
    const Command features =
        lab.subcommand("features", "What each part of the evaluation is worth, and costs");
    const auto settings = std::make_shared<FeaturesSettings>();
    features.argument("PART", settings->parts, "steps, left-out, material, cost (default: all)")
        .one_of(feature_parts());
    features.option("--depth", settings->depth, "N", "Of the matches at a fixed depth (default: 4)")
        .whole_range(1, 30);
    features
        .option("--nodes", settings->nodes, "N", "Of the matches at fixed nodes (default: 5000)")
        .range(1, 1e12);
    features.option("--turns", settings->turns, "N", "Of cost (default: 25)").whole_range(1, 1000);
    add_series_options(features, settings->series);
    add_output_options(features, settings->output);
    features.footer(features_footer);
    features.on_run([settings, &context] {
        context.exit_code = run_features(*settings, context.program.searchers);
    });
}

constexpr const char* search_footer =
    R"(A technique is a setting use_... of the searcher pvs ('rookery bench --settings'). The engine
without it plays the whole engine, and searches the positions of 'rookery bench' to their depth.

Matches are kept: the same command again plays what is missing, so Ctrl-C loses nothing.

Example: rookery lab search --openings data/openings/eight_plies.epd --games 1000
         rookery lab search null_moves razoring --nodes 20000)";

void add_search(Command lab, Context& context) {
    const Command search = lab.subcommand("search", "What each technique of the search is worth");
    const auto settings = std::make_shared<TechniquesSettings>();
    search.argument("NAME", settings->only, "Techniques (default: all)");
    search.option("--nodes", settings->nodes, "N", "For a move (default: 8000)").range(1, 1e12);
    add_series_options(search, settings->series);
    add_output_options(search, settings->output);
    search.footer(search_footer);
    search.on_run([settings, &context] {
        context.exit_code = run_techniques(*settings, context.program.searchers);
    });
}

constexpr const char* levels_footer =
    R"(Parts: neighbours each level against the one below
       engines    levels against Stockfish and Fairy-Stockfish at limited strength (Debian's packages
                  stockfish and fairy-stockfish): one scale for all
       human      levels against the searcher 'human'
       styles     the styles against the engine at the same level
       hangs      pieces that levels leave to a single capture

Nodes are counted and not time: our own players play the same games on every machine (Stockfish at
limited strength errs at random). Matches are kept: the same command again plays what is missing.

Example: rookery lab levels --openings data/openings/eight_plies.epd
         rookery lab levels neighbours --games 1000)";

void add_levels(Command lab, Context& context) {
    const Command levels = lab.subcommand("levels", "How strong levels, styles and the human are");
    const auto settings = std::make_shared<LevelsSettings>();
    levels
        .argument("PART", settings->parts,
                  "neighbours, engines, human, styles, hangs (default: all)")
        .one_of(level_parts());
    levels
        .option("--other-games", settings->other_games, "N",
                "Of each match with other engines and the human searcher (default: 100)")
        .range(2, 1e9);
    levels.option("--hang-games", settings->hang_games, "N", "Of hangs, each level (default: 100)")
        .range(1, 1e9);
    add_series_options(levels, settings->series);
    add_output_options(levels, settings->output);
    levels.footer(levels_footer);
    levels.on_run([settings, &context] {
        context.exit_code = run_levels(*settings, context.program.searchers);
    });
}

constexpr const char* colony_gain_footer =
    R"(Positions come from games of the engine, their best moves from searches many times as long; or both
from a file (EPD with bm). Without --live the colony is simulated: every member has its own clock,
counted in nodes, and the result is the same on every machine.

Example: rookery lab colony --workers 2 4 8 16 --seconds 4
         rookery lab colony --set latency_us=50000 interval_us=20000
         rookery lab colony --searcher colony-aphid --set top_plies=3
         rookery lab colony --live home.rookery, after 'rookery worker NAME.rookery --nps-limit 50000')";

void add_colony(Command lab, Context& context) {
    const Command colony =
        lab.subcommand("colony", "How many times as fast a colony is as one engine");
    const auto settings = std::make_shared<ColonyGainSettings>();
    settings->plan.threads = std::max<std::size_t>(1, usable_processors().size());
    colony
        .option("--workers", settings->workers, "N...",
                "How many, the coordinator among them (default: 2 4 8)")
        .whole_range(1, 256);
    colony
        .option("--seconds", settings->seconds, "S",
                "For a position, by the members' clock (default: 2)")
        .range(0.01, 1e6);
    colony.option("--nps", settings->nodes_per_second, "N", "Of each member (default: 50000)")
        .whole_range(1, 100'000'000);
    colony
        .option("--searcher", settings->searcher, "NAME",
                "How it is simulated (default: colony-simulation)")
        .one_of({"colony-simulation", "colony-aphid"});
    colony.option("--set", settings->settings, "NAME=N...",
                  "Settings of the simulation: interval_us, latency_us, split_root, top_plies");
    colony.option("--live", settings->live, "INVITATION",
                  "Measure the workers that are there, by the clock on the wall");
    colony.option("--positions", settings->positions, "FILE", "With their best moves (EPD)");
    colony.output_file("--save", settings->save, "FILE",
                       "Keep the positions there for --positions");
    colony.option("--count", settings->plan.count, "N", "Positions, at most (default: 200)")
        .whole_range(1, 1'000'000);
    colony
        .option("--solving-nodes", settings->plan.solving_nodes, "N",
                "Of the search that finds the best move (default: 2 million)")
        .range(1, 1e12);
    colony.option("--seed", settings->plan.seed, "N", "Of the positions (default: 1)")
        .range(0, 1e18);
    colony
        .option("--threads", settings->plan.threads, "N",
                fmt::format("Searches at a time (default: {})", settings->plan.threads))
        .whole_range(1, 256);
    add_output_options(colony, settings->output, false);
    colony.footer(colony_gain_footer);
    colony.on_run([settings, &context] {
        context.exit_code = run_colony_gain(*settings, context.program.searchers);
    });
}

}  // namespace

void add_lab_command(CommandLine& line, Context& context) {
    const Command command = line.command("lab", "Experiments");
    command.require_subcommand();
    command.footer("Example: rookery lab growth\n"
                   "'rookery lab growth --help' explains it.");
    add_boards(command, context);
    add_growth(command, context);
    add_traps(command, context);
    add_features(command, context);
    add_search(command, context);
    add_levels(command, context);
    if (context.colony != nullptr) add_colony(command, context);
}

}  // namespace rookery
