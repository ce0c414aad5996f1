#include "arena/match/verification.h"

#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::arena {
namespace {

std::optional<std::string> difference_between(const MoveRecord& stored, const MoveRecord& now,
                                              const Position& position, bool chess960) {
    const auto text = [&](Move move) { return to_coordinate(position, move, chess960); };
    if (stored.move != now.move)
        return fmt::format("{} was played, now {}", text(stored.move), text(now.move));
    if (stored.nodes != now.nodes)
        return fmt::format("{} took {} nodes, now {}", text(now.move), stored.nodes, now.nodes);
    if (stored.score != now.score) return fmt::format("{} has another score", text(now.move));
    return std::nullopt;
}

}  // namespace

std::optional<std::string> difference_between(const GameRecord& stored, const GameRecord& now) {
    if (stored.start != now.start) return "it began in another position";
    Position position = stored.start;
    const std::size_t plies = std::min(stored.moves.size(), now.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply) {
        if (const auto what = difference_between(stored.moves[ply], now.moves[ply], position,
                                                 stored.chess960))
            return fmt::format("ply {}: {}", ply + 1, *what);
        position.make(stored.moves[ply].move);
    }
    if (stored.moves.size() != now.moves.size())
        return fmt::format("it had {} plies, now {}", stored.moves.size(), now.moves.size());
    if (stored.result != now.result || stored.termination != now.termination)
        return fmt::format("it ended {} ({}), now {} ({})", notation_of(stored.result),
                           describe(stored.termination), notation_of(now.result),
                           describe(now.termination));
    return std::nullopt;
}

std::optional<std::string> problem_with_verifying(const MatchSettings& settings) {
    const auto by_time = [&](const TimeControl& control) {
        return (control.has_clock() && !settings.nodes_per_second) || control.per_move;
    };
    for (const TimeControl& control : settings.controls)
        if (by_time(control))
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
