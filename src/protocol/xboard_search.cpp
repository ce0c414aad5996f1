#include "protocol/xboard_search.h"

#include "protocol/xboard_parse.h"

#include <utility>

namespace rookery::xboard {

Thinker::Thinker(SearcherTable searchers, std::uint64_t seed, Output& output, AnswerSink sink)
    : output_(output), sink_(std::move(sink)), engine_(searchers, seed, *this) {}

void Thinker::begin(Purpose purpose, const Game& game, const SearchOrder& order, Manner manner) {
    abandon();
    purpose_ = purpose;
    began_ = std::chrono::steady_clock::now();
    {
        const std::lock_guard lock(mutex_);
        wanted_ = ++ordered_;
        manner_ = std::move(manner);
        progress_ = {};
        best_ = Move::none();
    }
    engine_.set_game(game);
    engine_.search(order);
}

void Thinker::show(bool on) {
    const std::lock_guard lock(mutex_);
    manner_.show = on;
}

void Thinker::abandon() {
    purpose_ = Purpose::None;
    {
        const std::lock_guard lock(mutex_);
        wanted_ = 0;
    }
    engine_.stop_searches();
}

void Thinker::ponder_hit() {
    purpose_ = Purpose::Move;
    {
        const std::lock_guard lock(mutex_);
        manner_.expected.clear();
    }
    engine_.ponder_hit();
}

bool Thinker::is_awaited(const Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (answer.number != wanted_) return false;
    wanted_ = 0;
    purpose_ = Purpose::None;
    return true;
}

void Thinker::await_orders() {
    if (purpose_ == Purpose::None)
        engine_.await_all();
    else
        engine_.await_ready();
}

Progress Thinker::progress() {
    const std::lock_guard lock(mutex_);
    Progress progress = progress_;
    progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began_);
    return progress;
}

Move Thinker::best_so_far() {
    const std::lock_guard lock(mutex_);
    return best_;
}

// Searches answer in the order in which they were ordered, so counting them says which one speaks.
// The line is printed under the lock: nothing of a search comes out once it is abandoned.
void Thinker::on_line(const SearchContext& context, const LineReport& report) {
    const std::lock_guard lock(mutex_);
    if (answered_ + 1 != wanted_) return;
    progress_.nodes = report.nodes;
    progress_.depth = report.depth;
    // A bound says little, and interfaces take every line for a value.
    if (report.bound != LineReport::Bound::Exact || report.moves.empty()) return;
    if (report.line == 1) best_ = report.moves.front();
    if (!manner_.show) return;
    const auto elapsed = manner_.rate > 0 ? time_of(report.nodes, manner_.rate) : report.elapsed;
    output_.write(thinking_line(context.root.position, report, elapsed, manner_.expected));
}

void Thinker::on_current_move(const SearchContext&, int depth, Move move, int number) {
    const std::lock_guard lock(mutex_);
    if (answered_ + 1 != wanted_) return;
    progress_.depth = depth;
    progress_.move = move;
    progress_.move_number = number;
}

void Thinker::on_best_move(const SearchContext&, const SearchResult& result) {
    Answer answer;
    {
        const std::lock_guard lock(mutex_);
        answer = {++answered_, result};
    }
    sink_(answer);
}

}  // namespace rookery::xboard
