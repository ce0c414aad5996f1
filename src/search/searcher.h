// The interface of everything that chooses a move, and the reports a search makes on the way.
//
// A searcher lives as long as its player: it keeps its transposition table, tree and threads from
// move to move. It knows no protocol, prints nothing and never sees a game clock, only the
// deadlines it is given.
//
// One thread calls all methods, one at a time; only the stop token may be triggered by another
// thread, and search() then returns soon with the best move found so far.
#pragma once

#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/limits.h"
#include "search/transposition_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery {

// Where a search starts: the position, the keys since the last irreversible move (its own last) so
// that repetitions of the game before it are seen, and the last moves of the game.
struct Root {
    static constexpr std::size_t remembered_moves = 4;

    Position position;
    std::vector<Key> keys;
    // The newest first; empty ones are unknown or were not played.
    std::array<Move, remembered_moves> last_moves{};

    explicit Root(const Game& game) : position(game.position()), keys(game.reversible_keys()) {
        const std::vector<Move>& moves = game.moves();
        std::copy_n(moves.rbegin(), std::min(moves.size(), last_moves.size()), last_moves.begin());
    }
    explicit Root(const Position& start) : position(start), keys{start.key()} {}

    [[nodiscard]] Root after(Move move) const {
        Root next(position.after(move));
        std::copy_n(last_moves.begin(), last_moves.size() - 1, next.last_moves.begin() + 1);
        next.last_moves.front() = move;
        if (next.position.halfmove_clock() == 0) return next;
        next.keys = keys;
        next.keys.push_back(next.position.key());
        return next;
    }
};

// One principal variation (PV) that a search reports on the way.
struct LineReport {
    enum class Bound : std::uint8_t { Exact, Lower, Upper };

    int depth = 0;
    int selective_depth = 0;
    int line = 1;  // its number where MultiPV asks for several; 1 is the best
    Score score;
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds elapsed{0};
    int hashfull = 0;              // of the transposition table, in thousandths
    std::uint64_t table_hits = 0;  // positions that endgame tables knew
    std::vector<Move> moves;
};

// Statistics of a root move in a tree that grows by sampling (MCTS).
struct MoveStatistics {
    Move move;
    std::uint64_t visits = 0;
    double win_rate = 0;  // 0 to 1, for the side to move at the root; a draw is half a win
    bool proven = false;  // it is the true result, not an estimate
};

struct TreeReport {
    std::uint64_t playouts = 0;    // or the searches that replace them
    std::uint64_t tree_nodes = 0;  // kept in memory
    std::chrono::milliseconds elapsed{0};
    std::vector<MoveStatistics> moves;  // the best first
};

// Receives the reports of a search, on the searching thread; must not call back into the searcher.
class SearchListener {
  public:
    virtual ~SearchListener() = default;
    // If not, the search need not make reports: in searches of a few hundred nodes that cost shows.
    [[nodiscard]] virtual bool wants_reports() const { return true; }
    virtual void on_line(const LineReport&) {}
    virtual void on_tree(const TreeReport&) {}
    // A move of the root is about to be searched; its number counts from 1. Only long searches
    // report it.
    virtual void on_current_move(int /*depth*/, Move, int /*number*/) {}
    // A message for the user that is no result, for example that helpers have joined the search.
    virtual void on_notice(std::string_view) {}

  protected:
    SearchListener() = default;
};

// For searches of which only the result is needed.
class NoListener final : public SearchListener {
  public:
    [[nodiscard]] bool wants_reports() const override { return false; }
};

struct SearchResult {
    Move best;    // empty if there is no legal move
    Move ponder;  // the expected reply, or empty
    Score score;
    std::uint64_t nodes = 0;
};

// The result of a root without a move to search: mate or stalemate.
[[nodiscard]] inline SearchResult no_move_result(const Root& root, SearchListener& listener) {
    SearchResult result;
    result.score = root.position.in_check() ? Score::mated_in(0) : Score::draw();
    LineReport report;
    report.score = result.score;
    listener.on_line(report);
    return result;
}

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

    // Blocks until a limit or the token ends it. Where the root has a legal move, one is always
    // returned, however tight the limits.
    [[nodiscard]] virtual SearchResult search(const Root& root, const Limits& limits,
                                              std::stop_token stop, SearchListener& listener) = 0;
};

// A parameter of a searcher.
struct SearcherSetting {
    std::string_view name;
    int standard = 0;
    int lowest = 0;
    int highest = 0;
    int step = 0;  // by which a tuner changes it; 0: it is not tuned
};
using SettingValues = std::vector<std::pair<std::string, int>>;

// The parts of a new searcher.
struct SearcherSetup {
    std::uint64_t seed = 1;
    // Empty: the searcher's own evaluator.
    EvaluatorMaker evaluator;
    // Values other than the standard, by names of the searcher's settings and within their ranges.
    SettingValues settings{};
    // For a searcher that a colony helps: the file with its invitation; empty: the usual one.
    std::string colony{};
};

// A row of the table of searchers, which main() puts together: nothing registers itself.
struct SearcherEntry {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<Searcher> (*create)(const SearcherSetup& setup);
    // The name of its default evaluator, which any other may replace; empty if it uses none.
    std::string_view evaluator = {};
    std::span<const SearcherSetting> (*settings)() = nullptr;
    // Whether the seed changes its play at full strength, too; then every game needs its own seed.
    bool uses_seed = false;
    // Whether a colony can help it; SearcherSetup::colony says which.
    bool is_helped = false;
    // A way of playing that players choose by its name (UCI option Style).
    bool is_style = false;
    // Its setting `elo` is its strength; it has no levels.
    bool is_rated = false;
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

// The searchers to choose from: without the experiments, which are the last of the table.
[[nodiscard]] constexpr SearcherTable without_experiments(SearcherTable table) {
    while (!table.empty() && table.back().experiment) table = table.first(table.size() - 1);
    return table;
}

// The legal moves of a root that the limits allow (UCI searchmoves).
[[nodiscard]] inline MoveList wanted_moves(const Position& position, const Limits& limits) {
    const auto& only = limits.search_moves;
    MoveList wanted;
    for (const Move move : legal_moves(position))
        if (only.empty() || std::find(only.begin(), only.end(), move) != only.end())
            wanted.push_back(move);
    return wanted;
}

// Another search of the same position, usually on another machine, that shares results with ours.
//
// A search gives its companion the entries of its deep searches, and every few nodes lets it put
// the entries of other machines into the transposition table. The companion may also make a search
// wait, if it must not run at full speed.
class Companion {
  public:
    virtual ~Companion() = default;

    // Entries from this depth on are shared.
    [[nodiscard]] virtual int deep_enough() const = 0;
    // The number of this machine among the searching ones; all but the first skip some iterations,
    // so that not all do the same.
    [[nodiscard]] virtual std::size_t number() const = 0;

    // An entry was stored; its value counts from the node. Called by any thread of the search.
    virtual void on_entry(Key key, const TranspositionEntry& entry) = 0;
    // Called by the first thread every few nodes, with the number of nodes it has searched.
    virtual void on_pause(TranspositionTable& table, std::uint64_t nodes) = 0;
};

}  // namespace rookery
