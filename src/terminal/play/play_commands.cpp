// What can be said in a game beside moves.
#include "terminal/play/play_session.h"

#include "base/file_text.h"
#include "chess/movegen.h"
#include "notation/ascii.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/printable.h"
#include "notation/san.h"
#include "terminal/play/clock_text.h"
#include "terminal/play/play_text.h"
#include "terminal/play/saved_game.h"
#include "terminal/play/spoken.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

std::string arguments_and_name(std::string_view name, std::string_view arguments) {
    return arguments.empty() ? std::string(name) : fmt::format("{} {}", name, arguments);
}

PieceType type_named(std::string_view text) {
    for (const PieceType type : all_piece_types) {
        const std::string_view word = word_for(type);
        const char letter = letter_of(type);
        if (ascii::equal_ignoring_case(text, word) || ascii::equal_ignoring_case(text, std::string(word) + "s") ||
            ascii::equal_ignoring_case(text, {&letter, 1}))
            return type;
    }
    return PieceType::None;
}

}  // namespace

std::span<const PlaySession::Command> PlaySession::commands() {
    static constexpr Command all[] = {
        {"help", "", "this list", &PlaySession::help},
        {"board", "", "show the board", &PlaySession::board},
        {"flip", "", "turn the board round", &PlaySession::flip},
        {"moves", "", "list the legal moves", &PlaySession::moves},
        {"undo", "", "take your last move back", &PlaySession::undo},
        {"hint", "", "which man, then which move", &PlaySession::hint},
        {"safety", "", "mark attacked men, on or off", &PlaySession::safety},
        {"where", "MAN", "where such men stand", &PlaySession::where},
        {"rank", "1-8", "what stands on a rank", &PlaySession::rank},
        {"file", "a-h", "what stands on a file", &PlaySession::file},
        {"clock", "", "time left", &PlaySession::clock},
        {"thinking", "", "show what the engine thinks", &PlaySession::thinking},
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
        text += fmt::format("  {:9} {}\n", arguments_and_name(command.name, command.arguments), command.summary);
    return text;
}

std::string PlaySession::board(std::string_view) {
    return options_.plain ? spoken_position(table_.position()) + "\n" : situation();
}

std::string PlaySession::flip(std::string_view) {
    bottom_ = ~bottom_;
    return situation();
}

std::string PlaySession::moves(std::string_view) {
    const MoveList list = legal_moves(table_.position());
    if (list.empty()) return "There are none.\n";
    return play_text(fmt::format("{}", fmt::join(san_names(table_.position(), {list.begin(), list.end()}), " ")));
}

std::string PlaySession::undo(std::string_view) {
    // Back to where a person was to move: both half-moves against a searcher, unless it has not answered.
    const bool answered = only_person() && table_.turn() == *only_person();
    const std::size_t plies = answered ? 2 : 1;
    if (!table_.take_back(plies, now())) return "There is nothing to take back.\n";
    hinted_.reset();
    return "Taken back.\n\n" + situation();
}

std::string PlaySession::hint(std::string_view) {
    if (table_.is_over()) return "The game is over.\n";
    const Position& position = table_.position();
    if (!hinted_) {
        Limits limits;
        constexpr std::uint64_t enough_nodes = 200'000;
        limits.nodes = enough_nodes;
        SearchListener nobody;
        hinted_ = adviser_->search(Root(table_.game()), limits, {}, nobody).best;
        const Square from = hinted_->from();
        return play_text(fmt::format("Look at your {} on {}. (hint again for the move)",
                                     word_for(type_of(position.piece_on(from))), square_name(from)));
    }
    const std::string move = options_.plain ? spoken_move(position, *hinted_) : to_san(position, *hinted_);
    return play_text(fmt::format("I would play {}.", move));
}

std::string PlaySession::safety(std::string_view) {
    show_safety_ = !show_safety_;
    if (!show_safety_) return situation();
    return situation() + "! attacked and not defended\n* attacked and defended\n- neither\n";
}

std::string PlaySession::where(std::string_view rest) {
    if (const Square square = parse_square(rest); square != Square::None)
        return play_text(spoken_square(table_.position(), square));
    const PieceType type = type_named(rest);
    if (type == PieceType::None) return play_text("Say which: where knight, or where e4.");
    return play_text(spoken_men(table_.position(), type));
}

std::string PlaySession::rank(std::string_view rest) {
    if (rest.size() != 1 || !ascii::is_rank(rest[0])) return play_text("Say which, from 1 to 8: rank 4.");
    return play_text(spoken_rank(table_.position(), rank_from(rest[0])));
}

std::string PlaySession::file(std::string_view rest) {
    if (rest.size() != 1 || !ascii::is_file(rest[0])) return play_text("Say which, from a to h: file e.");
    return play_text(spoken_file(table_.position(), file_from(rest[0])));
}

std::string PlaySession::clock(std::string_view) {
    if (!table_.has_clocks()) return "There are no clocks in this game.\n";
    return play_text(fmt::format("White has {}, Black {}.", clock_text(table_.left(Color::White, now())),
                                 clock_text(table_.left(Color::Black, now()))));
}

std::string PlaySession::thinking(std::string_view) {
    options_.show_thinking = !options_.show_thinking;
    return options_.show_thinking ? "I shall say what I think.\n" : "I shall keep it to myself.\n";
}

std::string PlaySession::draw(std::string_view) {
    if (table_.is_over()) return "The game is over.\n";
    if (!only_person()) {
        draw_offer_ = table_.turn();
        return {};
    }
    // It wants to win what it thinks it can win, and knows who asks in the opening only wants peace.
    constexpr std::size_t not_before = 20;
    constexpr int content = 15;
    if (table_.game().plies() < not_before || last_score_.value() > content)
        return play_text(fmt::format("{} declines.", seat(~*only_person()).name));
    table_.agree_to_draw();
    return situation();
}

std::string PlaySession::resign(std::string_view) {
    if (table_.is_over()) return "The game is over.\n";
    table_.resign(only_person().value_or(table_.turn()));
    return situation();
}

std::string PlaySession::rematch(std::string_view) {
    std::swap(seats_[Color::White], seats_[Color::Black]);
    bottom_ = ~bottom_;
    for (const Color color : both_colors)
        if (!seat(color).is_person()) seat(color).searcher->new_game();
    table_ = PlayTable(Game(table_.game().start()), options_.control, now());
    hinted_.reset();
    last_score_ = Score();
    return begin();
}

std::string PlaySession::save(std::string_view rest) {
    if (rest.empty()) return play_text("Say where: save game.pgn.");
    if (const auto problem = replace_file(std::string(rest), pgn_text())) return play_text(sentence(printable(*problem, 200)));
    return play_text(fmt::format("Saved as {}.", printable(rest, 200)));
}

std::string PlaySession::load(std::string_view rest) {
    if (rest.empty()) return play_text("Say from where: load game.pgn.");
    const auto text = text_of_file(std::string(rest));
    if (!text) return play_text(sentence(printable(text.error(), 200)));
    auto saved = saved_game_from(*text);
    if (!saved) return play_text(fmt::format("{}: {}.", printable(rest, 200), printable(saved.error(), 200)));
    table_ = PlayTable(std::move(saved->game), options_.control, now());
    for (const Color color : both_colors)
        if (table_.has_clocks() && saved->left[color]) table_.set_clock(color, *saved->left[color]);
    hinted_.reset();
    return situation();
}

std::string PlaySession::fen(std::string_view) { return to_fen(table_.position()) + "\n"; }

std::string PlaySession::pgn(std::string_view) { return pgn_text(); }

std::string PlaySession::pgn_text() const {
    return to_saved_text(table_, seats_);
}

std::string PlaySession::quit(std::string_view) { return leave(); }

}  // namespace rookery
