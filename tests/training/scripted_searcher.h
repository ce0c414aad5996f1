// A searcher that finds the scores it was given, remembers what it was asked for, and plays on for
// as long as anybody wants.
#pragma once

#include "chess/movegen.h"
#include "search/searcher.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace rookery::training {

// The requests it received; outlives the searcher.
struct AskedFor {
    int games = 0;
    Resources resources;
    std::vector<Limits> limits;
};

class ScriptedSearcher final : public Searcher {
  public:
    // What White thinks of the move that makes it so many plies. Of games from the starting
    // position alone.
    using Script = std::function<int(int plies)>;

    ScriptedSearcher(Script script, AskedFor& asked) : script_(std::move(script)), asked_(asked) {}

    void new_game() override { ++asked_.games; }
    void resize(const Resources& resources) override { asked_.resources = resources; }
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token,
                                      SearchListener&) override {
        asked_.limits.push_back(limits);
        const bool is_white = root.position.side_to_move() == Color::White;
        const int plies = 2 * root.position.fullmove_number() - (is_white ? 1 : 0);
        SearchResult result;
        result.best = endless_move(root);
        result.score = Score(is_white ? script_(plies) : -script_(plies));
        return result;
    }

  private:
    // One after which the rules do not end the game: pawns wait until the fifty moves are nearly
    // over.
    [[nodiscard]] static Move endless_move(const Root& root) {
        const Position& position = root.position;
        const bool wants_pawn = position.halfmove_clock() > 60;
        Move best;
        int best_rank = -1;
        for (const Move move : legal_moves(position)) {
            const Root next = root.after(move);
            if (next.position.halfmove_clock() > 98 || legal_moves(next.position).empty()) continue;
            const bool is_new =
                std::ranges::find(root.keys, next.position.key()) == root.keys.end();
            const bool is_pawn = next.position.halfmove_clock() == 0 && !position.is_capture(move);
            const bool is_calm = !position.is_capture(move) && !move.is_promotion();
            const int rank = 4 * is_new + 2 * is_calm + (is_pawn == wants_pawn);
            if (rank > best_rank) {
                best = move;
                best_rank = rank;
            }
        }
        return best;
    }

    const Script script_;
    AskedFor& asked_;
};

}  // namespace rookery::training
