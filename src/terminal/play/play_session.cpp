#include "terminal/play/play_session.h"

#include "notation/ascii.h"
#include "notation/names.h"
#include "notation/printable.h"
#include "notation/san.h"
#include "terminal/board_view.h"
#include "terminal/play/captured_men.h"
#include "terminal/play/clock_text.h"
#include "terminal/play/play_text.h"
#include "terminal/play/spoken.h"
#include "terminal/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {

PlaySession::PlaySession(PlayOptions options, ByColor<Seat> seats, std::unique_ptr<Searcher> adviser)
    : options_(std::move(options)), seats_(std::move(seats)), adviser_(std::move(adviser)),
      table_(options_.game, options_.control, options_.now()), bottom_(only_person().value_or(Color::White)) {
    if (options_.flipped) bottom_ = ~bottom_;
    for (const Color color : both_colors)
        if (table_.has_clocks() && options_.left[color]) table_.set_clock(color, *options_.left[color]);
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
        text = fmt::format("{} plays White, {} Black. Ctrl-C ends it.", seat(Color::White).name, seat(Color::Black).name);
    else
        text = "Two players at one board.";
    if (!is_watched()) text += " Type a move, such as e4, Nf3 or e2e4, or help.";
    return play_text(text) + "\n" + situation();
}

bool PlaySession::wants_line() const {
    if (over_) return false;
    if (table_.is_over()) return !is_watched();
    return seat(table_.turn()).is_person() || draw_offer_.has_value();
}

std::string PlaySession::prompt() const {
    if (table_.is_over()) return "rematch, undo, save, pgn or quit? ";
    if (!promotions_.empty()) return "Promote to q, r, b or n? ";
    if (draw_offer_) return fmt::format("{}: is it a draw? (yes or no) ", seat(~*draw_offer_).name);
    const std::string clock = table_.has_clocks() ? clock_text(table_.left(table_.turn(), now())) + " " : "";
    if (only_person()) return clock + "Your move: ";
    return clock + fmt::format("{}: ", seat(table_.turn()).name);
}

std::string PlaySession::answer(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    if (over_) return {};
    if (!table_.is_over()) {
        table_.look_at_clock(now());
        if (table_.is_over()) return situation();
    }
    if (!promotions_.empty()) return answer_promotion(text);
    if (draw_offer_) return answer_draw(text);
    if (text.empty()) return {};
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (const Command* command = find_command(text.substr(0, blank)))
        return (this->*(command->run))(ascii::trim(text.substr(blank)));
    if (table_.is_over()) return unknown(text);
    return answer_move(text);
}

std::string PlaySession::answer_move(std::string_view text) {
    const Position& position = table_.position();
    const auto move = parse_san(position, text);
    if (move) return play(*move);
    const SanError& error = move.error();
    switch (error.problem) {
        case SanProblem::PromotionMissing: promotions_ = error.choices; return {};
        case SanProblem::Ambiguous:
            return play_text(fmt::format("'{}' can be {}: say which.", printable(text, 20),
                                         fmt::join(san_names(position, error.choices), " or ")));
        case SanProblem::Illegal: return play_text(sentence(error.what));
        case SanProblem::Unreadable: break;
    }
    return unknown(text);
}

std::string PlaySession::unknown(std::string_view text) const {
    std::vector<std::string_view> names;
    for (const Command& command : commands()) names.push_back(command.name);
    const std::string shown = printable(text, 20);
    if (const std::string_view near = nearest(text, names); !near.empty())
        return play_text(fmt::format("I do not know '{}'. Did you mean '{}'?", shown, near));
    if (table_.is_over()) return play_text(fmt::format("The game is over, and I do not know '{}'.", shown));
    return play_text(fmt::format("'{}' is not a move. Type help for what I know.", shown));
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
    return play_text("Type q for a queen, r for a rook, b for a bishop or n for a knight; nothing to take "
                     "another move.");
}

std::string PlaySession::answer_draw(std::string_view text) {
    const bool yes = ascii::equal_ignoring_case(text, "yes") || ascii::equal_ignoring_case(text, "y");
    const bool no = ascii::equal_ignoring_case(text, "no") || ascii::equal_ignoring_case(text, "n");
    if (!yes && !no) return play_text("Type yes or no.");
    draw_offer_.reset();
    if (no) return play_text("Not a draw. The game goes on.");
    table_.agree_to_draw();
    return situation();
}

std::string PlaySession::play(Move move) {
    const Position before = table_.position();
    std::string text = announcement(before, move);
    hinted_.reset();
    table_.play(move, now());
    // A searcher answers at once; its text comes with the board.
    const bool goes_on = !table_.is_over() && !seat(table_.turn()).is_person();
    return goes_on ? text : text + "\n" + situation();
}

std::string PlaySession::let_searcher_move(const std::stop_token& stop) {
    const Color turn = table_.turn();
    const Position before = table_.position();
    Limits limits = table_.limits(now());
    if (!limits.hard_deadline && !limits.nodes && !limits.depth) limits.hard_deadline = now() + usual_thinking_time;
    Thinking thinking;
    const SearchResult result = seat(turn).searcher->search(Root(table_.game()), limits, stop, thinking);
    if (stop.stop_requested()) return {};
    last_score_ = result.score;
    std::string text;
    for (const std::string& notice : thinking.notices) text += play_text(printable(notice, 400));
    text += announcement(before, result.best);
    if (options_.show_thinking) text += describe(thinking, before, play_width);
    table_.play(result.best, now());
    return text + "\n" + situation();
}

std::string PlaySession::announcement(const Position& before, Move move) const {
    const std::string& name = seat(before.side_to_move()).name;
    if (options_.plain) return play_text(fmt::format("{}: {}.", name, spoken_move(before, move)));
    return fmt::format("{}: {}\n", name, to_san(before, move));
}

std::string PlaySession::picture() const {
    const Game& game = table_.game();
    const Move last = game.moves().empty() ? Move::none() : game.moves().back();
    std::string text = draw_board(table_.position(), {options_.style, bottom_, last, show_safety_});
    text += captured_text(captured_men(game), bottom_, options_.style);
    if (table_.has_clocks())
        text += fmt::format("White {}  Black {}\n", clock_text(table_.left(Color::White, now())),
                            clock_text(table_.left(Color::Black, now())));
    return text + "\n";
}

std::string PlaySession::situation() const {
    std::string text = options_.plain ? std::string() : picture();
    if (table_.is_over()) return text + verdict();
    const Position& position = table_.position();
    return text + fmt::format("{} to move{}.\n", word_for(position.side_to_move()), position.in_check() ? ": check" : "");
}

std::string PlaySession::verdict() const {
    const GameResult result = table_.result();
    std::string who = result == GameResult::Draw         ? "A draw"
                      : result == GameResult::WhiteWins ? "White wins"
                                                         : "Black wins";
    if (const auto person = only_person(); person && result != GameResult::Draw)
        who = (result == GameResult::WhiteWins) == (*person == Color::White) ? "You win" : "You lose";
    return play_text(fmt::format("{}: {}. {}", who, table_.reason(), notation_of(result)));
}

std::string PlaySession::leave() {
    if (std::exchange(over_, true) || table_.is_over()) return {};
    const std::size_t moves = table_.game().plies();
    return play_text(fmt::format("Left unfinished after {} half-move{}, {} to move.", moves, moves == 1 ? "" : "s",
                                 word_for(table_.turn())));
}

}  // namespace rookery
