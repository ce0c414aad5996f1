// The contract of everything that chooses a move.
//
// A searcher lives as long as its player: it keeps its table, tree and threads from move to move.
// It knows no protocol, prints nothing and never sees a game clock, only the deadlines it is given.
//
// One thread calls all methods, one at a time; only the stop token may be triggered from elsewhere,
// and search() then returns soon with the best move found so far.
#pragma once

#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/limits.h"
#include "search/transposition_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace rookery {

// Where a search starts: the position, and the keys since the last irreversible move (its own last)
// so that repetitions of the game before it are seen.
struct Root {
    Position position;
    std::vector<Key> keys;

    explicit Root(const Game& game) : position(game.position()), keys(game.reversible_keys()) {}
    explicit Root(const Position& alone) : position(alone), keys{alone.key()} {}

    [[nodiscard]] Root after(Move move) const {
        Root next(position.after(move));
        if (next.position.halfmove_clock() == 0) return next;
        next.keys = keys;
        next.keys.push_back(next.position.key());
        return next;
    }
};

// One line a search reports on the way.
struct LineReport {
    enum class Bound : std::uint8_t { Exact, Lower, Upper };

    int depth = 0;
    int selective_depth = 0;
    int line = 1;  // 1 is the best
    Score score;
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds elapsed{0};
    int hashfull = 0;
    std::vector<Move> moves;
};

// What a search that grows a tree by sampling knows of a move of the root.
struct MoveStatistics {
    Move move;
    std::uint64_t visits = 0;
    double win_rate = 0;  // 0 to 1, for the side to move at the root; a draw is half a win
    bool proven = false;  // it is the true result, not an estimate
};

struct TreeReport {
    std::uint64_t playouts = 0;    // or whatever stands in for them
    std::uint64_t tree_nodes = 0;  // kept in memory
    std::chrono::milliseconds elapsed{0};
    std::vector<MoveStatistics> moves;  // the best first
};

// Hears what a search has to say, on the searching thread; must not call back into the searcher.
class SearchListener {
  public:
    virtual ~SearchListener() = default;
    virtual void on_line(const LineReport&) {}
    virtual void on_tree(const TreeReport&) {}
    // A move of the root is about to be searched; its number counts from 1. Only long searches say
    // so.
    virtual void on_current_move(int /*depth*/, Move, int /*number*/) {}
    // What whoever watches should know although it is no result: help that comes or stays away.
    virtual void on_notice(std::string_view) {}
};

// A plain SearchListener does nothing with what it hears, so nothing need be told, nor worked out
// to be told: in searches of a few hundred nodes that is felt.
[[nodiscard]] inline bool is_nobody(const SearchListener& listener) {
    return typeid(listener) == typeid(SearchListener);
}

struct SearchResult {
    Move best;    // empty if there is no legal move
    Move ponder;  // the expected reply, or empty
    Score score;
    std::uint64_t nodes = 0;
};

struct Resources {
    std::size_t hash_mib = 16;
    std::size_t threads = 1;

    [[nodiscard]] friend bool operator==(const Resources&, const Resources&) = default;
};

class Searcher {
  public:
    virtual ~Searcher() = default;

    // Forgets everything learned; the next search comes out as that of a new searcher.
    virtual void new_game() = 0;
    // May throw std::bad_alloc; the searcher then has less than it had, but can still search.
    virtual void resize(const Resources& resources) = 0;

    // Blocks until a limit or the token ends it. Any legal move of the root may come out, and
    // always one does where there is one, however tight the limits.
    [[nodiscard]] virtual SearchResult search(const Root& root, const Limits& limits,
                                              std::stop_token stop, SearchListener& listener) = 0;
};

// A number of a searcher that can be chosen.
struct SearcherSetting {
    std::string_view name;
    int standard = 0;
    int lowest = 0;
    int highest = 0;
    int step = 0;  // by which a tuner changes it; 0: it is not for tuning
};
using SettingValues = std::vector<std::pair<std::string, int>>;

// What a new searcher is made from.
struct SearcherSetup {
    std::uint64_t seed = 1;
    // Empty: the searcher's own evaluator.
    EvaluatorMaker evaluator;
    // Others than the standard, by names of the searcher's settings and within their ranges.
    SettingValues settings{};
    // Of a searcher whom a colony helps: the file with its invitation; empty: the usual one.
    std::string colony{};
};

// A row of the table of searchers, which main() puts together: nothing registers itself.
struct SearcherEntry {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<Searcher> (*create)(const SearcherSetup& setup);
    // The name of its own evaluator, instead of which it takes any other; empty if it has no use
    // for one.
    std::string_view evaluator = {};
    std::span<const SearcherSetting> (*settings)() = nullptr;
    // Whether its seed makes a difference at full strength, too; then every game should have one of
    // its own.
    bool draws_lots = false;
    // Whether a colony helps it, which is chosen by SearcherSetup::colony.
    bool is_helped = false;
    // An experiment of the laboratory: lists of searchers to choose from leave it out. Matches and
    // `lab` still find it by its name.
    bool experiment = false;
};
using SearcherTable = std::span<const SearcherEntry>;

[[nodiscard]] constexpr const SearcherEntry* find_searcher(SearcherTable table,
                                                           std::string_view name) {
    for (const SearcherEntry& entry : table)
        if (entry.name == name) return &entry;
    return nullptr;
}

// The moves of a root that a search may choose from.

[[nodiscard]] inline MoveList wanted_moves(const Position& position, const Limits& limits) {
    const auto& only = limits.search_moves;
    MoveList wanted;
    for (const Move move : legal_moves(position))
        if (only.empty() || std::find(only.begin(), only.end(), move) != only.end())
            wanted.push_back(move);
    return wanted;
}

// Somebody who searches the same position elsewhere: what one finds out helps the other.
//
// A search tells its companion what it found out about positions that took it long, and every few
// nodes lets it put into the table what others have found. Where a search shall not go as fast as
// it can, or must wait for its turn, the companion also makes it wait.

class Companion {
  public:
    virtual ~Companion() = default;

    // From which depth on it wants to hear of entries.
    [[nodiscard]] virtual int deep_enough() const = 0;
    // Which of the companions this is; all but the first leave out some iterations, so that not all
    // do the same.
    [[nodiscard]] virtual std::size_t number() const = 0;

    // An entry was made, its value counted from the node. By any thread of the search.
    virtual void on_entry(Key key, const TranspositionEntry& entry) = 0;
    // So many nodes are done by the first thread, which calls it.
    virtual void on_pause(TranspositionTable& table, std::uint64_t nodes) = 0;
};

}  // namespace rookery
