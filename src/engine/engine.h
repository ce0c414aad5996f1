// One engine: its options, its game, and a searcher with its evaluator, working in the background.
//
// It reads and prints nothing and knows no protocol: a protocol translates between its text and
// this class. Several engines may live in one process.
//
// The methods are called from one thread and return at once, unless they say so. Requests are put
// into a queue and run one after the other on the engine's own thread, which also calls the
// listener. Every search gives exactly one best move, in the order of the requests: after its last
// line, and for a search that ponders or is infinite not before it is released.
#pragma once

#include "base/random.h"
#include "chess/game.h"
#include "engine/make_searcher.h"
#include "engine/options.h"
#include "knowledge/polyglot_book.h"
#include "knowledge/tablebase.h"
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

// A search as a protocol asks for it: with a game clock instead of deadlines.
struct SearchRequest {
    Limits limits;                  // depth, nodes, mate and search_moves
    std::optional<GameTime> clock;  // of the side to move, without the overhead
    std::optional<std::chrono::milliseconds> move_time;
    // No answer before it is stopped.
    bool infinite = false;
    // In the opponent's time: no answer before it is stopped or the expected move was played, when
    // its clock starts.
    bool ponder = false;
    Limits::Instant received = Limits::Instant::clock::now();

    // Whether the search ends without being stopped.
    [[nodiscard]] bool ends_by_itself() const {
        return limits.depth || limits.nodes || limits.mate || clock || move_time;
    }
};

// The limits of the request with its deadlines.
[[nodiscard]] Limits limits_of(const SearchRequest& request, std::chrono::milliseconds overhead);

// The root of a search and the settings as they were when it was requested.
struct SearchContext {
    const Root& root;
    const Settings& settings;
};

// The book that the settings name, or the default book.
[[nodiscard]] Result<PolyglotBook, std::string> book_of(const Settings& settings);

// Called on the engine's thread; must not call the engine.
class EngineListener {
  public:
    virtual ~EngineListener() = default;

    // Lines are legal from the root and do not go on after the end of the game. Before the best
    // move at least one line was reported that begins with it and is no bound.
    virtual void on_line(const SearchContext&, const LineReport&) {}
    virtual void on_current_move(const SearchContext&, int /*depth*/, Move, int /*number*/) {}
    // Empty if there is no legal move.
    virtual void on_best_move(const SearchContext&, const SearchResult&) {}
    // A problem with a request, or a message of the searcher.
    virtual void on_notice(std::string_view) {}
};

// The parts of an engine that its program owns; they outlive it.
struct EngineParts {
    SearcherTable searchers;
    TablebaseOwner* tables = nullptr;  // null: there are no endgame tables
};

class Engine {
  public:
    // The listener must outlive the engine. The same seed gives the same play.
    Engine(const EngineParts& parts, std::uint64_t seed, EngineListener& listener);
    // Stops what is running and waits for it.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const OptionTable& options() const { return options_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    // The network of the evaluator `network`: the default net, or a file as it was when it was
    // chosen.
    [[nodiscard]] const nnue::Network& network() const { return *network_; }
    // Takes effect from the next search on. If the value is refused, returns the reason.
    [[nodiscard]] std::optional<std::string> set_option(std::string_view name,
                                                        std::string_view value);

    // The game whose last position the next search starts from.
    [[nodiscard]] const Game& game() const { return game_; }
    void set_game(Game game) { game_ = std::move(game); }
    // Clears the searcher, and begins at the start position.
    void new_game();

    // Queued behind what is running; a search that is held back is stopped for it.
    void search(const SearchRequest& request);
    // The same for any other work, such as perft or bench, which must watch its stop token.
    void enqueue(std::function<void(const std::stop_token&)> work);

    // The expected move was played: a search that ponders goes on with its clock running.
    void ponder_hit();
    // Stops what is running, and what is queued as soon as it starts.
    void stop();
    // The same for searches alone.
    void stop_searches();

    // Waits until the searcher is ready for a request, but not for a search to end.
    void await_ready();
    // Waits until the queue is empty.
    void await_all();

  private:
    enum class JobKind : std::uint8_t { Search, Work, Settings, NewGame };
    struct Job {
        JobKind kind;
        std::function<void(Job&)> work;
        std::stop_source stop{};
        // For searches; guarded by the mutex.
        bool held_back = false;
        bool ends_by_itself = true;
        std::shared_ptr<PonderClock> ponder{};
    };

    void add(Job job);
    void add_settings_job();
    void run_loop(const std::stop_token& end);
    [[nodiscard]] SearcherChoice choice() const;
    [[nodiscard]] bool is_at_full_strength() const;
    [[nodiscard]] std::optional<std::string> validate_memory(const Settings& wanted) const;
    // Says what was found; or returns why it was not.
    [[nodiscard]] std::optional<std::string> open_tables(const std::string& folders);

    // On the engine's thread.
    void run_search(Job& job, const Root& root, Limits limits, const Settings& settings,
                    PolyglotBook* book, Key book_key);
    // The move of the book, with a notice; none if it has no move to choose.
    [[nodiscard]] std::optional<Move> book_move(PolyglotBook& book, Key key,
                                                const SearchContext& context);
    void prepare(const SearcherChoice& wanted, const Resources& resources);
    void resize(const Resources& resources);
    [[nodiscard]] bool is_superseded();
    void await_release(Job& job);

    const SearcherTable searchers_;
    TablebaseOwner* const table_owner_;
    const OptionTable options_;
    EngineListener& listener_;
    Settings settings_;
    std::shared_ptr<const nnue::Network> network_;
    std::shared_ptr<PolyglotBook> book_;  // read by the engine's thread alone
    const Tablebase* tables_ = nullptr;
    Game game_;
    const std::uint64_t seed_;
    std::uint64_t games_ = 0;

    // Used by the engine's thread alone.
    Random book_random_;
    std::unique_ptr<Searcher> searcher_;
    SearcherChoice made_;
    Resources given_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;  // the first is running
    std::jthread thread_;
};

// The part of a line before a move is illegal or the game has ended: mate, stalemate, the third
// occurrence, fifty moves, a dead position. The first move is kept whatever the root is.
[[nodiscard]] std::vector<Move> playable_part(const Root& root, const std::vector<Move>& line);

}  // namespace rookery
