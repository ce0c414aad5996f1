#include "terminal/compare/comparison.h"

#include "base/stopwatch.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Keeps a row up to date while its searcher thinks.
class RowKeeper final : public SearchListener {
  public:
    RowKeeper(ComparisonRow& row, std::function<void()> changed) : row_(row), changed_(std::move(changed)) {}

    void on_line(const LineReport& report) override {
        if (report.line != 1 || report.moves.empty()) return;
        row_.cut = report.bound != LineReport::Bound::Exact;
        row_.move = report.moves.front();
        row_.score = report.score;
        row_.depth = report.depth;
        row_.nodes = report.nodes;
        row_.elapsed = report.elapsed;
        changed_();
    }
    void on_tree(const TreeReport& report) override {
        if (!report.moves.empty()) row_.win_rate = report.moves.front().win_rate;
    }

  private:
    ComparisonRow& row_;
    std::function<void()> changed_;
};

}  // namespace

Comparison::Comparison(std::vector<ComparedSearcher> searchers, const Game& game)
    : searchers_(std::move(searchers)), root_(game) {
    for (const ComparedSearcher& one : searchers_) {
        rows_.emplace_back();
        rows_.back().name = one.name;
    }
}

std::optional<bool> Comparison::agrees(std::size_t row) const {
    if (!rows_[row].move || rows_.front().state != ComparisonRow::State::Done) return std::nullopt;
    return rows_[row].move == rows_.front().move;
}

void Comparison::run(std::chrono::milliseconds time, const std::stop_token& stop, const Changed& changed) {
    for (std::size_t i = 0; i < searchers_.size() && !stop.stop_requested(); ++i) {
        ComparisonRow& row = rows_[i];
        row.state = ComparisonRow::State::Thinking;
        changed(i);
        RowKeeper keeper(row, [&] { changed(i); });
        const Stopwatch watch;
        Limits limits;
        limits.hard_deadline = Limits::Instant::clock::now() + time;
        const SearchResult result = searchers_[i].searcher->search(root_, limits, stop, keeper);
        row.elapsed = watch.milliseconds();
        row.move = result.best;
        row.score = result.score;
        row.nodes = result.nodes;
        row.state = ComparisonRow::State::Done;
        changed(i);
    }
}

std::vector<std::string> searchers_to_compare(SearcherTable table) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto before = table.first(i);
        const bool second_name = std::any_of(before.begin(), before.end(), [&](const SearcherEntry& other) {
            return other.create == table[i].create;
        });
        if (!second_name && table[i].name != "random") names.emplace_back(table[i].name);
    }
    return names;
}

}  // namespace rookery
