#include "colony/jobs/task.h"

#include "arena/game/game_record.h"
#include "training/selfplay.h"
#include "training/selfplay_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

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

namespace {

using arena::MoveRecord;

constexpr arena::Duration longest_thought = std::chrono::hours(24);
// Nodes of one move: more than any search has, and small enough to be added up.
constexpr std::uint64_t most_nodes = std::uint64_t{1} << 40;
// Tolerance: not every searcher checks its node count after every node.
constexpr std::uint64_t spare_nodes = 10'000;
// Tolerance for games by the wall clock: searchers count differently, and a clock has steps.
constexpr double spare_speed = 50;
constexpr double timed_nodes_to_spare = 1e6;
// A worker measures its speed whenever it starts, and never quite the same.
constexpr double speed_tolerance = 2;
constexpr double seconds_to_spare = 1;

bool is_too_many(std::uint64_t nodes, std::uint64_t allowed) {
    return nodes > spare_nodes && nodes - spare_nodes > allowed + allowed / 4;
}

// Plays the recorded moves.
class RepeatingPlayer final : public arena::Player {
  public:
    RepeatingPlayer(const std::vector<MoveRecord>& moves, std::size_t& next)
        : moves_(moves), next_(next) {}

    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override { return true; }
    Result<bool, std::string> new_game(bool) override { return true; }
    arena::MoveReply choose(const arena::MoveRequest& request) override {
        arena::MoveReply reply;
        const auto refuse = [&](arena::Trouble trouble, const char* why) {
            reply.trouble = trouble;
            reply.details = why;
            return reply;
        };
        if (next_ == moves_.size())
            return refuse(arena::Trouble::NoMove, "the game stops before its end");
        const MoveRecord& move = moves_[next_++];
        if (!request.game.position().is_legal(move.move))
            return refuse(arena::Trouble::IllegalMove, "a move is illegal");
        if (move.nodes > most_nodes || (request.nodes && is_too_many(move.nodes, *request.nodes)))
            return refuse(arena::Trouble::Crashed, "a move took more nodes than it was allowed");
        if (move.spent < arena::Duration{0} || move.spent > longest_thought)
            return refuse(arena::Trouble::Crashed, "a move took an impossible time");
        reply.move = move.move;
        reply.score = move.score;
        reply.depth = move.depth;
        reply.selective_depth = move.selective_depth;
        reply.nodes = move.nodes;
        reply.spent = move.spent;
        return reply;
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    [[nodiscard]] std::optional<arena::Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return {}; }

  private:
    const std::string name_;
    const std::vector<MoveRecord>& moves_;
    std::size_t& next_;
};

bool begins_with(const std::vector<MoveRecord>& moves, const std::vector<Move>& opening) {
    return moves.size() >= opening.size() &&
           std::ranges::equal(opening, std::span(moves).first(opening.size()), {}, {},
                              &MoveRecord::move);
}

double seconds(arena::Duration time) { return std::chrono::duration<double>(time).count(); }

std::uint64_t nodes_of(const std::vector<MoveRecord>& moves) {
    std::uint64_t nodes = 0;
    for (const MoveRecord& move : moves) nodes += std::min(move.nodes, most_nodes);
    return nodes;
}

Result<arena::GameRecord, std::string> record_of(const PairTask& task, const PairTask::Game& game,
                                                 const std::string& result) {
    const arena::GameSettings settings = game_settings_of(task, game);
    const auto moves = arena::decode_moves(result);
    if (!moves) return failure(moves.error());
    if (!begins_with(*moves, settings.opening.moves))
        return failure("it begins with another opening");
    std::size_t next = settings.opening.moves.size();
    RepeatingPlayer player(*moves, next);
    arena::GameRecord record = play_game({{&player, &player}}, settings, {});
    if (is_failure_of(task, record)) return failure(record.reason);
    if (next != moves->size()) return failure("it goes on after its end");
    record.lasted = arena::Duration{0};
    // The scores of moves of the opening are not checked.
    for (const MoveRecord& move : std::span(*moves).subspan(settings.opening.moves.size()))
        record.lasted += move.spent;
    record.started -= record.lasted;
    if (is_timed(task) && static_cast<double>(nodes_of(*moves)) >
                              timed_nodes_to_spare + spare_speed *
                                                         static_cast<double>(task.reference_speed) *
                                                         seconds(record.lasted))
        return failure("it took more nodes than its time explains");
    return record;
}

// Only a search can tell which of the openings of a seed is balanced.
bool is_opening_of(const training::SelfplayGame& game, std::uint64_t seed,
                   const training::SelfplaySettings& settings) {
    constexpr int most_openings = 1000;
    Random random(seed);
    for (int i = 0; i < most_openings; ++i) {
        const Game opening = training::random_opening(random, settings);
        if (opening.start() == game.start && opening.plies() == game.opening_plies &&
            std::ranges::equal(opening.moves(), std::span(game.moves).first(opening.plies()), {},
                               {}, &training::ScoredMove::move))
            return true;
    }
    return false;
}

std::optional<std::string> difference_between(const training::SelfplayGame& one,
                                              const training::SelfplayGame& other) {
    if (one == other) return std::nullopt;
    return "another game";
}

}  // namespace

Result<std::vector<arena::GameRecord>, std::string> outcomes_of(const PairTask& task,
                                                                const TaskResults& results) {
    if (results.size() != task.games.size())
        return failure(fmt::format("{} games came of {}", results.size(), task.games.size()));
    std::vector<arena::GameRecord> records;
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto record = record_of(task, task.games[i], results[i]);
        if (!record) return failure(fmt::format("game {}: {}", i + 1, record.error()));
        records.push_back(std::move(*record));
    }
    return records;
}

Result<std::vector<training::SelfplayGame>, std::string> outcomes_of(const SelfplayTask& task,
                                                                     const TaskResults& results) {
    if (results.size() != task.games)
        return failure(fmt::format("{} games came of {}", results.size(), task.games));
    std::vector<training::SelfplayGame> games;
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto game = training::decode(results[i]);
        if (!game) return failure("a game cannot be read");
        if (!is_opening_of(*game, training::seed_of_game(task.seed, task.first + i), task.settings))
            return failure("a game begins with another opening");
        if (auto problem = training::validate(*game, task.settings))
            return failure(std::move(*problem));
        games.push_back(std::move(*game));
    }
    return games;
}

std::optional<std::string> validate(const Task& task, const TaskResults& results) {
    return std::visit(
        [&](const auto& one) -> std::optional<std::string> {
            const auto outcome = outcomes_of(one, results);
            return outcome ? std::nullopt : std::optional(outcome.error());
        },
        task);
}

std::uint64_t nodes_of(const Task& task, const TaskResults& results) {
    std::uint64_t nodes = 0;
    if (!std::holds_alternative<PairTask>(task)) return nodes;
    for (const std::string& result : results)
        if (const auto moves = arena::decode_moves(result)) nodes += nodes_of(*moves);
    return nodes;
}

std::optional<std::string> validate_elapsed(const PairTask& task, const TaskResults& results,
                                            double elapsed, std::uint64_t speed) {
    arena::Duration thought{0};
    for (const std::string& result : results)
        if (const auto moves = arena::decode_moves(result))
            // Moves of the opening have no scores to check.
            for (std::size_t i = task.opening.moves.size(); i < moves->size(); ++i)
                thought += std::clamp<arena::Duration>((*moves)[i].spent, arena::Duration{0},
                                                       longest_thought);
    // If the speed is not known, the fastest machine that may play is assumed.
    const double stretch = speed == 0 ? 1 / most_stretch : stretch_of(task.reference_speed, speed);
    const double least = seconds(thought) * stretch / speed_tolerance - seconds_to_spare;
    if (elapsed >= least) return std::nullopt;
    return fmt::format("{:.1f} seconds of thought came within {:.1f}, from a machine of {} nodes a "
                       "second where {} were "
                       "meant",
                       seconds(thought), elapsed, speed, task.reference_speed);
}

std::optional<std::size_t> half_points_of(const PairTask& task, const TaskResults& results) {
    const auto records = outcomes_of(task, results);
    if (!records || records->size() != 2) return std::nullopt;
    std::size_t half_points = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const GameResult win =
            task.games[i].white == 0 ? GameResult::WhiteWins : GameResult::BlackWins;
        const GameResult result = (*records)[i].result;
        half_points += result == win ? 2 : result == GameResult::Draw ? 1 : 0;
    }
    return half_points;
}

std::optional<std::string> difference_between(const Task& task, const TaskResults& one,
                                              const TaskResults& other) {
    return std::visit(
        [&](const auto& what) -> std::optional<std::string> {
            const auto first = outcomes_of(what, one);
            const auto second = outcomes_of(what, other);
            if (!first || !second) return first ? second.error() : first.error();
            for (std::size_t i = 0; i < first->size(); ++i)
                if (auto difference = difference_between((*first)[i], (*second)[i]))
                    return fmt::format("game {}: {}", i + 1, *difference);
            return std::nullopt;
        },
        task);
}

}  // namespace rookery::colony
