#include "colony/jobs/job_runner.h"

#include "colony/jobs/task.h"
#include "colony/sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_reports = std::chrono::seconds(1);
constexpr auto between_polls = std::chrono::milliseconds(200);
constexpr auto rest_from_missing_queue = std::chrono::seconds(1);
// Below the time after which the queue hands the job to another worker.
constexpr auto timeout_for_begin = std::chrono::seconds(4);
constexpr auto timeout_for_receipt = std::chrono::seconds(30);
// Without an answer the coordinator is away, and its jobs are left alone for a while.
constexpr auto delay_without_coordinator = std::chrono::seconds(5);
// A job for another worker goes back at once, and this worker takes nothing for as long as others
// need to see it. If it comes back because the others are busy, it goes back for longer, so that
// this worker can do other jobs; by a random time, for a worker that asks just when the job returns
// would always get it.
constexpr auto pause_after_pass = 2 * between_polls;
constexpr std::uint64_t shortest_delay_ms = 2000;
constexpr std::uint64_t most_more_ms = 2000;
constexpr std::size_t most_passed = 1000;
// note_idle() should be called every second.
constexpr auto longest_between_notes = std::chrono::seconds(3);
static_assert(timeout_for_begin < holder_timeout);

}  // namespace

JobRunner::JobRunner(Bus& bus, JobRunnerSettings settings)
    : bus_(bus), settings_(std::move(settings)), queue_(bus) {}

Result<std::unique_ptr<JobRunner>, std::string> JobRunner::begin(Bus& bus,
                                                                 JobRunnerSettings settings) {
    std::unique_ptr<JobRunner> runner(new JobRunner(bus, std::move(settings)));
    auto answers = bus.subscribe(
        answer_subject(bus.member()),
        [self = runner.get()](const BusMessage& message) { self->on_answer(message); });
    if (!answers) return failure(answers.error());
    runner->subscriptions_.push_back(std::move(*answers));
    for (std::size_t i = 0; i < runner->settings_.seats; ++i)
        runner->threads_.emplace_back(
            [self = runner.get()](const std::stop_token& stop) { self->run_seat(stop); });
    runner->threads_.emplace_back(
        [self = runner.get()](const std::stop_token& stop) { self->keep_jobs(stop); });
    return runner;
}

JobRunner::~JobRunner() {
    for (std::jthread& thread : threads_) thread.request_stop();
    close();
    threads_.clear();
    subscriptions_.clear();
}

void JobRunner::open() {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(is_open_, true)) return;
    changed_.notify_all();
}

void JobRunner::close() {
    std::unique_lock lock(mutex_);
    is_open_ = false;
    for (Hold* hold : holds_) hold->stop.request_stop();
    changed_.notify_all();
    changed_.wait(lock, [this] { return holds_.empty(); });
}

void JobRunner::finish() {
    const std::scoped_lock lock(mutex_);
    is_open_ = false;
}

void JobRunner::note_idle() {
    const std::scoped_lock lock(mutex_);
    const auto now = Clock::now();
    if (now - std::exchange(last_idle_, now) > longest_between_notes)
        for (Hold* hold : holds_)
            if (is_timed(hold->job.task)) hold->stop.request_stop();
    changed_.notify_all();
}

std::vector<std::string> JobRunner::jobs() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> ids;
    for (const Hold* hold : holds_) ids.push_back(hold->job.id);
    return ids;
}

void JobRunner::run_seat(const std::stop_token& stop) {
    while (wait_until_open(stop)) {
        auto taken = take();
        if (taken) work(std::move(*taken), stop);
    }
}

// False when the seat is to end.
bool JobRunner::wait_until_open(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        changed_.wait(lock, stop, [this] { return is_open_; });
        if (!is_open_) continue;
        const auto instant = next_take_;
        if (Clock::now() >= instant) return true;
        changed_.wait_until(lock, stop, instant, [this] { return !is_open_; });
    }
    return false;
}

// The most urgent jobs first; of these the timed ones, which not every worker may take.
std::optional<JobQueue::Taken> JobRunner::take() {
    for (int priority = 0; priority < QueueName::priorities; ++priority) {
        if (settings_.timed_speed > 0)
            if (auto taken = take_from({priority, settings_.bench, true})) return taken;
        if (auto taken = take_from({priority, settings_.bench})) return taken;
    }
    const std::scoped_lock lock(mutex_);
    next_take_ = Clock::now() + between_polls;
    return std::nullopt;
}

std::optional<JobQueue::Taken> JobRunner::take_from(const QueueName& queue) {
    {
        const std::scoped_lock lock(mutex_);
        if (Clock::now() < missing_until_[queue]) return std::nullopt;
    }
    auto taken = queue_.take(queue);
    if (taken) return std::move(*taken);
    const std::scoped_lock lock(mutex_);
    missing_until_[queue] = Clock::now() + rest_from_missing_queue;
    return std::nullopt;
}

void JobRunner::work(JobQueue::Taken taken, const std::stop_token& stop) {
    auto job = parse_job(taken.bytes());
    if (!job) {
        // No other worker could read it either; the coordinator puts it into the queue again.
        say("a job cannot be read: it " + job.error());
        taken.settle();
        return;
    }
    Hold hold{std::move(*job), std::move(taken)};
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_ || stop.stop_requested()) return;
        holds_.insert(&hold);
    }
    work_on(hold);
    const std::scoped_lock lock(mutex_);
    holds_.erase(&hold);
    changed_.notify_all();
}

void JobRunner::work_on(Hold& hold) {
    if (!may_begin(hold)) return;
    say("begun", hold.job.id);
    {
        const std::scoped_lock lock(mutex_);
        hold.is_playing = true;
    }
    play(hold);
}

bool JobRunner::may_begin(Hold& hold) {
    const auto answer =
        ask(hold, {.kind = JobReport::Kind::Began, .ticket = hold.job.ticket}, timeout_for_begin);
    if (!answer) {
        report(hold, {.kind = JobReport::Kind::GaveBack, .ticket = hold.job.ticket});
        hold.taken.give_back(hold.stop.stop_requested() ? std::chrono::milliseconds(0)
                                                        : delay_without_coordinator);
        return false;
    }
    if (*answer == JobAnswer::Kind::Go) return true;
    if (*answer == JobAnswer::Kind::Pass)
        pass(hold);
    else
        hold.taken.settle();
    return false;
}

void JobRunner::pass(Hold& hold) {
    const std::scoped_lock lock(mutex_);
    if (passed_.size() >= most_passed) passed_.clear();
    if (!passed_.insert(hold.job.ticket).second)
        return hold.taken.give_back(
            std::chrono::milliseconds(shortest_delay_ms + random_.below(most_more_ms)));
    hold.taken.give_back();
    next_take_ = Clock::now() + pause_after_pass;
}

void JobRunner::play(Hold& hold) {
    std::optional<std::uint64_t> share = settings_.nodes_per_second;
    if (share) *share = std::max<std::uint64_t>(1, *share / settings_.seats);
    WallPace pace(share, hold.stop.get_token());
    std::uint64_t nodes = 0;
    const auto refuse = [&](const std::string& why) {
        say(why, hold.job.id);
        report(hold, {.kind = JobReport::Kind::Failed, .ticket = hold.job.ticket, .why = why});
        hold.taken.settle();
    };
    if (hold.job.bench != settings_.bench) return refuse("it is for another engine");
    if (const auto problem = validate(hold.job.task, settings_.searchers)) return refuse(*problem);
    auto played = play_task(
        hold.job.task, settings_.searchers, hold.stop.get_token(),
        [&](std::uint64_t more) { (void)pace.reach(nodes += more); }, settings_.timed_speed);
    if (!played) return refuse(played.error());
    if (!played->stopped && stays_idle(hold)) return deliver(hold, std::move(played->results));
    bool is_dropped = false;
    {
        const std::scoped_lock lock(mutex_);
        is_dropped = hold.answer == JobAnswer::Kind::Drop;
    }
    if (is_dropped) {
        say("it is not wanted any more", hold.job.id);
        return hold.taken.settle();
    }
    say("given back", hold.job.id);
    report(hold, {.kind = JobReport::Kind::GaveBack, .ticket = hold.job.ticket});
    hold.taken.give_back();
}

// False if the results are not to count.
bool JobRunner::stays_idle(Hold& hold) {
    if (is_timed(hold.job.task)) {
        std::unique_lock lock(mutex_);
        const auto ended = Clock::now();
        changed_.wait(lock, hold.stop.get_token(), [&] { return last_idle_ > ended; });
    }
    return !hold.stop.stop_requested();
}

void JobRunner::deliver(Hold& hold, std::vector<std::string> results) {
    const JobReport done{
        .kind = JobReport::Kind::Done, .ticket = hold.job.ticket, .results = std::move(results)};
    if (to_text(done).size() > longest_report) {
        report(hold, {.kind = JobReport::Kind::Failed,
                      .ticket = hold.job.ticket,
                      .why = "what came out is too long"});
        return hold.taken.settle();
    }
    const auto answer = ask(hold, done, timeout_for_receipt);
    if (answer)
        hold.taken.settle();
    else
        hold.taken.give_back();
    say(answer == JobAnswer::Kind::Received ? "done" : "done in vain", hold.job.id);
}

std::optional<JobAnswer::Kind> JobRunner::ask(Hold& hold, const JobReport& words,
                                              std::chrono::seconds timeout) {
    const auto end = Clock::now() + timeout;
    {
        const std::scoped_lock lock(mutex_);
        // A repeated question may be answered twice.
        hold.answer.reset();
    }
    const bool is_delivery = words.kind == JobReport::Kind::Done;
    const auto is_answer = [&] {
        if (is_delivery && hold.answer == JobAnswer::Kind::Go) hold.answer.reset();
        return hold.answer.has_value();
    };
    while (Clock::now() < end && !hold.stop.stop_requested()) {
        report(hold, words);
        std::unique_lock lock(mutex_);
        if (changed_.wait_until(lock, hold.stop.get_token(),
                                std::min(end, Clock::now() + between_reports), is_answer))
            return hold.answer;
    }
    return std::nullopt;
}

void JobRunner::report(const Hold& hold, const JobReport& words) {
    bus_.publish(report_subject(bus_.member(), hold.job.id), to_text(words));
}

void JobRunner::on_answer(const BusMessage& message) {
    const auto answer = parse_job_answer(message.bytes);
    // Another worker can have the server's own answers sent here, so a message that cannot be read
    // means nothing.
    if (!answer) return;
    const std::scoped_lock lock(mutex_);
    for (Hold* hold : holds_) {
        if (hold->job.id != answer->job || hold->job.ticket != answer->ticket) continue;
        hold->answer = answer->kind;
        if (answer->kind == JobAnswer::Kind::Drop && hold->is_playing) hold->stop.request_stop();
        changed_.notify_all();
    }
}

// Reports for every job at hand that it is being done, to the queue and to the coordinator.
void JobRunner::keep_jobs(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, stop, between_reports, [&] { return stop.stop_requested(); }) &&
           !stop.stop_requested()) {
        for (Hold* hold : holds_) {
            if (!hold->is_playing) continue;
            hold->taken.ask_for_time();
            report(*hold, {.kind = JobReport::Kind::Playing, .ticket = hold->job.ticket});
        }
    }
}

}  // namespace rookery::colony
