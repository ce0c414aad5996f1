// What stands around a search of fixed depth: limits, the report, and a move even where time was
// too short.
#pragma once

#include "search/searcher.h"
#include "search/textbook/chess_tree.h"

#include <optional>

namespace rookery::textbook {

// What a method of searching is asked. All of it outlives the answer.
struct Question {
    const Position& root;
    const MoveList& moves;  // of the root; not empty
    int depth = 1;
    // One for each thread there may be; one at least.
    std::span<const std::unique_ptr<ErasedEvaluator>> evaluators;
    SearchWatch& watch;
};

// The score is that of whoever is to move. Stopped too early, the answer is the best of the moves
// that were searched to the end, or Outcome::none().
using Method = Outcome<Move> (*)(const Question& question);

// How deep to search. A depth that was chosen for the player is never exceeded; without one the
// limits say it, or else the standard.
class DepthChoice {
  public:
    // The one setting of the searchers here, of that standard.
    [[nodiscard]] static constexpr SearcherSetting setting(int standard) {
        return {"depth", standard, 1, deepest_depth, 0};
    }

    DepthChoice(int standard, const SettingValues& settings);
    [[nodiscard]] int within(const Limits& limits) const;

  private:
    int standard_;
    std::optional<int> chosen_;
};

class FixedDepthSearcher final : public Searcher {
  public:
    enum class Threads : std::uint8_t { One, Many };

    FixedDepthSearcher(const SearcherSetup& setup, int standard_depth, Method method,
                       Threads threads);

    void new_game() override;
    void resize(const Resources& resources) override;
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener& listener) override;

  private:
    Method method_;
    Threads threads_;
    DepthChoice depth_;
    EvaluatorMaker make_evaluator_;
    std::vector<std::unique_ptr<ErasedEvaluator>> evaluators_;
};

// How an outcome is told: to the listener, and to whoever asked.
[[nodiscard]] LineReport as_report(const Outcome<Move>& outcome, int depth,
                                   const SearchWatch& watch);
[[nodiscard]] SearchResult as_result(const Outcome<Move>& outcome, const SearchWatch& watch);
// Of a root without moves to choose from.
[[nodiscard]] Outcome<Move> nothing_to_play(const Position& root);

}  // namespace rookery::textbook
