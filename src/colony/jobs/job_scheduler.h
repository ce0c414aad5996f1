// Decides about jobs: which worker holds which, which results count, which are played again. The
// caller (job_dispatcher.h) sends the messages and passes in the time.
//
// A job waits, is held by one worker, or is done. A result counts only from the holder, with the
// ticket it was given, and once. A worker that is gone or silent loses its jobs. Some finished
// jobs, drawn at random, are given to a second worker as well. Where the two differ, the
// coordinator plays the job itself; the results of the distrusted worker in this run are withdrawn
// and done again. Games by the wall clock cannot be repeated; there the scores of workers are
// compared (trust/watches.h).
#pragma once

#include "base/random.h"
#include "colony/jobs/job.h"
#include "colony/jobs/job_table.h"
#include "colony/trust/watches.h"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::colony {

struct SchedulerSettings {
    std::string run_name;  // the first part of all ids; as is_valid_job_id() requires
    std::uint64_t bench = 0;
    double check_share = 0;  // of the jobs that are played twice
    // The same, if that is less, for a worker that was confirmed several times.
    double later_check_share = 1;
    std::uint64_t seed = 0;                   // of the draw; no worker may guess it
    std::chrono::milliseconds silence{5000};  // after which a holder counts as gone
};

// An event about a job or a worker. Events come in the order in which things happened.
struct JobEvent {
    enum class Kind : std::uint8_t {
        Begun,
        Finished,
        Withdrawn,  // the result was false, or its worker is distrusted; it is done again
        Confirmed,  // another worker came to the same results
        Caught,     // the worker delivered false results, as `words` say
        Failed,     // no worker can do it, as `words` say
    };
    Kind kind = Kind::Begun;
    std::string job{};  // id
    std::string worker{};
    TaskResults results{};
    std::string words{};
    Task task{};  // of the job, where it is about one
};

class JobScheduler {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    // Loads the finished jobs of the run from the table; others are removed from it.
    JobScheduler(SchedulerSettings settings, JobTable table);

    // A job of that name, with the id "RUN-NAME". One that was done before and not stored is
    // finished at once.
    void add(const std::string& name, Task task);
    // Has another worker play it again in any case, unless the results are stored already.
    void check(const std::string& id);
    // Unfinished jobs are not wanted any more.
    void drop_unfinished();
    // The caller has stored the results.
    void mark_stored(const std::string& id);

    // Returns the answer, if there is one. The speed is the worker's, in nodes a second; 0 if it is
    // not known. The timed speed is that of one thread; 0 if it may not play by the wall clock.
    [[nodiscard]] std::optional<JobAnswer::Kind>
    handle_report(const std::string& worker, const std::string& id, JobReport report, Instant now,
                  bool is_trusted, std::uint64_t speed = 0, std::uint64_t timed_speed = 0);
    void worker_gone(std::string_view worker);
    // Releases the jobs of workers that have been silent for too long.
    void release_silent(Instant now);
    // Counts silence of all holders from now on.
    void restart_silence(Instant now);

    // Jobs that should be in the queue and are not; published() says that one was put there.
    [[nodiscard]] std::vector<Job> unpublished() const;
    void published(const std::string& id, const std::string& ticket, std::uint64_t number,
                   Instant now);
    // Jobs that have waited since then: id and number in the queue.
    struct InQueue {
        std::string id;
        std::uint64_t number = 0;
    };
    [[nodiscard]] std::vector<InQueue> waiting_since(Instant then) const;
    void checked_in_queue(const std::string& id, bool is_there, Instant now);
    // Numbers in the queue of jobs that no worker should get any more.
    [[nodiscard]] std::vector<std::uint64_t> take_obsolete() {
        return std::exchange(obsolete_, {});
    }
    // Workers that lost a job.
    struct Dismissed {
        std::string worker, job, ticket;
    };
    [[nodiscard]] std::vector<Dismissed> take_dismissed() { return std::exchange(dismissed_, {}); }

    // A job that the coordinator must play itself: two workers differ, or there is no other worker
    // to check it.
    struct Question {
        std::string id;
        Task task;
    };
    [[nodiscard]] std::optional<Question> take_question();
    void answer(const std::string& id, const std::optional<TaskResults>& truth);
    // Checks that no worker has taken since then, and the worker that may not do it.
    // no_other_worker() says that there is no other.
    struct WaitingCheck {
        std::string id;
        std::string not_for;
    };
    [[nodiscard]] std::vector<WaitingCheck> checks_waiting_since(Instant then) const;
    void no_other_worker(const std::string& check);

    [[nodiscard]] std::optional<JobEvent> next_event();
    // Workers whose scores differ, while it is not clear which of them is wrong.
    struct Doubt {
        std::string worker, words;
    };
    [[nodiscard]] std::vector<Doubt> take_doubts() { return std::exchange(doubts_, {}); }

    [[nodiscard]] bool was_caught(std::string_view worker) const {
        return caught_.contains(worker);
    }
    [[nodiscard]] std::size_t unfinished() const;  // without checks
    [[nodiscard]] bool is_settled() const;         // nothing to wait for, including checks
    // The first failure of the table; nothing counts after it.
    [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }
    void forget_run();

    [[nodiscard]] std::string id_of(const std::string& name) const {
        return settings_.run_name + '-' + name;
    }
    [[nodiscard]] bool is_ours(std::string_view id) const {
        return id.starts_with(settings_.run_name + '-');
    }

  private:
    static constexpr const char* check_suffix = "-c";  // of the id of a job that checks another

    struct Entry {
        JobRow row;
        Instant published{};     // or last seen in the queue
        Instant waiting_from{};  // since it was put there
        Instant heard{}, began{};
        int failures = 0;
        bool is_stored = false;
        std::string check_of{};  // the job it checks; empty for ordinary jobs
        TaskResults other{};     // results of the second worker, while they differ
        std::string rival{};     // the second worker
    };

    [[nodiscard]] Entry* find(const std::string& id);
    [[nodiscard]] std::optional<JobAnswer::Kind> on_began(Entry& entry, const std::string& worker,
                                                          Instant now, bool may_take);
    [[nodiscard]] JobAnswer::Kind on_done(Entry& entry, const std::string& worker,
                                          TaskResults results, Instant now, std::uint64_t speed,
                                          std::uint64_t timed_speed);
    void on_failed(Entry& entry, const std::string& why);
    [[nodiscard]] bool may_check(const Entry& check, const std::string& worker);
    void accept(Entry& entry, TaskResults results);
    // For games by the wall clock.
    [[nodiscard]] static bool may_play(const Task& task, std::uint64_t timed_speed);
    void count_score(const JobRow& row);
    void compare_scores();
    void compare(Entry& check);
    void confirm(const Entry& entry);
    [[nodiscard]] bool is_drawn_for_check(const std::string& worker);
    void ask_for_check(const Entry& entry);
    void dismiss_holder(const Entry& entry);
    void release(Entry& entry);  // to be handed out again
    void withdraw(Entry& entry);
    void remove_check_of(const std::string& id);
    void erase(const std::string& id);
    void distrust(const std::string& worker, const std::string& why);
    void save(const Entry& entry);
    void emit(JobEvent::Kind kind, const Entry& entry, std::string words = {});
    void note(const std::optional<std::string>& problem);

    const SchedulerSettings settings_;
    JobTable table_;
    Random random_;
    std::map<std::string, Entry> entries_;
    std::set<std::string, std::less<>> caught_;
    std::map<std::string, int> confirmed_;  // how often, by worker
    std::deque<JobEvent> events_;
    std::deque<Question> questions_;
    std::set<std::string> disputed_;
    std::vector<std::uint64_t> obsolete_;
    std::vector<Dismissed> dismissed_;
    ScoreWatch scores_;
    std::map<std::string, int> too_fast_;  // results that came sooner than possible, by worker
    std::vector<Doubt> doubts_;
    std::optional<std::string> problem_;
};

}  // namespace rookery::colony
