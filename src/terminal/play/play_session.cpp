#include "terminal/play/play_session.h"

#include "base/files.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/san.h"
#include "terminal/board_view.h"
#include "terminal/play/saved_game.h"
#include "terminal/play/spoken.h"
#include "terminal/play/timed_game.h"
#include "terminal/search_text.h"

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

PieceType type_named(std::string_view text) {
    for (const PieceType type : all_piece_types) {
        const std::string_view word = word_for(type);
        const char letter = letter_of(type);
        if (ascii::equal_ignoring_case(text, word) ||
            ascii::equal_ignoring_case(text, std::string(word) + "s") ||
            ascii::equal_ignoring_case(text, {&letter, 1}))
            return type;
    }
    return PieceType::None;
}

}  // namespace

PlaySession::PlaySession(PlayOptions options, ByColor<Seat> seats,
                         std::unique_ptr<Searcher> adviser)
    : options_(std::move(options)), seats_(std::move(seats)), adviser_(std::move(adviser)),
      game_(options_.game, options_.control, options_.now()),
      bottom_(only_person().value_or(Color::White)) {
    if (options_.flipped) bottom_ = ~bottom_;
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
    return narrow(text) + "\n" + situation();
}

bool PlaySession::wants_line() const {
    if (over_) return false;
    if (game_.is_over()) return !is_watched();
    return seat(game_.turn()).is_person() || draw_offer_.has_value();
}

std::string PlaySession::prompt() const {
    if (game_.is_over()) return "rematch, undo, save, pgn or quit? ";
    if (!promotions_.empty()) return "Promote to q, r, b or n? ";
    if (draw_offer_) return fmt::format("{}: is it a draw? (yes or no) ", seat(~*draw_offer_).name);
    const std::string clock =
        game_.has_clocks() ? clock_text(game_.left(game_.turn(), now())) + " " : "";
    if (only_person()) return clock + "Your move: ";
    return clock + fmt::format("{}: ", seat(game_.turn()).name);
}

std::string PlaySession::answer(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    if (over_) return {};
    if (!game_.is_over()) {
        game_.check_clock(now());
        if (game_.is_over()) return situation();
    }
    if (!promotions_.empty()) return answer_promotion(text);
    if (draw_offer_) return answer_draw(text);
    if (text.empty()) return {};
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (const Command* command = find_command(text.substr(0, blank)))
        return (this->*(command->run))(ascii::trim(text.substr(blank)));
    if (game_.is_over()) return unknown(text);
    return answer_move(text);
}

std::string PlaySession::answer_move(std::string_view text) {
    const Position& position = game_.position();
    const auto move = parse_san(position, text);
    if (move) return play(*move);
    const SanError& error = move.error();
    if (error.problem == SanProblem::Unreadable) return unknown(text);
    if (error.problem != SanProblem::PromotionMissing)
        return narrow(describe(error, position, text));
    promotions_ = error.choices;
    return {};
}

std::string PlaySession::unknown(std::string_view text) const {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    const std::string shown = printable(text, 20);
    if (const std::string near = nearest_name(text, names); !near.empty())
        return narrow(fmt::format("'{}' is not a move. Did you mean '{}'?", shown, near));
    if (game_.is_over())
        return narrow(fmt::format("The game is over; '{}' is not a command.", shown));
    return narrow(fmt::format("'{}' is not a move. Type help for the commands.", shown));
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
    if (const Command* command = find_command(text)) return (this->*(command->run))({});
    promotions_ = choices;
    return narrow(
        "Type q for a queen, r for a rook, b for a bishop or n for a knight; nothing to take "
        "another move.");
}

std::string PlaySession::answer_draw(std::string_view text) {
    const bool yes =
        ascii::equal_ignoring_case(text, "yes") || ascii::equal_ignoring_case(text, "y");
    const bool no = ascii::equal_ignoring_case(text, "no") || ascii::equal_ignoring_case(text, "n");
    if (!yes && !no) return narrow("Type yes or no.");
    draw_offer_.reset();
    if (no) return narrow("Not a draw. The game goes on.");
    game_.agree_to_draw();
    return situation();
}

std::string PlaySession::play(Move move) {
    const Position before = game_.position();
    std::string text = announcement(before, move);
    hinted_.reset();
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
    last_score_ = result.score;
    std::string text;
    for (const std::string& notice : thinking.notices) text += narrow(printable(notice, 400));
    text += announcement(before, result.best);
    if (options_.show_thinking) text += describe(thinking, before, play_width);
    game_.play(result.best, now());
    return text + "\n" + situation();
}

std::string PlaySession::announcement(const Position& before, Move move) const {
    const std::string& name = seat(before.side_to_move()).name;
    if (options_.plain) return narrow(fmt::format("{}: {}.", name, spoken_move(before, move)));
    return fmt::format("{}: {}\n", name, to_san(before, move));
}

std::string PlaySession::picture() const {
    const Game& game = game_.game();
    const Move last = game.moves().empty() ? Move::none() : game.moves().back();
    std::string text = draw_board(game_.position(), {options_.style, bottom_, last, show_safety_});
    text += captured_text(captured_pieces(game), bottom_, options_.style);
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
    return narrow(fmt::format("{}: {}. {}", outcome, game_.reason(), notation_of(result)));
}

std::string PlaySession::leave() {
    if (std::exchange(over_, true) || game_.is_over()) return {};
    const std::size_t moves = game_.game().plies();
    return narrow(fmt::format("Left unfinished after {} half-move{}, {} to move.", moves,
                              moves == 1 ? "" : "s", word_for(game_.turn())));
}

std::span<const PlaySession::Command> PlaySession::commands() {
    static constexpr Command all[] = {
        {"help", "", "this list", &PlaySession::help},
        {"board", "", "show the board", &PlaySession::board},
        {"flip", "", "turn the board round", &PlaySession::flip},
        {"moves", "", "list the legal moves", &PlaySession::moves},
        {"undo", "", "take your last move back", &PlaySession::undo},
        {"hint", "", "a piece, then its move", &PlaySession::hint},
        {"safety", "", "mark attacked pieces", &PlaySession::safety},
        {"where", "PIECE", "where these pieces stand", &PlaySession::where},
        {"rank", "1-8", "what stands on a rank", &PlaySession::rank},
        {"file", "a-h", "what stands on a file", &PlaySession::file},
        {"clock", "", "time left", &PlaySession::clock},
        {"thinking", "", "show the engine's thinking", &PlaySession::thinking},
        {"draw", "", "offer a draw", &PlaySession::draw},
        {"resign", "", "give up the game", &PlaySession::resign},
        {"rematch", "", "again, colours changed", &PlaySession::rematch},
        {"save", "FILE", "keep the game as PGN", &PlaySession::save},
        {"load", "FILE", "go on with a game", &PlaySession::load},
        {"fen", "", "the position as FEN", &PlaySession::fen},
        {"pgn", "", "the game as PGN", &PlaySession::pgn},
        {"quit", "", "leave", &PlaySession::quit},
    };
    return all;
}

const PlaySession::Command* PlaySession::find_command(std::string_view word) {
    if (word == "?") word = "help";
    if (word == "exit" || word == "q") word = "quit";
    for (const Command& command : commands())
        if (ascii::equal_ignoring_case(command.name, word)) return &command;
    return nullptr;
}

std::string PlaySession::help(std::string_view) {
    std::string text = "Moves: e4, Nf3, O-O, e2e4, e7e8n\n";
    for (const Command& command : commands())
        text +=
            fmt::format("  {:11} {}\n", usage_of(command.name, command.arguments), command.summary);
    return text;
}

std::string PlaySession::board(std::string_view) {
    return options_.plain ? spoken_position(game_.position()) + "\n" : situation();
}

std::string PlaySession::flip(std::string_view) {
    bottom_ = ~bottom_;
    return situation();
}

std::string PlaySession::moves(std::string_view) {
    const MoveList list = legal_moves(game_.position());
    if (list.empty()) return "There are none.\n";
    return narrow(
        fmt::format("{}", fmt::join(san_names(game_.position(), {list.begin(), list.end()}), " ")));
}

std::string PlaySession::undo(std::string_view) {
    // Back to where a person was to move: both half-moves against a searcher, unless it has not
    // answered.
    const bool answered = only_person() && game_.turn() == *only_person();
    const std::size_t plies = answered ? 2 : 1;
    if (!game_.take_back(plies, now())) return "There is nothing to take back.\n";
    hinted_.reset();
    return "Taken back.\n\n" + situation();
}

std::string PlaySession::hint(std::string_view) {
    if (game_.is_over()) return game_is_over;
    const Position& position = game_.position();
    if (!hinted_) {
        Limits limits;
        constexpr std::uint64_t enough_nodes = 200'000;
        limits.nodes = enough_nodes;
        NoListener no_listener;
        hinted_ = adviser_->search(Root(game_.game()), limits, {}, no_listener).best;
        const Square from = hinted_->from();
        return narrow(fmt::format("Look at your {} on {}. (hint again for the move)",
                                  word_for(type_of(position.piece_on(from))), square_name(from)));
    }
    const std::string move =
        options_.plain ? spoken_move(position, *hinted_) : to_san(position, *hinted_);
    return narrow(fmt::format("I would play {}.", move));
}

std::string PlaySession::safety(std::string_view) {
    show_safety_ = !show_safety_;
    if (!show_safety_) return situation();
    return situation() + "! attacked and not defended\n* attacked and defended\n- neither\n";
}

std::string PlaySession::where(std::string_view rest) {
    if (const Square square = parse_square(rest); square != Square::None)
        return narrow(spoken_square(game_.position(), square));
    const PieceType type = type_named(rest);
    if (type == PieceType::None) return narrow("Say which: where knight, or where e4.");
    return narrow(spoken_pieces(game_.position(), type));
}

std::string PlaySession::rank(std::string_view rest) {
    if (rest.size() != 1 || !is_rank_digit(rest[0]))
        return narrow("Say which, from 1 to 8: rank 4.");
    return narrow(spoken_rank(game_.position(), rank_from(rest[0])));
}

std::string PlaySession::file(std::string_view rest) {
    if (rest.size() != 1 || !is_file_letter(rest[0]))
        return narrow("Say which, from a to h: file e.");
    return narrow(spoken_file(game_.position(), file_from(rest[0])));
}

std::string PlaySession::clock(std::string_view) {
    if (!game_.has_clocks()) return "There are no clocks in this game.\n";
    return narrow(fmt::format("White has {}, Black {}.",
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
    // The searcher declines in the opening, and later while it thinks that it is better.
    constexpr std::size_t not_before = 20;
    constexpr int equal_score = 15;
    if (game_.game().plies() < not_before || last_score_.value() > equal_score)
        return narrow(fmt::format("{} declines.", seat(~*only_person()).name));
    game_.agree_to_draw();
    return situation();
}

std::string PlaySession::resign(std::string_view) {
    if (game_.is_over()) return game_is_over;
    game_.resign(only_person().value_or(game_.turn()));
    return situation();
}

std::string PlaySession::rematch(std::string_view) {
    std::swap(seats_[Color::White], seats_[Color::Black]);
    bottom_ = ~bottom_;
    for (const Color color : both_colors)
        if (!seat(color).is_person()) seat(color).searcher->new_game();
    game_ = TimedGame(Game(game_.game().start()), options_.control, now());
    hinted_.reset();
    last_score_ = Score();
    return begin();
}

std::string PlaySession::save(std::string_view rest) {
    if (rest.empty()) return narrow("Say where: save game.pgn.");
    if (const auto problem = replace_file(std::string(rest), pgn_text()))
        return narrow(sentence(printable(*problem, 200)));
    return narrow(fmt::format("Saved as {}.", printable(rest, 200)));
}

std::string PlaySession::load(std::string_view rest) {
    if (rest.empty()) return narrow("Say from where: load game.pgn.");
    const auto text = text_of_file(std::string(rest));
    if (!text) return narrow(sentence(printable(text.error(), 200)));
    auto saved = saved_game_from(*text);
    if (!saved)
        return narrow(fmt::format("{}: {}.", printable(rest, 200), printable(saved.error(), 200)));
    game_ = TimedGame(std::move(saved->game), options_.control, now());
    for (const Color color : both_colors)
        if (game_.has_clocks() && saved->left[color]) game_.set_clock(color, *saved->left[color]);
    hinted_.reset();
    return situation();
}

std::string PlaySession::fen(std::string_view) { return to_fen(game_.position()) + "\n"; }

std::string PlaySession::pgn(std::string_view) { return pgn_text(); }

std::string PlaySession::pgn_text() const { return to_saved_text(game_, seats_); }

std::string PlaySession::quit(std::string_view) { return leave(); }

}  // namespace rookery
