#include "training/selfplay_run.h"

#include "base/files.h"
#include "training/game_statistics.h"
#include "training/selfplay_files.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <random>

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

namespace {

// Remote workers do not report their nodes, but their number is known.
std::string selfplay_progress(const SelfplayRun& run, const SelfplayGoal& goal,
                              const SelfplayExecutor* executor, double seconds) {
    const GameStatistics now = run.statistics();
    const double each = seconds > 0 ? 1 / seconds : 0;
    std::string line =
        fmt::format("{} games, {} positions ({} quiet), {:.0f} positions/s", now.games,
                    now.positions, now.quiet, static_cast<double>(now.positions) * each);
    if (executor == nullptr)
        line += fmt::format(", {:.2f} M nodes/s", static_cast<double>(run.nodes()) * each / 1e6);
    else
        line +=
            fmt::format(", {} worker{}", executor->workers(), executor->workers() == 1 ? "" : "s");
    double done = 0;
    if (goal.games) done = static_cast<double>(now.games) / static_cast<double>(*goal.games);
    if (goal.positions)
        done = std::max(done,
                        static_cast<double>(now.positions) / static_cast<double>(*goal.positions));
    if (done > 0 && done < 1) line += fmt::format(", {:.0f} s left", seconds / done - seconds);
    return line;
}

// For all games in the file, not only those of this run.
void write_statistics(const std::string& path) {
    GameStatistics all;
    const auto file = visit_games(path, [&all](const SelfplayGame& game) { all.add(game); });
    if (file) std::ofstream(path + ".json") << statistics_json(all, file->origin);
}

Result<std::string, std::string> output_of(const SelfplayOrder& order) {
    if (!order.output.empty()) return order.output;
    const auto folder = training_folder();
    if (!folder) return failure(folder.error());
    const SearcherChoice& choice = order.choice;
    const std::string player =
        choice.evaluator.empty() ? choice.searcher : choice.searcher + "-" + choice.evaluator;
    const std::string name = fmt::format("{}-{}.games", player, order.settings.soft_nodes);
    return (*folder / "selfplay" / name).string();
}

}  // namespace

int play_selfplay(SelfplayOrder order, SearcherTable searchers,
                  const SelfplayExecutorFinder& find_executor) {
    if (order.choice.searcher.empty()) order.choice.searcher = searchers.front().name;
    const auto signature = player_signature(order.choice, searchers);
    if (!signature) return fail_with_printable(signature.error(), exit_usage);
    const auto path = output_of(order);
    if (!path) return fail_with_printable(path.error());
    // By default the seed is random, so that a continued run does not repeat the games of the file.
    std::random_device device;
    const std::uint64_t seed = order.seed.value_or(std::uint64_t{device()} << 32 | device());
    std::unique_ptr<SelfplayExecutor> executor;
    if (find_executor) {
        auto found = find_executor(order.choice, seed);
        if (!found) return fail_with_printable(found.error());
        executor = std::move(*found);
    }
    const std::string origin =
        origin_text(with_evaluator(order.choice, searchers), *signature, order.settings);
    auto file = open_to_add(*path, origin);
    if (!file) return fail_with_printable(file.error());
    const auto make = [&] { return make_searcher(order.choice, searchers); };
    SelfplayRun run(order.settings, make, seed);
    ProgressLine line(long_work_pace);
    const auto text = [&] {
        return selfplay_progress(run, order.goal, executor.get(), line.seconds());
    };
    const auto done = run_watched(
        line,
        [&](const std::stop_token& stop) {
            return executor ? run.run(*file, *executor, order.goal, stop)
                            : run.run(*file, order.threads, order.goal, stop);
        },
        text);
    fmt::print(stderr, "{}\n{}\n", text(), *path);
    write_statistics(*path);
    if (order.json) fmt::print("{}", statistics_json(run.statistics(), origin));
    if (done.value) return fail_with_printable(*done.value);
    return done.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery::training
