// One engine: its options, its game, and a searcher with its evaluator, at work in the background.
//
// It reads and prints nothing and knows no protocol's words: a protocol translates between its text
// and this. Several engines may live in one process.
//
// The methods are called from one thread and never wait, unless they say so. What is ordered is
// done on a thread of the engine's own, one thing after the other, and the listener hears of it
// there. Every search that was ordered leads to exactly one best move, in the order of the orders:
// after its last line, and not before it is released where it is held back.
#pragma once

#include "chess/game.h"
#include "engine/make_searcher.h"
#include "engine/options.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "search/time_management.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rookery {

// What a search is asked for in the terms of a protocol: with a game clock, not with deadlines.

struct SearchOrder {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<int> mate;  // moves
    // Of the side to move; the overhead is the engine's own affair.
    std::optional<GameTime> clock;
    std::optional<std::chrono::milliseconds> move_time;
    std::vector<Move> search_moves;  // empty: all
    // No answer before it is stopped.
    bool infinite = false;
    // In the opponent's time: no answer before it is stopped or the expected move was played, from
    // when on its clock runs.
    bool ponder = false;
    Limits::Instant asked = Limits::Instant::clock::now();

    // Something else than stopping it brings an answer.
    [[nodiscard]] bool ends_by_itself() const {
        return depth || nodes || mate || clock || move_time;
    }
};

// Everything but the number of lines and the word that pondering has ended.
[[nodiscard]] Limits limits_of(const SearchOrder& order, std::chrono::milliseconds overhead);

// What a search is about: the root and the settings as they were when it was ordered.
struct SearchContext {
    const Root& root;
    const Settings& settings;
};

// Called on the engine's thread; must not call the engine.
class EngineListener {
  public:
    virtual ~EngineListener() = default;

    // Lines can be played from the root and do not go on where the game ends. Before the best move
    // there was at least one that begins with it and is no bound.
    virtual void on_line(const SearchContext&, const LineReport&) {}
    virtual void on_current_move(const SearchContext&, int /*depth*/, Move, int /*number*/) {}
    // Empty if there is no legal move.
    virtual void on_best_move(const SearchContext&, const SearchResult&) {}
    // Something could not be done as it was asked, or the searcher has something to say.
    virtual void on_notice(std::string_view) {}
};

class Engine {
  public:
    // The listener must outlive the engine. The same seed gives the same play.
    Engine(SearcherTable searchers, std::uint64_t seed, EngineListener& listener);
    // Stops what is running and waits for it.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const OptionTable& options() const { return options_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    // What the evaluator of that name evaluates with: the program's own, or a file as it was when
    // it was chosen.
    [[nodiscard]] const nnue::Network& network() const { return *network_; }
    // Takes effect from the next search on. Returns why nothing was changed; nothing if all is
    // well.
    [[nodiscard]] std::optional<std::string> set_option(std::string_view name,
                                                        std::string_view value);

    // What the next search is about.
    [[nodiscard]] const Game& game() const { return game_; }
    void set_game(Game game) { game_ = std::move(game); }
    // Forgets all that was learned, and begins at the start.
    void new_game();

    // Waits its turn if something is running; a search that is held back is stopped for it.
    void search(const SearchOrder& order);
    // The same for any other work: counting, measuring. The work is to look at its token.
    void enqueue(std::function<void(const std::stop_token&)> work);

    // The expected move was played: a search that ponders goes on with its clock running.
    void ponder_hit();
    // Ends what is running, and what is waiting as soon as its turn comes.
    void stop();
    // The same for searches alone.
    void stop_searches();

    // Waits until the searcher is ready for an order, but not for a search to end.
    void await_ready();
    // Waits until everything ordered is done.
    void await_all();

  private:
    enum class JobKind : std::uint8_t { Search, Work, Settings, NewGame };
    struct Job {
        JobKind kind;
        std::function<void(Job&)> work;
        std::stop_source stop{};
        // Of a search; guarded by the mutex.
        bool held_back = false;
        bool ends_by_itself = true;
        std::shared_ptr<PonderClock> ponder{};
    };

    void order(Job job);
    void order_settings();
    void run_loop(const std::stop_token& end);
    [[nodiscard]] SearcherChoice choice() const;
    [[nodiscard]] std::optional<std::string> validate_memory(const Settings& wanted) const;

    // On the engine's thread.
    void run_search(Job& job, const Root& root, const Limits& limits, const Settings& settings);
    void prepare(const SearcherChoice& wanted, const Resources& resources);
    void resize(const Resources& resources);
    [[nodiscard]] bool is_superseded();
    void await_release(Job& job);

    const SearcherTable searchers_;
    const OptionTable options_;
    EngineListener& listener_;
    Settings settings_;
    std::shared_ptr<const nnue::Network> network_;
    Game game_;
    const std::uint64_t seed_;
    std::uint64_t games_ = 0;

    // Touched by the engine's thread alone.
    std::unique_ptr<Searcher> searcher_;
    SearcherChoice made_;
    Resources given_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;  // the first is running
    std::jthread thread_;
};

// The part of a line that a game could see.

// Up to where a move is illegal or the game has ended: mate, stalemate, the third occurrence, fifty
// moves, a dead position. The first move may be played whatever the root is.
[[nodiscard]] std::vector<Move> playable_part(const Root& root, const std::vector<Move>& line);

}  // namespace rookery
