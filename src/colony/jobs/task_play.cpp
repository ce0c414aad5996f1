#include "colony/jobs/task_play.h"

#include "arena/store/move_blob.h"
#include "training/game_codec.h"
#include "training/selfplay_run.h"

#include <fmt/format.h>

namespace rookery::colony {
namespace {

// One that would have a worker ask for workers.
constexpr std::string_view searcher_not_for_jobs = "colony";

std::optional<std::string> problem_with(const JobPlayer& player, SearcherTable searchers) {
    if (player.searcher == searcher_not_for_jobs) return "a colony cannot be a player in a colony's job";
    return rookery::problem_with(spec_of(player).choice(), searchers);
}

Result<PlayedTask, std::string> play(const PairTask& task, SearcherTable searchers, const std::stop_token& stop,
                                     const NodeListener& on_nodes) {
    std::vector<arena::SearcherPlayer> players;
    players.reserve(2);
    for (const JobPlayer& player : task.players) {
        players.emplace_back(spec_of(player), searchers);
        if (auto started = players.back().start(); !started) return failure(started.error());
    }
    PlayedTask played;
    for (const PairTask::Game& game : task.games) {
        ByColor<arena::Player*> seated{};
        seated[Color::White] = &players[game.white];
        seated[Color::Black] = &players[1 - game.white];
        const arena::GameRecord record =
            play_game(seated, game_settings_of(task, game), stop, [&](const Game&, const arena::MoveRecord& move) {
                if (on_nodes) on_nodes(move.nodes);
            });
        if (record.result == GameResult::Open) return PlayedTask{{}, true};
        if (is_failure(record.termination)) return failure(record.reason);
        played.results.push_back(encode_moves(record.moves));
    }
    return played;
}

Result<PlayedTask, std::string> play(const SelfplayTask& task, SearcherTable searchers, const std::stop_token& stop,
                                     const NodeListener& on_nodes) {
    auto searcher = make_searcher(spec_of(task.player).choice(), searchers);
    if (!searcher) return failure(searcher.error());
    training::SelfplayPlayer player(std::move(*searcher), task.settings);
    PlayedTask played;
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < task.games; ++i) {
        const auto game = player.play(training::seed_of_game(task.seed, task.first + i), stop);
        if (!game) return PlayedTask{{}, true};
        if (on_nodes) on_nodes(player.nodes() - before);
        before = player.nodes();
        played.results.push_back(training::encode(*game));
    }
    return played;
}

}  // namespace

arena::SearcherSpec spec_of(const JobPlayer& player) {
    arena::SearcherSpec spec;
    spec.name = player.searcher;
    spec.searcher = player.searcher;
    spec.evaluator = player.evaluator;
    spec.level = player.level;
    spec.seed = player.seed;
    spec.resources = {.hash_mib = player.hash_mib, .threads = 1};
    spec.settings = player.settings;
    spec.variant = player.variant;
    return spec;
}

Result<JobPlayer, std::string> job_player_of(const arena::SearcherSpec& spec) {
    if (!spec.weights.empty())
        return failure(
            fmt::format("{}: a file of weights stays on its machine; name the weights that differ", spec.name));
    if (spec.resources.threads != 1)
        return failure(fmt::format("{}: the games of a colony are played with one thread each", spec.name));
    if (spec.resources.hash_mib > most_hash_mib)
        return failure(
            fmt::format("{}: the games of a colony have {} MiB of hash table at most", spec.name, most_hash_mib));
    return JobPlayer{spec.searcher,           spec.evaluator, spec.level,  spec.seed,
                     spec.resources.hash_mib, spec.settings,  spec.variant};
}

std::optional<std::string> problem_with(const Task& task, SearcherTable searchers) {
    if (const auto* selfplay = std::get_if<SelfplayTask>(&task)) return problem_with(selfplay->player, searchers);
    for (const JobPlayer& player : std::get_if<PairTask>(&task)->players)
        if (auto problem = problem_with(player, searchers)) return problem;
    return std::nullopt;
}

Result<PlayedTask, std::string> play_task(const Task& task, SearcherTable searchers, const std::stop_token& stop,
                                          const NodeListener& on_nodes) {
    try {
        return std::visit([&](const auto& one) { return play(one, searchers, stop, on_nodes); }, task);
    } catch (const std::exception& problem) {
        return failure(std::string(problem.what()));
    }
}

}  // namespace rookery::colony
