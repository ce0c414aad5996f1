#include "terminal/board_commands.h"

#include "base/files.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "notation/san.h"
#include "terminal/board_view.h"
#include "terminal/play/spoken.h"
#include "terminal/search_text.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rookery {
namespace {

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

std::span<const BoardCommands::Command> BoardCommands::all() {
    using Self = BoardCommands;
    static constexpr Command commands[] = {
        {"board", "", "show the board",
         "Shows the board and the side to move; for a screen reader it describes the position.\n"
         "Example: board",
         &Self::board},
        {"flip", "", "turn the board round",
         "Shows the board from the other side, from now on.\n"
         "Example: flip",
         &Self::flip},
        {"hint", "", "a piece, then its move",
         "Names a piece that has a good move. The second hint names the move.\n"
         "Example: hint",
         &Self::hint},
        {"safety", "", "mark attacked pieces",
         "Switches marks beside pieces on and off: ! attacked and not defended, * attacked and "
         "defended, - neither.\n"
         "Example: safety",
         &Self::safety},
        {"where", "PIECE", "where these pieces stand",
         "Says where the pieces of a kind stand, or what stands on a square.\n"
         "Example: where knight\n"
         "Example: where e4",
         &Self::where},
        {"rank", "1-8", "what stands on a rank",
         "Says what stands on a rank, from the a-file on.\n"
         "Example: rank 4",
         &Self::rank},
        {"file", "a-h", "what stands on a file",
         "Says what stands on a file, from the first rank on.\n"
         "Example: file e",
         &Self::file},
        {"opening", "[FILE]", "the name of the opening",
         "Names the opening of the game. A file adds names, or replaces some: lines with a code, a "
         "name and moves, and a tabulator between them.\n"
         "Example: opening\n"
         "Example: opening eco.tsv",
         &Self::opening},
        {"fen", "", "the position as FEN",
         "Prints the position as FEN. 'position FEN' of the console sets one.\n"
         "Example: fen",
         &Self::fen},
        {"pgn", "", "the game as PGN",
         "Prints the game as PGN.\n"
         "Example: pgn",
         &Self::pgn},
        {"save", "FILE", "keep the game as PGN",
         "Writes the game to a file as PGN. A file that is there already stays, unless --force "
         "follows its name.\n"
         "Example: save game.pgn\n"
         "Example: save game.pgn --force",
         &Self::save},
    };
    return commands;
}

const BoardCommands::Command* BoardCommands::find(std::string_view name) {
    for (const Command& command : all())
        if (ascii::equal_ignoring_case(command.name, name)) return &command;
    return nullptr;
}

std::string BoardCommands::draw(const Game& game) const {
    const Move last = game.moves().empty() ? Move::none() : game.moves().back();
    return draw_board(game.position(), {style_, bottom_, last, show_safety_});
}

std::string BoardCommands::lines(std::string_view text) const { return wrapped(text, width_()); }

BoardCommands::Reply BoardCommands::board(const Subject& subject, std::string_view) {
    if (plain_) return {spoken_position(subject.game.position()) + "\n"};
    return {.with_board = true};
}

BoardCommands::Reply BoardCommands::flip(const Subject&, std::string_view) {
    bottom_ = ~bottom_;
    return {.with_board = true};
}

BoardCommands::Reply BoardCommands::hint(const Subject& subject, std::string_view) {
    if (subject.is_over) return {"The game is over.\n"};
    const Position& position = subject.game.position();
    if (!hint_ || hint_->position != position.key()) {
        Limits limits;
        constexpr std::uint64_t enough_nodes = 200'000;
        limits.nodes = enough_nodes;
        NoListener no_listener;
        if (!adviser_) adviser_ = make_adviser_();
        const Move move = adviser_->search(Root(subject.game), limits, {}, no_listener).best;
        hint_ = Hint{position.key(), move};
        return {lines(fmt::format("Look at your {} on {}. (hint again for the move)",
                                  word_for(type_of(position.piece_on(move.from()))),
                                  square_name(move.from())))};
    }
    const Move move = hint_->move;
    return {lines(fmt::format("I would play {}.",
                              plain_ ? spoken_move(position, move) : to_san(position, move)))};
}

BoardCommands::Reply BoardCommands::safety(const Subject&, std::string_view) {
    show_safety_ = !show_safety_;
    if (!show_safety_) return {.with_board = true};
    return {"! attacked and not defended\n* attacked and defended\n- neither\n", true};
}

BoardCommands::Reply BoardCommands::where(const Subject& subject, std::string_view arguments) {
    const Position& position = subject.game.position();
    if (const Square square = parse_square(arguments); square != Square::None)
        return {lines(spoken_square(position, square))};
    const PieceType type = type_named(arguments);
    if (type == PieceType::None) return {lines("Say which: where knight, or where e4.")};
    return {lines(spoken_pieces(position, type))};
}

BoardCommands::Reply BoardCommands::rank(const Subject& subject, std::string_view arguments) {
    if (arguments.size() != 1 || !is_rank_digit(arguments[0]))
        return {lines("Say which, from 1 to 8: rank 4.")};
    return {lines(spoken_rank(subject.game.position(), rank_from(arguments[0])))};
}

BoardCommands::Reply BoardCommands::file(const Subject& subject, std::string_view arguments) {
    if (arguments.size() != 1 || !is_file_letter(arguments[0]))
        return {lines("Say which, from a to h: file e.")};
    return {lines(spoken_file(subject.game.position(), file_from(arguments[0])))};
}

BoardCommands::Reply BoardCommands::opening(const Subject& subject, std::string_view arguments) {
    if (!arguments.empty()) {
        const auto table = text_of_file(std::string(arguments));
        auto problem = table ? openings_.add(*table) : table.error();
        if (problem)
            return {lines(sentence(printable(arguments, 100) + ": " + printable(*problem, 200)))};
    }
    const std::string name = opening_name(subject.game);
    return {lines(name.empty() ? "This opening has no name yet." : name)};
}

std::string BoardCommands::opening_name(const Game& game) const {
    const auto found = openings_.find(game);
    return found ? found->name.eco + " " + found->name.name : "";
}

BoardCommands::Reply BoardCommands::fen(const Subject& subject, std::string_view) {
    return {to_fen(subject.game.position()) + "\n"};
}

BoardCommands::Reply BoardCommands::pgn(const Subject& subject, std::string_view) {
    return {subject.pgn};
}

BoardCommands::Reply BoardCommands::save(const Subject& subject, std::string_view arguments) {
    constexpr std::string_view force = "--force";
    const bool replace = arguments.ends_with(force);
    if (replace) arguments.remove_suffix(force.size());
    const std::string path(ascii::trim(arguments));
    if (path.empty()) return {lines("Say where: save game.pgn.")};
    auto problem = validate_output(path, replace);
    if (!problem) problem = replace_file(path, subject.pgn);
    if (problem) return {lines(sentence_about(path, printable(*problem, 200)))};
    return {lines(fmt::format("Saved as {}.", printable(path, 200)))};
}

std::string list_moves(const Position& position, std::size_t width) {
    constexpr std::size_t indent = 9;
    const MoveList list = legal_moves(position);
    std::string text;
    for (const PieceType type : all_piece_types) {
        std::vector<Move> moves;
        for (const Move move : list)
            if (type_of(position.piece_on(move.from())) == type) moves.push_back(move);
        if (moves.empty()) continue;
        text +=
            beside(fmt::format("{}{}", word_for(type), type == PieceType::King ? "" : "s"), indent,
                   fmt::format("{}", fmt::join(san_names(position, moves), " ")), width);
    }
    return text + fmt::format("{} legal move{}\n", list.size(), list.size() == 1 ? "" : "s");
}

std::string beside(std::string_view label, std::size_t indent, std::string_view text,
                   std::size_t width) {
    constexpr std::size_t narrowest = 16;
    const std::string body = wrapped(text, std::max(narrowest, width - std::min(width, indent)));
    std::string lines = fmt::format("{:<{}}", label, indent);
    for (std::size_t i = 0; i < body.size(); ++i) {
        lines += body[i];
        if (body[i] == '\n' && i + 1 < body.size()) lines.append(indent, ' ');
    }
    return lines;
}

}  // namespace rookery
