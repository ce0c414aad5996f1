// Plays games somewhere else than in the caller's thread: on threads of this program
// (ThreadExecutor), or by the workers of a colony (colony/jobs/job_executor.h).
//
// Matches, tunings and self-play each have one loop that feeds an executor: it submits tasks while
// the executor wants more, and polls for events. A task is one game, or a few that belong together
// such as both games of a pair. Its games are known by their numbers.
#pragma once

#include "base/result.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace rookery {

template <class Game, class Record>
struct ExecutorEvent {
    enum class Kind : std::uint8_t {
        Begun,
        Finished,
        Withdrawn,  // it was finished, but the results were false; the executor does it again
        Failed,     // the run cannot go on, for the reason in `problem`
    };
    Kind kind = Kind::Begun;
    std::vector<std::uint64_t> games{};  // their numbers
    // As it was submitted; empty if that was in an earlier run.
    std::vector<Game> task{};
    std::vector<Record> records{};  // of a finished task, one for each game
    std::string problem{};
};

// Game must have number(). One thread calls all methods.
template <class Game, class Record>
class Executor {
  public:
    using Task = std::vector<Game>;
    using Event = ExecutorEvent<Game, Record>;

    Executor() = default;
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    // Drops what is not finished.
    virtual ~Executor() = default;

    // Whether its workers could run out of tasks.
    [[nodiscard]] virtual bool wants_more() const = 0;
    virtual void submit(Task task) = 0;
    // The next event, if there is one in time. The next call says that the caller has stored the
    // results of the event before.
    [[nodiscard]] virtual std::optional<Event> poll(const std::stop_token& stop,
                                                    std::chrono::milliseconds timeout) = 0;
    // All submitted tasks are finished, their events were polled, and none can be withdrawn.
    [[nodiscard]] virtual bool is_settled() const = 0;

    // The unfinished tasks are not wanted now. They may be submitted again. Tasks that are under
    // way may still be finished.
    virtual void drop_unfinished() {}
    // The run is complete: nothing need be kept to resume it.
    virtual void forget() {}

    // The size of tasks that suits it.
    [[nodiscard]] virtual std::size_t games_per_task() const { return 1; }
    // Threads or machines that play now; from any thread.
    [[nodiscard]] virtual std::size_t workers() const = 0;
};

template <class Game>
[[nodiscard]] std::vector<std::uint64_t> numbers_of(const std::vector<Game>& task) {
    std::vector<std::uint64_t> numbers;
    for (const Game& game : task) numbers.push_back(game.number());
    return numbers;
}

// How long a loop waits for an event before it looks again at what else has changed.
inline constexpr std::chrono::milliseconds executor_poll_timeout{200};

// Plays each game on one of some threads.
template <class Game, class Record>
class ThreadExecutor final : public Executor<Game, Record> {
  public:
    using typename Executor<Game, Record>::Task;
    using typename Executor<Game, Record>::Event;
    // Plays a game; nothing if it was stopped before its end. An error ends the run.
    using Play = std::function<Result<std::optional<Record>, std::string>(const Game&,
                                                                          const std::stop_token&)>;
    // Called once by every thread, which keeps the result to its end. An error ends the run.
    using MakePlay = std::function<Result<Play, std::string>(std::size_t thread)>;

    // Where the system has fewer threads to give, it does with those.
    ThreadExecutor(std::size_t threads, MakePlay make_play) : make_play_(std::move(make_play)) {
        threads = std::max<std::size_t>(threads, 1);
        threads_.reserve(threads);
        try {
            for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { run(i); });
        } catch (const std::system_error&) {
            if (threads_.empty()) throw;
        }
    }
    ~ThreadExecutor() override { end_.request_stop(); }

    [[nodiscard]] bool wants_more() const override { return unfinished_ < threads_.size(); }
    void submit(Task task) override {
        ++unfinished_;
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
        changed_.notify_all();
    }
    [[nodiscard]] std::optional<Event> poll(const std::stop_token& stop,
                                            std::chrono::milliseconds timeout) override {
        if (stop.stop_requested()) return std::nullopt;
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, stop, timeout, [this] { return !events_.empty(); }))
            return std::nullopt;
        Event event = std::move(events_.front());
        events_.pop_front();
        if (event.kind == Event::Kind::Finished) --unfinished_;
        return event;
    }
    [[nodiscard]] bool is_settled() const override { return unfinished_ == 0; }
    [[nodiscard]] std::size_t workers() const override { return threads_.size(); }

  private:
    void run(std::size_t thread) {
        try {
            const auto play = make_play_(thread);
            if (!play) return fail(play.error());
            while (const auto task = take())
                if (!play_all(*task, *play)) return;
        } catch (const std::exception& problem) {
            fail(problem.what());
        }
    }

    [[nodiscard]] std::optional<Task> take() {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, end_.get_token(), [this] { return !waiting_.empty(); }))
            return std::nullopt;
        Task task = std::move(waiting_.front());
        waiting_.pop_front();
        return task;
    }

    // False if the thread should end.
    [[nodiscard]] bool play_all(const Task& task, const Play& play) {
        Event event{.kind = Event::Kind::Finished, .games = numbers_of(task), .task = task};
        for (const Game& game : task) {
            auto record = play(game, end_.get_token());
            if (!record) fail(record.error());
            if (!record || !*record) return false;
            event.records.push_back(std::move(**record));
        }
        put(std::move(event));
        return true;
    }

    void fail(const std::string& problem) {
        put({.kind = Event::Kind::Failed, .problem = problem});
    }
    void put(Event event) {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
        changed_.notify_all();
    }

    const MakePlay make_play_;
    std::size_t unfinished_ = 0;  // tasks; the caller's own
    std::stop_source end_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable_any changed_;
    std::deque<Task> waiting_;
    std::deque<Event> events_;
    std::vector<std::jthread> threads_;  // the last member: they use the others
};

}  // namespace rookery
