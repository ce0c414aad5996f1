#include "base/machine.h"
#include "commands/cli.h"
#include "commands/texel_run.h"
#include "commands/tuning_options.h"
#include "commands/wdl_run.h"

#include <fmt/format.h>

#include <map>
#include <memory>

namespace rookery {
namespace {

using tune::Noise;

constexpr const char* texel_footer =
    "Values of positions stand for shares of the points; the weights are changed until the shares\n"
    "are as near as possible to how the games ended. One game in twenty is kept for checking.\n\n"
    "A .games file comes from self-play. An .epd file has a line for each position, with the\n"
    "result in c0 to c9 and, if known, the search's score in ce:\n"
    "'8/2k5/8/3P4/8/8/3K4/8 w - - c9 \"1-0\"; ce 120;'\n"
    "Of a .pgn file the quiet positions from the ninth move on are taken.\n\n"
    "Example: rookery tune texel some.games --output tuned.h --report\n"
    "         rookery tune texel some.games --only danger --checkpoint t.json --resume --write\n\n"
    "Ctrl-C ends it early; the best weights so far are written even so.\n"
    "Exit codes: 0 done, 1 a problem, 2 the command line makes no sense, 130 interrupted";

constexpr const char* wdl_footer =
    "The chance to win is a logistic curve over the search's score; where its middle lies and how\n"
    "steep it is depends on the material. The numbers that fit the results best are printed as\n"
    "src/eval/win_rate.h has them, with what they foretell beside what was seen.\n\n"
    "Of a .games file all positions that were searched count. Lines of an .epd file need a result\n"
    "(c0 to c9) and a score (ce).\n\n"
    "Example: rookery tune wdl some.games more.games";

void add_wdl(Command tune, Context& context) {
    const Command wdl = tune.subcommand("wdl", "Chances to win, draw and lose by the score");
    const auto files = std::make_shared<std::vector<std::string>>();
    wdl.argument("FILE", *files, "Positions with results and scores").required();
    wdl.footer(wdl_footer);
    wdl.on_run([files, &context] { context.exit_code = run_wdl(*files); });
}

void add_data_options(Command command, TexelArguments& arguments) {
    command.argument("FILE", arguments.files, "Positions with results").required();
    static const std::map<std::string, Noise> noises = {
        {"keep", Noise::Keep}, {"drop", Noise::Drop}, {"resolve", Noise::Resolve}};
    command
        .on_option(
            "--quiet",
            [&arguments](const std::string& word) { arguments.load.noise = noises.at(word); },
            "Positions with something to take: keep (default), drop, or\n"
            "resolve to the end of the captures")
        .type("HOW")
        .one_of({"keep", "drop", "resolve"});
    command
        .option("--validation", arguments.load.validation_one_in,
                "One game in so many is kept for checking (default: 20)")
        .type("N")
        .range(2, 1e6);
    command
        .option("--highest-score", arguments.load.highest_score,
                "Leave out positions the search thought further from even (default: none)")
        .type("CP")
        .range(1, 32000);
    command.option("--most", arguments.load.most, "Read no more positions than that")
        .type("N")
        .range(1, 4e9);
}

void add_method_options(Command command, TexelArguments& arguments) {
    tune::TexelSettings& texel = arguments.texel;
    const auto number = [&](const char* name, auto& value, const char* type, double low,
                            double high, const std::string& meaning) {
        command.option(name, value, meaning).type(type).range(low, high);
    };
    number("--lambda", texel.lambda, "SHARE", 0, 1,
           fmt::format("Of the result in the aim; the rest is the search's score (default: {})",
                       texel.lambda));
    number("--k", texel.k, "X", tune::smallest_k, tune::largest_k,
           "Steepness of the curve (default: fitted)");
    number("--epochs", texel.epochs, "N", 1, 100000,
           fmt::format("At most (default: {})", texel.epochs));
    number("--patience", texel.timeout, "N", 1, 100000,
           fmt::format("End after so many without gain (default: {})", texel.timeout));
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
        command.option(name, value, meaning).type("NAME").one_word_each_time();
    };
    names("--only", texel.choice.only,
          "Change only weights whose names begin so, e.g. danger or\npassed.own_king; repeat");
    names("--freeze", texel.choice.frozen, "Leave those as they are; repeat");
}

void add_file_options(Command command, TexelArguments& arguments) {
    command.option("--start", arguments.start, "Begin with the weights of an earlier --output")
        .type("FILE");
    command.option("--output", arguments.output, "Write the weights, laid out as in the source")
        .type("FILE");
    command.flag("--write", arguments.write, "Write them over the source's own");
    command.option("--checkpoint", arguments.checkpoint, "Keep the state after every epoch")
        .type("FILE");
    command.flag("--resume", arguments.resume, "Go on from the checkpoint");
    command
        .option("--rescale", arguments.pawn,
                "Afterwards, so that a pawn more in an ending is worth this\n(default: 100)")
        .type("CP")
        .alone_means("100")
        .range(10, 1000);
    command
        .option("--report", arguments.report, "List so many of the largest changes (default: 40)")
        .type("N")
        .alone_means("40")
        .range(1, 100000);
}

}  // namespace

void add_tune_command(CommandLine& line, Context& context) {
    const Command command = line.command("tune", "Fit the engine's parameters to games");
    command.require_subcommand();
    command.footer("Example: rookery tune texel some.games --output tuned.h\n"
                   "'rookery tune texel --help' explains it.");
    add_wdl(command, context);
    add_tuning_by_games(command, context);
    const Command texel = command.subcommand("texel", "Weights of the evaluation, by regression");
    const auto arguments = std::make_shared<TexelArguments>();
    arguments->texel.threads = std::max<std::size_t>(1, usable_processors().size());
    add_data_options(texel, *arguments);
    add_method_options(texel, *arguments);
    add_file_options(texel, *arguments);
    texel.footer(texel_footer);
    texel.on_run([arguments, &context] {
        arguments->load.threads = arguments->texel.threads;
        context.exit_code = run_texel(*arguments);
    });
}

}  // namespace rookery
