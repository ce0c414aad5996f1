#include "colony/jobs/job_dispatcher.h"

#include "base/text.h"
#include "colony/jobs/task.h"
#include "colony/messages.h"
#include "colony/setup/members.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(500);
// A job that no worker took for so long may be lost, so the queue is asked for it.
constexpr auto until_missed = std::chrono::seconds(5);
constexpr std::size_t most_incoming = 20'000;

std::uint64_t random_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

SchedulerSettings scheduler_settings_of(const DispatcherSettings& settings) {
    return {.run_name = settings.run_name,
            .bench = settings.bench,
            .check_share = settings.check_share,
            .later_check_share = settings.later_check_share,
            .seed = random_seed(),
            .silence = holder_timeout};
}

}  // namespace

JobDispatcher::JobDispatcher(Bus& bus, DispatcherSettings settings, JobTable table)
    : bus_(bus), settings_(std::move(settings)), queue_(bus),
      scheduler_(scheduler_settings_of(settings_), std::move(table)) {}

Result<std::unique_ptr<JobDispatcher>, std::string>
JobDispatcher::open(Bus& bus, DispatcherSettings settings) {
    auto table = JobTable::open(settings.table, settings.run_name);
    if (!table) return failure(table.error());
    std::unique_ptr<JobDispatcher> dispatcher(
        new JobDispatcher(bus, std::move(settings), std::move(*table)));
    if (dispatcher->scheduler_.problem()) return failure(*dispatcher->scheduler_.problem());
    auto reports =
        bus.subscribe("rk.result.>", [self = dispatcher.get()](const BusMessage& message) {
            self->on_report(message);
        });
    if (!reports) return failure(reports.error());
    dispatcher->subscriptions_.push_back(std::move(*reports));
    auto gone = bus.subscribe(gone_subject, [self = dispatcher.get()](const BusMessage& message) {
        if (auto member = gone_member(message.bytes)) self->put(Gone{std::move(*member)});
    });
    if (!gone) return failure(gone.error());
    dispatcher->subscriptions_.push_back(std::move(*gone));
    // Last, for its answer shows that the server has handled the subscriptions: no message from now
    // on is missed.
    if (auto problem = dispatcher->queue_.prepare(dispatcher->settings_.bench))
        return failure(std::move(*problem));
    dispatcher->is_prepared_ = true;
    dispatcher->thread_ =
        std::jthread([self = dispatcher.get()](const std::stop_token& stop) { self->run(stop); });
    return dispatcher;
}

JobDispatcher::~JobDispatcher() {
    subscriptions_.clear();
    for (std::jthread* thread : {&thread_, &replay_thread_}) {
        if (!thread->joinable()) continue;
        thread->request_stop();
        thread->join();
    }
    // The last requests are still carried out.
    for (Incoming& one : incoming_)
        if (auto* action = std::get_if<Action>(&one)) (*action)(scheduler_);
    scheduler_.drop_unfinished();
    send_drops();
    if (bus_.is_connected())
        for (const std::uint64_t number : scheduler_.take_obsolete()) queue_.remove(number);
    bus_.flush(std::chrono::seconds(1));
}

void JobDispatcher::post(const std::string& name, Task task) {
    put(Action(
        [name, given = std::move(task)](JobScheduler& scheduler) { scheduler.add(name, given); }));
}
void JobDispatcher::on_report(const BusMessage& message) {
    ReportSender sender = sender_of(message.subject);
    if (!scheduler_.is_ours(sender.job)) return;
    auto report = parse_job_report(message.bytes);
    // Another worker can have the server's own answers sent here, so a message that cannot be read
    // is not held against a worker.
    if (report)
        put(ReceivedReport{std::move(sender.worker), std::move(sender.job), std::move(*report)});
}

void JobDispatcher::put(Incoming incoming) {
    const std::scoped_lock lock(mutex_);
    // Workers repeat their reports.
    if (incoming_.size() >= most_incoming && std::holds_alternative<ReceivedReport>(incoming))
        return;
    incoming_.push_back(std::move(incoming));
    state_.is_settled = false;
    arrived_.notify_one();
}

std::optional<JobEvent> JobDispatcher::next(const std::stop_token& stop,
                                            std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    if (!happened_.wait_for(lock, stop, timeout,
                            [this] { return !events_.empty() || state_.problem; }))
        return std::nullopt;
    if (events_.empty()) return std::nullopt;
    JobEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
}

JobDispatcher::State JobDispatcher::state() const {
    const std::scoped_lock lock(mutex_);
    State state = state_;
    // Events that were not polled yet may change that.
    state.is_settled = state.is_settled && events_.empty();
    return state;
}

void JobDispatcher::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::deque<Incoming> incoming = wait_for_incoming(stop);
        for (Incoming& one : incoming) std::visit([this](auto& what) { handle(what); }, one);
        send_drops();
        update_queue();
        if (Clock::now() >= next_look_) check_waiting();
        replay_disputed();
        publish_events();
    }
}

std::deque<JobDispatcher::Incoming> JobDispatcher::wait_for_incoming(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    arrived_.wait_until(lock, stop, next_look_, [this] { return !incoming_.empty(); });
    return std::exchange(incoming_, {});
}

void JobDispatcher::handle(ReceivedReport& received) {
    const std::string ticket = received.report.ticket;
    const auto answer = scheduler_.handle_report(
        received.worker, received.job, std::move(received.report), Clock::now(),
        settings_.is_trusted(received.worker), settings_.speed_of(received.worker),
        settings_.timed_speed_of(received.worker));
    if (answer)
        bus_.publish(answer_subject(received.worker),
                     to_text(JobAnswer{received.job, ticket, *answer}));
}

void JobDispatcher::handle(const Replayed& judged) {
    is_replaying_ = false;
    scheduler_.answer(judged.job, judged.truth);
}

void JobDispatcher::send_drops() {
    for (const JobScheduler::Dismissed& one : scheduler_.take_dismissed())
        bus_.publish(answer_subject(one.worker),
                     to_text(JobAnswer{one.job, one.ticket, JobAnswer::Kind::Drop}));
}

// Puts jobs into the queue that should be there, and removes those that should not.
void JobDispatcher::update_queue() {
    if (!bus_.is_connected()) return;
    for (const std::uint64_t number : scheduler_.take_obsolete()) queue_.remove(number);
    for (const Job& job : scheduler_.unpublished()) {
        // A server that lost its files has no queue any more.
        if (!is_prepared_ && queue_.prepare(settings_.bench)) return;
        is_prepared_ = true;
        const QueueName queue{settings_.priority, settings_.bench, is_timed(job.task)};
        const auto number = queue_.put(queue, to_text(job), job.ticket);
        is_prepared_ = number.ok();
        if (!number) return;
        scheduler_.published(job.id, job.ticket, *number, Clock::now());
    }
}

void JobDispatcher::check_waiting() {
    next_look_ = Clock::now() + between_looks;
    if (!bus_.is_connected()) {
        was_connected_ = false;
        return;
    }
    // No report could arrive while the connection was lost.
    if (!std::exchange(was_connected_, true)) scheduler_.restart_silence(Clock::now());
    scheduler_.release_silent(Clock::now());
    for (const JobScheduler::WaitingCheck& check :
         scheduler_.checks_waiting_since(Clock::now() - until_missed))
        if (!is_another_there(check.not_for)) scheduler_.no_other_worker(check.id);
    for (const JobScheduler::InQueue& one : scheduler_.waiting_since(Clock::now() - until_missed)) {
        const auto is_there = queue_.has(one.number);
        if (!is_there) return;
        scheduler_.checked_in_queue(one.id, *is_there, Clock::now());
    }
}

bool JobDispatcher::is_another_there(const std::string& worker) const {
    return std::ranges::any_of(settings_.workers_there(), [&](const std::string& one) {
        return one != worker && !scheduler_.was_caught(one);
    });
}

// One job at a time, on a thread of its own.
void JobDispatcher::replay_disputed() {
    if (is_replaying_) return;
    auto question = scheduler_.take_question();
    if (!question) return;
    is_replaying_ = true;
    replay_thread_ =
        std::jthread([this, asked = std::move(*question)](const std::stop_token& stop) {
            auto played = play_task(asked.task, settings_.searchers, stop);
            if (stop.stop_requested()) return;
            std::optional<TaskResults> truth;
            if (played && !played->stopped) truth = std::move(played->results);
            put(Replayed{asked.id, std::move(truth)});
        });
}

void JobDispatcher::publish_events() {
    std::vector<JobEvent> news;
    while (auto event = scheduler_.next_event()) news.push_back(std::move(*event));
    for (const JobEvent& event : news)
        if (event.kind == JobEvent::Kind::Caught && settings_.on_false_results)
            settings_.on_false_results(event.worker, event.words);
    for (const JobScheduler::Doubt& doubt : scheduler_.take_doubts())
        if (settings_.on_doubt) settings_.on_doubt(doubt.worker, doubt.words);
    const std::scoped_lock lock(mutex_);
    for (JobEvent& event : news) events_.push_back(std::move(event));
    state_.unfinished = scheduler_.unfinished();
    state_.is_settled = incoming_.empty() && scheduler_.is_settled();
    state_.problem = scheduler_.problem();
    if (!events_.empty() || state_.problem || state_.is_settled) happened_.notify_all();
}

namespace {

// Longer than the time between two heartbeats of a worker.
constexpr auto first_worker_timeout = std::chrono::milliseconds(2500);

void print_workers(const CoordinatorLink& link) {
    link.wait_for_help(first_worker_timeout);
    for (const WorkerRecord& worker : link.present())
        if (worker.mismatch)
            print_error(
                printable(fmt::format("{} gets no jobs: {}", worker.name, *worker.mismatch), 400));
    const std::size_t workers = link.fit().size();
    if (workers == 0)
        print_error(fmt::format("no worker is there yet; the games wait until one comes ('{0} "
                                "colony up --workers 2' starts some here, '{0} colony invite NAME' "
                                "makes one of another machine)",
                                command_name()));
    else
        fmt::print(stderr, "{} worker{} there.\n", workers, workers == 1 ? " is" : "s are");
}

}  // namespace

Result<std::shared_ptr<JobClient>, std::string>
JobClient::connect(const std::filesystem::path& invitation, int priority, SearcherTable searchers) {
    auto checked = coordinators_invitation(invitation);
    if (!checked) return failure(checked.error());
    if (checked->warning) print_error(printable(*checked->warning, 2000));
    auto bus = Bus::connect({.invitation = std::move(checked->invitation)});
    if (!bus) return failure(bus.error());
    const auto self = own_self_test({});
    if (!self) return failure("told to stop");
    auto link = CoordinatorLink::enter(std::move(*bus), self->build_id, invitation);
    if (!link) return failure(link.error());
    (*link)->reload_quarantine();
    print_workers(**link);
    return std::shared_ptr<JobClient>(new JobClient(std::move(*link), *self, priority, searchers));
}

Result<JobSource, std::string> JobClient::open(const std::string& run,
                                               const std::filesystem::path& table,
                                               std::uint64_t reference_speed) {
    DispatcherSettings settings{.run_name = run,
                                .bench = self_.build_id.bench,
                                .priority = priority_,
                                .table = table,
                                .searchers = searchers_};
    CoordinatorLink& link = *link_;
    settings.is_trusted = [&link](std::string_view worker) { return link.is_trusted(worker); };
    settings.workers_there = [&link] {
        std::vector<std::string> names;
        for (const WorkerRecord& record : link.fit()) names.push_back(record.name);
        return names;
    };
    settings.speed_of = [&link](std::string_view worker) -> std::uint64_t {
        for (const WorkerRecord& record : link.present())
            if (record.name == worker) return record.last.speed;
        return 0;
    };
    settings.timed_speed_of = [&link](std::string_view worker) -> std::uint64_t {
        const auto record = link.find(worker);
        return record ? record->last.timed_speed : 0;
    };
    settings.on_doubt = [](const std::string& worker, const std::string& why) {
        print_error(printable(
            fmt::format("{} or the others are wrong: {}; with more workers it would be clear who",
                        worker, why),
            1000));
    };
    settings.on_false_results = [&link](const std::string& worker, const std::string& why) {
        link.quarantine(worker, why);
        print_error(printable(
            fmt::format("{} gets no more jobs, and what it did is done again: {}", worker, why),
            1000));
    };
    auto dispatcher = JobDispatcher::open(link.bus(), std::move(settings));
    if (!dispatcher) return failure(dispatcher.error());
    const auto self = shared_from_this();
    return JobSource{.seats = [self, reference_speed] { return self->seats(reference_speed); },
                     .workers = [self] { return self->link_->fit().size(); },
                     .dispatcher = std::move(*dispatcher),
                     .can_be_resumed = !table.empty()};
}

std::size_t JobClient::seats(std::uint64_t reference_speed) const {
    std::size_t seats = 0;
    for (const WorkerRecord& worker : link_->fit())
        if (reference_speed == 0 || can_keep_time(reference_speed, worker.last.timed_speed))
            seats += static_cast<std::size_t>(worker.last.threads);
    return seats;
}

void JobClient::print_timed_workers(std::uint64_t reference_speed) const {
    fmt::print(stderr,
               "The clocks are meant for {} nodes a second of one thread; other machines get more "
               "time or less.\n",
               reference_speed);
    link_->wait_for_help(first_worker_timeout, [&](const WorkerRecord& worker) {
        return can_keep_time(reference_speed, worker.last.timed_speed);
    });
    for (const WorkerRecord& worker : link_->fit())
        if (worker.last.timed_speed > 0 && !can_keep_time(reference_speed, worker.last.timed_speed))
            print_error(printable(fmt::format("{} gets none of these games: with {} nodes a second "
                                              "it is another kind of machine",
                                              worker.name, worker.last.timed_speed),
                                  400));
    if (seats(reference_speed) == 0)
        print_error(fmt::format("no idle-checked worker is there yet; timed games wait for one ({} "
                                "worker FILE --idle-only)",
                                command_name()));
}

}  // namespace rookery::colony
