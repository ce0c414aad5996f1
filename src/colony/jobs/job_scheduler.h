// Decides about jobs: who holds which, what counts, what is to be played again. No messages here
// and no clock, only what was heard and when; job_board.h is the rest.
//
// A job waits, is held by one worker, or is done. A result counts only from the holder, with the
// ticket it was given, and once. Whoever is gone or silent loses his jobs. With some probability a
// finished job is given to another worker as well; where the two differ, the coordinator plays it
// itself, and what the liar has done in this campaign is withdrawn and done again. Games by the
// wall clock cannot be played again; whose come out otherwise than those of others is found by
// comparing scores (score_watch.h).
#pragma once

#include "base/random.h"
#include "colony/jobs/job_messages.h"
#include "colony/jobs/job_table.h"
#include "colony/trust/watches.h"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct SchedulerSettings {
    std::string campaign;  // the first word of all ids; as is_valid_job_id() wants it
    std::uint64_t bench = 0;
    double check_share = 0;  // of the jobs that are played twice
    double later_check_share =
        1;  // the same, if that is less, of a worker who was confirmed several times
    std::uint64_t seed = 0;                   // which ones: nobody is to guess it
    std::chrono::milliseconds silence{5000};  // after which a holder counts as gone
};

// What whoever wants the jobs done should hear, in this order.
struct JobEvent {
    enum class Kind : std::uint8_t {
        Begun,
        Finished,
        Withdrawn,  // it was finished, but by a liar; it will be finished again
        Confirmed,  // what was finished is true: somebody else came to the same
        Caught,     // that worker, at what `words` say
        Failed,     // nobody can do it, as `words` say
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

    // Takes up what the table has of the campaign: only what is done stays.
    JobScheduler(SchedulerSettings settings, JobTable table);

    // A job of that name, "CAMPAIGN-NAME" as an id. One that was done before and not kept is
    // finished at once.
    void add(const std::string& name, Task task);
    // Has what was done played again by another, whatever the lot says; unless the results are kept
    // elsewhere already.
    void check(const std::string& id);
    // Nobody wants what is not done.
    void drop_unfinished();
    // The results are kept elsewhere now.
    void kept(const std::string& id);

    // What to answer, if anything. The speed is the worker's, in nodes a second; 0 if it is not
    // known. The other is that of one thread; 0 if it may not play by the wall clock.
    [[nodiscard]] std::optional<JobAnswer::Kind>
    hear(const std::string& worker, const std::string& id, JobReport report, Instant now,
         bool is_trusted, std::uint64_t speed = 0, std::uint64_t timed_speed = 0);
    void worker_gone(std::string_view worker);
    // Frees what silent workers hold.
    void look(Instant now);
    // Counts as having heard all holders now.
    void excuse_silence(Instant now);

    // What should be in the queue and is not: to be put there as published() then says.
    [[nodiscard]] std::vector<Job> unpublished() const;
    void published(const std::string& id, const std::string& ticket, std::uint64_t number,
                   Instant now);
    // What has waited since then: id and number in the queue.
    struct InQueue {
        std::string id;
        std::uint64_t number = 0;
    };
    [[nodiscard]] std::vector<InQueue> waiting_since(Instant then) const;
    void checked_in_queue(const std::string& id, bool is_there, Instant now);
    // Numbers in the queue that nobody should get any more.
    [[nodiscard]] std::vector<std::uint64_t> take_obsolete();
    // Those whose jobs were taken away from them.
    struct Dismissed {
        std::string worker, job, ticket;
    };
    [[nodiscard]] std::vector<Dismissed> take_dismissed();

    // A job that must be played here to know the truth: two workers differ, or nobody else could
    // check.
    struct Question {
        std::string id;
        Task task;
    };
    [[nodiscard]] std::optional<Question> take_question();
    void answer(const std::string& id, const std::optional<TaskResults>& truth);
    // Checks that nobody has taken since then, and the one worker who may not; nobody_else() says
    // that there is no other.
    struct WaitingCheck {
        std::string id;
        std::string not_for;
    };
    [[nodiscard]] std::vector<WaitingCheck> checks_waiting_since(Instant then) const;
    void nobody_else(const std::string& check);

    [[nodiscard]] std::optional<JobEvent> next_event();
    // Workers whose scores differ, where nobody can say yet who is wrong.
    struct Doubt {
        std::string worker, words;
    };
    [[nodiscard]] std::vector<Doubt> take_doubts();

    [[nodiscard]] bool was_caught(std::string_view worker) const {
        return caught_.contains(worker);
    }
    [[nodiscard]] std::size_t unfinished() const;  // without checks
    [[nodiscard]] bool is_settled() const;         // nothing to wait for, checks neither
    // What went wrong with the table; then nothing counts any more.
    [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }
    void forget_campaign();

    [[nodiscard]] std::string id_of(const std::string& name) const {
        return settings_.campaign + '-' + name;
    }
    [[nodiscard]] bool is_ours(std::string_view id) const {
        return id.starts_with(settings_.campaign + '-');
    }

  private:
    static constexpr const char* check_suffix =
        "-c";  // of the id of a job that is to confirm another

    struct Entry {
        JobRow row;
        Instant published{};     // or last seen in the queue
        Instant waiting_from{};  // since it was put there
        Instant heard{}, began{};
        int failures = 0;
        bool is_kept = false;
        std::string check_of{};  // the job it is to confirm; empty for ordinary ones
        TaskResults other{};     // what somebody else says came out, while it is disputed
        std::string rival{};     // who
    };

    [[nodiscard]] Entry* find(const std::string& id);
    [[nodiscard]] std::optional<JobAnswer::Kind> hear_began(Entry& entry, const std::string& worker,
                                                            Instant now, bool is_welcome);
    [[nodiscard]] JobAnswer::Kind hear_done(Entry& entry, const std::string& worker,
                                            TaskResults results, Instant now, std::uint64_t speed,
                                            std::uint64_t timed_speed);
    void hear_failed(Entry& entry, const std::string& why);
    [[nodiscard]] bool may_check(const Entry& check, const std::string& worker);
    void accept(Entry& entry, TaskResults results);
    // Of games by the wall clock (job_ledger_timed.cpp).
    [[nodiscard]] static bool may_play(const Task& task, std::uint64_t timed_speed);
    void count_score(const JobRow& row);
    void compare_scores();
    void compare(Entry& check);
    void confirm(const Entry& entry);
    [[nodiscard]] bool is_drawn_for_check(const std::string& worker);
    void ask_for_check(const Entry& entry);
    void dismiss_holder(const Entry& entry);
    void release(Entry& entry);  // to be handed out anew
    void withdraw(Entry& entry);
    void remove_check_of(const std::string& id);
    void erase(const std::string& id);
    void condemn(const std::string& worker, const std::string& why);
    void save(const Entry& entry);
    void tell(JobEvent::Kind kind, const Entry& entry, std::string words = {});
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
    std::map<std::string, int> hasty_;  // results of a worker that came sooner than they can
    std::vector<Doubt> doubts_;
    std::optional<std::string> problem_;
};

}  // namespace rookery::colony
