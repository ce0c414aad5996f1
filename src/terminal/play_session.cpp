#include "terminal/play_session.h"

#include "chess/movegen.h"
#include "notation/ascii.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/pgn_writer.h"
#include "notation/printable.h"
#include "notation/san.h"
#include "terminal/board_view.h"
#include "terminal/suggest.h"
#include "terminal/wrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

constexpr std::size_t width = 40;

// Nobody waits longer than that for a move.
constexpr std::chrono::seconds thinking_time{1};

std::string san_list(const Position& position, const std::vector<Move>& moves,
                     std::string_view separator) {
    std::vector<std::string> names;
    for (Move move : moves) names.push_back(to_san(position, move));
    std::sort(names.begin(), names.end());
    return fmt::format("{}", fmt::join(names, separator));
}

std::string sentence(std::string text) {
    if (!text.empty()) text[0] = ascii::to_upper(text[0]);
    return text + ".";
}

}  // namespace

const PlaySession::Command PlaySession::commands_[] = {
    {"help", "this list", &PlaySession::help},
    {"board", "show the board", &PlaySession::board},
    {"flip", "turn the board round", &PlaySession::flip},
    {"moves", "list the legal moves", &PlaySession::moves},
    {"undo", "take your last move back", &PlaySession::undo},
    {"resign", "give up the game", &PlaySession::resign},
    {"fen", "the position as FEN", &PlaySession::fen},
    {"pgn", "the game as PGN", &PlaySession::pgn},
    {"quit", "leave", &PlaySession::leave},
};

PlaySession::PlaySession(PlayOptions options, std::unique_ptr<Searcher> searcher)
    : options_(std::move(options)), searcher_(std::move(searcher)), game_(options_.start),
      bottom_(options_.flipped ? ~options_.human : options_.human) {}

std::string PlaySession::begin() {
    std::string text =
        wrapped(fmt::format("You play {} against {}. Type a move, such as e4, Nf3 or e2e4, "
                            "or help.",
                            word_for(options_.human), options_.opponent),
                width);
    const bool opponent_begins = game_.position().side_to_move() != options_.human;
    if (opponent_begins && game_.ending() == Ending::None) text += "\n" + opponent_moves();
    return text + "\n" + situation();
}

std::string_view PlaySession::prompt() const {
    return promotions_.empty() ? "Your move: " : "Promote to q, r, b or n? ";
}

const PlaySession::Command* PlaySession::find_command(std::string_view word) {
    if (word == "?") word = "help";
    if (word == "exit" || word == "q") word = "quit";
    for (const Command& command : commands_)
        if (ascii::equal_ignoring_case(command.name, word)) return &command;
    return nullptr;
}

std::string PlaySession::answer(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    if (over_) return {};
    if (!promotions_.empty()) return answer_promotion(text);
    if (text.empty()) return {};
    if (const Command* command = find_command(text)) return (this->*(command->run))();
    return answer_move(text);
}

std::string PlaySession::answer_move(std::string_view text) {
    const Position& position = game_.position();
    const auto move = parse_san(position, text);
    if (move) return play(*move);
    const SanError& error = move.error();
    switch (error.problem) {
        case SanProblem::PromotionMissing: promotions_ = error.choices; return {};
        case SanProblem::Ambiguous:
            return wrapped(fmt::format("'{}' can be {}: say which.", printable(text, 20),
                                       san_list(position, error.choices, " or ")),
                           width);
        case SanProblem::Illegal: return wrapped(sentence(error.what), width);
        case SanProblem::Unreadable: break;
    }
    std::vector<std::string_view> names;
    for (const Command& command : commands_) names.push_back(command.name);
    if (const std::string_view near = nearest(text, names); !near.empty())
        return wrapped(
            fmt::format("I do not know '{}'. Did you mean '{}'?", printable(text, 20), near),
            width);
    return wrapped(sentence(error.what) + " Type help for what I know.", width);
}

std::string PlaySession::answer_promotion(std::string_view text) {
    const std::vector<Move> choices = std::exchange(promotions_, {});
    if (text.empty()) return "The pawn stays where it is.\n";
    if (text.front() == '=') text.remove_prefix(1);
    for (Move move : choices) {
        const char letter = letter_of(move.promoted());
        if (ascii::equal_ignoring_case(text, {&letter, 1}) ||
            ascii::equal_ignoring_case(text, word_for(move.promoted())))
            return play(move);
    }
    if (const Command* command = find_command(text)) return (this->*(command->run))();
    promotions_ = choices;
    return wrapped(
        "Type q for a queen, r for a rook, b for a bishop or n for a knight; nothing to take "
        "another move.",
        width);
}

std::string PlaySession::play(Move move) {
    std::string text = fmt::format("You: {}\n", to_san(game_.position(), move));
    game_.play(move);
    if (game_.ending() == Ending::None) text += opponent_moves();
    return text + "\n" + situation();
}

std::string PlaySession::opponent_moves() {
    Limits limits;
    limits.hard_deadline = Limits::Instant::clock::now() + thinking_time;
    SearchListener nobody;
    const SearchResult result = searcher_->search(Root(game_), limits, {}, nobody);
    const std::string san = to_san(game_.position(), result.best);
    game_.play(result.best);
    return fmt::format("{}: {}\n", options_.opponent, san);
}

std::string PlaySession::situation() {
    const Position& position = game_.position();
    const Move last = game_.moves().empty() ? Move::none() : game_.moves().back();
    std::string text = draw_board(position, {options_.style, bottom_, last}) + "\n";
    if (const Ending ending = game_.ending(); ending != Ending::None)
        return text + end_text(game_.result(), describe(ending));
    text += fmt::format("{} to move{}.\n", word_for(position.side_to_move()),
                        position.in_check() ? ": check" : "");
    return text;
}

std::string PlaySession::end_text(GameResult result, std::string_view reason) {
    over_ = true;
    result_ = result;
    const GameResult won =
        options_.human == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
    const std::string_view verdict = result == GameResult::Draw ? "A draw"
                                     : result == won            ? "You win"
                                                                : "You lose";
    return wrapped(fmt::format("{}: {}. {}", verdict, reason, notation_of(result)), width) + "\n" +
           pgn();
}

std::string PlaySession::help() {
    std::string text = "Moves: e4, Nf3, O-O, e2e4, e7e8n\n";
    for (const Command& command : commands_)
        text += fmt::format("  {:7} {}\n", command.name, command.summary);
    return text;
}

std::string PlaySession::board() { return situation(); }

std::string PlaySession::flip() {
    bottom_ = ~bottom_;
    return situation();
}

std::string PlaySession::moves() {
    const MoveList list = legal_moves(game_.position());
    return wrapped(san_list(game_.position(), {list.begin(), list.end()}, " "), width);
}

std::string PlaySession::undo() {
    if (game_.plies() < 2) return "There is nothing to take back.\n";
    game_.undo();
    game_.undo();
    return "Taken back.\n\n" + situation();
}

std::string PlaySession::resign() {
    const GameResult lost =
        options_.human == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
    return end_text(lost, "you resigned");
}

std::string PlaySession::fen() { return to_fen(game_.position()) + "\n"; }

std::string PlaySession::pgn() {
    const bool white = options_.human == Color::White;
    PgnGame game = to_pgn_game(game_);
    game.set_tag("Event", "A game against Rookery");
    game.set_tag("White", white ? "You" : options_.opponent);
    game.set_tag("Black", white ? options_.opponent : "You");
    game.result = result_;
    return to_pgn(game);
}

std::string PlaySession::leave() {
    if (std::exchange(over_, true)) return {};
    const std::size_t moves = game_.plies();
    const Color turn = game_.position().side_to_move();
    std::string text = wrapped(fmt::format("Left unfinished after {} half-move{}, {} to move.",
                                           moves, moves == 1 ? "" : "s", word_for(turn)),
                               width);
    // In one line, however long, so that it can be copied.
    if (moves > 0)
        text +=
            fmt::format("To go on:\nrookery play{}{} --fen '{}'\n", options_.arguments,
                        options_.human == Color::Black ? " --black" : "", to_fen(game_.position()));
    return text;
}

}  // namespace rookery
