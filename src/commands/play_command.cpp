#include "commands/play_command.h"
#include "arena/players/player_spec.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "commands/cli.h"
#include "notation/names.h"
#include "terminal/play/play_loop.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/saved_game.h"
#include "ui/messages.h"
#include "ui/screen.h"

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
    bool two_players = false;
    bool resume = false;
    std::vector<std::string> watch;
    std::string opponent;
    std::string evaluator;
    std::optional<int> level;
    std::string clock;
    std::string move_time;
    std::string pgn;
    PositionOption position;
    std::optional<Game>
        game;  // instead of the position or the file, where it is not the command line that asks
    std::optional<std::uint64_t> seed;
    bool ascii = false;
    bool no_color = false;
    bool flip = false;
    bool plain = false;
    bool thinking = false;

    [[nodiscard]] bool says_who_plays() const {
        return black || white || random_side || two_players || resume || !watch.empty() ||
               !opponent.empty() || level || !clock.empty() || !move_time.empty() || !pgn.empty() ||
               position.is_given();
    }
};

// What is to be played, before anybody sits down.
struct Plan {
    Game game;
    ByColor<std::string> specs;
    arena::TimeControl control;
    ByColor<std::optional<arena::Duration>> left;
};

std::string opponent_spec(const PlayArguments& arguments, SearcherTable searchers,
                          std::uint64_t seed) {
    const bool engine = arguments.opponent.empty();
    std::string spec = engine ? std::string(searchers.front().name) : arguments.opponent;
    // Whoever names an opponent wants it as it is.
    const int level = arguments.level.value_or(engine ? PlayRequest().level : 0);
    if (level > 0) spec += fmt::format(",Level={}", level);
    if (!arguments.evaluator.empty()) spec += ",Evaluator=" + arguments.evaluator;
    return spec + fmt::format(",Seed={}", seed);
}

Result<arena::TimeControl, std::string> control_of(const PlayArguments& arguments) {
    if (!arguments.clock.empty() && !arguments.move_time.empty())
        return failure(std::string("choose one of --clock and --move-time"));
    if (!arguments.move_time.empty())
        return arena::parse_time_control(arguments.move_time + "/move");
    if (arguments.clock.empty()) return arena::TimeControl();
    const auto control = clock_meant(arguments.clock);
    if (!control)
        return failure(
            fmt::format("'{}' is no clock; give minutes, or minutes and seconds a move as in 5+3",
                        printable(arguments.clock, 40)));
    return arena::parse_time_control(*control);
}

Result<Game, std::string> game_of(const PlayArguments& arguments) {
    if (arguments.game) return *arguments.game;
    if (arguments.pgn.empty()) {
        const auto position = arguments.position.position();
        if (!position) return failure(std::string());
        return Game(*position);
    }
    const auto text = text_of_file(arguments.pgn);
    if (!text) return failure(text.error());
    auto saved = saved_game_from(*text);
    if (!saved) return failure(arguments.pgn + ": " + saved.error());
    return std::move(saved->game);
}

Result<Plan, std::string> resumed_plan() {
    const auto path = unfinished_game_path();
    const auto text =
        path ? text_of_file(*path) : Result<std::string, std::string>(failure(std::string()));
    if (!text) return failure(std::string("there is no unfinished game"));
    auto saved = saved_game_from(*text);
    if (!saved) return failure(path->string() + ": " + saved.error());
    Plan plan{std::move(saved->game), saved->specs, {}, saved->left};
    if (!saved->control.empty()) {
        const auto control = arena::parse_time_control(saved->control);
        if (!control) return failure(path->string() + ": " + control.error());
        plan.control = *control;
    }
    for (const Color color : both_colors)
        if (plan.specs[color].empty()) return failure(path->string() + " does not say who plays");
    return plan;
}

Result<Plan, std::string> plan_of(const PlayArguments& arguments, SearcherTable searchers,
                                  std::uint64_t seed) {
    if (arguments.resume) return resumed_plan();
    if (arguments.white + arguments.black + arguments.random_side > 1)
        return failure(std::string("choose one of --white, --black and --random-side"));
    if (arguments.two_players + !arguments.watch.empty() + !arguments.opponent.empty() > 1)
        return failure(std::string("choose one of --opponent, --two-players and --watch"));
    auto control = control_of(arguments);
    if (!control) return failure(control.error());
    auto game = game_of(arguments);
    if (!game) return failure(game.error());
    Plan plan{std::move(*game), {{person_spec, person_spec}}, *control, {}};
    if (!arguments.watch.empty()) {
        plan.specs = {{arguments.watch[0], arguments.watch[1]}};
    } else if (!arguments.two_players) {
        const bool black = arguments.black || (arguments.random_side && Random(seed).one_in(2));
        plan.specs[black ? Color::White : Color::Black] = opponent_spec(arguments, searchers, seed);
    }
    return plan;
}

// As if the request had been given on the command line.
void take_request(PlayArguments& arguments, const PlayRequest& request) {
    arguments.resume = request.resume;
    arguments.black = request.side == PlayRequest::Side::Black;
    arguments.random_side = request.side == PlayRequest::Side::Either;
    arguments.level = request.level;
    arguments.clock = request.clock;
}

std::optional<std::string> unfinished_game() {
    const auto path = unfinished_game_path();
    if (!path) return std::nullopt;
    const auto text = text_of_file(*path);
    const auto saved =
        text ? saved_game_from(*text) : Result<SavedGame, std::string>(failure(std::string()));
    if (!saved) return std::nullopt;
    return fmt::format("an unfinished game, {} against {}, move {}",
                       printable(saved->names[Color::White], 40),
                       printable(saved->names[Color::Black], 40), saved->game.plies() / 2 + 1);
}

int play(const PlayArguments& arguments, SearcherTable searchers, LineSource& lines) {
    const std::uint64_t seed =
        arguments.seed.value_or(std::random_device{}() >> 1);  // a player's Seed is an int
    auto plan = plan_of(arguments, searchers, seed);
    if (!plan) {
        if (!plan.error().empty()) print_error(plan.error());
        return exit_usage;
    }
    auto seats = make_seats(plan->specs, searchers);
    if (!seats) {
        print_error(seats.error());
        return exit_usage;
    }
    PlayOptions options;
    options.game = std::move(plan->game);
    options.control = plan->control;
    options.left = plan->left;
    options.style = style_for(facts_about(STDOUT_FILENO));
    if (arguments.ascii) options.style.unicode = false;
    if (arguments.no_color) options.style.color = false;
    options.plain = arguments.plain;
    options.flipped = arguments.flip;
    options.show_thinking = arguments.thinking;
    PlaySession session(std::move(options), std::move(*seats), searchers.front().create({}));
    // What a script leaves unfinished is not worth keeping, least of all in the place of a person's
    // game.
    run_play_loop(session, lines, lines.is_typed() ? unfinished_game_path() : std::nullopt);
    return exit_ok;
}

int run(PlayArguments arguments, SearcherTable searchers) {
    const Interrupts interrupts;
    LineSource lines(STDIN_FILENO, interrupts);
    if (!arguments.says_who_plays() && lines.is_typed()) {
        const PlayRequest request = ask_request(lines, unfinished_game());
        if (request.quit) return exit_ok;
        take_request(arguments, request);
    }
    return play(arguments, searchers, lines);
}

std::string opponent_names(SearcherTable searchers) {
    std::string names;
    for (const SearcherEntry& entry : searchers)
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return names;
}

}  // namespace

void play_from(const Game& game, SearcherTable searchers, LineSource& lines) {
    PlayArguments arguments;
    arguments.game = game;
    if (lines.is_typed()) {
        const PlayRequest request = ask_request(lines, std::nullopt);
        if (request.quit) return;
        take_request(arguments, request);
    }
    (void)play(arguments, searchers, lines);
}

void add_play_command(CommandLine& line, Context& context) {
    const Command command = line.command("play", "Play a game in the terminal");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<PlayArguments>();
    command.flag("--white", arguments->white, "Play White (default)");
    command.flag("--black", arguments->black, "Play Black");
    command.flag("--random-side", arguments->random_side, "Play either");
    command
        .option("--opponent", arguments->opponent,
                "A searcher as it is: " + opponent_names(context.program.searchers) +
                    "; settings after commas")
        .type("NAME");
    command
        .option("--level", arguments->level,
                fmt::format("How well it plays: 1 to {}, or 0 for as well as it can (default: {}; "
                            "with --opponent 0)",
                            highest_level, PlayRequest().level))
        .type("N")
        .whole_range(0, highest_level);
    command.option("--evaluator", arguments->evaluator, "What it judges positions by").type("NAME");
    command.flag("--two-players", arguments->two_players, "Two people at one board");
    command.option("--watch", arguments->watch, "Two searchers play, White first")
        .type("NAME NAME")
        .words(2, 2);
    command.option("--clock", arguments->clock, "Minutes for the game, and seconds a move: 10, 5+3")
        .type("M+S");
    command.option("--move-time", arguments->move_time, "Seconds a searcher thinks (default: 1)")
        .type("S");
    command.flag("--resume", arguments->resume, "Go on with the game that was left unfinished");
    arguments->position.add_to(command);
    command.option("--pgn", arguments->pgn, "Go on with the first game of a file").type("FILE");
    command.option("--seed", arguments->seed, "The same number gives the same opponent").type("N");
    command.flag("--ascii", arguments->ascii, "Letters instead of chess men");
    command.flag("--no-color", arguments->no_color, "No colours; so does NO_COLOR=1");
    command.flag("--flip", arguments->flip, "Your side at the top");
    command.flag("--plain", arguments->plain, "Sentences instead of a board, for screen readers");
    command.flag("--thinking", arguments->thinking, "Show what searchers think");
    command.footer("Without options it asks three questions.\n"
                   "Example: rookery play --black --level 4\n"
                   "         rookery play --watch iterative minimax --move-time 0.5 --thinking\n"
                   "Type moves as e4, Nf3 or e2e4; 'help' lists what else there is.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
