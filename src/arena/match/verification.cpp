#include "arena/match/verification.h"

#include <fmt/format.h>

namespace rookery::arena {

std::optional<std::string> problem_with_verifying(const MatchSettings& settings) {
    for (const TimeControl& control : settings.controls)
        if (control.goes_by_wall(settings.nodes_per_second.has_value()))
            return fmt::format("it went by the wall clock ({}), so the same games cannot be "
                               "expected again; limit by nodes or depth, or play with --clock "
                               "nodes:RATE",
                               to_text(control));
    return std::nullopt;
}

Verification::Verification(const Store& store, MatchId match, MatchPlan plan,
                           const std::vector<GameSummary>& finished)
    : store_(store), match_(match), schedule_(std::move(plan.schedule)),
      runner_(std::move(plan.runner), *this), skip_(schedule_.size(), true) {
    for (const GameSummary& game : finished) {
        if (game.place.number >= skip_.size()) continue;
        skip_[game.place.number] = false;
        ++wanted_;
    }
}

std::optional<std::string> Verification::run(const std::stop_token& stop) {
    return runner_.run(schedule_, skip_, stop);
}

std::size_t Verification::checked() const {
    const std::lock_guard lock(mutex_);
    return checked_;
}

std::vector<GameDifference> Verification::differences() const {
    const std::lock_guard lock(mutex_);
    std::vector<GameDifference> list = differences_;
    std::sort(list.begin(), list.end(), [](const GameDifference& one, const GameDifference& other) {
        return one.number < other.number;
    });
    return list;
}

std::optional<std::string> Verification::on_finish(std::size_t, const ScheduledGame& game,
                                                   const GameRecord& record) {
    const auto stored = store_.load_game(match_, game.place.number);
    if (!stored) return stored.error().what;
    const auto what = difference_between(stored->record, record);
    const std::lock_guard lock(mutex_);
    ++checked_;
    if (what) differences_.push_back({game.place.number, *what});
    return std::nullopt;
}

}  // namespace rookery::arena
