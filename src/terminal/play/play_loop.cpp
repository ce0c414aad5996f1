#include "terminal/play/play_loop.h"

#include "arena/players/player_spec.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "levels/profile.h"
#include "store/library.h"
#include "terminal/line_editor.h"
#include "terminal/play/play_session.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/saved_game.h"
#include "terminal/search_text.h"
#include "ui/messages.h"
#include "ui/screen.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
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
    std::optional<std::filesystem::path> file;  // of an unfinished game that goes on
};

std::string opponent_spec(const PlayChoices& choices, SearcherTable searchers, std::uint64_t seed) {
    const bool engine = choices.opponent.empty();
    std::string spec = engine ? std::string(searchers.front().name) : choices.opponent;
    // A named opponent plays at full strength unless a level is given.
    const int level = choices.level.value_or(engine ? PlayRequest().level : 0);
    if (level > 0) spec += fmt::format(",Level={}", level);
    if (!choices.evaluator.empty()) spec += ",Evaluator=" + choices.evaluator;
    if (choices.human_pace) spec += ",HumanPace=1";
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
    auto saved = saved_game_of_file(choices.pgn);
    if (!saved) return failure(saved.error());
    return std::move(saved->game);
}

Result<Plan, std::string> resumed_plan(const std::filesystem::path& file) {
    auto games = unfinished_games();
    const auto wanted =
        file.empty() ? games.begin() : std::ranges::find(games, file, &UnfinishedGame::path);
    if (wanted == games.end()) return failure(std::string("there is no unfinished game"));
    SavedGame& saved = wanted->game;
    Plan plan{std::move(saved.game), saved.specs, {}, saved.left, wanted->path};
    if (!saved.control.empty()) {
        const auto control = arena::parse_time_control(saved.control);
        if (!control) return failure("the unfinished game: " + control.error());
        plan.control = *control;
    }
    for (const Color color : both_colors)
        if (plan.specs[color].empty())
            return failure(std::string("the unfinished game does not say who plays"));
    return plan;
}

// The first option that means nothing beside what was chosen.
std::optional<std::string> validate_choices(const PlayChoices& choices) {
    struct Given {
        std::string_view option;
        bool given;
        bool of_searcher;  // it says how the opponent plays, or which side is the person's
    };
    const Given all[] = {
        {"--white", choices.white, true},
        {"--black", choices.black, true},
        {"--random-side", choices.random_side, true},
        {"--level", choices.level.has_value(), true},
        {"--evaluator", !choices.evaluator.empty(), true},
        {"--opponent", !choices.opponent.empty(), true},
        {"--human-pace", choices.human_pace, true},
        {"--two-players", choices.two_players, false},
        {"--watch", !choices.watch.empty(), false},
        {"--clock", !choices.clock.empty(), false},
        {"--move-time", !choices.move_time.empty(), false},
        {"--pgn", !choices.pgn.empty(), false},
        {"--fen", choices.game.has_value(), false},
    };
    for (const Given& one : all) {
        const bool other_mode = one.option == "--watch" || one.option == "--two-players";
        if (!one.given) continue;
        if (choices.resume)
            return fmt::format("--resume goes on with a game as it was; leave {} out", one.option);
        if (choices.two_players && (one.of_searcher || one.option == "--watch"))
            return fmt::format("with --two-players no searcher plays; leave {} out", one.option);
        if (!choices.watch.empty() && (one.of_searcher || (other_mode && choices.two_players)))
            return fmt::format("with --watch two searchers play; leave {} out and write settings "
                               "after their names",
                               one.option);
    }
    if (choices.two_players && !choices.move_time.empty())
        return "--move-time is for searchers, and with --two-players none plays";
    if (choices.white + choices.black + choices.random_side > 1)
        return "choose one of --white, --black and --random-side";
    if (choices.game && !choices.pgn.empty()) return "choose one of --fen and --pgn";
    return std::nullopt;
}

Result<Plan, std::string> plan_of(const PlayChoices& choices, SearcherTable searchers,
                                  std::uint64_t seed) {
    if (auto problem = validate_choices(choices)) return failure(*problem);
    if (choices.resume) return resumed_plan(choices.resumed_file);
    auto control = control_of(choices);
    if (!control) return failure(control.error());
    auto game = game_of(choices);
    if (!game) return failure(game.error());
    Plan plan{std::move(*game), {{person_spec, person_spec}}, *control, {}, {}};
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

// Long lines are hard to read, however wide the terminal is.
std::size_t text_width() {
    constexpr std::size_t widest = 100;
    return std::min(LiveBlock(stdout).width(), widest);
}

// The file of a person's game while it is unfinished. It has none until it is left.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(std::optional<std::filesystem::path> path) : path_(std::move(path)) {}

    // Writes the game, or removes the file of a game that is finished now. Returns what to say.
    std::string update(const PlaySession& session) {
        std::error_code error;
        if (session.timed_game().is_over()) {
            if (path_) std::filesystem::remove(*path_, error);
            return {};
        }
        if (session.timed_game().game().plies() == 0) return {};
        if (const auto problem = keep_unfinished(path_, session.pgn_text()))
            return wrapped(sentence("the game could not be saved: " + *problem), text_width());
        return wrapped(fmt::format("To go on: {} play --resume", command_name()), text_width());
    }
    // The same before another game takes its place, which gets a file of its own.
    std::string leave(const PlaySession& session) {
        std::string text = update(session);
        path_.reset();
        return text;
    }

  private:
    std::optional<std::filesystem::path> path_;
};

// Adds a finished game to the person's profile. Returns what to say, empty if there is nothing.
std::string rate_game(PlaySession& session) {
    const auto game = session.take_rated();
    const auto folder = data_folder();
    if (!game || !folder) return {};
    auto library = store::Library::open(*folder / "library.db");
    if (!library) return wrapped(sentence("no rating: " + library.error().what), text_width());
    const auto before = library->rated_games();
    if (!before) return wrapped(sentence("no rating: " + before.error().what), text_width());
    const int old_rating = before->empty() ? first_rating : before->back().rating;
    const int rating = rating_after(old_rating, game->elo, game->points);
    if (const auto error = library->add({game->opponent, game->elo, game->points, rating}))
        return wrapped(sentence("no rating: " + error->what), text_width());
    const std::size_t count = before->size() + 1;
    return wrapped(fmt::format("Your rating: {} ({:+}, {} game{}). Next opponent: level {}.",
                               rating, rating - old_rating, count, count == 1 ? "" : "s",
                               suggested_level(rating)),
                   text_width());
}

// The questions before a game; the end of the input and Ctrl-C mean quit.
PlayRequest ask_request(TypedLines& lines, const std::vector<UnfinishedGame>& unfinished) {
    std::vector<std::string> in_words;
    for (const UnfinishedGame& one : unfinished)
        in_words.push_back(fmt::format(
            "{} against {}, move {}", printable(one.game.names[Color::White], 40),
            printable(one.game.names[Color::Black], 40), one.game.game.plies() / 2 + 1));
    PlaySetup setup(std::move(in_words), text_width());
    while (!setup.done()) {
        // A line editor has a prompt of one line.
        const std::string prompt = setup.prompt();
        const std::size_t above = prompt.rfind('\n') + 1;
        show(prompt.substr(0, above));
        const TypedLine line = lines.next(prompt.substr(above));
        show(setup.answer(line.kind == TypedLine::Kind::Line ? line.text : "quit"));
    }
    return setup.request();
}

// Takes the answers as if they had been given on the command line.
void take_request(PlayChoices& choices, const PlayRequest& request,
                  const std::vector<UnfinishedGame>& unfinished) {
    choices.resume = request.resume.has_value();
    if (choices.resume) {
        choices.resumed_file = unfinished[*request.resume].path;
        choices.game.reset();
        return;
    }
    choices.black = request.side == PlayRequest::Side::Black;
    choices.random_side = request.side == PlayRequest::Side::Either;
    if (request.human_rating)
        choices.opponent = fmt::format("human,elo={}", *request.human_rating);
    else
        choices.level = request.level;
    choices.clock = request.clock;
}

void run_play_loop(PlaySession& session, TypedLines& lines, const Interrupts& interrupts,
                   bool rated) {
    show(session.begin());
    while (!session.over()) {
        if (rated) show(rate_game(session));
        if (!session.wants_line()) {
            if (session.timed_game().is_over()) break;
            const auto text = let_searcher_move(session, interrupts);
            if (!text) {
                show(session.leave());
                break;
            }
            show(*text);
            continue;
        }
        show("\n");
        const TypedLine line = lines.next([&] { return session.timed_prompt(); });
        switch (line.kind) {
            case TypedLine::Kind::Line: show(session.answer(line.text)); break;
            case TypedLine::Kind::Expired: show(session.expire()); break;
            case TypedLine::Kind::Interrupted:
            case TypedLine::Kind::End: show(session.leave()); break;
        }
    }
}

std::optional<std::string> play_game(const PlayChoices& choices, SearcherTable searchers,
                                     LineSource& source) {
    const std::uint64_t seed =
        choices.seed.value_or(std::random_device{}() >> 1);  // a player's Seed is an int
    auto plan = plan_of(choices, searchers, seed);
    if (!plan) return plan.error();
    auto seats = make_seats(plan->specs, searchers);
    if (!seats) return seats.error();
    // A script's unfinished game is not saved.
    const bool keeps = source.is_typed();
    UnfinishedFile file(plan->file);
    PlaySession* playing = nullptr;
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
    options.width = text_width;
    if (keeps) options.keep = [&] { return file.leave(*playing); };
    PlaySession session(std::move(options), std::move(*seats),
                        [searchers] { return searchers.front().create({}); });
    playing = &session;
    const auto lines = make_lines(
        source, true, [&](std::string_view text) { return session.completions(text); }, {});
    run_play_loop(session, *lines, source.interrupts(), keeps && !choices.unrated);
    if (keeps) show(file.update(session));
    return std::nullopt;
}

bool says_what_to_play(const PlayChoices& choices) {
    return choices.black || choices.white || choices.random_side || choices.two_players ||
           choices.resume || !choices.watch.empty() || !choices.opponent.empty() || choices.level ||
           !choices.clock.empty() || !choices.move_time.empty() || !choices.pgn.empty() ||
           choices.game;
}

// Asks, where a person types, what the choices leave open. False: the person wants no game.
bool ask_choices(PlayChoices& choices, LineSource& source) {
    if (!source.is_typed()) return true;
    // A game that begins at a given position is a new one.
    const auto unfinished = choices.game ? std::vector<UnfinishedGame>() : unfinished_games();
    const auto lines =
        make_lines(source, true, [](std::string_view) { return std::vector<std::string>(); }, {});
    const PlayRequest request = ask_request(*lines, unfinished);
    if (!request.quit) take_request(choices, request, unfinished);
    return !request.quit;
}

}  // namespace

std::optional<std::string> play(PlayChoices choices, SearcherTable searchers, LineSource& source) {
    if (!says_what_to_play(choices) && !ask_choices(choices, source)) return std::nullopt;
    return play_game(choices, searchers, source);
}

void play_from(const Game& game, SearcherTable searchers, LineSource& source) {
    PlayChoices choices;
    choices.game = game;
    if (!ask_choices(choices, source)) return;
    if (const auto problem = play_game(choices, searchers, source)) print_error(*problem);
}

}  // namespace rookery
