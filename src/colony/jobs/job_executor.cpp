#include "colony/jobs/job_executor.h"

#include "base/bytes.h"
#include "colony/jobs/task.h"
#include "colony/live/coordinator_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <random>
#include <set>

namespace rookery::colony {
namespace {

// So many jobs more than workers can do at a time, so that no worker waits for the next job.
constexpr std::size_t fewest_open = 8;
constexpr std::uint64_t selfplay_games_in_job = 8;

// Posts jobs, and reports what becomes of them.
class JobFeed {
  public:
    JobFeed(JobSource source, bool only_confirmed)
        : source_(std::move(source)), only_confirmed_(only_confirmed) {}
    JobFeed(const JobFeed&) = delete;
    JobFeed& operator=(const JobFeed&) = delete;
    ~JobFeed() {
        note_stored();
        if (!source_.can_be_resumed) forget();
    }

    [[nodiscard]] bool wants_more() const {
        return open_.size() < fewest_open + 2 * source_.seats();
    }
    [[nodiscard]] std::size_t workers() const { return source_.workers(); }

    // Returns its id.
    std::string post(const std::string& name, Task task) {
        std::string id = source_.dispatcher->id_of(name);
        open_.insert(id);
        source_.dispatcher->post(name, std::move(task));
        return id;
    }
    // An event that is Begun, Finished, Withdrawn or Failed.
    [[nodiscard]] std::optional<JobEvent> poll(const std::stop_token& stop,
                                               std::chrono::milliseconds timeout);
    [[nodiscard]] bool is_settled() const {
        return ready_.empty() && unconfirmed_.empty() && has_all_results();
    }
    void drop_unfinished() {
        open_.clear();
        source_.dispatcher->drop_unfinished();
    }
    void forget() { source_.dispatcher->forget_run(); }

  private:
    [[nodiscard]] bool has_all_results() const {
        const JobDispatcher::State state = source_.dispatcher->state();
        return open_.empty() && state.is_settled && !state.problem;
    }
    [[nodiscard]] JobEvent deliver(JobEvent event) {
        delivered_ = event.job;
        return event;
    }
    void note_stored() {
        if (!delivered_.empty()) source_.dispatcher->mark_stored(std::exchange(delivered_, {}));
    }
    [[nodiscard]] std::optional<JobEvent> handle(JobEvent event);
    void release_confirmed(const JobEvent& event);

    const JobSource source_;
    const bool only_confirmed_;
    std::set<std::string> open_;  // ids of jobs that are not finished
    std::string delivered_;       // the job whose results the caller may not have stored yet
    // With only_confirmed: finished jobs by worker, in the order in which they came.
    std::map<std::string, std::vector<JobEvent>> unconfirmed_;
    std::deque<JobEvent> ready_;
};

std::optional<JobEvent> JobFeed::poll(const std::stop_token& stop,
                                      std::chrono::milliseconds timeout) {
    note_stored();
    if (ready_.empty()) {
        // No more jobs were posted, so these checks are the last.
        if (!unconfirmed_.empty() && has_all_results())
            for (const auto& [worker, events] : unconfirmed_)
                source_.dispatcher->check(events.back().job);
        if (auto event = source_.dispatcher->next(stop, timeout)) return handle(std::move(*event));
        if (auto problem = source_.dispatcher->state().problem)
            return JobEvent{.kind = JobEvent::Kind::Failed, .words = std::move(*problem)};
        return std::nullopt;
    }
    JobEvent event = std::move(ready_.front());
    ready_.pop_front();
    return deliver(std::move(event));
}

std::optional<JobEvent> JobFeed::handle(JobEvent event) {
    switch (event.kind) {
        case JobEvent::Kind::Begun: return event;
        case JobEvent::Kind::Finished:
            open_.erase(event.job);
            if (!only_confirmed_) return deliver(std::move(event));
            unconfirmed_[event.worker].push_back(std::move(event));
            return std::nullopt;
        case JobEvent::Kind::Withdrawn:
            open_.insert(event.job);
            if (!only_confirmed_) return event;
            for (auto& [worker, events] : unconfirmed_)
                std::erase_if(events, [&](const JobEvent& one) { return one.job == event.job; });
            std::erase_if(unconfirmed_, [](const auto& one) { return one.second.empty(); });
            return std::nullopt;
        case JobEvent::Kind::Confirmed: release_confirmed(event); return std::nullopt;
        case JobEvent::Kind::Failed:
            event.words = fmt::format(
                "{} cannot be played: {}",
                std::holds_alternative<PairTask>(event.task) ? "a pair of games" : "games",
                event.words);
            return event;
        case JobEvent::Kind::Caught: return std::nullopt;
    }
    return std::nullopt;
}

// Delivers what the worker had finished before the job that is confirmed, and that job.
void JobFeed::release_confirmed(const JobEvent& event) {
    const auto found = unconfirmed_.find(event.worker);
    if (found == unconfirmed_.end()) return;
    std::vector<JobEvent>& events = found->second;
    const auto last = std::ranges::find(events, event.job, &JobEvent::job);
    if (last == events.end()) return;
    std::move(events.begin(), last + 1, std::back_inserter(ready_));
    events.erase(events.begin(), last + 1);
    if (events.empty()) unconfirmed_.erase(found);
}

std::vector<std::uint64_t> game_numbers_of(const Task& task) {
    std::vector<std::uint64_t> numbers;
    if (const auto* pair = std::get_if<PairTask>(&task))
        for (const PairTask::Game& game : pair->games) numbers.push_back(game.number);
    else if (const auto* selfplay = std::get_if<SelfplayTask>(&task))
        for (std::uint64_t i = 0; i < selfplay->games; ++i) numbers.push_back(selfplay->first + i);
    return numbers;
}

// A task as a job, with a name that is its own in the run.
struct NamedTask {
    std::string name;
    Task task;
};

template <class Game, class Record>
class JobExecutor final : public Executor<Game, Record> {
  public:
    using typename Executor<Game, Record>::Task;
    using typename Executor<Game, Record>::Event;
    using Encode = std::function<Result<NamedTask, std::string>(const Task&)>;
    using Decode = std::function<Result<std::vector<Record>, std::string>(const colony::Task&,
                                                                          const TaskResults&)>;

    JobExecutor(JobSource source, std::size_t games_per_task, Encode encode, Decode decode,
                bool only_confirmed = false)
        : feed_(std::move(source), only_confirmed), games_per_task_(games_per_task),
          encode_(std::move(encode)), decode_(std::move(decode)) {}

    [[nodiscard]] bool wants_more() const override { return !problem_ && feed_.wants_more(); }
    void submit(Task task) override {
        auto named = encode_(task);
        if (!named)
            problem_ = named.error();
        else
            submitted_.insert_or_assign(feed_.post(named->name, std::move(named->task)),
                                        std::move(task));
    }
    [[nodiscard]] std::optional<Event> poll(const std::stop_token& stop,
                                            std::chrono::milliseconds timeout) override {
        if (problem_) return failed(*problem_);
        auto job = feed_.poll(stop, timeout);
        if (!job) return std::nullopt;
        Event event{.games = game_numbers_of(job->task)};
        switch (job->kind) {
            case JobEvent::Kind::Finished: {
                auto records = decode_(job->task, job->results);
                if (!records) return failed(records.error());
                event.kind = Event::Kind::Finished;
                event.records = std::move(*records);
                if (auto submitted = submitted_.extract(job->job))
                    event.task = std::move(submitted.mapped());
                return event;
            }
            case JobEvent::Kind::Withdrawn: event.kind = Event::Kind::Withdrawn; return event;
            case JobEvent::Kind::Failed: return failed(job->words);
            default: return event;
        }
    }
    [[nodiscard]] bool is_settled() const override { return !problem_ && feed_.is_settled(); }
    void drop_unfinished() override { feed_.drop_unfinished(); }
    void forget() override { feed_.forget(); }
    [[nodiscard]] std::size_t games_per_task() const override { return games_per_task_; }
    [[nodiscard]] std::size_t workers() const override { return feed_.workers(); }

  private:
    [[nodiscard]] static Event failed(const std::string& problem) {
        return {.kind = Event::Kind::Failed, .problem = problem};
    }

    JobFeed feed_;
    const std::size_t games_per_task_;
    const Encode encode_;
    const Decode decode_;
    std::optional<std::string> problem_;
    std::map<std::string, Task> submitted_;  // by id; finished ones are removed
};

PairTask pair_of(const RemotePlayers& remote, const arena::MatchExecutor::Task& games) {
    PairTask task;
    const arena::MatchGame& first = games.front();
    const ByColor<std::size_t>& seated = first.scheduled.place.players;
    const std::size_t indices[] = {seated[Color::White], seated[Color::Black]};
    for (std::size_t i = 0; i < 2; ++i) {
        task.players[i] = remote.players[indices[i]];
        task.controls[i] = first.settings.controls[i == 0 ? Color::White : Color::Black];
    }
    if (first.settings.nodes_per_second)
        task.nodes_per_second = static_cast<std::uint64_t>(*first.settings.nodes_per_second);
    // In a tournament there may be pairs without such a clock.
    if (std::ranges::any_of(task.controls, [&](const auto& one) {
            return one.goes_by_wall(task.nodes_per_second > 0);
        })) {
        task.reference_speed = remote.reference_speed;
        task.grace = first.settings.grace;
    }
    task.opening = first.settings.opening;
    task.adjudication = first.settings.adjudication;
    for (const arena::MatchGame& game : games) {
        const bool is_swapped = game.scheduled.place.players[Color::White] != indices[0];
        task.games.push_back({game.number(), is_swapped ? std::size_t{1} : std::size_t{0}});
    }
    return task;
}

// For the player that begins with White.
arena::Outcome outcome_of(const arena::GameRecord& record, const PairTask::Game& game) {
    if (record.result == GameResult::Draw) return arena::Outcome::Draw;
    const bool has_white_won = record.result == GameResult::WhiteWins;
    return has_white_won == (game.white == 0) ? arena::Outcome::Win : arena::Outcome::Loss;
}

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
        return failure(
            "a time per move goes by the wall clock, not by nodes: limit by nodes or depth");
    if (settings.nodes_per_second &&
        std::floor(*settings.nodes_per_second) != *settings.nodes_per_second)
        return failure("a colony's clock counts whole nodes a second");
    if (!is_by_wall && settings.grace.count() != 0)
        return failure("only a clock by the wall needs --grace");
    RemotePlayers remote;
    if (is_by_wall) remote.reference_speed = settings.reference_speed.value_or(0);
    for (const arena::PlayerSpec& spec : specs) {
        const auto* searcher = std::get_if<arena::SearcherSpec>(&spec);
        if (searcher == nullptr)
            return failure(
                fmt::format("{} is another program; workers play with their own searchers only",
                            arena::name_of(spec)));
        auto player = job_player_of(*searcher);
        if (!player) return failure(player.error());
        remote.players.push_back(std::move(*player));
    }
    return remote;
}

Result<PairTask, std::string> pair_of(const tune::TrialGames& games, const tune::Trial& trial) {
    if (games.control.goes_by_wall(false))
        return failure(fmt::format("'{}' goes by the wall clock, and workers are not equally fast: "
                                   "limit by nodes or depth",
                                   to_text(games.control)));
    PairTask task;
    const tune::Choice* choices[] = {&trial.one, &trial.other};
    for (std::size_t i = 0; i < 2; ++i) {
        auto player = job_player_of(games.player(*choices[i]));
        if (!player) return failure(player.error());
        task.players[i] = std::move(*player);
        task.controls[i] = games.control;
    }
    auto opening = games.opening(static_cast<std::size_t>(trial.number - 1));
    if (!opening) return failure(opening.error());
    task.opening = std::move(*opening);
    task.adjudication = games.adjudication;
    task.games = {{2 * trial.number - 1, 0}, {2 * trial.number, 1}};
    // A worker that cannot read a job cannot report it. No id and no ticket is longer than these.
    const std::string id(64, 'x');
    const auto readable = parse_job(to_text(Job{"t-" + id.substr(2), new_ticket(), 0, task}));
    if (!readable)
        return failure(
            fmt::format("a trial has no room in a colony's job: it {}", readable.error()));
    return task;
}

Result<SelfplayTask, std::string> selfplay_task_of(const SearcherChoice& player,
                                                   const training::SelfplaySettings& settings) {
    if (!player.weights.empty())
        return failure("a file of weights stays on its machine; workers cannot play with it");
    if (!player.network.empty())
        return failure("a network's file stays on its machine; workers have the program's own");
    if (settings.hash_mib > most_hash_mib)
        return failure(
            fmt::format("the games of a colony have {} MiB of hash table at most", most_hash_mib));
    SelfplayTask task;
    task.player.searcher = player.searcher;
    task.player.evaluator = player.evaluator;
    task.player.seed = player.seed;
    task.player.hash_mib = settings.hash_mib;
    task.settings = settings;
    return task;
}

std::unique_ptr<arena::MatchExecutor> match_executor(JobSource source, RemotePlayers players) {
    using Made = JobExecutor<arena::MatchGame, arena::GameRecord>;
    const auto encode =
        [remote = std::move(players)](const Made::Task& games) -> Result<NamedTask, std::string> {
        return NamedTask{fmt::format("p{}", games.front().scheduled.place.pair),
                         pair_of(remote, games)};
    };
    const auto decode = [](const Task& task, const TaskResults& results) {
        return outcomes_of(std::get<PairTask>(task), results);
    };
    return std::make_unique<Made>(std::move(source), 2, encode, decode);
}

std::unique_ptr<tune::TrialExecutor> trial_executor(JobSource source, tune::TrialGames games) {
    using Made = JobExecutor<tune::TrialGame, arena::Outcome>;
    const auto encode =
        [wanted = std::move(games)](const Made::Task& both) -> Result<NamedTask, std::string> {
        const tune::Trial& trial = both.front().trial;
        auto task = pair_of(wanted, trial);
        if (!task) return failure(task.error());
        // With what is played, so that another trial of the same number is another job.
        return NamedTask{fmt::format("t{}x{:016x}", trial.number, hash_of(text_of_task(*task))),
                         std::move(*task)};
    };
    const auto decode =
        [](const Task& task,
           const TaskResults& results) -> Result<std::vector<arena::Outcome>, std::string> {
        const auto& pair = std::get<PairTask>(task);
        const auto records = outcomes_of(pair, results);
        if (!records) return failure(records.error());
        std::vector<arena::Outcome> outcomes;
        for (std::size_t i = 0; i < records->size(); ++i)
            outcomes.push_back(outcome_of((*records)[i], pair.games[i]));
        return outcomes;
    };
    return std::make_unique<Made>(std::move(source), 2, encode, decode);
}

std::unique_ptr<training::SelfplayExecutor> selfplay_executor(JobSource source, SelfplayTask task) {
    using Made = JobExecutor<training::SelfplayNumber, training::SelfplayGame>;
    const auto encode =
        [wanted = std::move(task)](const Made::Task& games) -> Result<NamedTask, std::string> {
        SelfplayTask some = wanted;
        some.first = games.front().number();
        some.games = games.size();
        return NamedTask{fmt::format("g{}", some.first), std::move(some)};
    };
    const auto decode = [](const Task& played, const TaskResults& results) {
        return outcomes_of(std::get<SelfplayTask>(played), results);
    };
    return std::make_unique<Made>(std::move(source), selfplay_games_in_job, encode, decode, true);
}

namespace {

Result<std::shared_ptr<JobClient>, std::string> connect(const JobsOrder& order) {
    return JobClient::connect(order.invitation.empty() ? usual_invitation() : order.invitation,
                              order.priority, order.searchers);
}

std::string random_name() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

}  // namespace

Result<arena::ExecutorMaker, std::string>
executors_for_match(const JobsOrder& order, const std::vector<arena::PlayerSpec>& specs,
                    arena::MatchSettings& settings) {
    auto players = remote_players(specs, settings);
    if (!players) return failure(players.error());
    auto client = connect(order);
    if (!client) return failure(client.error());
    if (goes_by_wall(settings)) {
        set_clocks(settings, (*client)->own_speed());
        players->reference_speed = *settings.reference_speed;
        (*client)->print_timed_workers(players->reference_speed);
    }
    return arena::ExecutorMaker([client = *client, players = *players](
                                    const std::filesystem::path& database, arena::MatchId match)
                                    -> Result<std::unique_ptr<arena::MatchExecutor>, std::string> {
        // Matches of two databases may have the same number.
        std::error_code unknown;
        const std::filesystem::path whole = std::filesystem::weakly_canonical(database, unknown);
        auto source =
            client->open(fmt::format("m{}x{:08x}", match, hash_of(whole.string()) & 0xFFFF'FFFF),
                         database.string() + "-jobs", players.reference_speed);
        if (!source) return failure(source.error());
        return match_executor(std::move(*source), players);
    });
}

Result<tune::TrialExecutorMaker, std::string>
executors_for_tuning(const JobsOrder& order, const std::vector<tune::TrialSample>& samples,
                     const std::string& checkpoint) {
    for (const tune::TrialSample& sample : samples) {
        const auto task = pair_of(sample.games, sample.trial);
        if (!task) return failure(task.error());
        if (auto problem = validate(Task(*task), order.searchers))
            return failure(std::move(*problem));
    }
    const auto client = connect(order);
    if (!client) return failure(client.error());
    // Tells the jobs from those of other tunings. Without a checkpoint nothing is resumed.
    std::error_code unknown;
    const std::string origin =
        checkpoint.empty() ? random_name()
                           : std::filesystem::weakly_canonical(checkpoint, unknown).string();
    const std::filesystem::path table = checkpoint.empty() ? "" : checkpoint + "-jobs";
    return tune::TrialExecutorMaker(
        [client = *client, origin, table](const std::string& stage, const tune::TrialGames& games)
            -> Result<std::unique_ptr<tune::TrialExecutor>, std::string> {
            auto source =
                client->open(fmt::format("t{:016x}", hash_of(origin + '\n' + stage)), table);
            if (!source) return failure(source.error());
            return trial_executor(std::move(*source), games);
        });
}

Result<std::unique_ptr<training::SelfplayExecutor>, std::string>
executor_for_selfplay(const JobsOrder& order, const SearcherChoice& player,
                      const training::SelfplaySettings& settings, std::uint64_t seed) {
    auto task = selfplay_task_of(player, settings);
    if (!task) return failure(task.error());
    task->seed = seed;
    const auto client = connect(order);
    if (!client) return failure(client.error());
    // Nothing is resumed: games that are not in the file are played again, with another seed.
    auto source = (*client)->open("s" + random_name(), {});
    if (!source) return failure(source.error());
    return selfplay_executor(std::move(*source), std::move(*task));
}

}  // namespace rookery::colony
