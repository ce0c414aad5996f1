#include "terminal/console/board_moves.h"

#include "notation/coordinate.h"
#include "notation/printable.h"
#include "notation/san.h"
#include "terminal/play/play_text.h"

#include <fmt/format.h>

namespace rookery::console {

Result<Move, std::string> move_named(const Position& position, std::string_view name) {
    // First as programs write it, which is never ambiguous.
    if (const auto move = parse_coordinate(position, name)) return *move;
    const auto move = parse_san(position, name);
    if (move) return *move;
    const SanError& error = move.error();
    switch (error.problem) {
        case SanProblem::Ambiguous:
        case SanProblem::PromotionMissing:
            return failure(fmt::format("'{}' can be {}: say which.", printable(name, 20),
                                       fmt::join(san_names(position, error.choices), " or ")));
        case SanProblem::Illegal: return failure(sentence(error.what));
        case SanProblem::Unreadable: break;
    }
    return failure(fmt::format("'{}' is not a move.", printable(name, 20)));
}

bool looks_like_move(const Position& position, std::string_view text) {
    const auto move = parse_san(position, text);
    return move.ok() || move.error().problem != SanProblem::Unreadable;
}

Result<Game, std::string> with_moves(Game game, std::span<const std::string_view> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (game.ending(Claims::OnRequest) != Ending::None)
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
