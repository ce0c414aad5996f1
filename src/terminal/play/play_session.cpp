#include "terminal/play/play_session.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/names.h"
#include "notation/san.h"
#include "terminal/play/saved_game.h"
#include "terminal/play/spoken.h"
#include "terminal/play/timed_game.h"
#include "terminal/search_text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// The time of a searcher where neither a clock nor another limit says how long.
constexpr std::chrono::seconds usual_thinking_time{1};

constexpr const char* game_is_over = "The game is over.\n";

std::string usage_of(std::string_view name, std::string_view arguments) {
    return arguments.empty() ? std::string(name) : fmt::format("{} {}", name, arguments);
}

// Names that the console gives to commands of a game.
std::string_view usual_name(std::string_view word) {
    if (word == "?") return "help";
    if (word == "exit" || word == "q") return "quit";
    return word == "d" ? "board" : word;
}

// Commands of the console that make no sense in a game.
constexpr std::string_view console_words[] = {"position", "go",    "minimax", "mcts",  "mctsab",
                                              "compare",  "game",  "eval",    "perft", "uci",
                                              "xboard",   "bench", "play"};

bool is_console_word(std::string_view word) {
    return std::ranges::find(console_words, word) != std::end(console_words);
}

bool is_new(const Game& game) { return game.plies() == 0 && game.position() == Position::start(); }

}  // namespace

PlaySession::PlaySession(PlayOptions options, ByColor<Seat> seats,
                         BoardCommands::SearcherMaker make_adviser)
    : options_(std::move(options)), seats_(std::move(seats)),
      board_(options_.style, options_.plain, options_.width, std::move(make_adviser)),
      game_(options_.game, options_.control, options_.now()), counts_(is_new(options_.game)) {
    const Color bottom = only_person().value_or(Color::White);
    board_.set_bottom(options_.flipped ? ~bottom : bottom);
    for (const Color color : both_colors)
        if (game_.has_clocks() && options_.left[color])
            game_.set_clock(color, *options_.left[color]);
}

std::optional<Color> PlaySession::only_person() const {
    if (seat(Color::White).is_person() == seat(Color::Black).is_person()) return std::nullopt;
    return seat(Color::White).is_person() ? Color::White : Color::Black;
}

std::string PlaySession::begin() {
    std::string text;
    if (const auto person = only_person())
        text = fmt::format("You play {} against {}.", word_for(*person), seat(~*person).name);
    else if (is_watched())
        text = fmt::format("{} plays White, {} Black. Ctrl-C ends it.", seat(Color::White).name,
                           seat(Color::Black).name);
    else
        text = "Two players at one board.";
    if (!is_watched()) text += " Type a move, such as e4, Nf3 or e2e4, or help.";
    return in_lines(text) + "\n" + situation();
}

bool PlaySession::wants_line() const {
    if (over_) return false;
    if (game_.is_over()) return !is_watched();
    return seat(game_.turn()).is_person() || draw_offer_.has_value();
}

std::string PlaySession::prompt() const {
    if (game_.is_over()) return "rematch, undo, save, pgn or quit? ";
    if (!promotions_.empty()) return "Promote to q, r, b or n? ";
    if (draw_offer_ && only_person()) return "Is it a draw? (yes, or your move) ";
    if (draw_offer_) return fmt::format("{}: is it a draw? (yes or no) ", seat(~*draw_offer_).name);
    const std::string clock =
        game_.has_clocks() ? clock_text(game_.left(game_.turn(), now())) + " " : "";
    if (only_person()) return clock + "Your move: ";
    return clock + fmt::format("{}: ", seat(game_.turn()).name);
}

Prompt PlaySession::timed_prompt() const {
    if (!clock_runs()) return {prompt()};
    using std::chrono::milliseconds;
    const arena::Duration left = game_.left(game_.turn(), now());
    // A screen reader would read every change.
    milliseconds good_for = std::chrono::ceil<milliseconds>(left);
    if (!options_.plain) good_for = std::min(good_for, clock_text_lasts(left));
    return {prompt(), good_for, left <= arena::Duration{0}};
}

std::string PlaySession::expire() {
    if (game_.is_over()) return {};
    game_.check_clock(now());
    if (!game_.is_over()) return {};
    promotions_.clear();
    draw_offer_.reset();
    return situation();
}

std::string PlaySession::answer(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    if (over_) return {};
    if (std::string fallen = expire(); !fallen.empty()) return fallen;
    if (!promotions_.empty()) return answer_promotion(text);
    if (draw_offer_) return answer_draw(text);
    if (text.empty()) return {};
    if (auto reply = run_command(text)) return *reply;
    if (game_.is_over()) return unknown(text);
    return answer_move(text);
}

std::optional<std::string> PlaySession::run_command(std::string_view text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = usual_name(text.substr(0, blank));
    const std::string_view rest = ascii::trim(text.substr(blank));
    if (const Command* command = find_command(word)) return (this->*(command->run))(rest);
    if (const auto* command = BoardCommands::find(word)) return run(*command, rest);
    return std::nullopt;
}

std::string PlaySession::run(const BoardCommands::Command& command, std::string_view rest) {
    if (command.name == "hint") counts_ = false;
    const BoardCommands::Reply reply =
        board_.run(command, {game_.game(), pgn_text(), game_.is_over()}, rest);
    return reply.with_board ? situation() + reply.text : reply.text;
}

std::string PlaySession::answer_move(std::string_view text) {
    const Position& position = game_.position();
    const auto move = parse_san(position, text);
    if (move) return play(*move);
    const SanError& error = move.error();
    if (error.problem == SanProblem::Unreadable) return unknown(text);
    if (error.problem != SanProblem::PromotionMissing)
        return in_lines(describe(error, position, text));
    promotions_ = error.choices;
    return {};
}

std::string PlaySession::unknown(std::string_view text) const {
    const std::string shown = printable(text, 20);
    const std::string_view word = text.substr(0, text.find(' '));
    if (is_console_word(word))
        return in_lines(
            fmt::format("'{}' is a command of the console, which '{}' without a command "
                        "starts. Type help for the commands of a game.",
                        word, command_name()));
    if (const std::string near = nearest_name(text, command_names()); !near.empty())
        return in_lines(fmt::format("'{}' is not a move. Did you mean '{}'?", shown, near));
    if (game_.is_over())
        return in_lines(fmt::format("The game is over; '{}' is not a command.", shown));
    return in_lines(fmt::format("'{}' is not a move. Type help for the commands.", shown));
}

std::string PlaySession::answer_promotion(std::string_view text) {
    const std::vector<Move> choices = std::exchange(promotions_, {});
    if (text.empty()) return "The pawn stays where it is.\n";
    if (text.front() == '=') text.remove_prefix(1);
    for (const Move move : choices) {
        const char letter = letter_of(move.promoted());
        if (ascii::equal_ignoring_case(text, {&letter, 1}) ||
            ascii::equal_ignoring_case(text, word_for(move.promoted())))
            return play(move);
    }
    if (auto reply = run_command(text)) return *reply;
    promotions_ = choices;
    return in_lines(
        "Type q for a queen, r for a rook, b for a bishop or n for a knight; nothing to take "
        "another move.");
}

std::string PlaySession::answer_draw(std::string_view text) {
    const bool yes =
        ascii::equal_ignoring_case(text, "yes") || ascii::equal_ignoring_case(text, "y");
    const bool no = ascii::equal_ignoring_case(text, "no") || ascii::equal_ignoring_case(text, "n");
    if (!yes && !no && !only_person()) return in_lines("Type yes or no.");
    draw_offer_.reset();
    if (!yes && !no) return answer(text);  // any move or command declines the searcher's offer
    if (no) return in_lines("Not a draw. The game goes on.");
    game_.agree_to_draw(now());
    return situation();
}

std::string PlaySession::play(Move move) {
    const Position before = game_.position();
    std::string text = announcement(before, move);
    game_.play(move, now());
    // A searcher answers at once; its text comes with the board.
    const bool searcher_is_next = !game_.is_over() && !seat(game_.turn()).is_person();
    return searcher_is_next ? text : text + "\n" + situation();
}

std::string PlaySession::let_searcher_move(const std::stop_token& stop) {
    const Color turn = game_.turn();
    const Position before = game_.position();
    Limits limits = game_.limits(now());
    if (!limits.hard_deadline && !limits.nodes && !limits.depth)
        limits.hard_deadline = now() + usual_thinking_time;
    Thinking thinking;
    const SearchResult result =
        seat(turn).searcher->search(Root(game_.game()), limits, stop, thinking);
    if (stop.stop_requested()) return {};
    std::string text;
    for (const std::string& notice : thinking.notices) text += in_lines(printable(notice, 400));
    if (only_person()) policy_.note(result.score, before, game_.game().plies());
    if (policy_.resigns()) {
        game_.resign(turn, now());
        return text + situation();
    }
    text += announcement(before, result.best);
    if (options_.show_thinking) text += describe(thinking, before, options_.width());
    game_.play(result.best, now());
    text += "\n" + situation();
    if (!game_.is_over() && policy_.wants_to_offer_draw()) {
        policy_.offered_draw();
        draw_offer_ = turn;
        text += in_lines(fmt::format("{} offers a draw.", seat(turn).name));
    }
    return text;
}

std::string PlaySession::announcement(const Position& before, Move move) const {
    const std::string& name = seat(before.side_to_move()).name;
    if (options_.plain) return in_lines(fmt::format("{}: {}.", name, spoken_move(before, move)));
    return fmt::format("{}: {}\n", name, to_san(before, move));
}

std::string PlaySession::picture() const {
    const Game& game = game_.game();
    std::string text = board_.draw(game);
    text += captured_text(captured_pieces(game), board_.bottom(), options_.style);
    if (game_.has_clocks())
        text += fmt::format("White {}  Black {}\n", clock_text(game_.left(Color::White, now())),
                            clock_text(game_.left(Color::Black, now())));
    return text + "\n";
}

std::string PlaySession::situation() const {
    std::string text = options_.plain ? std::string() : picture();
    if (game_.is_over()) return text + verdict();
    const Position& position = game_.position();
    return text + fmt::format("{} to move{}.\n", word_for(position.side_to_move()),
                              position.in_check() ? ": check" : "");
}

std::string PlaySession::verdict() const {
    const GameResult result = game_.result();
    std::string outcome = result == GameResult::Draw        ? "A draw"
                          : result == GameResult::WhiteWins ? "White wins"
                                                            : "Black wins";
    if (const auto person = only_person(); person && result != GameResult::Draw)
        outcome =
            (result == GameResult::WhiteWins) == (*person == Color::White) ? "You win" : "You lose";
    return in_lines(fmt::format("{}: {}. {}", outcome, game_.reason(), notation_of(result)));
}

std::string PlaySession::leave() {
    if (std::exchange(over_, true) || game_.is_over()) return {};
    const std::size_t moves = game_.game().plies();
    return in_lines(fmt::format("Left unfinished after {} half-move{}, {} to move.", moves,
                                moves == 1 ? "" : "s", word_for(game_.turn())));
}

std::span<const PlaySession::Command> PlaySession::commands() {
    static constexpr Command all[] = {
        {"help", "", "this list", &PlaySession::help},
        {"moves", "", "list the legal moves", &PlaySession::moves},
        {"undo", "", "take your last move back", &PlaySession::undo},
        {"clock", "", "time left", &PlaySession::clock},
        {"thinking", "", "show the engine's thinking", &PlaySession::thinking},
        {"draw", "", "offer a draw", &PlaySession::draw},
        {"resign", "", "give up the game", &PlaySession::resign},
        {"rematch", "", "again, colours changed", &PlaySession::rematch},
        {"load", "FILE", "go on with a game", &PlaySession::load},
        {"quit", "", "leave", &PlaySession::quit},
    };
    return all;
}

const PlaySession::Command* PlaySession::find_command(std::string_view word) {
    for (const Command& command : commands())
        if (ascii::equal_ignoring_case(command.name, word)) return &command;
    return nullptr;
}

std::string PlaySession::help(std::string_view) {
    std::string text = "Moves: e4, Nf3, O-O, e2e4, e7e8n\n";
    const auto list = [&text](const auto& all) {
        for (const auto& command : all)
            text += fmt::format("  {:11} {}\n", usage_of(command.name, command.arguments),
                                command.summary);
    };
    list(BoardCommands::all());
    list(commands());
    return text;
}

std::string PlaySession::moves(std::string_view) {
    return list_moves(game_.position(), options_.width());
}

std::string PlaySession::undo(std::string_view) {
    // Back to where a person was to move: both half-moves against a searcher, unless it has not
    // answered.
    const bool answered = only_person() && game_.turn() == *only_person();
    const std::size_t plies = answered ? 2 : 1;
    if (!game_.take_back(plies, now())) return "There is nothing to take back.\n";
    policy_.reset();
    counts_ = false;
    return "Taken back.\n\n" + situation();
}

std::string PlaySession::clock(std::string_view) {
    if (!game_.has_clocks()) return "There are no clocks in this game.\n";
    return in_lines(fmt::format("White has {}, Black {}.",
                                clock_text(game_.left(Color::White, now())),
                                clock_text(game_.left(Color::Black, now()))));
}

std::string PlaySession::thinking(std::string_view) {
    options_.show_thinking = !options_.show_thinking;
    return options_.show_thinking ? "Thinking is shown.\n" : "Thinking is hidden.\n";
}

std::string PlaySession::draw(std::string_view) {
    if (game_.is_over()) return game_is_over;
    if (!only_person()) {
        draw_offer_ = game_.turn();
        return {};
    }
    if (!policy_.accepts_draw(game_.position(), game_.game().plies()))
        return in_lines(fmt::format("{} declines.", seat(~*only_person()).name));
    game_.agree_to_draw(now());
    return situation();
}

std::optional<PlaySession::Rated> PlaySession::take_rated() {
    const auto person = only_person();
    constexpr std::size_t fewest_plies = 2;
    if (!person || !game_.is_over() || game_.game().plies() < fewest_plies) return std::nullopt;
    const Seat& opponent = seat(~*person);
    if (!std::exchange(counts_, false) || !opponent.elo) return std::nullopt;
    const GameResult won = *person == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
    const int points = game_.result() == GameResult::Draw ? 1 : game_.result() == won ? 2 : 0;
    return Rated{opponent.name, *opponent.elo, points};
}

std::string PlaySession::resign(std::string_view) {
    if (game_.is_over()) return game_is_over;
    game_.resign(only_person().value_or(game_.turn()), now());
    return situation();
}

std::string PlaySession::rematch(std::string_view) {
    const std::string kept = options_.keep();
    std::swap(seats_[Color::White], seats_[Color::Black]);
    board_.set_bottom(~board_.bottom());
    for (const Color color : both_colors)
        if (!seat(color).is_person()) seat(color).searcher->new_game();
    game_ = TimedGame(Game(game_.game().start()), options_.control, now());
    policy_.reset();
    counts_ = is_new(game_.game());
    return kept + begin();
}

std::string PlaySession::load(std::string_view rest) {
    if (rest.empty()) return in_lines("Say from where: load game.pgn.");
    auto saved = saved_game_of_file(std::string(rest));
    if (!saved) return in_lines(sentence_about(rest, printable(saved.error(), 200)));
    const std::string kept = options_.keep();
    game_ = TimedGame(std::move(saved->game), options_.control, now());
    policy_.reset();
    counts_ = is_new(game_.game());
    for (const Color color : both_colors)
        if (game_.has_clocks() && saved->left[color]) game_.set_clock(color, *saved->left[color]);
    return kept + situation();
}

std::string PlaySession::pgn_text() const { return to_saved_text(game_, seats_); }

std::string PlaySession::quit(std::string_view) { return leave(); }

std::vector<std::string> PlaySession::command_names() {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    for (const auto& command : BoardCommands::all()) names.emplace_back(command.name);
    return names;
}

std::vector<std::string> PlaySession::completions(std::string_view before_cursor) const {
    if (before_cursor.find(' ') != std::string_view::npos) return {};
    std::vector<std::string> words = command_names();
    if (!game_.is_over() && !before_cursor.empty()) {
        const MoveList list = legal_moves(game_.position());
        for (std::string& move : san_names(game_.position(), {list.begin(), list.end()}))
            words.push_back(std::move(move));
    }
    std::erase_if(words, [&](const std::string& word) { return !word.starts_with(before_cursor); });
    std::ranges::sort(words);
    return words;
}

}  // namespace rookery
