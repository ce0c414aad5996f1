// Searches of the xboard protocol: how long each may take (TimeControl), and the engine that runs
// them in the background (BackgroundSearch).
#pragma once

#include "engine/engine.h"
#include "protocol/line_io.h"
#include "protocol/xboard_parse.h"
#include "protocol/xboard_text.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace rookery::xboard {

// The time that so many nodes count for, where nodes are counted instead of time (`nps`).
[[nodiscard]] std::chrono::milliseconds time_of(std::uint64_t nodes, std::int64_t rate);

// The time control of the game, and the limits it gives one search.
//
// Between two `time` commands it keeps its own count of the time left, so that it also knows it
// while it ponders, and with an interface that never sends it.
class TimeControl {
  public:
    // Forty moves in five minutes, until a command says otherwise.
    TimeControl() = default;

    // A session begins with the next move, which is that ply of the game.
    void set_level(const Level& level, std::size_t ply);
    void set_move_time(std::chrono::milliseconds time) { move_time_ = time; }
    void set_left(std::chrono::milliseconds left) { left_ = left; }
    void set_depth(int depth) { depth_ = depth; }
    void set_rate(std::int64_t nodes_per_second) { rate_ = nodes_per_second; }
    // The same level from the start, without limits of depth and nodes.
    void new_game();

    // Another position was set up, from which plies are counted.
    void new_session() { first_ply_ = 0; }

    [[nodiscard]] std::chrono::milliseconds left() const { return left_; }
    // 0 unless nodes count as time.
    [[nodiscard]] std::int64_t rate() const { return rate_; }

    // For a search that chooses the move of that ply.
    [[nodiscard]] SearchRequest request(std::size_t ply) const;
    // That move was made.
    void moved(std::size_t ply, std::chrono::milliseconds spent);

  private:
    [[nodiscard]] int moves_to_go(std::size_t ply) const;

    Level level_{40, std::chrono::minutes(5), std::chrono::milliseconds(0)};
    std::size_t first_ply_ = 0;
    std::chrono::milliseconds left_ = level_.base;
    std::optional<std::chrono::milliseconds> move_time_;
    int depth_ = 0;          // 0: any
    std::int64_t rate_ = 0;  // 0: time is measured by the clock
};

enum class Purpose : std::uint8_t { None, Move, Ponder, Analysis, Hint };

// The best move of the search of that number; searches are counted from 1.
struct Answer {
    std::uint64_t number = 0;
    SearchResult result;
};

// Runs one search at a time, each for a purpose. Answers carry the number of their search, so those
// of an abandoned search are told from the one that is waited for. All methods are called from one
// thread; answers and reports come from another.
class BackgroundSearch final : private EngineListener {
  public:
    using AnswerSink = std::function<void(const Answer&)>;

    BackgroundSearch(const EngineParts& parts, std::uint64_t seed, Output& output, AnswerSink sink);

    [[nodiscard]] Engine& engine() { return engine_; }
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    // A search runs that ends by itself and whose answer is needed.
    [[nodiscard]] bool is_busy() const {
        return purpose_ == Purpose::Move || purpose_ == Purpose::Hint;
    }

    struct Reports {
        bool show = false;      // lines are printed
        std::string expected;   // the move it ponders on, as it is printed
        std::int64_t rate = 0;  // so many nodes count as a second; 0: they do not
    };

    // Abandons the search before.
    void begin(Purpose purpose, const Game& game, const SearchRequest& request, Reports reports);
    void show(bool on);
    // The answer of the search will be ignored, and none of its lines is printed from now on.
    void abandon();
    // The search becomes one for a move.
    void ponder_hit();
    // The search gives its answer soon.
    void move_now() { engine_.stop_searches(); }

    // True for the answer that is waited for; then no search is running any more.
    [[nodiscard]] bool is_awaited(const Answer& answer);

    // Waits until all requests are done, except a search that has no end.
    void await_requests();

    [[nodiscard]] Progress progress();
    // The first move of the best line so far; empty if there is none.
    [[nodiscard]] Move best_so_far();

  private:
    void on_line(const SearchContext& context, const LineReport& report) override;
    void on_current_move(const SearchContext& context, int depth, Move move, int number) override;
    void on_best_move(const SearchContext& context, const SearchResult& result) override;
    void on_notice(std::string_view text) override { output_.write(comment_line(text)); }

    Output& output_;
    const AnswerSink sink_;
    Purpose purpose_ = Purpose::None;
    std::uint64_t requested_ = 0;
    std::chrono::steady_clock::time_point began_;

    std::mutex mutex_;            // guards the following
    std::uint64_t wanted_ = 0;    // the number of the search that counts; 0: none
    std::uint64_t answered_ = 0;  // the number of searches that are over
    Reports reports_;
    Progress progress_;
    Move best_;

    Engine engine_;  // last: destroyed before the members it reports to
};

}  // namespace rookery::xboard
