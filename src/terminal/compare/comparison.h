// One position put to several searchers, one after the other, each for the same time. It knows no text.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery {

struct ComparedSearcher {
    std::string name;
    std::unique_ptr<Searcher> searcher;
};

// What one of them has found so far.
struct ComparisonRow {
    enum class State : std::uint8_t { Waiting, Thinking, Done };

    std::string name;
    State state = State::Waiting;
    Move move{};
    Score score{};
    std::optional<double> win_rate{};  // of those who grow a tree; they have no depth
    int depth = 0;
    bool cut = false;                  // that depth was not searched to the end
    std::uint64_t nodes = 0;           // of a tree: playouts
    std::chrono::milliseconds elapsed{0};

    [[nodiscard]] bool is_tree() const { return win_rate.has_value(); }
};

class Comparison {
  public:
    // The first is the measure of the others.
    Comparison(std::vector<ComparedSearcher> searchers, const Game& game);

    [[nodiscard]] const Position& position() const { return root_.position; }
    [[nodiscard]] const std::vector<ComparisonRow>& rows() const { return rows_; }
    // Whether it would play what the first plays; nothing while that is not known.
    [[nodiscard]] std::optional<bool> agrees(std::size_t row) const;

    // Tells of every change of a row, from this thread or from one that searches, one at a time.
    using Changed = std::function<void(std::size_t row)>;
    void run(std::chrono::milliseconds time, const std::stop_token& stop, const Changed& changed);

  private:
    std::vector<ComparedSearcher> searchers_;
    std::vector<ComparisonRow> rows_;
    Root root_;
};

// All that are worth it, by name: neither second names of others nor the one that plays at random.
[[nodiscard]] std::vector<std::string> searchers_to_compare(SearcherTable table);

}  // namespace rookery
