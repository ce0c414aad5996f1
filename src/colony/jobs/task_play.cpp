#include "colony/jobs/task_play.h"

#include "arena/store/move_blob.h"
#include "colony/jobs/job.h"
#include "training/game_codec.h"
#include "training/selfplay_run.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace rookery::colony {
namespace {

// A searcher that would have a worker ask for other workers.
constexpr std::string_view searcher_not_for_jobs = "colony";

std::optional<std::string> validate(const JobPlayer& player, SearcherTable searchers) {
    if (player.searcher == searcher_not_for_jobs)
        return "a colony cannot be a player in a colony's job";
    return rookery::validate(spec_of(player).choice(), searchers);
}

// The recorded moves, and the last one if it came too late: its time is the reason of the loss.
std::vector<arena::MoveRecord> moves_of(const arena::GameRecord& record,
                                        const ByColor<ScaledPlayer*>& players) {
    std::vector<arena::MoveRecord> moves = record.moves;
    if (record.termination != arena::Termination::TimeForfeit) return moves;
    const Color loser = record.result == GameResult::WhiteWins ? Color::Black : Color::White;
    const arena::MoveReply& late = players[loser]->last();
    moves.push_back({late.move, late.score, late.depth, late.selective_depth, late.nodes,
                     late.spent, std::nullopt});
    return moves;
}

Result<PlayedTask, std::string> play(const PairTask& task, SearcherTable searchers,
                                     const std::stop_token& stop, const NodeListener& on_nodes,
                                     std::uint64_t own_speed) {
    if (is_timed(task) && !can_keep_time(task.reference_speed, own_speed))
        return failure(fmt::format(
            "its time control is for a machine of {} nodes a second, this one has {} (0: it is "
            "not watched for others who use it)",
            task.reference_speed, own_speed));
    const double stretch = is_timed(task) ? stretch_of(task.reference_speed, own_speed) : 1;
    std::vector<arena::SearcherPlayer> players;
    players.reserve(2);
    for (const JobPlayer& player : task.players) {
        players.emplace_back(spec_of(player), searchers);
        if (auto started = players.back().start(); !started) return failure(started.error());
    }
    std::array<ScaledPlayer, 2> scaled{{{players[0], stretch}, {players[1], stretch}}};
    PlayedTask played;
    for (const PairTask::Game& game : task.games) {
        const ByColor<ScaledPlayer*> seated{{&scaled[game.white], &scaled[1 - game.white]}};
        const arena::GameRecord record =
            play_game({{seated[Color::White], seated[Color::Black]}}, game_settings_of(task, game),
                      stop, [&](const Game&, const arena::MoveRecord& move) {
                          if (on_nodes) on_nodes(move.nodes);
                      });
        if (record.result == GameResult::Open) return PlayedTask{{}, true};
        if (is_failure_of(task, record)) return failure(record.reason);
        played.results.push_back(encode_moves(moves_of(record, seated)));
    }
    return played;
}

Result<PlayedTask, std::string> play(const SelfplayTask& task, SearcherTable searchers,
                                     const std::stop_token& stop, const NodeListener& on_nodes,
                                     std::uint64_t) {
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
        return failure(fmt::format(
            "{}: a file of weights stays on its machine; name the weights that differ", spec.name));
    if (!spec.network.empty())
        return failure(
            fmt::format("{}: a network's file stays on its machine; workers have the program's own",
                        spec.name));
    if (spec.resources.threads != 1)
        return failure(
            fmt::format("{}: the games of a colony are played with one thread each", spec.name));
    if (spec.resources.hash_mib > most_hash_mib)
        return failure(fmt::format("{}: the games of a colony have {} MiB of hash table at most",
                                   spec.name, most_hash_mib));
    return JobPlayer{spec.searcher,           spec.evaluator, spec.level,  spec.seed,
                     spec.resources.hash_mib, spec.settings,  spec.variant};
}

std::optional<std::string> validate(const Task& task, SearcherTable searchers) {
    if (const auto* selfplay = std::get_if<SelfplayTask>(&task))
        return validate(selfplay->player, searchers);
    for (const JobPlayer& player : std::get_if<PairTask>(&task)->players)
        if (auto problem = validate(player, searchers)) return problem;
    return std::nullopt;
}

Result<PlayedTask, std::string> play_task(const Task& task, SearcherTable searchers,
                                          const std::stop_token& stop, const NodeListener& on_nodes,
                                          std::uint64_t own_speed) {
    try {
        return std::visit(
            [&](const auto& one) { return play(one, searchers, stop, on_nodes, own_speed); }, task);
    } catch (const std::exception& problem) {
        return failure(std::string(problem.what()));
    }
}

namespace {

arena::Duration scaled(arena::Duration time, double factor) {
    return arena::Duration(std::llround(static_cast<double>(time.count()) * factor));
}

}  // namespace

arena::MoveReply ScaledPlayer::choose(const arena::MoveRequest& request) {
    arena::MoveRequest here = request;
    for (const Color color : both_colors) {
        auto& clock = here.clocks[color];
        if (!clock) continue;
        clock->left = scaled(clock->left, stretch_);
        clock->increment = scaled(clock->increment, stretch_);
    }
    if (here.per_move) here.per_move = scaled(*here.per_move, stretch_);
    last_ = player_.choose(here);
    last_.spent = scaled(last_.spent, 1 / stretch_);
    if (last_.claimed) last_.claimed = scaled(*last_.claimed, 1 / stretch_);
    return last_;
}

}  // namespace rookery::colony
