#include "training/selfplay_run.h"

#include "base/threads.h"

#include <exception>

namespace rookery::training {

std::optional<std::string> SelfplayRun::run(GameFileWriter& file, std::size_t threads,
                                            const SelfplayGoal& goal, const std::stop_token& stop) {
    std::stop_source end;
    const std::stop_callback pass_on(stop, [&end] { end.request_stop(); });
    const auto end_with = [&](std::string problem) {
        const std::lock_guard lock(mutex_);
        problem_ = std::move(problem);
        end.request_stop();
    };
    run_on_threads(threads, [&](std::size_t) {
        try {
            if (auto searcher = make_searcher_())
                work(std::move(*searcher), file, goal, end);
            else
                end_with(searcher.error());
        } catch (const std::exception& failed) {
            end_with(failed.what());
        }
    });
    auto problem = problem_;
    if (auto at_close = file.close(); !problem) problem = std::move(at_close);
    return problem;
}

std::optional<std::string> SelfplayRun::run(GameFileWriter& file, SelfplayExecutor& others,
                                            const SelfplayGoal& goal, const std::stop_token& stop) {
    const auto take = [&](const SelfplayGame& game) { return keep(game, file, goal); };
    auto problem = others.play(seed_, goal.games, take, stop);
    if (problem_) problem = problem_;
    if (auto at_close = file.close(); !problem) problem = std::move(at_close);
    return problem;
}

void SelfplayRun::work(std::unique_ptr<Searcher> searcher, GameFileWriter& file,
                       const SelfplayGoal& goal, std::stop_source& end) {
    SelfplayPlayer player(std::move(searcher), settings_);
    while (!end.stop_requested()) {
        const std::uint64_t number = next_game_.fetch_add(1);
        if (goal.games && number >= *goal.games) return;
        const std::uint64_t before = player.nodes();
        const auto game = player.play(seed_of_game(seed_, number), end.get_token());
        nodes_.fetch_add(player.nodes() - before, std::memory_order_relaxed);
        if (game && !keep(*game, file, goal)) end.request_stop();
    }
}

bool SelfplayRun::keep(const SelfplayGame& game, GameFileWriter& file, const SelfplayGoal& goal) {
    const std::lock_guard lock(mutex_);
    if (problem_) return false;
    problem_ = file.add(game);
    if (problem_) return false;
    statistics_.add(game);
    return !goal.positions || statistics_.positions < *goal.positions;
}

GameStatistics SelfplayRun::statistics() const {
    const std::lock_guard lock(mutex_);
    return statistics_;
}

}  // namespace rookery::training
