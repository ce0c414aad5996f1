// One position searched by several searchers, one after the other, each for the same time; and the
// result as a table of text.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"
#include "ui/screen.h"

#include <chrono>
#include <cstddef>
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

// The result of one searcher so far.
struct ComparisonRow {
    enum class State : std::uint8_t { Waiting, Thinking, Done };

    std::string name;
    State state = State::Waiting;
    Move move{};
    Score score{};
    std::optional<double> win_rate{};  // of searchers that grow a tree; they have no depth
    int depth = 0;
    bool cut = false;         // that depth was not searched to the end
    std::uint64_t nodes = 0;  // of a tree: playouts
    std::chrono::milliseconds elapsed{0};

    [[nodiscard]] bool is_tree() const { return win_rate.has_value(); }
};

class Comparison {
  public:
    // The others are compared with the first.
    Comparison(std::vector<ComparedSearcher> searchers, const Game& game);

    [[nodiscard]] const Position& position() const { return root_.position; }
    [[nodiscard]] const std::vector<ComparisonRow>& rows() const { return rows_; }
    // Whether it plays the same move as the first; none while that is not known.
    [[nodiscard]] std::optional<bool> agrees(std::size_t row) const;

    // Called at every change of a row, from this thread or a searching one, one call at a time.
    using Changed = std::function<void(std::size_t row)>;
    void run(std::chrono::milliseconds time, const std::stop_token& stop, const Changed& changed);

  private:
    std::vector<ComparedSearcher> searchers_;
    std::vector<ComparisonRow> rows_;
    Root root_;
};

// The names to compare: without second names and the random searcher.
[[nodiscard]] std::vector<std::string> searchers_to_compare(SearcherTable table);

// A comparison as a table of text. Narrow tables leave out the speed and then the depth. From 40
// columns on no line is wider than the width; no line contains escape sequences.
class ComparisonView {
  public:
    // Both outlive this.
    ComparisonView(const Comparison& comparison, const Style& style)
        : comparison_(comparison), style_(style) {}

    [[nodiscard]] std::string head(std::size_t width) const;
    [[nodiscard]] std::string row(std::size_t number, std::size_t width) const;
    // The head and all rows.
    [[nodiscard]] std::vector<std::string> lines(std::size_t width) const;

  private:
    [[nodiscard]] std::string agreement(std::size_t number) const;

    const Comparison& comparison_;
    const Style& style_;
};

}  // namespace rookery
