#include "training/selfplay_run.h"

namespace rookery::training {

std::optional<std::string> SelfplayRun::run(GameFileWriter& file, std::size_t threads,
                                            const SelfplayGoal& goal, const std::stop_token& stop) {
    using Threads = ThreadExecutor<SelfplayNumber, SelfplayGame>;
    const auto make_play = [this](std::size_t) -> Result<Threads::Play, std::string> {
        auto searcher = make_searcher_();
        if (!searcher) return failure(searcher.error());
        const auto player = std::make_shared<SelfplayPlayer>(std::move(*searcher), settings_);
        return Threads::Play([this, player](const SelfplayNumber& game, const std::stop_token& end)
                                 -> Result<std::optional<SelfplayGame>, std::string> {
            const std::uint64_t before = player->nodes();
            auto played = player->play(seed_of_game(seed_, game.value), end);
            nodes_.fetch_add(player->nodes() - before, std::memory_order_relaxed);
            return played;
        });
    };
    Threads executor(threads, make_play);
    return run(file, executor, goal, stop);
}

std::optional<std::string> SelfplayRun::run(GameFileWriter& file, SelfplayExecutor& executor,
                                            const SelfplayGoal& goal, const std::stop_token& stop) {
    auto problem = feed(executor, file, goal, stop);
    if (auto at_close = file.close(); !problem) problem = std::move(at_close);
    return problem;
}

std::optional<std::string> SelfplayRun::feed(SelfplayExecutor& executor, GameFileWriter& file,
                                             const SelfplayGoal& goal,
                                             const std::stop_token& stop) {
    std::uint64_t next = 0;
    const auto is_last = [&] { return goal.games && next >= *goal.games; };
    while (!stop.stop_requested()) {
        while (executor.wants_more() && !is_last()) {
            SelfplayExecutor::Task task;
            while (task.size() < executor.games_per_task() && !is_last()) task.push_back({next++});
            executor.submit(std::move(task));
        }
        if (executor.is_settled()) break;
        const auto event = executor.poll(stop, executor_poll_timeout);
        if (!event) continue;
        if (event->kind == SelfplayExecutor::Event::Kind::Failed) return event->problem;
        for (const SelfplayGame& game : event->records) {
            if (auto problem = file.add(game)) return problem;
            const std::lock_guard lock(mutex_);
            statistics_.add(game);
            if (goal.positions && statistics_.positions >= *goal.positions) return std::nullopt;
        }
    }
    return std::nullopt;
}

GameStatistics SelfplayRun::statistics() const {
    const std::lock_guard lock(mutex_);
    return statistics_;
}

}  // namespace rookery::training
