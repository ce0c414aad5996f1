#include "terminal/play/play_loop.h"

#include "arena/players/player_spec.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "terminal/play/play_session.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/saved_game.h"
#include "terminal/search_text.h"
#include "ui/messages.h"
#include "ui/screen.h"

#include <fmt/format.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <future>
#include <random>
#include <stop_token>
#include <system_error>
#include <utility>

namespace rookery {
namespace {

// A game before it begins.
struct Plan {
    Game game;
    ByColor<std::string> specs;
    arena::TimeControl control;
    ByColor<std::optional<arena::Duration>> left;
};

std::string opponent_spec(const PlayChoices& choices, SearcherTable searchers, std::uint64_t seed) {
    const bool engine = choices.opponent.empty();
    std::string spec = engine ? std::string(searchers.front().name) : choices.opponent;
    // A named opponent plays at full strength unless a level is given.
    const int level = choices.level.value_or(engine ? PlayRequest().level : 0);
    if (level > 0) spec += fmt::format(",Level={}", level);
    if (!choices.evaluator.empty()) spec += ",Evaluator=" + choices.evaluator;
    return spec + fmt::format(",Seed={}", seed);
}

Result<arena::TimeControl, std::string> control_of(const PlayChoices& choices) {
    if (!choices.clock.empty() && !choices.move_time.empty())
        return failure(std::string("choose one of --clock and --move-time"));
    if (!choices.move_time.empty()) return arena::parse_time_control(choices.move_time + "/move");
    if (choices.clock.empty()) return arena::TimeControl();
    const auto control = parse_game_clock(choices.clock);
    if (!control)
        return failure(
            fmt::format("'{}' is no clock; give minutes, or minutes and seconds a move as in 5+3",
                        printable(choices.clock, 40)));
    return arena::parse_time_control(*control);
}

Result<Game, std::string> game_of(const PlayChoices& choices) {
    if (choices.game) return *choices.game;
    if (choices.pgn.empty()) return Game();
    const auto text = text_of_file(choices.pgn);
    if (!text) return failure(text.error());
    auto saved = saved_game_from(*text);
    if (!saved) return failure(choices.pgn + ": " + saved.error());
    return std::move(saved->game);
}

Result<SavedGame, std::string> unfinished_game() {
    const auto path = unfinished_game_path();
    if (!path) return failure(std::string("there is no unfinished game"));
    const auto text = text_of_file(*path);
    if (!text) return failure(std::string("there is no unfinished game"));
    auto saved = saved_game_from(*text);
    if (!saved) return failure(path->string() + ": " + saved.error());
    return saved;
}

Result<Plan, std::string> resumed_plan() {
    auto saved = unfinished_game();
    if (!saved) return failure(saved.error());
    Plan plan{std::move(saved->game), saved->specs, {}, saved->left};
    if (!saved->control.empty()) {
        const auto control = arena::parse_time_control(saved->control);
        if (!control) return failure("the unfinished game: " + control.error());
        plan.control = *control;
    }
    for (const Color color : both_colors)
        if (plan.specs[color].empty())
            return failure(std::string("the unfinished game does not say who plays"));
    return plan;
}

Result<Plan, std::string> plan_of(const PlayChoices& choices, SearcherTable searchers,
                                  std::uint64_t seed) {
    if (choices.resume) return resumed_plan();
    if (choices.white + choices.black + choices.random_side > 1)
        return failure(std::string("choose one of --white, --black and --random-side"));
    if (choices.two_players + !choices.watch.empty() + !choices.opponent.empty() > 1)
        return failure(std::string("choose one of --opponent, --two-players and --watch"));
    auto control = control_of(choices);
    if (!control) return failure(control.error());
    auto game = game_of(choices);
    if (!game) return failure(game.error());
    Plan plan{std::move(*game), {{person_spec, person_spec}}, *control, {}};
    if (!choices.watch.empty()) {
        plan.specs = {{choices.watch[0], choices.watch[1]}};
    } else if (!choices.two_players) {
        const bool black = choices.black || (choices.random_side && Random(seed).one_in(2));
        plan.specs[black ? Color::White : Color::Black] = opponent_spec(choices, searchers, seed);
    }
    return plan;
}

void show(std::string_view text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

// The text of the move the searcher made; none if Ctrl-C came first.
std::optional<std::string> let_searcher_move(PlaySession& session, const Interrupts& interrupts) {
    constexpr std::chrono::milliseconds between_looks{20};
    std::stop_source stop;
    auto text =
        std::async(std::launch::async, [&] { return session.let_searcher_move(stop.get_token()); });
    while (text.wait_for(between_looks) != std::future_status::ready) {
        if (!interrupts.pending()) continue;
        stop.request_stop();
        (void)text.get();
        return std::nullopt;
    }
    return text.get();
}

std::optional<std::string> asked_line(LineSource& lines, const std::string& prompt) {
    if (lines.is_typed()) show(prompt);
    auto line = lines.next();
    // Neither Ctrl-C nor Ctrl-D ends the line of the prompt.
    if (!line && lines.is_typed()) show("\n");
    return line;
}

void keep_unfinished(const PlaySession& session, const std::filesystem::path& path) {
    std::error_code error;
    if (session.timed_game().is_over()) {
        std::filesystem::remove(path, error);
        return;
    }
    if (session.timed_game().game().plies() == 0) return;
    std::filesystem::create_directories(path.parent_path(), error);
    if (const auto problem = replace_file(path, session.pgn_text()))
        show(narrow(sentence("the game could not be saved: " + *problem)));
    else
        show("To go on: rookery play --resume\n");
}

// The questions before a game; the end of the input and Ctrl-C mean quit.
PlayRequest ask_request(LineSource& lines, std::optional<std::string> unfinished) {
    PlaySetup setup(std::move(unfinished));
    while (!setup.done()) {
        const auto line = asked_line(lines, setup.prompt());
        show(setup.answer(line ? *line : "quit"));
    }
    return setup.request();
}

// Takes the answers as if they had been given on the command line.
void take_request(PlayChoices& choices, const PlayRequest& request) {
    choices.resume = request.resume;
    choices.black = request.side == PlayRequest::Side::Black;
    choices.random_side = request.side == PlayRequest::Side::Either;
    choices.level = request.level;
    choices.clock = request.clock;
}

// The unfinished game in words, if there is one.
std::optional<std::string> unfinished_game_in_words() {
    const auto saved = unfinished_game();
    if (!saved) return std::nullopt;
    return fmt::format("an unfinished game, {} against {}, move {}",
                       printable(saved->names[Color::White], 40),
                       printable(saved->names[Color::Black], 40), saved->game.plies() / 2 + 1);
}

// Saves the unfinished game in that file; removes the file when the game is finished.
void run_play_loop(PlaySession& session, LineSource& lines,
                   const std::optional<std::filesystem::path>& unfinished) {
    show(session.begin());
    while (!session.over()) {
        if (!session.wants_line()) {
            if (session.timed_game().is_over()) break;
            const auto text = let_searcher_move(session, lines.interrupts());
            if (!text) {
                show(session.leave());
                break;
            }
            show(*text);
            continue;
        }
        const auto line = asked_line(lines, "\n" + session.prompt());
        show(line ? session.answer(*line) : session.leave());
    }
    if (unfinished) keep_unfinished(session, *unfinished);
}

std::optional<std::string> play_game(const PlayChoices& choices, SearcherTable searchers,
                                     LineSource& lines) {
    const std::uint64_t seed =
        choices.seed.value_or(std::random_device{}() >> 1);  // a player's Seed is an int
    auto plan = plan_of(choices, searchers, seed);
    if (!plan) return plan.error();
    auto seats = make_seats(plan->specs, searchers);
    if (!seats) return seats.error();
    PlayOptions options;
    options.game = std::move(plan->game);
    options.control = plan->control;
    options.left = plan->left;
    options.style = style_for(facts_about(STDOUT_FILENO));
    if (choices.ascii) options.style.unicode = false;
    if (choices.no_color) options.style.color = false;
    options.plain = choices.plain;
    options.flipped = choices.flip;
    options.show_thinking = choices.thinking;
    PlaySession session(std::move(options), std::move(*seats), searchers.front().create({}));
    // A script's unfinished game is not saved, above all not in the place of a person's game.
    run_play_loop(session, lines, lines.is_typed() ? unfinished_game_path() : std::nullopt);
    return std::nullopt;
}

bool says_what_to_play(const PlayChoices& choices) {
    return choices.black || choices.white || choices.random_side || choices.two_players ||
           choices.resume || !choices.watch.empty() || !choices.opponent.empty() || choices.level ||
           !choices.clock.empty() || !choices.move_time.empty() || !choices.pgn.empty() ||
           choices.game;
}

}  // namespace

std::optional<std::string> play(PlayChoices choices, SearcherTable searchers, LineSource& lines) {
    if (!says_what_to_play(choices) && lines.is_typed()) {
        const PlayRequest request = ask_request(lines, unfinished_game_in_words());
        if (request.quit) return std::nullopt;
        take_request(choices, request);
    }
    return play_game(choices, searchers, lines);
}

void play_from(const Game& game, SearcherTable searchers, LineSource& lines) {
    PlayChoices choices;
    choices.game = game;
    if (lines.is_typed()) {
        const PlayRequest request = ask_request(lines, std::nullopt);
        if (request.quit) return;
        take_request(choices, request);
    }
    if (const auto problem = play_game(choices, searchers, lines)) print_error(*problem);
}

}  // namespace rookery
