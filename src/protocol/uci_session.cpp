#include "protocol/uci_session.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/printable.h"
#include "protocol/uci_limits.h"
#include "protocol/uci_text.h"

#include <fmt/format.h>

#include <exception>
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

}  // namespace

Session::Session(std::string engine_name, std::unique_ptr<Searcher> searcher, TextSink sink)
    : engine_name_(std::move(engine_name)), output_(std::move(sink)),
      runner_(std::move(searcher), output_) {}

bool Session::handle(std::string_view line) {
    try {
        std::visit([this](const auto& command) { run(command); }, parse(line));
    } catch (const std::exception& problem) {
        complain(fmt::format("that failed: {}", problem.what()));
    }
    return !over_;
}

void Session::refuse_long_line() { complain("the line is longer than 1 MiB and was skipped"); }

void Session::end_of_input() {
    runner_.stop_searches();
    runner_.await_all();
    over_ = true;
}

void Session::complain(std::string_view reason) { output_.write(info_string(reason)); }

void Session::run(const Hello&) {
    output_.write(fmt::format("id name {}\nid author the Rookery developers\n\n{}uciok\n",
                              engine_name_, option_lines()));
}

void Session::run(const IsReady&) {
    runner_.await_ready();
    output_.write("readyok\n");
}

void Session::run(const NewGame&) {
    runner_.new_game();
    game_ = Game();
}

void Session::run(const SetOption& command) {
    const auto changed = with_option(options_, command);
    if (!changed) return complain(changed.error());
    if (changed->threads != options_.threads || changed->hash_mib != options_.hash_mib)
        runner_.resize({.hash_mib = changed->hash_mib, .threads = changed->threads});
    if (changed->hash_clearings != options_.hash_clearings) runner_.new_game();
    options_ = *changed;
}

void Session::run(const SetPosition& command) {
    Position start = Position::start();
    std::string notices;
    if (command.fen) {
        const auto parsed = parse_fen(*command.fen);
        if (!parsed)
            return complain(
                fmt::format("position refused: FEN, {}", rookery::describe(parsed.error())));
        start = parsed->position;
        notices = rookery::describe(parsed->notices);
    }
    Game game(start);
    for (const std::string& text : command.moves) {
        const auto move = parse_coordinate(game.position(), text);
        if (!move || !game.play(*move))
            return complain(fmt::format("position refused: move {}, '{}': {}", game.plies() + 1,
                                        printable(text, 20),
                                        move ? "not legal" : move.error().what));
    }
    game_ = std::move(game);
    if (!notices.empty()) complain(notices);
}

void Session::run(const Go& command) {
    const Position& root = game_.position();
    SearchRunner::SearchOrder order;
    order.limits = limits_from(command, root.side_to_move(), Limits::Instant::clock::now(),
                               std::chrono::milliseconds(options_.move_overhead_ms));
    order.limits.lines = options_.lines;
    for (const std::string& text : command.search_moves) {
        const auto move = parse_coordinate(root, text);
        if (!move) return complain(fmt::format("go refused: searchmoves: {}", move.error().what));
        order.limits.only_moves.push_back(*move);
    }
    for (const std::string& word : command.ignored)
        complain(fmt::format("go: '{}' is unknown and ignored", printable(word, 20)));
    order.hold_back = command.infinite || command.ponder;
    order.chess960 = options_.chess960;
    runner_.search(game_, std::move(order));
}

void Session::run(const GoPerft& command) {
    runner_.perft(game_.position(), command.depth, options_.threads, options_.chess960);
}

// The searcher has no clock that could start late, so it answers with what it has found.
void Session::run(const PonderHit&) { runner_.stop(); }

void Session::run(const Show&) {
    output_.write(uci::describe(game_.position(), options_.chess960));
}

void Session::run(const Flip&) {
    const auto placed = Position::from(with_colors_swapped(game_.position().setup()));
    if (!placed) return complain(rookery::describe(placed.error()));
    game_ = Game(placed->position);
}

void Session::run(const Help&) { output_.write(help_lines()); }

// A script that writes `go perft 6` and `quit` in one breath wants the number; `stop` is there for
// whoever does not.
void Session::run(const Quit&) { end_of_input(); }

void Session::run(const Unknown& command) {
    complain(fmt::format("unknown command '{}'; help lists them", printable(command.word, 40)));
}

}  // namespace rookery::uci
