#include "colony/jobs/game_settings.h"

#include "colony/jobs/timed_games.h"

namespace rookery::colony {
namespace {

// A machine that stalls, or is slowed down on purpose, must not change what is played.
constexpr std::chrono::hours patience{24};

}  // namespace

arena::GameSettings game_settings_of(const PairTask& task, const PairTask::Game& game) {
    arena::GameSettings settings;
    settings.number = game.number;
    settings.controls[Color::White] = task.controls[game.white];
    settings.controls[Color::Black] = task.controls[1 - game.white];
    settings.opening = task.opening;
    settings.adjudication = task.adjudication;
    settings.grace = task.grace;
    settings.patience = patience;
    if (task.nodes_per_second > 0) settings.nodes_per_second = static_cast<double>(task.nodes_per_second);
    return settings;
}

bool is_failure_of(const PairTask& task, const arena::GameRecord& record) {
    const bool is_lost_on_time = is_timed(task) && record.termination == arena::Termination::TimeForfeit;
    return is_failure(record.termination) && !is_lost_on_time;
}

}  // namespace rookery::colony
