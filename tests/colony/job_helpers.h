// Jobs to be done in tests: short, and the same every time.
#pragma once

#include "arena/game/game_record.h"
#include "arena/openings/opening.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "colony/jobs/job.h"
#include "colony/jobs/job_dispatcher.h"
#include "colony/jobs/job_executor.h"
#include "colony/jobs/job_runner.h"
#include "colony/jobs/task.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"
#include "search/searcher.h"

#include "colony_helpers.h"

#include <spawn.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {

inline constexpr SearcherEntry test_searchers[] = {
    {"pvs", "", [](const SearcherSetup& setup) { return make_pvs(setup); }, "network",
     pvs_settings},
    {"random",
     "",
     [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     },
     {},
     nullptr,
     true},
};

inline JobPlayer test_player(const char* searcher, std::uint64_t seed = 1) {
    JobPlayer player;
    player.searcher = searcher;
    player.seed = seed;
    player.hash_mib = 1;
    return player;
}

// The engine against any moves: over soon, and no two pairs alike.
inline PairTask test_pair(std::uint64_t number, std::uint64_t nodes = 500) {
    PairTask task;
    task.players = {test_player("pvs"), test_player("random", 7)};
    for (arena::TimeControl& control : task.controls) control.nodes = nodes;
    task.opening = arena::random_opening(number, 0);
    task.adjudication.resign = arena::Adjudication::Resign{2, 900};
    task.adjudication.max_moves = 60;
    task.games = {{2 * number + 1, 0}, {2 * number + 2, 1}};
    return task;
}

inline SelfplayTask test_selfplay(std::uint64_t first, std::uint64_t games = 2) {
    SelfplayTask task;
    task.player = test_player("pvs");
    task.settings.soft_nodes = 100;
    task.settings.hash_mib = 1;
    task.settings.longest = 60;
    task.seed = 0xFEDC'BA98'7654'3210;
    task.first = first;
    task.games = games;
    return task;
}

inline TaskResults played_here(const Task& task) {
    return must(play_task(task, test_searchers, {})).results;
}

inline constexpr std::uint64_t reference = 1'000'000;

inline PairTask timed_pair(std::uint64_t number, const char* control = "0.2+0.01") {
    PairTask task = test_pair(number);
    for (arena::TimeControl& one : task.controls) one = *arena::parse_time_control(control);
    task.reference_speed = reference;
    task.grace = usual_grace;
    task.adjudication.max_moves = 30;
    return task;
}

inline Move any_move(const Position& position) { return legal_moves(position)[0]; }

// A game in which that side, or none, loses on time; its moves mean nothing.
inline std::string made_up_game(const PairTask& task, std::optional<Color> loser) {
    std::vector<arena::MoveRecord> moves;
    Game game(task.opening.start);
    const auto make = [&](Move move, arena::Duration spent) {
        arena::MoveRecord record{.move = move};
        record.spent = spent;
        moves.push_back(record);
        game.play(move);
    };
    for (const Move move : task.opening.moves) make(move, arena::Duration(0));
    const std::size_t longest = 2 * static_cast<std::size_t>(*task.adjudication.max_moves);
    while (game.ending() == GameEnding::None && game.plies() < longest) {
        const bool is_late = game.position().side_to_move() == loser;
        const arena::Duration too_long =
            *task.controls[0].base + task.grace + std::chrono::milliseconds(1);
        make(any_move(game.position()), is_late ? too_long : arena::Duration(1));
        if (is_late) break;
    }
    return arena::encode_moves(moves);
}

// A pair in which the first player makes so many half points, 0 to 4.
inline TaskResults made_up_pair(const PairTask& task, std::size_t half_points) {
    TaskResults results;
    for (const PairTask::Game& game : task.games) {
        const std::size_t here = std::min<std::size_t>(half_points, 2);
        half_points -= here;
        const Color first = game.white == 0 ? Color::White : Color::Black;
        std::optional<Color> loser;
        if (here != 1) loser = here == 2 ? ~first : first;
        results.push_back(made_up_game(task, loser));
    }
    return results;
}

// Looks at no clock.
class SlowSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener&) override {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any nothing;
        nothing.wait_for(lock, stop, std::chrono::milliseconds(300), [] { return false; });
        SearchResult result;
        result.best = wanted_moves(root.position, limits)[0];
        result.nodes = 1;
        return result;
    }
};

inline constexpr SearcherEntry slow_searchers[] = {
    {"slow", "",
     [](const SearcherSetup&) -> std::unique_ptr<Searcher> {
         return std::make_unique<SlowSearcher>();
     }},
};

inline constexpr std::uint64_t bench = 42;

// A worker's runner on threads of this program, with a connection of its own.
class TestRunner {
  public:
    explicit TestRunner(const Invitation& invitation,
                        std::optional<std::uint64_t> nodes_per_second = {},
                        std::uint64_t engine = bench)
        : bus_(must(Bus::connect({.invitation = invitation, .timeout = long_enough}))),
          runner_(must(JobRunner::begin(*bus_, {.bench = engine,
                                                .searchers = test_searchers,
                                                .seats = 1,
                                                .nodes_per_second = nodes_per_second}))) {
        runner_->open();
    }
    [[nodiscard]] JobRunner& operator*() const { return *runner_; }
    [[nodiscard]] JobRunner* operator->() const { return runner_.get(); }

  private:
    std::unique_ptr<Bus> bus_;
    std::unique_ptr<JobRunner> runner_;
};

// Sends any report in a worker's name.
class FalseWorker {
  public:
    explicit FalseWorker(const Invitation& invitation)
        : bus_(must(Bus::connect({.invitation = invitation, .timeout = long_enough}))),
          queue_(*bus_), ear_(must(bus_->subscribe(
                             answer_subject(bus_->member()), [this](const BusMessage& message) {
                                 const std::scoped_lock lock(mutex_);
                                 answers_.push_back(must(parse_job_answer(message.bytes)));
                             }))) {}

    // The next job in the queue; this worker keeps it.
    Job take(bool is_timed = false) {
        EXPECT_TRUE(comes_true([&] {
            auto taken = queue_.take({1, bench, is_timed});
            if (!taken || !*taken) return false;
            in_hand_.push_back(std::move(**taken));
            return true;
        }));
        return must(parse_job(in_hand_.back().bytes()));
    }
    void settle() { in_hand_.back().settle(); }
    void say(const std::string& job, const JobReport& report) { say_text(job, to_text(report)); }
    void say_text(const std::string& job, const std::string& text) {
        bus_->publish(report_subject(bus_->member(), job), text);
        bus_->flush(long_enough);
    }
    [[nodiscard]] std::optional<JobAnswer::Kind> answer() {
        std::optional<JobAnswer::Kind> kind;
        (void)comes_true([&] {
            const std::scoped_lock lock(mutex_);
            if (answers_.empty()) return false;
            kind = answers_.front().kind;
            answers_.pop_front();
            return true;
        });
        return kind;
    }
    [[nodiscard]] std::optional<JobAnswer::Kind> begin(const Job& job) {
        say(job.id, {.kind = JobReport::Kind::Began, .ticket = job.ticket});
        return answer();
    }
    [[nodiscard]] std::optional<JobAnswer::Kind> deliver(const Job& job, TaskResults results) {
        say(job.id,
            {.kind = JobReport::Kind::Done, .ticket = job.ticket, .results = std::move(results)});
        return answer();
    }

  private:
    std::unique_ptr<Bus> bus_;
    JobQueue queue_;
    std::vector<JobQueue::Taken> in_hand_;
    std::mutex mutex_;
    std::deque<JobAnswer> answers_;
    Bus::Subscription ear_;
};

inline constexpr const char* child_variable = "ROOKERY_TEST_WORKER";

// A worker that is another process, so that it can die as processes do.
class ChildWorker {
  public:
    explicit ChildWorker(const std::filesystem::path& invitation) {
        ::setenv(child_variable, invitation.c_str(), 1);
        char program[] = "/proc/self/exe", filter[] = "--gtest_filter=JobsChild.*",
             quiet[] = "--gtest_brief=1";
        char all[] = "--gtest_also_run_disabled_tests";
        char* arguments[] = {program, filter, quiet, all, nullptr};
        if (::posix_spawn(&process_, program, nullptr, nullptr, arguments, environ) != 0)
            process_ = 0;
        ::unsetenv(child_variable);
    }
    ChildWorker(const ChildWorker&) = delete;
    ChildWorker& operator=(const ChildWorker&) = delete;
    ~ChildWorker() {
        signal(SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    void signal(int number) const {
        if (process_ > 0) ::kill(process_, number);
    }

  private:
    pid_t process_ = 0;
};

class JobsLive : public testing::Test {
  protected:
    JobsLive() {
        const Invitation home = colony.invited("home", Role::Coordinator);
        for (const char* name : {"a", "b", "liar"}) invitations[name] = colony.invited(name);
        colony.start();
        bus = must(Bus::connect({.invitation = home, .timeout = long_enough}));
    }
    void open_dispatcher(double check_share = 0, const std::filesystem::path& table = {}) {
        DispatcherSettings settings{.run_name = "test",
                                    .bench = bench,
                                    .table = table,
                                    .check_share = check_share,
                                    .later_check_share = check_share,
                                    .searchers = test_searchers};
        settings.workers_there = [this] {
            return another_there ? std::vector<std::string>{"a", "b"}
                                 : std::vector<std::string>{"liar"};
        };
        settings.timed_speed_of = [this](std::string_view) { return timed_speed.load(); };
        settings.on_false_results = [this](const std::string& worker, const std::string& why) {
            const std::scoped_lock lock(mutex);
            suspects[worker] = why;
        };
        dispatcher = must(JobDispatcher::open(*bus, std::move(settings)));
    }
    // For executors; the workers can do two jobs at a time.
    [[nodiscard]] JobSource source() const {
        return {.seats = [] { return std::size_t{2}; }, .dispatcher = dispatcher};
    }
    void post(std::uint64_t number, std::uint64_t nodes = 500) {
        tasks[dispatcher->id_of(std::to_string(number))] = test_pair(number, nodes);
        dispatcher->post(std::to_string(number), test_pair(number, nodes));
    }
    // Every event until nothing is left to do.
    void run_loop() {
        EXPECT_TRUE(comes_true([&] {
            poll_all();
            return dispatcher->state().is_settled;
        }));
        poll_all();
    }
    void poll_all() {
        while (auto event = dispatcher->next({}, std::chrono::milliseconds(1))) {
            if (event->kind == JobEvent::Kind::Finished) {
                EXPECT_TRUE(finished.emplace(event->job, event->results).second)
                    << event->job << " twice";
                makers[event->job] = event->worker;
                dispatcher->mark_stored(event->job);
            }
            if (event->kind == JobEvent::Kind::Withdrawn) {
                EXPECT_EQ(finished.erase(event->job), 1u);
                ++withdrawn;
            }
            if (event->kind == JobEvent::Kind::Begun) ++begun;
            if (event->kind == JobEvent::Kind::Failed) ++failed;
        }
    }
    [[nodiscard]] std::string suspicion_of(const std::string& worker) {
        const std::scoped_lock lock(mutex);
        const auto found = suspects.find(worker);
        return found == suspects.end() ? "" : found->second;
    }
    void expect_all_true() {
        EXPECT_EQ(finished.size(), tasks.size());
        for (const auto& [id, results] : finished)
            EXPECT_EQ(difference_between(tasks[id], results, played_here(tasks[id])), std::nullopt);
    }

    TestColony colony;
    std::map<std::string, Invitation> invitations;
    std::unique_ptr<Bus> bus;
    std::shared_ptr<JobDispatcher> dispatcher;
    std::atomic<bool> another_there = true;
    std::atomic<std::uint64_t> timed_speed = 0;  // of all workers, as the coordinator knows it
    std::map<std::string, Task> tasks;
    std::map<std::string, TaskResults> finished;
    std::map<std::string, std::string> makers;
    std::mutex mutex;
    std::map<std::string, std::string> suspects;
    int withdrawn = 0, begun = 0, failed = 0;
};

// Legal games with another number of nodes: only playing again can tell.
inline TaskResults played_falsely(const Job& job) {
    PairTask task = std::get<PairTask>(job.task);
    for (arena::TimeControl& control : task.controls) control.nodes = *control.nodes / 2;
    return played_here(task);
}

}  // namespace rookery::colony
