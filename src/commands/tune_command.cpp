#include "base/machine.h"
#include "commands/cli.h"
#include "commands/shared_options.h"
#include "tune/texel_run.h"
#include "tune/tuning_run.h"
#include "tune/wdl_fit.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace rookery {
namespace {

using namespace tune;

// `tune wdl` and `tune texel`

constexpr const char* texel_footer =
    R"(Values of positions stand for expected points; the weights are changed until these are as
near as possible to the results of the games. One game in twenty is kept for checking.

A .games file comes from self-play. An .epd file has a line for each position, with the
result in c0 to c9 and, if known, the search's score in ce:
'8/2k5/8/3P4/8/8/3K4/8 w - - c9 "1-0"; ce 120;'
Of a .pgn file the quiet positions from the ninth move on are taken.

Example: rookery tune texel some.games --output tuned.h --report
         rookery tune texel some.games --only danger --checkpoint t.json --resume --write

Ctrl-C ends it early; the best weights so far are written even so.
Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted)";

constexpr const char* wdl_footer =
    R"(The probability of a win is a logistic curve over the search's score; its centre and its
steepness depend on the material. The parameters that fit the results best are printed in
the form of src/eval/win_rate.h, with predicted and actual results.

Of a .games file all positions that were searched count. Lines of an .epd file need a result
(c0 to c9) and a score (ce).

Example: rookery tune wdl some.games more.games)";

void add_wdl(Command tune, Context& context) {
    const Command wdl = tune.subcommand("wdl", "Win, draw and loss (WDL) by the score");
    const auto files = std::make_shared<std::vector<std::string>>();
    wdl.argument("FILE", *files, "Positions with results and scores").required();
    wdl.footer(wdl_footer);
    wdl.on_run([files, &context] { context.exit_code = run_wdl(*files); });
}

void add_data_options(Command command, TexelRunSettings& settings) {
    command.argument("FILE", settings.files, "Positions with results").required();
    static const std::map<std::string, Noise> noises = {
        {"keep", Noise::Keep}, {"drop", Noise::Drop}, {"resolve", Noise::Resolve}};
    command
        .on_option(
            "--quiet",
            [&settings](const std::string& word) { settings.load.noise = noises.at(word); }, "HOW",
            "Positions with something to take: keep (default), drop, or\n"
            "resolve to the end of the captures")
        .one_of({"keep", "drop", "resolve"});
    command
        .option("--validation", settings.load.validation_one_in, "N",
                "One game in so many is kept for checking (default: 20)")
        .range(2, 1e6);
    command
        .option("--highest-score", settings.load.highest_score, "CP",
                "Leave out positions the search thought further from even (default: none)")
        .range(1, 32000);
    command.option("--most", settings.load.most, "N", "Read no more positions than that")
        .range(1, 4e9);
}

void add_method_options(Command command, TexelRunSettings& settings) {
    TexelSettings& texel = settings.texel;
    const auto number = [&](const char* name, auto& value, const char* type, double low,
                            double high, const std::string& meaning) {
        command.option(name, value, type, meaning).range(low, high);
    };
    number("--lambda", texel.lambda, "SHARE", 0, 1,
           fmt::format("Of the result in the aim; the rest is the search's score (default: {})",
                       texel.lambda));
    number("--k", texel.k, "X", smallest_k, largest_k, "Steepness of the curve (default: fitted)");
    number("--epochs", texel.epochs, "N", 1, 100000,
           fmt::format("At most (default: {})", texel.epochs));
    number("--patience", texel.early_stopping, "N", 1, 100000,
           fmt::format("End after so many without gain (default: {})", texel.early_stopping));
    number("--rate", texel.rate, "X", 1e-6, 1000,
           fmt::format("Size of a step at first (default: {})", texel.rate));
    number("--decay", texel.decay, "X", 0.01, 1,
           fmt::format("The rate falls by this with every epoch (default: {})", texel.decay));
    number("--batch", texel.batch, "N", 1, 1e8, "Positions a step (default: by their number)");
    number("--leeway", texel.leeway, "CP", 0, 1e6,
           fmt::format("How far weights are expected to go; the smaller, the stronger the pull\n"
                       "back. 0 for none (default: {})",
                       texel.leeway));
    number("--fewest", texel.fewest, "N", 0, 1e9,
           fmt::format("Weights in fewer positions stay as they are (default: {})", texel.fewest));
    number("--seed", texel.seed, "N", 0, 1e15, "Of the order of positions (default: 1)");
    number("--threads", texel.threads, "N", 1, 1024,
           fmt::format("Threads (default: {})", texel.threads));
    const auto names = [&](const char* name, std::vector<std::string>& value, const char* meaning) {
        command.option(name, value, "NAME", meaning).one_word_each_time();
    };
    names("--only", texel.choice.only,
          "Change only weights whose names begin so, e.g. danger or\npassed.own_king; repeat");
    names("--freeze", texel.choice.frozen, "Leave those as they are; repeat");
}

void add_file_options(Command command, TexelRunSettings& settings) {
    command.option("--start", settings.start, "FILE",
                   "Begin with the weights of an earlier --output");
    command.output_file("--output", settings.output, "FILE",
                        "Write the weights, laid out as in the source");
    command.flag("--write", settings.write, "Write them over the source's own");
    command.checkpoint(settings.checkpoint, settings.resume, "Keep the state after every epoch");
    command
        .option("--rescale", settings.pawn, "CP",
                "Afterwards, so that a pawn more in an endgame is worth this\n(default: 100)")
        .alone_means("100")
        .range(10, 1000);
    command
        .option("--report", settings.report, "N",
                "List so many of the largest changes (default: 40)")
        .alone_means("40")
        .range(1, 100000);
}

// Tuning by games: `tune sequential`, `genetic`, `anneal`, `spsa` and `judge`

struct TuningArguments {
    TuningSettings tuning;
    ColonyChoice colony;
};
using Arguments = std::shared_ptr<TuningArguments>;

int run(const TuningArguments& arguments, SearcherTable searchers) {
    if (const auto problem = arguments.colony.problem())
        return fail_with_printable(*problem, exit_usage);
    TrialExecutorFinder find_executor;
    if (arguments.colony.is_chosen())
        find_executor = [&](const std::vector<TrialSample>& samples) {
            return arguments.colony.access->for_tuning(arguments.colony, samples,
                                                       arguments.tuning.checkpoint, searchers);
        };
    return run_tuning(arguments.tuning, searchers, find_executor);
}

constexpr double most_games = 1e9;

constexpr const char* common_footer =
    R"(Without --parameters the study's six: material.knight, material.bishop_pair,
minors.knight_outpost[1], rooks.doubled, queens.pursued, shelter.open_file. Then the tuned
values play the start: the study's twenty games, and --judge-games others. A game is won when
both sides have said so by 10 pawns. 'rookery eval --terms --json' lists all weights.

Ctrl-C ends it early; with --checkpoint it goes on later to the same end. A checkpoint that is
there already is refused without --resume, which may ask for more depths and judging games.
Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted)";

constexpr const char* sequential_footer =
    R"(An iteration goes through all parameters: each is tried a tenth of its start higher in a match
against the values as they stand and, where that did not win, as much lower; what scores more
than half is kept. It ends when an iteration has changed nothing, too.

Example: rookery tune sequential --depths 4-8 --checkpoint s.json --chart values.svg
         rookery tune sequential --depths 4 --openings random --match-games 200 --games 20000

)";

constexpr const char* genetic_footer =
    R"(A population of values; the winner of a small contest becomes a parent, and children mix the
parameters of two parents and change some. The outcome is the mean of the last population.

Example: rookery tune genetic --depths 4 --games 8000

)";

constexpr const char* anneal_footer =
    R"(A few parameters change at random, and a change that does well in a match is kept; others are
kept with a probability that falls as the tuning goes on. The outcome is the mean of the last
quarter.

Example: rookery tune anneal --depths 4 --games 8000

)";

constexpr const char* judge_footer =
    R"(Our own weights, with those named changed, against the start. Nothing is tuned.

Example: rookery tune judge --depths 4                    our own values of the study's six
         rookery tune judge material.knight=350:420 --depths 4-5 --judge-games 4000

)";

constexpr const char* spsa_footer =
    R"(Every trial changes all parameters at once, each up or down at random, and plays a pair of
games against the mirrored change; every parameter then moves a little in the direction of
the winner. Thousands of pairs are needed. 'rookery bench --settings' lists what there is; switches (use_...) and
shares of time (..._time) are not tuned. With --weights, weights of the evaluation are tuned
instead, and judged as by 'rookery tune sequential'.

Example: rookery tune spsa --openings data/openings/eight_plies.epd --pairs 20000 --checkpoint spsa.json
         rookery tune spsa --only null_move --only futility --chart s.svg
         rookery tune spsa --weights material --tc depth=4 --rate 0.02

Ctrl-C ends it early; with --checkpoint it goes on later to the same end. A checkpoint that is
there already is refused without --resume.
Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted)";

void add_start(Command command, TuningSettings& settings, const char* usual) {
    command
        .on_option(
            "--start",
            [&settings](const std::string& word) {
                settings.start =
                    word == "own" ? TunedParameters::Start::Own : TunedParameters::Start::Study;
            },
            "WHICH", fmt::format("The study's values of its six, or our own (default: {})", usual))
        .one_of({"study", "own"});
}

void add_judging(Command command, TuningSettings& settings) {
    command
        .option("--judge-games", settings.judge_games, "N",
                "Beside the study's twenty (default: 1000)")
        .range(0, most_games);
    command.option("--judge-openings", settings.judge_openings, "FILE",
                   "Of those: random, or a file (default: the file of --openings,\nor random)");
    command.output_file("--score-chart", settings.score_chart, "FILE",
                        "Draw the scores over the depths (SVG)");
}

void add_playing(Command command, TuningArguments& arguments, const Context& context) {
    TuningSettings& settings = arguments.tuning;
    command.option("--searcher", settings.searcher, "NAME", "Another than the engine's");
    command.option("--seed", settings.seed, "N", "Of all random choices (default: 1)");
    command
        .option("--threads", settings.threads, "N",
                fmt::format("Games at a time (default: {})", settings.threads))
        .whole_range(1, 1024);
    command
        .option("--hash", settings.hash_mib, "MB",
                fmt::format("Hash table of each player (default: {})", settings.hash_mib))
        .whole_range(1, 1 << 16);
    command.checkpoint(settings.checkpoint, settings.resume, "Keep the state in this file");
    arguments.colony.add_to(command, context);
    add_output_options(command, settings.output);
}

void add_repeats(Command command, TuningSettings& settings) {
    command
        .option("--repeats", settings.repeats, "N",
                "Tune so often, with one seed after the other (default: 1)")
        .range(1, 1000);
}

void add_controls(Command command, TuningSettings& settings) {
    command.option("--depths", settings.depths, "N-N",
                   "Of the search: 6, or 4-8 for one after the other (default: 4-8)");
    command.option("--tc", settings.control, "TC",
                   "Another time control instead, such as nodes=8000");
}

Arguments begin(TuningMethod method) {
    auto arguments = std::make_shared<TuningArguments>();
    arguments->tuning.method = method;
    arguments->tuning.threads = std::max<std::size_t>(1, usable_processors().size());
    return arguments;
}

constexpr const char* colony_footer = R"(

With --colony workers play the games, to the same values; what a fixed depth or a number of
nodes does not limit is refused. With a checkpoint FILE the jobs are kept in FILE-jobs.)";

void end(Command command, const Arguments& arguments, Context& context, const std::string& footer) {
    command.footer(context.colony == nullptr ? footer : footer + colony_footer);
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

// The options of the three methods that tune only weights.
void add_weight_tuning(Command command, const Arguments& arguments, Context& context,
                       const char* footer) {
    command.option("--parameters", arguments->tuning.weights, "NAME",
                   "Other weights; beginnings of their names");
    add_start(command, arguments->tuning, "study");
    add_controls(command, arguments->tuning);
    const bool sequential = arguments->tuning.method == TuningMethod::Sequential;
    command
        .option("--games", arguments->tuning.games, "N",
                sequential ? "Of a tuning, in all (default: as many as the iterations take)"
                           : fmt::format("Of a tuning, in all (default: {})", default_games))
        .range(2, most_games);
    command.option("--openings", arguments->tuning.openings, "FILE",
                   fmt::format("Of the tuning: study for its ten, random, or a file\n(default: {})",
                               arguments->tuning.openings));
    add_repeats(command, arguments->tuning);
    add_judging(command, arguments->tuning);
    add_playing(command, *arguments, context);
    end(command, arguments, context, std::string(footer) + common_footer);
}

void add_match_games(Command command, TuningSettings& settings) {
    command
        .option("--match-games", settings.match_games, "N",
                fmt::format("Of each match of the tuning (default: {})", settings.match_games))
        .range(2, most_games);
}

void add_sequential(Command tune, Context& context) {
    const Command command =
        tune.subcommand("sequential", "Weights one after the other, by playing, as a study did it");
    const Arguments arguments = begin(TuningMethod::Sequential);
    command
        .option("--iterations", arguments->tuning.iterations, "N",
                fmt::format("At most (default: {}; without end with --games)", default_iterations))
        .range(1, 1e6);
    add_match_games(command, arguments->tuning);
    add_weight_tuning(command, arguments, context, sequential_footer);
}

void add_genetic(Command tune, Context& context) {
    const Command command = tune.subcommand("genetic", "Weights by selection among players");
    const Arguments arguments = begin(TuningMethod::Genetic);
    arguments->tuning.openings = "random";
    command
        .option("--population", arguments->tuning.population, "N",
                "How many there are (default: 64)")
        .range(2, 10000);
    command
        .option("--contest-games", arguments->tuning.contest_games, "N",
                "That decide which becomes a parent (default: 2)")
        .range(2, 1e6);
    add_weight_tuning(command, arguments, context, genetic_footer);
}

void add_anneal(Command tune, Context& context) {
    const Command command = tune.subcommand("anneal", "Weights by simulated annealing, by playing");
    const Arguments arguments = begin(TuningMethod::Anneal);
    arguments->tuning.openings = "random";
    arguments->tuning.match_games = 100;
    add_match_games(command, arguments->tuning);
    add_weight_tuning(command, arguments, context, anneal_footer);
}

void add_judge(Command tune, Context& context) {
    const Command command = tune.subcommand("judge", "Given weights against the start of a tuning");
    const Arguments arguments = begin(TuningMethod::None);
    command.argument("NAME=MG:EG", arguments->tuning.given, "Weights to change");
    add_start(command, arguments->tuning, "study");
    add_controls(command, arguments->tuning);
    add_judging(command, arguments->tuning);
    add_playing(command, *arguments, context);
    end(command, arguments, context, std::string(judge_footer) + common_footer);
}

void add_spsa(Command tune, Context& context) {
    const Command command =
        tune.subcommand("spsa", "Parameters of the search, or weights, by playing");
    const Arguments arguments = begin(TuningMethod::Spsa);
    arguments->tuning.openings = "random";
    arguments->tuning.control = "nodes=8000";
    arguments->tuning.start = TunedParameters::Start::Own;
    arguments->tuning.hash_mib = 8;
    command
        .option("--pairs", arguments->tuning.spsa.pairs, "N",
                "Pairs of games in all (default: 10000)")
        .range(1, 1e9);
    command.option("--tc", arguments->tuning.control, "TC",
                   "Time control of both sides (default: nodes=8000)");
    command.option("--openings", arguments->tuning.openings, "FILE",
                   "Opening file, or study (default: random openings)");
    command
        .option("--only", arguments->tuning.only, "NAME",
                "Tune only settings whose names begin so; repeat")
        .one_word_each_time();
    command.option("--weights", arguments->tuning.weights, "NAME",
                   "Tune weights whose names begin so instead");
    add_start(command, arguments->tuning, "own");
    command.option("--rate", arguments->tuning.spsa.rate, "X", "Size of the steps (default: 0.002)")
        .range(1e-6, 1);
    add_repeats(command, arguments->tuning);
    add_judging(command, arguments->tuning);
    add_playing(command, *arguments, context);
    end(command, arguments, context, spsa_footer);
}

}  // namespace

void add_tune_command(CommandLine& line, Context& context) {
    const Command command = line.command("tune", "Fit the engine's parameters to games");
    command.require_subcommand();
    command.footer("Example: rookery tune texel some.games --output tuned.h\n"
                   "'rookery tune texel --help' explains it.");
    add_wdl(command, context);
    add_sequential(command, context);
    add_genetic(command, context);
    add_anneal(command, context);
    add_spsa(command, context);
    add_judge(command, context);
    const Command texel = command.subcommand("texel", "Weights of the evaluation, by regression");
    const auto settings = std::make_shared<TexelRunSettings>();
    settings->texel.threads = std::max<std::size_t>(1, usable_processors().size());
    add_data_options(texel, *settings);
    add_method_options(texel, *settings);
    add_file_options(texel, *settings);
    texel.footer(texel_footer);
    texel.on_run([settings, &context] {
        settings->load.threads = settings->texel.threads;
        context.exit_code = run_texel(*settings);
    });
}

}  // namespace rookery
