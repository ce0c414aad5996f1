#include "colony/jobs/job_scheduler.h"

#include "base/bytes.h"
#include "colony/jobs/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr int most_failures = 3;
constexpr int most_too_fast = 3;
constexpr auto longest_wait = std::chrono::seconds(60);
// Tolerances: searchers count nodes differently, and machines have other work.
constexpr std::uint64_t speed_to_spare = 50;
constexpr std::uint64_t nodes_to_spare = 10'000'000;

}  // namespace

JobScheduler::JobScheduler(SchedulerSettings settings, JobTable table)
    : settings_(std::move(settings)), table_(std::move(table)), random_(settings_.seed) {
    auto rows = table_.load();
    if (!rows) {
        problem_ = rows.error();
        return;
    }
    for (JobRow& row : *rows) {
        if (row.number != 0) obsolete_.push_back(std::exchange(row.number, 0));
        const std::string id = row.job.id;
        if (row.state == JobState::Done && !id.ends_with(check_suffix)) {
            Entry& entry = entries_[id];
            entry.is_stored = row.results.empty();
            count_score(row);
            entry.row = std::move(row);
        } else {
            note(table_.erase(id));
        }
    }
}

void JobScheduler::add(const std::string& name, Task task) {
    const std::string id = id_of(name);
    if (Entry* known = find(id)) {
        const bool is_same = known->row.job.bench == settings_.bench &&
                             text_of_task(known->row.job.task) == text_of_task(task);
        if (is_same && known->row.state == JobState::Done && !known->row.results.empty()) {
            known->is_stored = false;
            return emit(JobEvent::Kind::Finished, *known);
        }
        if (known->row.state != JobState::Done) return;
    }
    Entry entry;
    entry.row.job = {id, new_ticket(), settings_.bench, std::move(task)};
    save(entry);
    entries_.insert_or_assign(id, std::move(entry));
}

void JobScheduler::drop_unfinished() {
    std::vector<std::string> ids;
    for (const auto& [id, entry] : entries_)
        if (entry.row.state != JobState::Done && entry.check_of.empty()) ids.push_back(id);
    for (const std::string& id : ids) erase(id);
}

void JobScheduler::mark_stored(const std::string& id) {
    Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Done) return;
    entry->is_stored = true;
    // Results that are being checked are still needed.
    if (entries_.contains(id + check_suffix) || disputed_.contains(id)) return;
    entry->row.results.clear();
    save(*entry);
}

std::optional<JobAnswer::Kind> JobScheduler::handle_report(const std::string& worker,
                                                           const std::string& id, JobReport report,
                                                           Instant now, bool is_trusted,
                                                           std::uint64_t speed,
                                                           std::uint64_t timed_speed) {
    using Kind = JobReport::Kind;
    Entry* entry = find(id);
    if (entry == nullptr || entry->row.job.ticket != report.ticket) return JobAnswer::Kind::Drop;
    const bool is_accepted = is_trusted && !caught_.contains(worker);
    if (report.kind == Kind::Began)
        return on_began(*entry, worker, now,
                        is_accepted && may_play(entry->row.job.task, timed_speed));
    const bool is_holder = entry->row.worker == worker;
    if (report.kind == Kind::Done && entry->row.state == JobState::Done && is_holder)
        return JobAnswer::Kind::Received;
    if (entry->row.state != JobState::Held || !is_holder || !is_accepted)
        return JobAnswer::Kind::Drop;
    entry->heard = now;
    switch (report.kind) {
        case Kind::Done:
            return on_done(*entry, worker, std::move(report.results), now, speed, timed_speed);
        case Kind::Failed: on_failed(*entry, fmt::format("{}: {}", worker, report.why)); break;
        case Kind::GaveBack:
            // Its message goes back into the queue, so the ticket stays valid.
            entry->row.state = JobState::Waiting;
            entry->row.worker.clear();
            entry->published = now;
            save(*entry);
            break;
        case Kind::Playing:
        case Kind::Began: break;
    }
    return std::nullopt;
}

std::optional<JobAnswer::Kind> JobScheduler::on_began(Entry& entry, const std::string& worker,
                                                      Instant now, bool may_take) {
    if (entry.row.state == JobState::Done) return JobAnswer::Kind::Drop;
    if (entry.row.state == JobState::Held) {
        if (entry.row.worker != worker) return JobAnswer::Kind::Drop;
        entry.heard = now;
        return JobAnswer::Kind::Go;
    }
    if (!may_take || !may_check(entry, worker)) return JobAnswer::Kind::Pass;
    entry.row.state = JobState::Held;
    entry.row.worker = worker;
    ++entry.row.attempts;
    entry.heard = entry.began = now;
    save(entry);
    if (entry.check_of.empty()) emit(JobEvent::Kind::Begun, entry);
    return JobAnswer::Kind::Go;
}

JobAnswer::Kind JobScheduler::on_done(Entry& entry, const std::string& worker, TaskResults results,
                                      Instant now, std::uint64_t speed, std::uint64_t timed_speed) {
    const Task& task = entry.row.job.task;
    auto problem = validate(task, results);
    if (!problem && is_timed(task)) {
        const double elapsed = std::chrono::duration<double>(now - entry.began).count();
        problem = validate_elapsed(std::get<PairTask>(task), results, elapsed, timed_speed);
        // Our own clock may be wrong: it stands still while the machine sleeps.
        if (problem && ++too_fast_[worker] < most_too_fast) {
            release(entry);
            return JobAnswer::Kind::Drop;
        }
    }
    const auto seconds =
        static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::seconds>(now - entry.began).count()) +
        1;
    const std::uint64_t nodes = nodes_of(task, results);
    if (!problem && speed > 0 && nodes > nodes_to_spare &&
        (nodes - nodes_to_spare) / speed_to_spare / seconds > speed)
        problem = fmt::format("{} nodes in {} seconds, by one whose speed is {} a second", nodes,
                              seconds, speed);
    if (problem) {
        const std::string why = fmt::format("{} cannot be: {}", entry.row.job.id, *problem);
        distrust(worker, why);
        return JobAnswer::Kind::Drop;
    }
    accept(entry, std::move(results));
    return JobAnswer::Kind::Received;
}

void JobScheduler::on_failed(Entry& entry, const std::string& why) {
    if (++entry.failures >= most_failures) {
        emit(JobEvent::Kind::Failed, entry, why);
        erase(std::string(entry.row.job.id));
        return;
    }
    release(entry);
}

void JobScheduler::accept(Entry& entry, TaskResults results) {
    entry.row.state = JobState::Done;
    entry.row.results = std::move(results);
    entry.row.number = 0;  // its holder acknowledges it in the queue
    if (!entry.check_of.empty()) return compare(entry);
    const bool is_by_wall_clock = is_timed(entry.row.job.task);
    if (is_by_wall_clock)
        entry.row.half_points =
            half_points_of(std::get<PairTask>(entry.row.job.task), entry.row.results);
    save(entry);
    emit(JobEvent::Kind::Finished, entry);
    if (is_by_wall_clock) {
        count_score(entry.row);
        return compare_scores();
    }
    if (is_drawn_for_check(entry.row.worker)) ask_for_check(entry);
}

void JobScheduler::distrust(const std::string& worker, const std::string& why) {
    if (!caught_.insert(worker).second) return;
    events_.push_back({JobEvent::Kind::Caught, {}, worker, {}, why});
    scores_.forget(worker);
    std::vector<std::string> ids;
    for (const auto& [id, entry] : entries_)
        if (entry.row.worker == worker) ids.push_back(id);
    for (const std::string& id : ids) {
        Entry* entry = find(id);
        if (entry == nullptr) continue;
        if (entry->row.state == JobState::Held) release(*entry);
        if (entry->row.state == JobState::Done) withdraw(*entry);
    }
}

void JobScheduler::withdraw(Entry& entry) {
    const std::string id = entry.row.job.id;
    remove_check_of(id);
    disputed_.erase(id);
    std::erase_if(questions_, [&](const Question& question) { return question.id == id; });
    entry.row.results.clear();
    entry.row.half_points.reset();
    emit(JobEvent::Kind::Withdrawn, entry);
    entry.is_stored = false;
    entry.rival.clear();
    entry.other.clear();
    release(entry);
}

void JobScheduler::dismiss_holder(const Entry& entry) {
    if (entry.row.state == JobState::Held)
        dismissed_.push_back({entry.row.worker, entry.row.job.id, entry.row.job.ticket});
}

void JobScheduler::release(Entry& entry) {
    dismiss_holder(entry);
    if (entry.row.number != 0) obsolete_.push_back(std::exchange(entry.row.number, 0));
    entry.row.state = JobState::Waiting;
    entry.row.worker.clear();
    entry.row.job.ticket = new_ticket();
    save(entry);
}

void JobScheduler::remove_check_of(const std::string& id) {
    if (entries_.contains(id + check_suffix)) erase(id + check_suffix);
}

void JobScheduler::erase(const std::string& id) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return;
    if (found->second.row.number != 0) obsolete_.push_back(found->second.row.number);
    dismiss_holder(found->second);
    note(table_.erase(id));
    entries_.erase(found);
}

void JobScheduler::worker_gone(std::string_view worker) {
    for (auto& [id, entry] : entries_)
        if (entry.row.state == JobState::Held && entry.row.worker == worker) release(entry);
}

void JobScheduler::release_silent(Instant now) {
    for (auto& [id, entry] : entries_)
        if (entry.row.state == JobState::Held && now - entry.heard > settings_.silence)
            release(entry);
}

void JobScheduler::restart_silence(Instant now) {
    for (auto& [id, entry] : entries_) entry.heard = now;
}

std::vector<Job> JobScheduler::unpublished() const {
    std::vector<Job> jobs;
    for (const auto& [id, entry] : entries_)
        if (entry.row.state == JobState::Waiting && entry.row.number == 0)
            jobs.push_back(entry.row.job);
    return jobs;
}

void JobScheduler::published(const std::string& id, const std::string& ticket, std::uint64_t number,
                             Instant now) {
    Entry* entry = find(id);
    // Meanwhile it may have another ticket, or be dropped.
    if (entry == nullptr || entry->row.job.ticket != ticket) return obsolete_.push_back(number);
    entry->row.number = number;
    entry->published = entry->waiting_from = now;
    save(*entry);
}

std::vector<JobScheduler::InQueue> JobScheduler::waiting_since(Instant then) const {
    std::vector<InQueue> waiting;
    for (const auto& [id, entry] : entries_)
        if (entry.row.state == JobState::Waiting && entry.row.number != 0 &&
            entry.published <= then)
            waiting.push_back({id, entry.row.number});
    return waiting;
}

void JobScheduler::checked_in_queue(const std::string& id, bool is_there, Instant now) {
    Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Waiting) return;
    entry->published = now;
    if (!is_there) entry->row.number = 0;
    // A worker may have taken it without a report; put into the queue again, it gets a new ticket.
    if (!is_there || now - entry->waiting_from > longest_wait) release(*entry);
}

std::optional<JobEvent> JobScheduler::next_event() {
    if (events_.empty()) return std::nullopt;
    JobEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
}

std::size_t JobScheduler::unfinished() const {
    return static_cast<std::size_t>(std::ranges::count_if(entries_, [](const auto& one) {
        return one.second.row.state != JobState::Done && one.second.check_of.empty();
    }));
}

bool JobScheduler::is_settled() const {
    return disputed_.empty() && std::ranges::all_of(entries_, [](const auto& one) {
               return one.second.row.state == JobState::Done;
           });
}

void JobScheduler::forget_run() {
    for (const auto& [id, entry] : entries_) {
        if (entry.row.number != 0) obsolete_.push_back(entry.row.number);
        dismiss_holder(entry);
    }
    entries_.clear();
    scores_ = {};
    note(table_.erase_all());
}

JobScheduler::Entry* JobScheduler::find(const std::string& id) {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : &found->second;
}

void JobScheduler::save(const Entry& entry) { note(table_.save(entry.row)); }

void JobScheduler::emit(JobEvent::Kind kind, const Entry& entry, std::string words) {
    events_.push_back({kind, entry.row.job.id, entry.row.worker, entry.row.results,
                       std::move(words), entry.row.job.task});
}

void JobScheduler::note(const std::optional<std::string>& problem) {
    if (problem && !problem_) problem_ = problem;
}

void JobScheduler::check(const std::string& id) {
    const Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Done || entry->row.results.empty())
        return;
    if (is_timed(entry->row.job.task)) return;
    if (!entries_.contains(id + check_suffix) && !disputed_.contains(id)) ask_for_check(*entry);
}

// A worker cannot confirm its own results.
bool JobScheduler::may_check(const Entry& check, const std::string& worker) {
    if (check.check_of.empty()) return true;
    const Entry* original = find(check.check_of);
    return original == nullptr || original->row.worker != worker;
}

bool JobScheduler::is_drawn_for_check(const std::string& worker) {
    constexpr int often = 3;
    const auto confirmed = confirmed_.find(worker);
    const bool is_proven = confirmed != confirmed_.end() && confirmed->second >= often;
    const double share = is_proven ? std::min(settings_.check_share, settings_.later_check_share)
                                   : settings_.check_share;
    constexpr std::uint64_t fine = 1 << 20;
    return static_cast<double>(random_.below(fine)) < share * static_cast<double>(fine);
}

void JobScheduler::confirm(const Entry& entry) {
    ++confirmed_[entry.row.worker];
    emit(JobEvent::Kind::Confirmed, entry);
}

void JobScheduler::ask_for_check(const Entry& entry) {
    const std::string id = entry.row.job.id + check_suffix;
    Entry check;
    check.row.job = {id, new_ticket(), settings_.bench, entry.row.job.task};
    check.check_of = entry.row.job.id;
    save(check);
    entries_.insert_or_assign(id, std::move(check));
}

void JobScheduler::compare(Entry& check) {
    const std::string id = check.check_of;
    Entry* original = find(id);
    if (original == nullptr || original->row.state != JobState::Done)
        return erase(std::string(check.row.job.id));
    if (difference_between(check.row.job.task, original->row.results, check.row.results)) {
        original->rival = check.row.worker;
        original->other = std::move(check.row.results);
        disputed_.insert(id);
        questions_.push_back({id, original->row.job.task});
    } else {
        confirm(*original);
    }
    erase(std::string(check.row.job.id));
    if (original->is_stored) mark_stored(id);
}

std::optional<JobScheduler::Question> JobScheduler::take_question() {
    if (questions_.empty()) return std::nullopt;
    Question question = std::move(questions_.front());
    questions_.pop_front();
    return question;
}

void JobScheduler::answer(const std::string& id, const std::optional<TaskResults>& truth) {
    disputed_.erase(id);
    Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Done) return;
    const std::string rival = std::exchange(entry->rival, {});
    const TaskResults other = std::exchange(entry->other, {});
    // Without a result of our own neither worker is trusted.
    if (!truth) return withdraw(*entry);
    const auto wrong = [&](const TaskResults& results) {
        return difference_between(entry->row.job.task, *truth, results);
    };
    const auto holder_difference = wrong(entry->row.results);
    const std::string maker = entry->row.worker;
    if (!holder_difference) confirm(*entry);
    if (!holder_difference && entry->is_stored) mark_stored(id);
    if (!rival.empty())
        if (const auto difference = wrong(other))
            distrust(rival, fmt::format("{} was played falsely: {}", id, *difference));
    if (holder_difference)
        distrust(maker, fmt::format("{} was played falsely: {}", id, *holder_difference));
}

std::vector<JobScheduler::WaitingCheck> JobScheduler::checks_waiting_since(Instant then) const {
    std::vector<WaitingCheck> checks;
    for (const auto& [id, entry] : entries_) {
        if (entry.check_of.empty() || entry.row.state != JobState::Waiting ||
            entry.row.number == 0 || entry.published > then)
            continue;
        const auto original = entries_.find(entry.check_of);
        checks.push_back(
            {id, original == entries_.end() ? std::string() : original->second.row.worker});
    }
    return checks;
}

void JobScheduler::no_other_worker(const std::string& check) {
    const Entry* entry = find(check);
    if (entry == nullptr || entry->row.state != JobState::Waiting) return;
    const std::string id = entry->check_of;
    const Entry* original = find(id);
    if (original != nullptr && original->row.state == JobState::Done) {
        disputed_.insert(id);
        questions_.push_back({id, original->row.job.task});
    }
    erase(check);
}

namespace {

// Pairs of one encounter have equal chances: all but the opening is the same.
std::string encounter_of(const PairTask& task) {
    PairTask same = task;
    same.opening = {};
    same.games.clear();
    return fmt::format("{:x}", hash_of(text_of_task(same)));
}

}  // namespace

bool JobScheduler::may_play(const Task& task, std::uint64_t timed_speed) {
    return !is_timed(task) || can_keep_time(std::get<PairTask>(task).reference_speed, timed_speed);
}

void JobScheduler::count_score(const JobRow& row) {
    if (row.half_points && is_timed(row.job.task))
        scores_.add(row.worker, encounter_of(std::get<PairTask>(row.job.task)), *row.half_points);
}

void JobScheduler::compare_scores() {
    for (const ScoreWatch::Finding& finding : scores_.look()) {
        if (!finding.is_certain)
            doubts_.push_back({finding.worker, finding.words});
        else
            distrust(finding.worker, fmt::format("of {}: {}", settings_.run_name, finding.words));
    }
}

}  // namespace rookery::colony
