#include "commands/tuning_options.h"

#include "base/machine.h"
#include "commands/tuning_run.h"

#include <fmt/format.h>

#include <memory>

namespace rookery {
namespace {

using tune::TunedParameters;
using Arguments = std::shared_ptr<TuningArguments>;

constexpr double most_games = 1e9;

constexpr const char* common_footer =
    "Without --parameters the study's six: material.knight, material.bishop_pair,\n"
    "minors.knight_outpost[1], rooks.doubled, queens.pursued, shelter.open_file. Then the tuned\n"
    "values play the start: the study's twenty games, and --judge-games others. A game is won "
    "when\n"
    "both sides have said so by 10 pawns. 'rookery eval --terms --json' lists all weights.\n\n"
    "Ctrl-C ends it early; with --checkpoint it goes on later to the same end. A checkpoint that "
    "is\n"
    "there already is refused without --resume, which may ask for more depths and judging games.\n"
    "Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted";

constexpr const char* sequential_footer =
    "An iteration goes through all numbers: each is tried a tenth of its start higher in a match\n"
    "against the values as they stand and, where that did not win, as much lower; what scores "
    "more\n"
    "than half is kept. It ends when an iteration has changed nothing, too.\n\n"
    "Example: rookery tune sequential --depths 4-8 --checkpoint s.json --chart values.svg\n"
    "         rookery tune sequential --depths 4 --openings random --match-games 200 --games "
    "20000\n\n";

constexpr const char* genetic_footer =
    "A population of values; who wins a small contest becomes a parent, children mix the numbers "
    "of\n"
    "two parents and change some. The outcome is the mean of the last population.\n\n"
    "Example: rookery tune genetic --depths 4 --games 8000\n\n";

constexpr const char* anneal_footer =
    "One choice of values wanders: a few numbers change, and what does well in a match is kept; "
    "what\n"
    "does not is kept by chance, more rarely as the plan goes on. The outcome is the mean of the\n"
    "last quarter.\n\n"
    "Example: rookery tune anneal --depths 4 --games 8000\n\n";

constexpr const char* judge_footer =
    "Our own weights, with those named changed, against the start. Nothing is tuned.\n\n"
    "Example: rookery tune judge --depths 4                    our own values of the study's six\n"
    "         rookery tune judge material.knight=350:420 --depths 4-5 --judge-games 4000\n\n";

constexpr const char* spsa_footer =
    "Every trial changes all numbers at once, each up or down by chance, and plays a pair of "
    "games\n"
    "against the mirrored change; every number then moves a little the way of the winner. "
    "Thousands\n"
    "of pairs are needed. 'rookery bench --settings' lists what there is; switches (use_...) and\n"
    "shares of time (..._time) are not tuned. With --weights, weights of the evaluation are tuned\n"
    "instead, and judged as by 'rookery tune sequential'.\n\n"
    "Example: rookery tune spsa --openings book.epd --pairs 20000 --checkpoint s.json --resume\n"
    "         rookery tune spsa --only null_move --only futility --chart s.svg\n"
    "         rookery tune spsa --weights material --tc depth=4 --rate 0.02\n\n"
    "Ctrl-C ends it early; with --checkpoint it goes on later to the same end. A checkpoint that "
    "is\n"
    "there already is refused without --resume.\n"
    "Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted";

void add_start(Command command, TuningArguments& arguments, const char* usual) {
    command
        .on_option(
            "--start",
            [&arguments](const std::string& word) {
                arguments.start =
                    word == "own" ? TunedParameters::Start::Own : TunedParameters::Start::Study;
            },
            fmt::format("The study's values of its six, or our own (default: {})", usual))
        .type("WHICH")
        .one_of({"study", "own"});
}

void add_judging(Command command, TuningArguments& arguments) {
    command
        .option("--judge-games", arguments.judge_games, "Beside the study's twenty (default: 1000)")
        .type("N")
        .range(0, most_games);
    command
        .option("--judge-openings", arguments.judge_openings,
                "Of those: random, or a file (default: the file of --openings,\nor random)")
        .type("FILE");
    command.option("--score-chart", arguments.score_chart, "Draw the scores over the depths (SVG)")
        .type("FILE");
}

void add_playing(Command command, TuningArguments& arguments) {
    command.option("--searcher", arguments.searcher, "Another than the engine's").type("NAME");
    command.option("--seed", arguments.seed, "Of whatever is drawn by lot (default: 1)").type("N");
    command
        .option("--threads", arguments.threads,
                fmt::format("Games at a time (default: {})", arguments.threads))
        .type("N")
        .whole_range(1, 1024);
    command
        .option("--hash", arguments.hash_mib,
                fmt::format("Hash table of each player (default: {})", arguments.hash_mib))
        .type("MB")
        .whole_range(1, 1 << 16);
    command.option("--checkpoint", arguments.checkpoint, "Keep the state in this file")
        .type("FILE");
    command.flag("--resume", arguments.resume, "Go on from the checkpoint");
    arguments.colony.add_to(command);
    arguments.output.add_to(command);
}

void add_repeats(Command command, TuningArguments& arguments) {
    command
        .option("--repeats", arguments.repeats,
                "Tune so often, with one seed after the other (default: 1)")
        .type("N")
        .range(1, 1000);
}

void add_controls(Command command, TuningArguments& arguments) {
    command
        .option("--depths", arguments.depths,
                "Of the search: 6, or 4-8 for one after the other (default: 4-8)")
        .type("N-N");
    command.option("--tc", arguments.control, "Another time control instead, such as nodes=8000")
        .type("TC");
}

Arguments begin(TuningMethod method) {
    const auto arguments = std::make_shared<TuningArguments>();
    arguments->method = method;
    arguments->threads = std::max<std::size_t>(1, usable_processors().size());
    return arguments;
}

#ifdef ROOKERY_COLONY
constexpr const char* colony_footer =
    "\n\nWith --colony workers play the games, to the same values; what a fixed depth or a number "
    "of\n"
    "nodes does not limit is refused. With a checkpoint FILE the jobs are kept in FILE-jobs.";
#else
constexpr const char* colony_footer = "";
#endif

void end(Command command, const Arguments& arguments, Context& context, const std::string& footer) {
    command.footer(footer + colony_footer);
    command.on_run([arguments, &context] {
        context.exit_code = run_tuning(*arguments, context.program.searchers);
    });
}

// What the three ways have in common that tune weights and nothing else.
void add_weight_tuning(Command command, const Arguments& arguments, Context& context,
                       const char* footer) {
    command.option("--parameters", arguments->weights, "Other weights; beginnings of their names")
        .type("NAME");
    add_start(command, *arguments, "study");
    add_controls(command, *arguments);
    const bool sequential = arguments->method == TuningMethod::Sequential;
    command
        .option("--games", arguments->games,
                sequential ? "Of a tuning, in all (default: as many as the iterations take)"
                           : fmt::format("Of a tuning, in all (default: {})", default_games))
        .type("N")
        .range(2, most_games);
    command
        .option("--openings", arguments->openings,
                fmt::format("Of the tuning: study for its ten, random, or a file\n(default: {})",
                            arguments->openings))
        .type("FILE");
    add_repeats(command, *arguments);
    add_judging(command, *arguments);
    add_playing(command, *arguments);
    end(command, arguments, context, std::string(footer) + common_footer);
}

void add_match_games(Command command, TuningArguments& arguments) {
    command
        .option("--match-games", arguments.match_games,
                fmt::format("Of each match of the tuning (default: {})", arguments.match_games))
        .type("N")
        .range(2, most_games);
}

void add_sequential(Command tune, Context& context) {
    const Command command =
        tune.subcommand("sequential", "Weights one after the other, by playing, as a study did it");
    const Arguments arguments = begin(TuningMethod::Sequential);
    command
        .option("--iterations", arguments->iterations,
                fmt::format("At most (default: {}; without end with --games)", default_iterations))
        .type("N")
        .range(1, 1e6);
    add_match_games(command, *arguments);
    add_weight_tuning(command, arguments, context, sequential_footer);
}

void add_genetic(Command tune, Context& context) {
    const Command command = tune.subcommand("genetic", "Weights by selection among players");
    const Arguments arguments = begin(TuningMethod::Genetic);
    arguments->openings = "random";
    command.option("--population", arguments->population, "How many there are (default: 64)")
        .type("N")
        .range(2, 10000);
    command
        .option("--contest-games", arguments->contest_games,
                "That decide who becomes a parent (default: 2)")
        .type("N")
        .range(2, 1e6);
    add_weight_tuning(command, arguments, context, genetic_footer);
}

void add_anneal(Command tune, Context& context) {
    const Command command = tune.subcommand("anneal", "Weights by simulated annealing, by playing");
    const Arguments arguments = begin(TuningMethod::Anneal);
    arguments->openings = "random";
    arguments->match_games = 100;
    add_match_games(command, *arguments);
    add_weight_tuning(command, arguments, context, anneal_footer);
}

void add_judge(Command tune, Context& context) {
    const Command command = tune.subcommand("judge", "Given weights against the start of a tuning");
    const Arguments arguments = begin(TuningMethod::None);
    command.argument("NAME=MG:EG", arguments->given, "Weights to change");
    add_start(command, *arguments, "study");
    add_controls(command, *arguments);
    add_judging(command, *arguments);
    add_playing(command, *arguments);
    end(command, arguments, context, std::string(judge_footer) + common_footer);
}

void add_spsa(Command tune, Context& context) {
    const Command command =
        tune.subcommand("spsa", "Numbers of the search, or weights, by playing");
    const Arguments arguments = begin(TuningMethod::Spsa);
    arguments->openings = "random";
    arguments->control = "nodes=8000";
    arguments->start = TunedParameters::Start::Own;
    arguments->hash_mib = 8;
    command.option("--pairs", arguments->spsa.pairs, "Pairs of games in all (default: 10000)")
        .type("N")
        .range(1, 1e9);
    command.option("--tc", arguments->control, "Time control of both sides (default: nodes=8000)")
        .type("TC");
    command
        .option("--openings", arguments->openings,
                "Opening file, or study (default: random openings)")
        .type("FILE");
    command.option("--only", arguments->only, "Tune only settings whose names begin so; repeat")
        .type("NAME")
        .one_word_each_time();
    command.option("--weights", arguments->weights, "Tune weights whose names begin so instead")
        .type("NAME");
    add_start(command, *arguments, "own");
    command.option("--rate", arguments->spsa.rate, "Size of the steps (default: 0.002)")
        .type("X")
        .range(1e-6, 1);
    add_repeats(command, *arguments);
    add_judging(command, *arguments);
    add_playing(command, *arguments);
    end(command, arguments, context, spsa_footer);
}

}  // namespace

void add_tuning_by_games(Command tune, Context& context) {
    add_sequential(tune, context);
    add_genetic(tune, context);
    add_anneal(tune, context);
    add_spsa(tune, context);
    add_judge(tune, context);
}

}  // namespace rookery
