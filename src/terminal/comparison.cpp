#include "terminal/comparison.h"

#include "base/measure.h"
#include "eval/win_rate.h"
#include "notation/san.h"
#include "terminal/search_text.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Keeps a row up to date while its searcher thinks.
class RowKeeper final : public SearchListener {
  public:
    RowKeeper(ComparisonRow& row, std::function<void()> changed)
        : row_(row), changed_(std::move(changed)) {}

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

struct Cells {
    std::string name;
    std::string move;
    std::string score;
    std::string reach;
    std::string speed;
    std::string same;
};

// Widths from which a column is shown.
constexpr std::size_t wide_enough_for_speed = 67;
constexpr std::size_t wide_enough_for_reach = 57;

// Padded by characters: a mark may have several bytes.
std::string to_right(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, characters(text)), ' ') + text;
}

std::string laid_out(const Cells& cells, std::size_t width) {
    const bool roomy = width >= wide_enough_for_reach;
    const std::string gap = roomy ? "  " : " ";
    const std::string name = fitted(cells.name, 17);
    std::string line = name + std::string(17 - characters(name), ' ') + gap +
                       fmt::format("{:<7}", cells.move) + gap + to_right(cells.score, 7);
    if (roomy) line += gap + to_right(cells.reach, 14);
    if (width >= wide_enough_for_speed) line += gap + to_right(cells.speed, 8);
    line += gap + to_right(cells.same, 4);
    line.erase(line.find_last_not_of(' ') + 1);
    return fitted(line, width);
}

// "#3" instead of "mate in 3": the column is narrow.
std::string score_text(const ComparisonRow& row, const Position& position) {
    if (row.score.is_mate()) return fmt::format("#{}", row.score.mate_moves());
    if (row.win_rate) return fmt::format("{:.0f} %", 100 * *row.win_rate);
    return fmt::format("{:+.2f}", centipawns(row.score, position) / 100.0);
}

std::string reach_text(const ComparisonRow& row) {
    if (row.is_tree())
        return short_count(static_cast<double>(row.nodes)) +
               (row.nodes == 1 ? " playout" : " playouts");
    if (row.depth == 0) return "-";
    return fmt::format("depth {}{}", row.cut ? "<" : "", row.depth);
}

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

void Comparison::run(std::chrono::milliseconds time, const std::stop_token& stop,
                     const Changed& changed) {
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
        const bool second_name =
            std::any_of(before.begin(), before.end(), [&](const SearcherEntry& other) {
                return other.create == table[i].create;
            });
        if (!second_name && table[i].name != "random") names.emplace_back(table[i].name);
    }
    return names;
}

std::string ComparisonView::agreement(std::size_t number) const {
    const auto agrees = comparison_.agrees(number);
    if (!agrees) return "";
    if (style_.unicode) return *agrees ? "✓" : "–";
    return *agrees ? "yes" : "-";
}

std::string ComparisonView::head(std::size_t width) const {
    return laid_out({"searcher", "move", "score", "reached", "speed", "same"}, width);
}

std::string ComparisonView::row(std::size_t number, std::size_t width) const {
    const ComparisonRow& row = comparison_.rows()[number];
    Cells cells{row.name, "", "", "", "", agreement(number)};
    if (row.move) {
        cells.move = to_san(comparison_.position(), row.move);
        cells.score = score_text(row, comparison_.position());
        cells.reach = reach_text(row);
        cells.speed = per_second(row.nodes, row.elapsed);
    } else if (row.state == ComparisonRow::State::Thinking) {
        cells.move = "...";
    }
    return laid_out(cells, width);
}

std::vector<std::string> ComparisonView::lines(std::size_t width) const {
    std::vector<std::string> lines{head(width)};
    for (std::size_t i = 0; i < comparison_.rows().size(); ++i) lines.push_back(row(i, width));
    return lines;
}

}  // namespace rookery
