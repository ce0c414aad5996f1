#include "base/random.h"
#include "commands/context.h"
#include "commands/position_option.h"
#include "engine/make_searcher.h"
#include "notation/printable.h"
#include "terminal/play_loop.h"
#include "terminal/style.h"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>
#include <optional>
#include <random>
#include <string>

namespace rookery {
namespace {

struct PlayArguments {
    bool black = false;
    bool white = false;
    bool random_side = false;
    std::string opponent;
    std::string evaluator;
    std::optional<int> level;
    PositionOption position;
    std::optional<std::uint64_t> seed;
    bool ascii = false;
    bool no_color = false;
    bool flip = false;
};

// A beginner can beat it.
constexpr int default_level = 2;

std::string opponent_names(SearcherTable searchers) {
    std::string names;
    for (const SearcherEntry& entry : searchers) {
        if (!names.empty()) names += ", ";
        names += entry.name;
    }
    return names;
}

int run(const PlayArguments& arguments, SearcherTable searchers) {
    if (arguments.white + arguments.black + arguments.random_side > 1) {
        fmt::print(stderr, "rookery: choose one of --white, --black and --random-side\n");
        return exit_usage;
    }
    const bool engine = arguments.opponent.empty();
    const std::string name = engine ? std::string(searchers.front().name) : arguments.opponent;
    if (find_searcher(searchers, name) == nullptr) {
        fmt::print(stderr, "rookery: there is no opponent '{}'; there are: {}\n",
                   printable(name, 40), opponent_names(searchers));
        return exit_usage;
    }
    const std::uint64_t seed = arguments.seed.value_or(std::random_device{}());
    // Whoever names an opponent wants it as it is.
    const int level = arguments.level.value_or(engine ? default_level : 0);
    auto opponent =
        make_searcher({name, arguments.evaluator, strength_of_level(level), seed}, searchers);
    if (!opponent) {
        fmt::print(stderr, "rookery: {}\n", opponent.error());
        return exit_usage;
    }
    const auto position = arguments.position.position();
    if (!position) return exit_usage;

    PlayOptions options;
    options.start = *position;
    options.opponent = engine ? "Rookery" : name;
    if (level > 0) options.opponent += fmt::format(" level {}", level);
    if (!engine) options.arguments += " --opponent " + name;
    if (!arguments.evaluator.empty()) options.arguments += " --evaluator " + arguments.evaluator;
    if (arguments.level) options.arguments += fmt::format(" --level {}", level);
    options.flipped = arguments.flip;
    if (arguments.black || (arguments.random_side && Random(seed).one_in(2)))
        options.human = Color::Black;
    options.style = style_for(facts_about(STDOUT_FILENO));
    if (arguments.ascii) options.style.unicode = false;
    if (arguments.no_color) options.style.color = false;

    PlaySession session(std::move(options), std::move(*opponent));
    run_play_loop(session);
    return exit_ok;
}

}  // namespace

void add_play_command(CommandLine& line, Context& context) {
    const Command command = line.command("play", "Play a game in the terminal");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<PlayArguments>();
    command.flag("--white", arguments->white, "Play White (default)");
    command.flag("--black", arguments->black, "Play Black");
    command.flag("--random-side", arguments->random_side, "Play either");
    command
        .option("--opponent", arguments->opponent,
                "A searcher as it is: " + opponent_names(context.program.searchers))
        .type("NAME");
    command
        .option("--level", arguments->level,
                fmt::format("How well it plays: 1 to {}, or 0 for as well as it can "
                            "(default: {}; with --opponent 0)",
                            highest_level, default_level))
        .type("N")
        .whole_range(0, highest_level);
    command.option("--evaluator", arguments->evaluator, "What it judges positions by").type("NAME");
    arguments->position.add_to(command);
    command.option("--seed", arguments->seed, "The same number gives the same opponent").type("N");
    command.flag("--ascii", arguments->ascii, "Letters instead of chess men");
    command.flag("--no-color", arguments->no_color, "No colours; so does NO_COLOR=1");
    command.flag("--flip", arguments->flip, "Your side at the top");
    command.footer("Example: rookery play --black --level 4\n"
                   "Type moves as e4, Nf3 or e2e4; 'help' lists what else there is.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
