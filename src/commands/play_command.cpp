#include "base/random.h"
#include "commands/context.h"
#include "commands/position_option.h"
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
    std::string opponent = "random";
    PositionOption position;
    std::optional<std::uint64_t> seed;
    bool ascii = false;
    bool no_color = false;
    bool flip = false;
};

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
    const SearcherEntry* opponent = find_searcher(searchers, arguments.opponent);
    if (opponent == nullptr) {
        fmt::print(stderr, "rookery: there is no opponent '{}'; there are: {}\n",
                   printable(arguments.opponent, 40), opponent_names(searchers));
        return exit_usage;
    }
    const auto position = arguments.position.position();
    if (!position) return exit_usage;

    const std::uint64_t seed = arguments.seed.value_or(std::random_device{}());
    PlayOptions options;
    options.start = *position;
    options.opponent = opponent->name;
    options.flipped = arguments.flip;
    if (arguments.black || (arguments.random_side && Random(seed).one_in(2)))
        options.human = Color::Black;
    options.style = style_for(facts_about(STDOUT_FILENO));
    if (arguments.ascii) options.style.unicode = false;
    if (arguments.no_color) options.style.color = false;

    PlaySession session(std::move(options), opponent->create(seed));
    run_play_loop(session);
    return exit_ok;
}

}  // namespace

void add_play_command(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("play", "Play a game in the terminal");
    // Shared with the callback, which is kept by the app and runs after this function.
    const auto arguments = std::make_shared<PlayArguments>();
    command->add_flag("--white", arguments->white, "Play White (default)");
    command->add_flag("--black", arguments->black, "Play Black");
    command->add_flag("--random-side", arguments->random_side, "Play either");
    command
        ->add_option("--opponent", arguments->opponent,
                     "Whom to play: " + opponent_names(context.program.searchers) +
                         " (default: random)")
        ->type_name("NAME");
    arguments->position.add_to(*command);
    command->add_option("--seed", arguments->seed, "The same number gives the same opponent")
        ->type_name("N");
    command->add_flag("--ascii", arguments->ascii, "Letters instead of chess men");
    command->add_flag("--no-color", arguments->no_color, "No colours; so does NO_COLOR=1");
    command->add_flag("--flip", arguments->flip, "Your side at the top");
    command->footer("Example: rookery play --black --seed 7\n"
                    "Type moves as e4, Nf3 or e2e4; 'help' lists what else there is.");
    command->callback(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
