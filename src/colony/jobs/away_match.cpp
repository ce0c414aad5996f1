#include "colony/jobs/away_match.h"

#include "colony/jobs/task_play.h"
#include "colony/jobs/timed_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::colony {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);
// Nobody is to wait for us to post the next job.
constexpr std::size_t fewest_open = 8;

}  // namespace

bool goes_by_wall(const arena::MatchSettings& settings) {
    return std::ranges::any_of(settings.controls, [&](const arena::TimeControl& control) {
        return control.goes_by_wall(settings.nodes_per_second.has_value());
    });
}

void set_clocks(arena::MatchSettings& settings, std::uint64_t own_speed) {
    if (!goes_by_wall(settings)) return;
    if (!settings.reference_speed) settings.reference_speed = own_speed;
    if (settings.grace.count() == 0) settings.grace = usual_grace;
}

Result<AwayPlayers, std::string> away_players(const std::vector<arena::PlayerSpec>& specs,
                                              const arena::MatchSettings& settings) {
    const bool is_by_wall = goes_by_wall(settings);
    if (is_by_wall && settings.nodes_per_second)
        return failure(std::string("a time per move goes by the wall clock, not by nodes: limit by nodes or depth"));
    if (settings.nodes_per_second && std::floor(*settings.nodes_per_second) != *settings.nodes_per_second)
        return failure(std::string("a colony's clock counts whole nodes a second"));
    if (!is_by_wall && settings.grace.count() != 0)
        return failure(std::string("only a clock by the wall needs --grace"));
    AwayPlayers away;
    if (is_by_wall) away.reference_speed = settings.reference_speed.value_or(0);
    for (const arena::PlayerSpec& spec : specs) {
        const auto* searcher = std::get_if<arena::SearcherSpec>(&spec);
        if (searcher == nullptr)
            return failure(
                fmt::format("{} is another program; workers play with their own searchers only", arena::name_of(spec)));
        auto player = job_player_of(*searcher);
        if (!player) return failure(player.error());
        away.names.push_back(searcher->name);
        away.players.push_back(std::move(*player));
    }
    return away;
}

std::optional<std::string> AwayMatch::play(arena::PairSource& source) {
    const std::stop_token stop = source.give_up();
    while (!stop.stop_requested()) {
        if (source.wants_unfinished())
            post_more(source);
        else
            put_off();
        if (const auto event = board_.next(stop, patience)) {
            if (auto problem = hear(*event, source)) return problem;
            continue;
        }
        const JobBoard::State state = board_.state();
        if (state.problem) return state.problem;
        const bool is_all = open_.empty() && (is_exhausted_ || !source.wants_unfinished());
        if (!is_all || !state.is_settled) continue;
        board_.forget_campaign();
        return std::nullopt;
    }
    return std::nullopt;
}

void AwayMatch::post(const std::string& name, const Task& task) {
    open_.insert_or_assign(name, task);
    board_.post(name, task);
}

void AwayMatch::post_more(arena::PairSource& source) {
    const std::size_t enough = fewest_open + 2 * seats_();
    while (open_.size() < enough && !put_off_.empty()) {
        auto first = put_off_.extract(put_off_.begin());
        post(first.key(), first.mapped());
    }
    while (open_.size() < enough) {
        const auto pair = source.next();
        is_exhausted_ = !pair;
        if (!pair) return;
        post(fmt::format("p{}", pair->games.front().scheduled.place.pair), task_of(*pair));
    }
}

// The results are clear. Should a false one have made them so, the others are wanted after all.
void AwayMatch::put_off() {
    if (open_.empty()) return;
    put_off_.merge(open_);
    open_.clear();
    board_.drop_unfinished();
}

Task AwayMatch::task_of(const arena::PairToPlay& pair) const {
    PairTask task;
    const auto& first = pair.games.front();
    const ByColor<std::size_t>& seated = first.scheduled.place.players;
    const std::size_t indices[] = {seated[Color::White], seated[Color::Black]};
    for (std::size_t i = 0; i < 2; ++i) {
        task.players[i] = players_.players[indices[i]];
        task.controls[i] = first.settings.controls[i == 0 ? Color::White : Color::Black];
    }
    if (first.settings.nodes_per_second)
        task.nodes_per_second = static_cast<std::uint64_t>(*first.settings.nodes_per_second);
    // In a tournament there may be pairs without such a clock.
    if (std::ranges::any_of(task.controls,
                            [&](const auto& one) { return one.goes_by_wall(task.nodes_per_second > 0); })) {
        task.reference_speed = players_.reference_speed;
        task.grace = first.settings.grace;
    }
    task.opening = first.settings.opening;
    task.adjudication = first.settings.adjudication;
    for (const auto& one : pair.games) {
        const bool is_swapped = one.scheduled.place.players[Color::White] != indices[0];
        task.games.push_back({one.settings.number, is_swapped ? std::size_t{1} : std::size_t{0}});
    }
    return task;
}

std::optional<std::string> AwayMatch::hear(const JobEvent& event, arena::PairSource& source) {
    const auto* task = std::get_if<PairTask>(&event.task);
    switch (event.kind) {
        case JobEvent::Kind::Begun:
            if (task != nullptr) source.began(task->games.front().number - 1);
            return std::nullopt;
        case JobEvent::Kind::Finished: return finish(event, source);
        case JobEvent::Kind::Withdrawn:
            for (const PairTask::Game& game : task->games) source.withdrawn(game.number - 1);
            open_.insert_or_assign(event.job.substr(event.job.rfind('-') + 1), event.task);
            return std::nullopt;
        case JobEvent::Kind::Failed: return fmt::format("a pair of games cannot be played: {}", event.words);
        case JobEvent::Kind::Confirmed:
        case JobEvent::Kind::Caught: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> AwayMatch::finish(const JobEvent& event, arena::PairSource& source) {
    const std::string name = event.job.substr(event.job.rfind('-') + 1);
    open_.erase(name);
    // It was under way when the results became clear.
    put_off_.erase(name);
    const auto& task = std::get<PairTask>(event.task);
    auto records = records_of(task, event.results);
    if (!records) return records.error();
    for (std::size_t i = 0; i < task.games.size(); ++i) {
        const std::size_t number = task.games[i].number - 1;
        arena::GameRecord record = std::move((*records)[i]);
        for (const Color color : both_colors)
            record.players[color] = players_.names[source.game(number).place.players[color]];
        source.finished(number, std::move(record));
    }
    board_.kept(event.job);
    return std::nullopt;
}

}  // namespace rookery::colony
