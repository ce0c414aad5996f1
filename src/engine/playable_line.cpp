#include "engine/playable_line.h"

#include "chess/ending.h"
#include "chess/repetition.h"

namespace rookery {

std::vector<Move> playable_part(const Root& root, const std::vector<Move>& line) {
    std::vector<Move> played;
    played.reserve(line.size());
    Position position = root.position;
    std::vector<Key> keys = root.keys;
    for (const Move move : line) {
        if (!position.is_legal(move)) break;
        played.push_back(move);
        position = position.after(move);
        keys.push_back(position.key());
        // Where mate or stalemate has ended it, no move is legal.
        if (position.halfmove_clock() >= 100 || is_dead(position) ||
            earlier_occurrences(keys, position.halfmove_clock()) >= 2)
            break;
    }
    return played;
}

}  // namespace rookery
