// The engine as the xboard protocol needs it: one search at a time that matters, each for a
// purpose, and answers that come too late are told from those that are waited for.
#pragma once

#include "engine/engine.h"
#include "protocol/line_io.h"
#include "protocol/xboard_text.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace rookery::xboard {

enum class Purpose : std::uint8_t { None, Move, Ponder, Analysis, Hint };

// The best move of the search of that number; searches are counted from 1.
struct Answer {
    std::uint64_t number = 0;
    SearchResult result;
};

// All methods are called from one thread; answers and thinking come from another.
class Thinker final : private EngineListener {
  public:
    using AnswerSink = std::function<void(const Answer&)>;

    Thinker(SearcherTable searchers, std::uint64_t seed, Output& output, AnswerSink sink);

    [[nodiscard]] Engine& engine() { return engine_; }
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    // It will end by itself, and what was asked for then is still to come.
    [[nodiscard]] bool is_busy() const {
        return purpose_ == Purpose::Move || purpose_ == Purpose::Hint;
    }

    struct Manner {
        bool show = false;      // thinking is printed
        std::string expected;   // the move it ponders on, as it is printed
        std::int64_t rate = 0;  // so many nodes count as a second; 0: they do not
    };

    // What went on before is abandoned.
    void begin(Purpose purpose, const Game& game, const SearchOrder& order, Manner manner);
    void show(bool on);
    // Its answer will be ignored, and nothing of it is printed from now on.
    void abandon();
    // The search becomes one for a move.
    void ponder_hit();
    // It gives its answer soon.
    void move_now() { engine_.stop_searches(); }

    // True for the answer that is waited for; then nothing goes on any more.
    [[nodiscard]] bool is_awaited(const Answer& answer);

    // All that was ordered is done, but what goes on without end.
    void await_orders();

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
    std::uint64_t ordered_ = 0;
    std::chrono::steady_clock::time_point began_;

    std::mutex mutex_;            // guards the following
    std::uint64_t wanted_ = 0;    // the search whose thinking counts; 0: none
    std::uint64_t answered_ = 0;  // so many searches are over
    Manner manner_;
    Progress progress_;
    Move best_;

    Engine engine_;  // last: it must be gone before what it tells things to
};

}  // namespace rookery::xboard
