#include "protocol/uci_session.h"

#include "base/text.h"
#include "eval/classical/default_weights.h"
#include "eval/evaluator.h"
#include "eval/nnue/report.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "protocol/evaluation_text.h"
#include "protocol/uci_text.h"
#include "protocol/xboard_session.h"
#include "search/bench.h"

#include <fmt/format.h>

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace rookery::uci {
namespace {

Setup with_colors_swapped(const Setup& setup) {
    Setup swapped = setup;
    for (int index = 0; index < 64; ++index) {
        const Square square = square_at(index);
        const Piece piece = setup.board[square];
        swapped.board[flip_rank(square)] =
            piece == Piece::None ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    swapped.side_to_move = ~setup.side_to_move;
    swapped.castling_rooks = 0;
    for (Square square : squares(setup.castling_rooks))
        swapped.castling_rooks |= bit(flip_rank(square));
    if (setup.en_passant != Square::None) swapped.en_passant = flip_rank(setup.en_passant);
    return swapped;
}

std::string repairs_of(const ParsedFen& parsed) {
    std::string text = rookery::describe(parsed.notices);
    if (parsed.counters_missing) {
        if (!text.empty()) text += "; ";
        text += "the counters are missing and taken to be 0 and 1";
    }
    return text;
}

}  // namespace

Session::Session(std::string engine_name, const EngineParts& parts, std::uint64_t seed,
                 TextSink sink)
    : engine_name_(std::move(engine_name)), searchers_(parts.searchers), output_(std::move(sink)),
      engine_(parts, seed, *this) {}

bool Session::handle(std::string_view line) {
    output_.note_input(line);
    try {
        std::visit([this](const auto& command) { run(command); }, parse(line));
    } catch (const std::exception& problem) {
        print_error(fmt::format("that failed: {}", problem.what()));
    }
    return !over_;
}

void Session::refuse_long_line() { print_error("the line is longer than 1 MiB and was skipped"); }

void Session::end_of_input() {
    engine_.stop_searches();
    engine_.await_all();
    over_ = true;
}

void Session::print_error(std::string_view reason) { output_.write(info_string(reason)); }

void Session::on_line(const SearchContext& context, const LineReport& report) {
    output_.write(info_line(context.root.position, report, context.settings.chess960,
                            context.settings.show_wdl));
}

void Session::on_current_move(const SearchContext& context, int depth, Move move, int number) {
    output_.write(
        current_move_line(context.root.position, depth, move, number, context.settings.chess960));
}

void Session::on_best_move(const SearchContext& context, const SearchResult& result) {
    output_.write(best_move_line(context.root.position, result, context.settings.chess960));
}

void Session::run(const Hello&) {
    output_.write(fmt::format("id name {}\nid author the Rookery developers\n\n{}uciok\n",
                              engine_name_, option_lines(engine_.options())));
}

void Session::run(const IsReady&) {
    engine_.await_ready();
    output_.write("readyok\n");
}

void Session::run(const NewGame&) { engine_.new_game(); }

void Session::run(const SetOption& command) {
    const std::string log_before = settings().log_file;
    if (const auto problem = engine_.set_option(command.name, command.value.value_or("")))
        return print_error(*problem);
    const std::string& log = settings().log_file;
    if (log != log_before && !output_.log_to(log))
        print_error(fmt::format("the file '{}' cannot be written", printable(log, 200)));
}

void Session::run(const SetPosition& command) {
    Position start = Position::start();
    std::string notices;
    if (command.fen) {
        const auto parsed = parse_fen(*command.fen);
        if (!parsed)
            return print_error(
                fmt::format("position refused: FEN, {}", rookery::describe(parsed.error())));
        start = parsed->position;
        notices = repairs_of(*parsed);
    }
    Game game(start);
    for (const std::string& text : command.moves) {
        const auto move = parse_coordinate(game.position(), text);
        if (!move || !game.play(*move))
            return print_error(fmt::format("position refused: move {}, '{}': {}", game.plies() + 1,
                                           printable(text, 20),
                                           move ? "not legal" : move.error().what));
    }
    engine_.set_game(std::move(game));
    if (!notices.empty()) print_error(notices);
}

void Session::run(const Go& command) {
    const Position& root = game().position();
    SearchRequest request = request_from(command, root.side_to_move());
    for (const std::string& notice : command.notices) print_error(notice);
    for (const std::string& text : command.search_moves) {
        const auto move = parse_coordinate(root, text);
        if (move) {
            request.limits.search_moves.push_back(*move);
            continue;
        }
        print_error(fmt::format("go searchmoves: {}, ignored", move.error().what));
        if (!has_limit(command)) request.limits.depth = 1;
    }
    if (!command.search_moves.empty() && request.limits.search_moves.empty())
        print_error("go searchmoves: none of them is a move here, so all moves are searched");
    engine_.search(request);
}

void Session::run(const GoPerft& command) {
    engine_.enqueue([this, position = game().position(), depth = command.depth,
                     threads = settings().resources().threads,
                     chess960 = settings().chess960](const std::stop_token& stop) {
        PerftOptions options;
        options.depth = depth;
        options.threads = threads;
        options.stop = stop;
        output_.write(perft_lines(position, run_perft(position, options), chess960));
    });
}

void Session::run(const Show&) {
    output_.write(uci::describe(game().position(), settings().chess960));
}

void Session::run(const Flip&) {
    const auto placed = Position::from(with_colors_swapped(game().position().setup()));
    if (!placed) return print_error(rookery::describe(placed.error()));
    engine_.set_game(Game(placed->position));
}

void Session::run(const Evaluate&) {
    const Position& position = game().position();
    const std::string& name = settings().evaluator;
    const std::string by_terms =
        draw_evaluation(position, classical::report_on(position, classical::default_weights), {});
    if (name == "classical") return output_.write(by_terms);
    if (name == "network")
        return output_.write(
            "by the classical evaluation\n\n" + by_terms + "\nby the network\n\n" +
            draw_evaluation(position, nnue::report_on(position, engine_.network())));
    const int value = find_evaluator(all_evaluators(), name)->create()->evaluate(position).value();
    output_.write(fmt::format("value   {:+.2f} for the side to move ({}), by {}\n", value / 100.0,
                              word_for(position.side_to_move()), name));
}

// With a new searcher, so that neither options nor earlier searches change the count.
void Session::run(const Bench& command) {
    engine_.enqueue([this,
                     depth = command.depth.value_or(bench_depth)](const std::stop_token& stop) {
        const auto searcher = searchers_.front().create({});
        const BenchResult result = run_bench(*searcher, bench_roots(), depth, {}, stop);
        output_.write(stop.stop_requested() ? info_string("bench stopped") : bench_line(result));
    });
}

void Session::run(const Compiler&) { output_.write(compiler_lines()); }

void Session::run(const Help&) { output_.write(help_lines()); }

// A perft is finished first: a script may write `go perft 6` and `quit` at once. `stop` ends it.
void Session::run(const Quit&) { end_of_input(); }

void Session::run(const Unknown& command) {
    print_error(fmt::format("unknown command '{}'; help lists them", printable(command.word, 40)));
}

void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output) {
    Session session(setup.engine_name, setup.parts, setup.seed, sink_for(output));
    if (!first_line)
        session.refuse_long_line();
    else if (!session.handle(*first_line))
        return;
    std::string line;
    for (;;) {
        switch (read_line(input, line, max_line_length)) {
            case LineStatus::End: session.end_of_input(); return;
            case LineStatus::TooLong: session.refuse_long_line(); break;
            case LineStatus::Line:
                if (!session.handle(line)) return;
                break;
        }
    }
}

void run_command(const LoopSetup& setup, const std::string& command, std::FILE* output) {
    Session session(setup.engine_name, setup.parts, setup.seed, sink_for(output));
    if (session.handle(command)) session.finish();
}

}  // namespace rookery::uci

namespace rookery {

void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output) {
    std::string line;
    LineStatus status{};
    do status = read_line(input, line, max_line_length);
    while (status == LineStatus::Line && ascii::trim(line).empty());
    if (status == LineStatus::End) return;
    std::optional<std::string> first;
    if (status == LineStatus::Line) first = ascii::trim(line);
    if (first == "uci") expected = Dialect::Uci;
    if (first == "xboard") expected = Dialect::Xboard;
    if (expected == Dialect::Uci)
        uci::run_loop(setup, first, input, output);
    else
        xboard::run_loop(setup, first, input, output);
}

}  // namespace rookery
