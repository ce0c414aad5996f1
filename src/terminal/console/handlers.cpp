#include "terminal/console/handlers.h"

#include "base/measure.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "eval/classical/default_weights.h"
#include "eval/evaluator.h"
#include "eval/nnue/network_file.h"
#include "notation/names.h"
#include "protocol/evaluation_text.h"
#include "protocol/uci_text.h"
#include "search/bench.h"
#include "terminal/comparison.h"
#include "terminal/console/command_table.h"
#include "terminal/measurements.h"
#include "terminal/play/play_session.h"
#include "terminal/play/play_setup.h"
#include "terminal/search_text.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace rookery::console {
namespace {

using Next = ConsoleReply::Next;

constexpr const char* game_is_over = "The game on the board is over; 'position' begins again.\n";

std::string usage(const ConsoleCommand& command) {
    if (command.arguments.empty()) return std::string(command.name);
    return fmt::format("{} {}", command.name, command.arguments);
}

std::string command_list(std::size_t width) {
    constexpr std::size_t indent = 22;
    constexpr std::size_t wide_enough = 60;
    std::string text = paragraphs("The commands; <3> is the default of a number:", width);
    for (const ConsoleCommand& command : console_commands()) {
        if (width >= wide_enough)
            text += beside("  " + usage(command), indent, command.summary, width);
        else
            text += fmt::format("{}\n{}", usage(command), beside("", 4, command.summary, width));
    }
    return text + paragraphs("A move, such as e4, Nf3 or e2e4, is made on the board. 'help NAME' "
                             "explains a command.",
                             width);
}

std::string by_evaluator(const EvaluatorEntry& entry, const Position& position) {
    const int value = entry.create()->evaluate(position).value();
    return fmt::format("{:+.2f} for the side to move ({}), by {}: {}.", value / 100.0,
                       word_for(position.side_to_move()), entry.name, entry.summary);
}

struct GameRequest {
    ByColor<std::string> players{{"iterative", "mcts"}};
    std::chrono::milliseconds time{1000};
    bool debug = false;
};

// "[WHITE BLACK] [MS] [debug]", in any order.
Result<GameRequest, std::string> parse_game_request(std::string_view arguments,
                                                    SearcherTable searchers) {
    GameRequest request;
    std::vector<std::string> players;
    for (const std::string_view typed : words_of(arguments)) {
        // As the list of commands writes it.
        constexpr std::string_view name = "debug:";
        const std::string_view word = typed.starts_with(name) ? typed.substr(name.size()) : typed;
        if (word == "debug" || word == "true" || word == "false") {
            request.debug = word != "false";
        } else if (names_searcher(word, searchers)) {
            players.emplace_back(word);
        } else if (!word.empty() && ascii::is_digit(word.front())) {
            const auto time = milliseconds_from(word);
            if (!time) return failure(time.error());
            request.time = *time;
        } else {
            std::vector<std::string> names = {"debug"};
            for (const SearcherEntry& entry : searchers) names.emplace_back(entry.name);
            return failure(sentence(
                fmt::format("'{}' is neither debug nor a searcher nor a number of milliseconds{}",
                            printable(typed, 20), did_you_mean(word, names))));
        }
    }
    if (!players.empty() && players.size() != 2)
        return failure(std::string("Name two searchers, White first, or none."));
    if (!players.empty()) request.players = {{players[0], players[1]}};
    return request;
}

struct CompareRequest {
    std::vector<std::string> searchers;
    std::chrono::milliseconds time = usual_time;
};

Result<CompareRequest, std::string> parse_compare_request(std::string_view arguments,
                                                          SearcherTable searchers) {
    CompareRequest request;
    for (const std::string_view word : words_of(arguments)) {
        if (ascii::is_digit(word.front()) || word.front() == '-') {
            const auto time = milliseconds_from(word);
            if (!time) return failure(time.error());
            request.time = *time;
        } else {
            request.searchers.emplace_back(word);
        }
    }
    if (request.searchers.empty()) request.searchers = searchers_to_compare(searchers);
    return request;
}

std::string lines_of(const std::vector<std::string>& lines) {
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace

ConsoleReply help(ConsoleState& state, const ConsoleCall& call) {
    const std::size_t width = state.screen.width();
    if (call.arguments.empty()) return {command_list(width)};
    if (const ConsoleCommand* command = find_console_command(call.arguments))
        return {paragraphs(
            fmt::format("{}: {}\n{}", usage(*command), command->summary, command->explanation),
            width)};
    const std::string near = nearest_console_command(call.arguments);
    return {paragraphs(fmt::format("There is no command '{}'{}", printable(call.arguments, 20),
                                   near.empty() ? "; help lists them."
                                                : fmt::format("; did you mean '{}'?", near)),
                       width)};
}

ConsoleReply play(ConsoleState& state, const ConsoleCall& call) {
    if (!call.arguments.empty())
        return {paragraphs("'play' stands alone here: it asks for your side, a level and a clock.",
                           state.screen.width())};
    if (state.game.ending() != GameEnding::None) return {game_is_over};
    return {{}, Next::Play};
}

ConsoleReply uci(ConsoleState&, const ConsoleCall&) { return {{}, Next::Uci}; }

ConsoleReply xboard(ConsoleState&, const ConsoleCall&) { return {{}, Next::Xboard}; }

ConsoleReply quit(ConsoleState&, const ConsoleCall&) { return {{}, Next::Quit}; }

ConsoleReply evaluate(ConsoleState& state, const ConsoleCall& call) {
    const Position& position = state.game.position();
    const bool terms = call.arguments == "terms";
    if (call.arguments.empty() || call.arguments == "network")
        return {draw_evaluation(position, nnue::report_on(position, *nnue::default_net()))};
    if (terms || call.arguments == "classical")
        return {draw_evaluation(
            position, classical::report_on(position, classical::default_weights), {terms})};
    if (const EvaluatorEntry* entry = find_evaluator(all_evaluators(), call.arguments))
        return {paragraphs(by_evaluator(*entry, position), state.screen.width())};
    std::vector<std::string> names;
    for (const EvaluatorEntry& entry : all_evaluators()) names.emplace_back(entry.name);
    const std::string near = did_you_mean(call.arguments, names);
    return {paragraphs(
        sentence(fmt::format("'{}' is no evaluator{}", printable(call.arguments, 20), near)) +
            fmt::format(" There are {}. 'eval terms' shows every term.", fmt::join(names, ", ")),
        state.screen.width())};
}

ConsoleReply count(ConsoleState& state, const ConsoleCall& call) {
    constexpr int standard = 3;
    constexpr int deepest = 99;
    const auto depth = only_number(call.arguments, "a depth", standard, 0, deepest);
    if (!depth) return {paragraphs(depth.error(), state.screen.width())};
    const Position& position = state.game.position();
    const Stopwatch watch;
    // The first progress report may take long.
    constexpr int soon_done = 5;
    if (*depth > soon_done) state.screen.show_live({"Counting; Ctrl-C ends it."});
    PerftOptions options{.depth = *depth, .stop = call.stop};
    const PerftResult result = run_perft(position, options, [&](const PerftProgress& progress) {
        state.screen.show_live(
            {fitted(progress_text(progress, watch.seconds()), state.screen.width())});
    });
    return {perft_moves_text(position, result) + perft_totals_text(result, watch.seconds())};
}

ConsoleReply bench(ConsoleState& state, const ConsoleCall& call) {
    constexpr int deepest = 100;
    const auto depth = only_number(call.arguments, "a depth", bench_depth, 1, deepest);
    if (!depth) return {paragraphs(depth.error(), state.screen.width())};
    const auto searcher = state.searchers.front().create({});
    const std::size_t positions = bench_positions().size();
    const auto tell = [&](std::size_t number, std::uint64_t) {
        state.screen.show_live({fmt::format("{} of {} positions", number + 1, positions)});
    };
    const BenchResult result = run_bench(*searcher, bench_roots(), *depth, tell, call.stop);
    if (call.stop.stop_requested()) return {"Stopped before the end.\n"};
    return {uci::bench_line(result)};
}

ConsoleReply game(ConsoleState& state, const ConsoleCall& call) {
    const std::size_t width = state.screen.width();
    if (state.game.ending() != GameEnding::None) return {game_is_over};
    const auto request = parse_game_request(call.arguments, state.searchers);
    if (!request) return {paragraphs(request.error(), width)};
    auto seats = make_seats(request->players, state.searchers);
    if (!seats) return {paragraphs(sentence(seats.error()), width)};

    PlayOptions options;
    options.game = state.game;
    options.control.per_move = request->time;
    options.style = state.style;
    options.show_thinking = request->debug;
    PlaySession session(std::move(options), std::move(*seats),
                        [&state] { return state.searchers.front().create({}); });
    state.screen.show(session.begin());
    while (!session.timed_game().is_over() && !call.stop.stop_requested())
        state.screen.show(session.let_searcher_move(call.stop));
    const std::size_t made = session.timed_game().game().plies() - state.game.plies();
    state.game = session.timed_game().game();
    return {session.leave() +
            paragraphs(fmt::format("'undo {}' takes these moves back.", made), width)};
}

ConsoleReply compare(ConsoleState& state, const ConsoleCall& call) {
    Screen& screen = state.screen;
    const auto request = parse_compare_request(call.arguments, state.searchers);
    if (!request) return {paragraphs(request.error(), screen.width())};
    if (legal_moves(state.game.position()).empty()) return {"There is no legal move.\n"};
    std::vector<ComparedSearcher> searchers;
    for (const std::string& spec : request->searchers) {
        auto seat = searcher_seat(spec, state.searchers);
        if (!seat) return {paragraphs(sentence(seat.error()), screen.width())};
        searchers.push_back({spec, std::move(seat->searcher)});
    }
    Comparison comparison(std::move(searchers), state.game);
    const ComparisonView view(comparison, state.style);
    const auto changed = [&](std::size_t row) {
        if (screen.is_live())
            screen.show_live(view.lines(screen.width()));
        else if (comparison.rows()[row].state == ComparisonRow::State::Done)
            screen.show(view.row(row, screen.width()) + "\n");
    };
    if (!screen.is_live()) screen.show(view.head(screen.width()) + "\n");
    comparison.run(request->time, call.stop, changed);
    std::string text = screen.is_live() ? lines_of(view.lines(screen.width())) : "";
    if (call.stop.stop_requested()) text += "Stopped before the end.\n";
    return {text};
}

}  // namespace rookery::console
