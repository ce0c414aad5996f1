#include "colony/jobs/job_board.h"

#include "colony/founding/permissions.h"
#include "colony/jobs/task_play.h"
#include "colony/jobs/timed_games.h"
#include "colony/messages/gone_message.h"

#include <algorithm>
#include <random>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(500);
// A job that nobody took for so long may be lost: then it is looked for.
constexpr auto until_missed = std::chrono::seconds(5);
constexpr std::size_t most_incoming = 20'000;

std::uint64_t unguessable_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

LedgerSettings ledger_settings_of(const BoardSettings& settings) {
    return {.campaign = settings.campaign,
            .bench = settings.bench,
            .check_share = settings.check_share,
            .later_check_share = settings.later_check_share,
            .seed = unguessable_seed(),
            .silence = patience_with_holder};
}

}  // namespace

JobBoard::JobBoard(Bus& bus, BoardSettings settings, JobTable table)
    : bus_(bus), settings_(std::move(settings)), queue_(bus), ledger_(ledger_settings_of(settings_), std::move(table)) {
}

Result<std::unique_ptr<JobBoard>, std::string> JobBoard::open(Bus& bus, BoardSettings settings) {
    auto table = JobTable::open(settings.table, settings.campaign);
    if (!table) return failure(table.error());
    std::unique_ptr<JobBoard> board(new JobBoard(bus, std::move(settings), std::move(*table)));
    if (board->ledger_.problem()) return failure(*board->ledger_.problem());
    auto reports =
        bus.subscribe("rk.result.>", [self = board.get()](const Letter& letter) { self->on_report(letter); });
    if (!reports) return failure(reports.error());
    board->subscriptions_.push_back(std::move(*reports));
    auto gone = bus.subscribe(gone_subject, [self = board.get()](const Letter& letter) {
        if (auto member = gone_member(letter.bytes)) self->put(Gone{std::move(*member)});
    });
    if (!gone) return failure(gone.error());
    board->subscriptions_.push_back(std::move(*gone));
    // Last, for its answer says that the server has read what was sent before: nothing that is said now is missed.
    if (auto problem = board->queue_.prepare(board->settings_.bench)) return failure(std::move(*problem));
    board->is_prepared_ = true;
    board->thread_ = std::jthread([self = board.get()](const std::stop_token& stop) { self->run(stop); });
    return board;
}

JobBoard::~JobBoard() {
    subscriptions_.clear();
    for (std::jthread* thread : {&thread_, &judge_}) {
        if (!thread->joinable()) continue;
        thread->request_stop();
        thread->join();
    }
    // What was asked for last is still done.
    for (Incoming& one : incoming_)
        if (auto* action = std::get_if<Action>(&one)) (*action)(ledger_);
    ledger_.drop_unfinished();
    dismiss();
    if (bus_.is_connected())
        for (const std::uint64_t number : ledger_.take_obsolete()) queue_.remove(number);
    bus_.flush(std::chrono::seconds(1));
}

void JobBoard::post(const std::string& name, Task task) {
    put(Action([name, given = std::move(task)](JobLedger& ledger) { ledger.add(name, given); }));
}
void JobBoard::check(const std::string& id) {
    put(Action([id](JobLedger& ledger) { ledger.check(id); }));
}
void JobBoard::drop_unfinished() {
    put(Action([](JobLedger& ledger) { ledger.drop_unfinished(); }));
}
void JobBoard::kept(const std::string& id) {
    put(Action([id](JobLedger& ledger) { ledger.kept(id); }));
}
void JobBoard::forget_campaign() {
    put(Action([](JobLedger& ledger) { ledger.forget_campaign(); }));
}

void JobBoard::on_report(const Letter& letter) {
    ReportSender sender = sender_of(letter.subject);
    if (!ledger_.is_ours(sender.job)) return;
    auto report = parse_job_report(letter.bytes);
    // The server's own answers can be sent here by another worker, so nonsense is held against nobody.
    if (report) put(Heard{std::move(sender.worker), std::move(sender.job), std::move(*report)});
}

void JobBoard::put(Incoming incoming) {
    const std::scoped_lock lock(mutex_);
    // Workers say everything again.
    if (incoming_.size() >= most_incoming && std::holds_alternative<Heard>(incoming)) return;
    incoming_.push_back(std::move(incoming));
    state_.is_settled = false;
    arrived_.notify_one();
}

std::optional<JobEvent> JobBoard::next(const std::stop_token& stop, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (!happened_.wait_for(lock, stop, patience, [this] { return !events_.empty() || state_.problem; }))
        return std::nullopt;
    if (events_.empty()) return std::nullopt;
    JobEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
}

JobBoard::State JobBoard::state() const {
    const std::scoped_lock lock(mutex_);
    State state = state_;
    // Who has not heard of everything yet cannot say that it is over.
    state.is_settled = state.is_settled && events_.empty();
    return state;
}

void JobBoard::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::deque<Incoming> incoming = wait_for_incoming(stop);
        for (Incoming& one : incoming) std::visit([this](auto& what) { handle(what); }, one);
        dismiss();
        tend_queue();
        if (Clock::now() >= next_look_) look_after_waiting();
        judge();
        tell();
    }
}

std::deque<JobBoard::Incoming> JobBoard::wait_for_incoming(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    arrived_.wait_until(lock, stop, next_look_, [this] { return !incoming_.empty(); });
    return std::exchange(incoming_, {});
}

void JobBoard::handle(Heard& heard) {
    const std::string ticket = heard.report.ticket;
    const auto answer =
        ledger_.hear(heard.worker, heard.job, std::move(heard.report), Clock::now(), settings_.is_trusted(heard.worker),
                     settings_.speed_of(heard.worker), settings_.timed_speed_of(heard.worker));
    if (answer) bus_.publish(answer_subject(heard.worker), to_text(JobAnswer{heard.job, ticket, *answer}));
}

void JobBoard::handle(const Judged& judged) {
    is_judging_ = false;
    ledger_.answer(judged.job, judged.truth);
}

void JobBoard::dismiss() {
    for (const JobLedger::Dismissed& one : ledger_.take_dismissed())
        bus_.publish(answer_subject(one.worker), to_text(JobAnswer{one.job, one.ticket, JobAnswer::Kind::Drop}));
}

// What should be in the queue is put there, and what should not is taken out.
void JobBoard::tend_queue() {
    if (!bus_.is_connected()) return;
    for (const std::uint64_t number : ledger_.take_obsolete()) queue_.remove(number);
    for (const Job& job : ledger_.unpublished()) {
        // A server that lost its files has no queue any more.
        if (!is_prepared_ && queue_.prepare(settings_.bench)) return;
        is_prepared_ = true;
        const QueueName queue{settings_.priority, settings_.bench, is_timed(job.task)};
        const auto number = queue_.put(queue, to_text(job), job.ticket);
        is_prepared_ = number.ok();
        if (!number) return;
        ledger_.published(job.id, job.ticket, *number, Clock::now());
    }
}

void JobBoard::look_after_waiting() {
    next_look_ = Clock::now() + between_looks;
    if (!bus_.is_connected()) {
        was_connected_ = false;
        return;
    }
    // Nobody could be heard while we were cut off.
    if (!std::exchange(was_connected_, true)) ledger_.excuse_silence(Clock::now());
    ledger_.look(Clock::now());
    for (const JobLedger::WaitingCheck& check : ledger_.checks_waiting_since(Clock::now() - until_missed))
        if (!is_another_there(check.not_for)) ledger_.nobody_else(check.id);
    for (const JobLedger::InQueue& one : ledger_.waiting_since(Clock::now() - until_missed)) {
        const auto is_there = queue_.has(one.number);
        if (!is_there) return;
        ledger_.checked_in_queue(one.id, *is_there, Clock::now());
    }
}

bool JobBoard::is_another_there(const std::string& worker) const {
    return std::ranges::any_of(settings_.workers_there(),
                               [&](const std::string& one) { return one != worker && !ledger_.was_caught(one); });
}

// One question at a time, beside everything else.
void JobBoard::judge() {
    if (is_judging_) return;
    auto question = ledger_.take_question();
    if (!question) return;
    is_judging_ = true;
    judge_ = std::jthread([this, asked = std::move(*question)](const std::stop_token& stop) {
        auto played = play_task(asked.task, settings_.searchers, stop);
        if (stop.stop_requested()) return;
        std::optional<TaskResults> truth;
        if (played && !played->stopped) truth = std::move(played->results);
        put(Judged{asked.id, std::move(truth)});
    });
}

void JobBoard::tell() {
    std::vector<JobEvent> news;
    while (auto event = ledger_.next_event()) news.push_back(std::move(*event));
    for (const JobEvent& event : news)
        if (event.kind == JobEvent::Kind::Caught && settings_.on_suspicion)
            settings_.on_suspicion(event.worker, event.words);
    for (const JobLedger::Doubt& doubt : ledger_.take_doubts())
        if (settings_.on_doubt) settings_.on_doubt(doubt.worker, doubt.words);
    const std::scoped_lock lock(mutex_);
    for (JobEvent& event : news) events_.push_back(std::move(event));
    state_.unfinished = ledger_.unfinished();
    state_.is_settled = incoming_.empty() && ledger_.is_settled();
    state_.problem = ledger_.problem();
    if (!events_.empty() || state_.problem || state_.is_settled) happened_.notify_all();
}

}  // namespace rookery::colony
