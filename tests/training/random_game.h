// Games of random moves and scores, as self-play would keep them.
#pragma once

#include "support/chess_helpers.h"
#include "training/game_codec.h"

namespace rookery::training {

inline SelfplayGame random_game(Random& random, std::size_t longest = 120) {
    SelfplayGame game;
    if (random.one_in(2)) game.start = test::random_position(random, 30);
    Position position = game.start;
    const auto plies = static_cast<std::size_t>(random.below(longest + 1));
    while (game.moves.size() < plies) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
        game.moves.push_back(
            {move, static_cast<std::int16_t>(static_cast<int>(random.below(64001)) - 32000)});
        position = position.after(move);
    }
    game.opening_plies = static_cast<std::size_t>(random.below(game.moves.size() + 1));
    for (std::size_t i = 0; i < game.opening_plies; ++i) game.moves[i].white_score = 0;
    game.result = static_cast<GameResult>(random.below(4));
    game.end = static_cast<GameEnd>(random.below(4));
    return game;
}

}  // namespace rookery::training
