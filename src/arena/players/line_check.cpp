#include "arena/players/line_check.h"

#include "arena/players/engine_link.h"
#include "chess/ending.h"
#include "chess/movegen.h"
#include "chess/repetition.h"
#include "notation/coordinate.h"
#include "notation/names.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery::arena {
namespace {

// How the referee would see it; an engine's line may not go on there.
Ending ending_at(const Position& position, const std::vector<Key>& keys) {
    if (!has_legal_move(position))
        return position.in_check() ? Ending::Checkmate : Ending::Stalemate;
    if (is_dead(position)) return Ending::DeadPosition;
    if (earlier_occurrences(keys, position.halfmove_clock()) >= 2)
        return Ending::ThreefoldRepetition;
    if (position.halfmove_clock() >= 100) return Ending::FiftyMoves;
    return Ending::None;
}

}  // namespace

ReadMove read_engine_move(const Position& position, std::string_view word) {
    if (word.size() != 4 && word.size() != 5) return {};
    const Square from = parse_square(word.substr(0, 2));
    const Square to = parse_square(word.substr(2, 2));
    if (from == Square::None || to == Square::None) return {};
    PieceType promotion = PieceType::None;
    if (word.size() == 5) {
        promotion = type_from_letter(ascii::to_upper(word[4]));
        if (!can_promote_to(promotion)) return {};
    }
    return {true, find_move(position, from, to, promotion)};
}

std::string why_illegal(const Position& position, std::string_view word) {
    const auto parsed = parse_coordinate(position, word);
    return parsed ? std::string() : parsed.error().what;
}

CheckedLine check_line(const Game& game, std::string_view moves) {
    CheckedLine checked;
    Position position = game.position();
    std::vector<Key> keys = game.reversible_keys();
    for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
        const std::size_t number = checked.moves.size() + 1;
        if (number > 1) {
            if (const Ending ending = ending_at(position, keys); ending != Ending::None) {
                checked.complaint =
                    fmt::format("its line goes on with {} although the game ends before: {}",
                                printable(word, 20), describe(ending));
                return checked;
            }
        }
        const ReadMove read = read_engine_move(position, word);
        if (!read.move) {
            checked.complaint =
                fmt::format("move {} of its line, {}, is {}", number, printable(word, 20),
                            read.readable ? "illegal: " + why_illegal(position, word)
                                          : std::string("unreadable"));
            return checked;
        }
        checked.moves.push_back(read.move);
        position.make(read.move);
        keys.push_back(position.key());
    }
    return checked;
}

}  // namespace rookery::arena
