#include "protocol/xboard_search.h"

#include "search/time_management.h"

#include <algorithm>
#include <utility>

namespace rookery::xboard {

using std::chrono::microseconds;
using std::chrono::milliseconds;

milliseconds time_of(std::uint64_t nodes, std::int64_t rate) {
    const double seconds = static_cast<double>(nodes) / static_cast<double>(rate);
    return milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000));
}

void TimeControl::set_level(const Level& level, std::size_t ply) {
    level_ = level;
    first_ply_ = ply;
    left_ = level.base;
    move_time_.reset();
}

void TimeControl::new_game() {
    first_ply_ = 0;
    left_ = level_.base;
    depth_ = 0;
    rate_ = 0;
}

int TimeControl::moves_to_go(std::size_t ply) const {
    if (level_.moves == 0) return 0;
    // Every second ply is ours; moves taken back may lead to before the session.
    const std::size_t made = ply > first_ply_ ? (ply - first_ply_) / 2 : 0;
    return level_.moves - static_cast<int>(made % static_cast<std::size_t>(level_.moves));
}

SearchRequest TimeControl::request(std::size_t ply) const {
    SearchRequest request;
    if (depth_ > 0) request.limits.depth = depth_;
    GameTime time;
    time.left = left_;
    time.increment = level_.increment;
    time.moves_to_go = moves_to_go(ply);
    if (rate_ > 0) {
        const microseconds budget = move_time_ ? microseconds(*move_time_) : plan_time(time).soft;
        const double nodes = static_cast<double>(budget.count()) / 1e6 * static_cast<double>(rate_);
        request.limits.nodes = static_cast<std::uint64_t>(std::clamp(nodes, 1.0, 1e18));
    } else if (move_time_) {
        request.move_time = *move_time_;
    } else {
        request.clock = time;
    }
    return request;
}

void TimeControl::moved(std::size_t ply, milliseconds spent) {
    left_ = std::max(left_ - spent, milliseconds(0)) + level_.increment;
    if (moves_to_go(ply) == 1) left_ += level_.base;
}

BackgroundSearch::BackgroundSearch(const EngineParts& parts, std::uint64_t seed, Output& output,
                                   AnswerSink sink)
    : output_(output), sink_(std::move(sink)), engine_(parts, seed, *this) {}

void BackgroundSearch::begin(Purpose purpose, const Game& game, const SearchRequest& request,
                             Reports reports) {
    abandon();
    purpose_ = purpose;
    began_ = std::chrono::steady_clock::now();
    {
        const std::lock_guard lock(mutex_);
        wanted_ = ++requested_;
        reports_ = std::move(reports);
        progress_ = {};
        best_ = Move::none();
    }
    engine_.set_game(game);
    engine_.search(request);
}

void BackgroundSearch::show(bool on) {
    const std::lock_guard lock(mutex_);
    reports_.show = on;
}

void BackgroundSearch::abandon() {
    purpose_ = Purpose::None;
    {
        const std::lock_guard lock(mutex_);
        wanted_ = 0;
    }
    engine_.stop_searches();
}

void BackgroundSearch::ponder_hit() {
    purpose_ = Purpose::Move;
    {
        const std::lock_guard lock(mutex_);
        reports_.expected.clear();
    }
    engine_.ponder_hit();
}

bool BackgroundSearch::is_awaited(const Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (answer.number != wanted_) return false;
    wanted_ = 0;
    purpose_ = Purpose::None;
    return true;
}

void BackgroundSearch::await_requests() {
    if (purpose_ == Purpose::None)
        engine_.await_all();
    else
        engine_.await_ready();
}

Progress BackgroundSearch::progress() {
    const std::lock_guard lock(mutex_);
    Progress progress = progress_;
    progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began_);
    return progress;
}

Move BackgroundSearch::best_so_far() {
    const std::lock_guard lock(mutex_);
    return best_;
}

// Searches answer in the order of their requests, so counting the answers gives the number of the
// search. The line is printed under the lock: nothing of an abandoned search is printed.
void BackgroundSearch::on_line(const SearchContext& context, const LineReport& report) {
    const std::lock_guard lock(mutex_);
    if (answered_ + 1 != wanted_) return;
    progress_.nodes = report.nodes;
    progress_.depth = report.depth;
    // Bounds are not shown: interfaces take every line for a value.
    if (report.bound != LineReport::Bound::Exact || report.moves.empty()) return;
    if (report.line == 1) best_ = report.moves.front();
    if (!reports_.show) return;
    const auto elapsed = reports_.rate > 0 ? time_of(report.nodes, reports_.rate) : report.elapsed;
    output_.write(thinking_line(context.root.position, report, elapsed, reports_.expected));
}

void BackgroundSearch::on_current_move(const SearchContext&, int depth, Move move, int number) {
    const std::lock_guard lock(mutex_);
    if (answered_ + 1 != wanted_) return;
    progress_.depth = depth;
    progress_.move = move;
    progress_.move_number = number;
}

void BackgroundSearch::on_best_move(const SearchContext&, const SearchResult& result) {
    Answer answer;
    {
        const std::lock_guard lock(mutex_);
        answer = {++answered_, result};
    }
    sink_(answer);
}

}  // namespace rookery::xboard
