#include "colony/jobs/remote_games.h"

#include "base/bytes.h"
#include "colony/jobs/task_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::colony {
namespace {

constexpr auto event_timeout = std::chrono::milliseconds(200);
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

Result<RemotePlayers, std::string> remote_players(const std::vector<arena::PlayerSpec>& specs,
                                                  const arena::MatchSettings& settings) {
    const bool is_by_wall = goes_by_wall(settings);
    if (is_by_wall && settings.nodes_per_second)
        return failure(std::string(
            "a time per move goes by the wall clock, not by nodes: limit by nodes or depth"));
    if (settings.nodes_per_second &&
        std::floor(*settings.nodes_per_second) != *settings.nodes_per_second)
        return failure(std::string("a colony's clock counts whole nodes a second"));
    if (!is_by_wall && settings.grace.count() != 0)
        return failure(std::string("only a clock by the wall needs --grace"));
    RemotePlayers away;
    if (is_by_wall) away.reference_speed = settings.reference_speed.value_or(0);
    for (const arena::PlayerSpec& spec : specs) {
        const auto* searcher = std::get_if<arena::SearcherSpec>(&spec);
        if (searcher == nullptr)
            return failure(
                fmt::format("{} is another program; workers play with their own searchers only",
                            arena::name_of(spec)));
        auto player = job_player_of(*searcher);
        if (!player) return failure(player.error());
        away.names.push_back(searcher->name);
        away.players.push_back(std::move(*player));
    }
    return away;
}

std::optional<std::string> RemoteMatch::play(arena::PairSource& source) {
    const std::stop_token stop = source.give_up();
    while (!stop.stop_requested()) {
        if (source.wants_unfinished())
            post_more(source);
        else
            put_off();
        if (const auto event = board_.next(stop, event_timeout)) {
            if (auto problem = hear(*event, source)) return problem;
            continue;
        }
        const JobDispatcher::State state = board_.state();
        if (state.problem) return state.problem;
        const bool is_all = open_.empty() && (is_exhausted_ || !source.wants_unfinished());
        if (!is_all || !state.is_settled) continue;
        board_.forget_campaign();
        return std::nullopt;
    }
    return std::nullopt;
}

void RemoteMatch::post(const std::string& name, const Task& task) {
    open_.insert_or_assign(name, task);
    board_.post(name, task);
}

void RemoteMatch::post_more(arena::PairSource& source) {
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
void RemoteMatch::put_off() {
    if (open_.empty()) return;
    put_off_.merge(open_);
    open_.clear();
    board_.drop_unfinished();
}

Task RemoteMatch::task_of(const arena::PairToPlay& pair) const {
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
    if (std::ranges::any_of(task.controls, [&](const auto& one) {
            return one.goes_by_wall(task.nodes_per_second > 0);
        })) {
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

std::optional<std::string> RemoteMatch::hear(const JobEvent& event, arena::PairSource& source) {
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
        case JobEvent::Kind::Failed:
            return fmt::format("a pair of games cannot be played: {}", event.words);
        case JobEvent::Kind::Confirmed:
        case JobEvent::Kind::Caught: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> RemoteMatch::finish(const JobEvent& event, arena::PairSource& source) {
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

namespace {

constexpr std::uint64_t games_in_job = 8;

}  // namespace

std::optional<std::string>
RemoteSelfplay::play(std::optional<std::uint64_t> games,
                     const std::function<bool(const training::SelfplayGame&)>& take,
                     const std::stop_token& stop) {
    while (!stop.stop_requested() && !is_enough_) {
        post_more(games);
        if (const auto event = board_.next(stop, event_timeout)) {
            if (auto problem = hear(*event, take)) return problem;
            continue;
        }
        const JobDispatcher::State state = board_.state();
        if (state.problem) return state.problem;
        if (open_ > 0 || !state.is_settled) continue;
        if (waiting_.empty()) break;
        ask_for_last_checks();
    }
    board_.forget_campaign();
    return std::nullopt;
}

void RemoteSelfplay::post_more(std::optional<std::uint64_t> games) {
    const std::size_t enough = fewest_open + 2 * seats_();
    while (open_ < enough && (!games || next_ < *games)) {
        task_.first = next_;
        task_.games = games ? std::min(games_in_job, *games - next_) : games_in_job;
        board_.post(fmt::format("g{}", next_), task_);
        next_ += task_.games;
        ++open_;
    }
}

std::optional<std::string>
RemoteSelfplay::hear(const JobEvent& event,
                     const std::function<bool(const training::SelfplayGame&)>& take) {
    switch (event.kind) {
        case JobEvent::Kind::Finished: {
            auto games = games_of(std::get<SelfplayTask>(event.task), event.results);
            if (!games) return games.error();
            waiting_[event.worker].push_back({event.job, std::move(*games)});
            --open_;
            break;
        }
        case JobEvent::Kind::Confirmed: is_enough_ = !hand_on(event.worker, event.job, take); break;
        case JobEvent::Kind::Withdrawn:
            for (auto& [worker, list] : waiting_)
                std::erase_if(list, [&](const Finished& one) { return one.job == event.job; });
            std::erase_if(waiting_, [](const auto& one) { return one.second.empty(); });
            ++open_;
            break;
        case JobEvent::Kind::Failed: return fmt::format("games cannot be played: {}", event.words);
        case JobEvent::Kind::Begun:
        case JobEvent::Kind::Caught: break;
    }
    return std::nullopt;
}

// What the worker had finished before the one that is confirmed, and that one. False if no more is
// wanted.
bool RemoteSelfplay::hand_on(const std::string& worker, const std::string& confirmed,
                             const std::function<bool(const training::SelfplayGame&)>& take) {
    const auto his = waiting_.find(worker);
    if (his == waiting_.end()) return true;
    std::vector<Finished>& list = his->second;
    const auto last = std::ranges::find(list, confirmed, &Finished::job);
    if (last == list.end()) return true;
    bool is_wanted = true;
    for (auto one = list.begin(); one != last + 1; ++one) {
        for (const training::SelfplayGame& game : one->games) is_wanted = is_wanted && take(game);
        board_.kept(one->job);
    }
    list.erase(list.begin(), last + 1);
    if (list.empty()) waiting_.erase(his);
    return is_wanted;
}

void RemoteSelfplay::ask_for_last_checks() {
    for (const auto& [worker, list] : waiting_) board_.check(list.back().job);
}

namespace {

// Nobody is to wait for us to post the next job.

// With what is played, so that another trial of the same number is another job.
std::string name_of(std::uint64_t number, const PairTask& task) {
    return fmt::format("t{}x{:016x}", number, hash_of(text_of_task(task)));
}
std::string name_of(const JobEvent& event) { return event.job.substr(event.job.rfind('-') + 1); }

std::uint64_t trial_of(const PairTask& task) { return (task.games.front().number + 1) / 2; }

// Of the player who begins with White.
arena::Outcome outcome_of(const arena::GameRecord& record, const PairTask::Game& game) {
    if (record.result == GameResult::Draw) return arena::Outcome::Draw;
    const bool has_white_won = record.result == GameResult::WhiteWins;
    return has_white_won == (game.white == 0) ? arena::Outcome::Win : arena::Outcome::Loss;
}

Result<tune::TrialResult, std::string> result_of(const PairTask& task, const TaskResults& results) {
    const auto records = records_of(task, results);
    if (!records) return failure(records.error());
    return tune::TrialResult{outcome_of((*records)[0], task.games[0]),
                             outcome_of((*records)[1], task.games[1])};
}

}  // namespace

Result<PairTask, std::string> pair_of(const tune::TrialToPlay& trial) {
    if (trial.control.goes_by_wall(false))
        return failure(fmt::format("'{}' goes by the wall clock, and workers are not equally fast: "
                                   "limit by nodes or depth",
                                   to_text(trial.control)));
    PairTask task;
    const arena::SearcherSpec* specs[] = {&trial.one, &trial.other};
    for (std::size_t i = 0; i < 2; ++i) {
        auto player = job_player_of(*specs[i]);
        if (!player) return failure(player.error());
        task.players[i] = std::move(*player);
        task.controls[i] = trial.control;
    }
    task.opening = trial.opening;
    task.adjudication = trial.adjudication;
    task.games = {{2 * trial.number - 1, 0}, {2 * trial.number, 1}};
    // Whoever cannot read a job cannot say so. An id and a ticket are no longer than these.
    const std::string id(64, 'x');
    const auto readable = parse_job(to_text(Job{"t-" + id.substr(2), new_ticket(), 0, task}));
    if (!readable)
        return failure(
            fmt::format("a trial has no room in a colony's job: it {}", readable.error()));
    return task;
}

std::optional<std::string> RemoteTrials::play(tune::TrialSource& source) {
    const std::stop_token stop = source.give_up();
    while (!stop.stop_requested()) {
        if (first_withdrawn_) go_back(source);
        if (auto problem = post_more(source)) return problem;
        if (auto event = board_.next(stop, event_timeout)) {
            // All that is known, before anything follows from it: who lied has often lied more than
            // once.
            for (; event; event = board_.next(stop, std::chrono::milliseconds(0)))
                if (auto problem = hear(*event, source)) return problem;
            continue;
        }
        const JobDispatcher::State state = board_.state();
        if (state.problem) return state.problem;
        if (!open_.empty() || !is_exhausted_ || !state.is_settled) continue;
        board_.forget_campaign();
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> RemoteTrials::post_more(tune::TrialSource& source) {
    const std::size_t enough = fewest_open + 2 * seats_();
    while (open_.size() < enough) {
        const auto trial = source.next();
        is_exhausted_ = !trial;
        if (!trial) break;
        auto task = pair_of(*trial);
        if (!task) return task.error();
        const std::string name = name_of(trial->number, *task);
        if (const auto known = known_.find(name); known != known_.end()) {
            source.finished(trial->number, known->second);
            continue;
        }
        open_.emplace(name, trial->number);
        board_.post(name, std::move(*task));
    }
    return std::nullopt;
}

std::optional<std::string> RemoteTrials::hear(const JobEvent& event, tune::TrialSource& source) {
    switch (event.kind) {
        case JobEvent::Kind::Finished: return finish(event, source);
        case JobEvent::Kind::Withdrawn: {
            known_.erase(name_of(event));
            const std::uint64_t trial = trial_of(std::get<PairTask>(event.task));
            first_withdrawn_ = std::min(trial, first_withdrawn_.value_or(trial));
            return std::nullopt;
        }
        case JobEvent::Kind::Failed:
            return fmt::format("a pair of games cannot be played: {}", event.words);
        case JobEvent::Kind::Begun:
        case JobEvent::Kind::Confirmed:
        case JobEvent::Kind::Caught: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> RemoteTrials::finish(const JobEvent& event, tune::TrialSource& source) {
    const auto result = result_of(std::get<PairTask>(event.task), event.results);
    if (!result) return result.error();
    const std::string name = name_of(event);
    known_.insert_or_assign(name, *result);
    board_.kept(event.job);
    // What was finished while the tuning went back may be wanted again, or never.
    const auto open = open_.find(name);
    if (open == open_.end()) return std::nullopt;
    const std::uint64_t number = open->second;
    open_.erase(open);
    source.finished(number, *result);
    return std::nullopt;
}

// Which trials follow is not known any more; those that stay as they were are posted again.
void RemoteTrials::go_back(tune::TrialSource& source) {
    const std::uint64_t trial = *std::exchange(first_withdrawn_, std::nullopt);
    open_.clear();
    board_.drop_unfinished();
    source.withdrawn(trial);
    if (went_back_) went_back_(trial);
}

}  // namespace rookery::colony
