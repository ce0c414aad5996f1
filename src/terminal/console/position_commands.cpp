#include "terminal/console/handlers.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "terminal/console/command_table.h"
#include "terminal/play/saved_game.h"
#include "terminal/search_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::console {
namespace {

using WordSpan = std::span<const std::string_view>;

std::string turn_text(const Game& game) {
    const GameEnding ending = game.ending();
    if (ending != GameEnding::None)
        return sentence(fmt::format("{}, {}", describe(ending), notation_of(game.result()))) + "\n";
    return fmt::format("{} to move{}.\n", word_for(game.position().side_to_move()),
                       game.position().in_check() ? ", in check" : "");
}

std::string moves_so_far(const Game& game, std::size_t width) {
    std::string text;
    for (std::size_t ply = 0; ply < game.plies(); ++ply) {
        const Position& before = game.position_at(ply);
        if (before.side_to_move() == Color::White)
            text += fmt::format("{}. ", before.fullmove_number());
        else if (ply == 0)
            text += fmt::format("{}... ", before.fullmove_number());
        text += to_san(before, game.moves()[ply]) + " ";
    }
    return text.empty() ? text : wrapped(text.substr(0, text.size() - 1), width);
}

// The position and the moves after it, which are two parts of one text.
std::pair<WordSpan, WordSpan> split_at_moves(WordSpan words) {
    const auto at = std::find(words.begin(), words.end(), "moves");
    const auto size = static_cast<std::size_t>(at - words.begin());
    return {words.first(size), at == words.end() ? WordSpan() : words.subspan(size + 1)};
}

struct StartPosition {
    Position position = Position::start();
    std::string notice{};
};

Result<StartPosition, std::string> parse_start(WordSpan words) {
    if (words.empty() || (words.size() == 1 && words.front() == "startpos")) return StartPosition();
    if (words.front() == "startpos")
        return failure(
            fmt::format("After startpos comes 'moves', not '{}'.", printable(words[1], 20)));
    if (words.front() == "fen") words = words.subspan(1);
    const std::string text = fmt::format("{}", fmt::join(words, " "));
    const auto parsed = parse_fen(text);
    if (!parsed)
        return failure(
            fmt::format("This is not a position. {}", sentence(describe(parsed.error()))));
    return StartPosition{parsed->position, describe(parsed->notices)};
}

}  // namespace

std::string situation(const ConsoleState& state) {
    return state.board.draw(state.game) + "\n" + turn_text(state.game);
}

ConsoleReply set_position(ConsoleState& state, std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    const auto [place, names] = split_at_moves(words);
    const auto start = parse_start(place);
    if (!start) return {paragraphs(start.error(), state.screen.width())};
    auto game = with_moves(Game(start->position), names);
    if (!game) return {paragraphs(game.error(), state.screen.width())};
    state.game = std::move(*game);
    std::string notice;
    if (!start->notice.empty()) notice = paragraphs(sentence(start->notice), state.screen.width());
    return {notice + situation(state)};
}

ConsoleReply make_moves(ConsoleState& state, std::string_view text) {
    auto game = with_moves(state.game, words_of(text));
    if (!game) return {paragraphs(game.error(), state.screen.width())};
    state.game = std::move(*game);
    return {situation(state)};
}

ConsoleReply position(ConsoleState& state, const ConsoleCall& call) {
    return set_position(state, call.arguments);
}

ConsoleReply show_board(ConsoleState& state, const ConsoleCall&) {
    const Position& position = state.game.position();
    std::string text = situation(state) + moves_so_far(state.game, state.screen.width());
    if (const std::string name = state.board.opening_name(state.game); !name.empty())
        text += fmt::format("Opening: {}\n", name);
    return {text + fmt::format("FEN: {}\nKey: {:016X}\nLegal moves: {}\n", to_fen(position),
                               position.key(), count_moves(position))};
}

ConsoleReply moves(ConsoleState& state, const ConsoleCall& call) {
    if (!call.arguments.empty()) return make_moves(state, call.arguments);
    return {list_moves(state.game.position(), state.screen.width())};
}

ConsoleReply undo(ConsoleState& state, const ConsoleCall& call) {
    constexpr int most = 100'000;
    const auto wanted = only_number(call.arguments, "a number of half-moves", 1, 1, most);
    if (!wanted) return {paragraphs(wanted.error(), state.screen.width())};
    const auto made = state.game.plies();
    if (made == 0) return {"There is nothing to take back.\n"};
    if (static_cast<std::size_t>(*wanted) > made)
        return {paragraphs(
            fmt::format("Only {} half-move{} can be taken back.", made, made == 1 ? "" : "s"),
            state.screen.width())};
    for (int i = 0; i < *wanted; ++i) state.game.undo();
    return {situation(state)};
}

ConsoleReply load(ConsoleState& state, const ConsoleCall& call) {
    if (call.arguments.empty()) return {"Say from where: load game.pgn.\n"};
    const std::string path(call.arguments);
    auto saved = saved_game_of_file(path);
    if (!saved) return {state.board.lines(sentence_about(path, printable(saved.error(), 200)))};
    state.game = std::move(saved->game);
    return {situation(state)};
}

ConsoleReply about_board(ConsoleState& state, const ConsoleCall& call) {
    const BoardCommands::Command* command = BoardCommands::find(call.command->name);
    const bool over = state.game.ending() != GameEnding::None;
    const BoardCommands::Reply reply = state.board.run(
        *command, {state.game, to_pgn(to_pgn_game(state.game)), over}, call.arguments);
    return {reply.with_board ? situation(state) + reply.text : reply.text};
}

Result<Move, std::string> move_named(const Position& position, std::string_view name) {
    // Coordinates first: they are never ambiguous.
    if (const auto move = parse_coordinate(position, name)) return *move;
    const auto move = parse_san(position, name);
    if (move) return *move;
    return failure(describe(move.error(), position, name));
}

bool looks_like_move(const Position& position, std::string_view text) {
    const auto move = parse_san(position, text);
    return move.ok() || move.error().problem != SanProblem::Unreadable;
}

Result<Game, std::string> with_moves(Game game, std::span<const std::string_view> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (game.ending(Claims::OnRequest) != GameEnding::None)
            return failure(fmt::format("The game is over before '{}': {}.", printable(names[i], 20),
                                       describe(game.ending(Claims::OnRequest))));
        const auto move = move_named(game.position(), names[i]);
        if (!move && names.size() == 1) return failure(move.error());
        if (!move) return failure(fmt::format("Move {}: {}", i + 1, move.error()));
        game.play(*move);
    }
    return game;
}

}  // namespace rookery::console
