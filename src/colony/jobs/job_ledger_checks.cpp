// The ledger's part in playing jobs again, to see whether what came out is true.
#include "colony/jobs/job_ledger.h"
#include "colony/jobs/timed_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {

void JobLedger::check(const std::string& id) {
    const Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Done || entry->row.results.empty()) return;
    if (is_timed(entry->row.job.task)) return;
    if (!entries_.contains(id + check_suffix) && !disputed_.contains(id)) ask_for_check(*entry);
}

// Who has done a job cannot confirm it.
bool JobLedger::may_check(const Entry& check, const std::string& worker) {
    if (check.check_of.empty()) return true;
    const Entry* original = find(check.check_of);
    return original == nullptr || original->row.worker != worker;
}

bool JobLedger::is_drawn_for_check(const std::string& worker) {
    constexpr int often = 3;
    const auto confirmed = confirmed_.find(worker);
    const bool is_proven = confirmed != confirmed_.end() && confirmed->second >= often;
    const double share = is_proven ? std::min(settings_.check_share, settings_.later_check_share) : settings_.check_share;
    constexpr std::uint64_t fine = 1 << 20;
    return static_cast<double>(random_.below(fine)) < share * static_cast<double>(fine);
}

void JobLedger::confirm(const Entry& entry) {
    ++confirmed_[entry.row.worker];
    tell(JobEvent::Kind::Confirmed, entry);
}

void JobLedger::ask_for_check(const Entry& entry) {
    const std::string id = entry.row.job.id + check_suffix;
    Entry check;
    check.row.job = {id, new_ticket(), settings_.bench, entry.row.job.task};
    check.check_of = entry.row.job.id;
    save(check);
    entries_.insert_or_assign(id, std::move(check));
}

void JobLedger::compare(Entry& check) {
    const std::string id = check.check_of;
    Entry* original = find(id);
    if (original == nullptr || original->row.state != JobState::Done) return erase(std::string(check.row.job.id));
    if (difference_between(check.row.job.task, original->row.results, check.row.results)) {
        original->rival = check.row.worker;
        original->other = std::move(check.row.results);
        disputed_.insert(id);
        questions_.push_back({id, original->row.job.task});
    } else {
        confirm(*original);
    }
    erase(std::string(check.row.job.id));
    if (original->is_kept) kept(id);
}

std::optional<JobLedger::Question> JobLedger::take_question() {
    if (questions_.empty()) return std::nullopt;
    Question question = std::move(questions_.front());
    questions_.pop_front();
    return question;
}

void JobLedger::answer(const std::string& id, const std::optional<TaskResults>& truth) {
    disputed_.erase(id);
    Entry* entry = find(id);
    if (entry == nullptr || entry->row.state != JobState::Done) return;
    const std::string rival = std::exchange(entry->rival, {});
    const TaskResults other = std::exchange(entry->other, {});
    // Without the truth neither is believed.
    if (!truth) return withdraw(*entry);
    const auto wrong = [&](const TaskResults& results) {
        return difference_between(entry->row.job.task, *truth, results);
    };
    const auto his = wrong(entry->row.results);
    const std::string maker = entry->row.worker;
    if (!his) confirm(*entry);
    if (!his && entry->is_kept) kept(id);
    if (!rival.empty())
        if (const auto difference = wrong(other))
            condemn(rival, fmt::format("{} was played falsely: {}", id, *difference));
    if (his) condemn(maker, fmt::format("{} was played falsely: {}", id, *his));
}

std::vector<JobLedger::WaitingCheck> JobLedger::checks_waiting_since(Instant then) const {
    std::vector<WaitingCheck> checks;
    for (const auto& [id, entry] : entries_) {
        if (entry.check_of.empty() || entry.row.state != JobState::Waiting || entry.row.number == 0 ||
            entry.published > then)
            continue;
        const auto original = entries_.find(entry.check_of);
        checks.push_back({id, original == entries_.end() ? std::string() : original->second.row.worker});
    }
    return checks;
}

void JobLedger::nobody_else(const std::string& check) {
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

}  // namespace rookery::colony
