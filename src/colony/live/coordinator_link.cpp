#include "colony/live/coordinator_link.h"

#include "colony/messages/messages.h"
#include "colony/messages/share_batch.h"
#include "colony/setup/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr std::string_view alive_prefix = "rk.alive.";
constexpr std::string_view found_prefix = "rk.found.";
constexpr std::string_view share_prefix = "rk.share.";
// Who says now this, now that of himself does not keep us busy with it.
constexpr auto between_refusals = std::chrono::seconds(10);

// "b" of "rk.alive.b" and of "rk.found.b.c"; empty where the subject is another: a job that
// somebody has had sent here keeps its own.
std::string_view speaker(std::string_view subject, std::string_view prefix) {
    if (!subject.starts_with(prefix)) return {};
    subject.remove_prefix(prefix.size());
    return subject.substr(0, subject.find('.'));
}

Time now_in_seconds() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

}  // namespace

Result<std::unique_ptr<CoordinatorLink>, std::string>
CoordinatorLink::enter(const BusSettings& settings, const BuildId& build_id) {
    auto bus = Bus::connect(settings);
    if (!bus) return failure(bus.error());
    return enter(std::move(*bus), build_id);
}

Result<std::unique_ptr<CoordinatorLink>, std::string>
CoordinatorLink::enter(std::unique_ptr<Bus> bus, const BuildId& build_id,
                       const std::filesystem::path& invitation) {
    std::optional<Notes> notes;
    if (!invitation.empty())
        notes = Notes{MemberNotes::quarantine_beside(invitation),
                      MemberNotes::refusals_beside(invitation)};
    std::unique_ptr<CoordinatorLink> link(
        new CoordinatorLink(std::move(bus), build_id, std::move(notes)));
    link->recall_quarantine();
    CoordinatorLink& self = *link;
    const std::pair<std::string, MessageHandler> ears[] = {
        {fmt::format("{}*", alive_prefix),
         [&self](const BusMessage& message) { self.on_alive(message); }},
        {fmt::format("{}*.{}", found_prefix, self.bus_->member()),
         [&self](const BusMessage& message) { self.on_found(message); }},
        {fmt::format("{}*", share_prefix),
         [&self](const BusMessage& message) { self.on_share(message); }},
        {gone_subject, [&self](const BusMessage& message) { self.on_gone(message); }},
    };
    for (const auto& [subject, handler] : ears) {
        auto subscription = self.bus_->subscribe(subject, handler);
        if (!subscription) return failure(subscription.error());
        self.subscriptions_.push_back(std::move(*subscription));
    }
    return link;
}

std::vector<WorkerRecord> CoordinatorLink::present() const {
    const std::scoped_lock lock(mutex_);
    return register_.present(std::chrono::steady_clock::now());
}

std::vector<WorkerRecord> CoordinatorLink::fit() const {
    const std::scoped_lock lock(mutex_);
    return register_.fit(std::chrono::steady_clock::now());
}

void CoordinatorLink::wait_for_help(
    std::chrono::milliseconds timeout,
    const std::function<bool(const WorkerRecord&)>& is_wanted) const {
    std::unique_lock lock(mutex_);
    heard_of_.wait_for(lock, timeout, [&] {
        return std::ranges::any_of(
            register_.fit(std::chrono::steady_clock::now()),
            [&](const WorkerRecord& worker) { return !is_wanted || is_wanted(worker); });
    });
}

bool CoordinatorLink::is_trusted(std::string_view member) const {
    const std::scoped_lock lock(mutex_);
    return register_.is_trusted(member);
}

std::optional<WorkerRecord> CoordinatorLink::find(std::string_view member) const {
    const std::scoped_lock lock(mutex_);
    return register_.find(member);
}

void CoordinatorLink::quarantine(std::string_view member, const std::string& why) {
    {
        const std::scoped_lock lock(mutex_);
        register_.quarantine(member, why);
    }
    // Where it cannot be written it holds for as long as we live.
    if (notes_ && !notes_->quarantine.put({std::string(member), why, now_in_seconds()})) {
        const std::scoped_lock lock(mutex_);
        on_file_.emplace(member);
    }
    bus_->publish("rk.order." + std::string(member),
                  to_text(RefuseOrder{"you are in quarantine: " + why}));
}

std::vector<std::string> CoordinatorLink::quarantined() const {
    const std::scoped_lock lock(mutex_);
    return register_.quarantined();
}

void CoordinatorLink::recall_quarantine() {
    if (!notes_) return;
    const auto list = notes_->quarantine.read();
    if (!list) return;
    const std::scoped_lock lock(mutex_);
    for (const std::string& name : on_file_)
        if (std::ranges::find(*list, name, &MemberNote::name) == list->end())
            register_.pardon(name);
    on_file_.clear();
    for (const MemberNote& one : *list) {
        register_.quarantine(one.name, one.reason);
        on_file_.insert(one.name);
    }
}

std::string CoordinatorLink::name_of_next_search() {
    return fmt::format("{}-{:x}-{}", bus_->member(), life_, ++searches_);
}

void CoordinatorLink::set_found_handler(FoundHandler handler) {
    const std::scoped_lock lock(found_mutex_);
    found_handler_ = std::move(handler);
}

void CoordinatorLink::set_share_handler(MessageHandler handler) {
    const std::scoped_lock lock(share_mutex_);
    share_handler_ = std::move(handler);
}

void CoordinatorLink::on_alive(const BusMessage& message) {
    const std::string_view worker = speaker(message.subject, alive_prefix);
    if (worker.empty()) return;
    std::optional<WorkerRecord> record;
    {
        const std::scoped_lock lock(mutex_);
        // Nonsense is held against nobody, also not by sending him away.
        if (!register_.hear(worker, message.bytes, std::chrono::steady_clock::now())) return;
        record = register_.find(worker);
    }
    heard_of_.notify_all();
    if (!record) return;
    watch_for_floods(worker, message);
    note_refusal(*record);
    if (const auto reason = due_refusal(*record))
        bus_->publish("rk.order." + record->name, to_text(RefuseOrder{*reason}));
}

std::optional<std::string> CoordinatorLink::due_refusal(const WorkerRecord& worker) {
    if (!worker.mismatch && !worker.quarantine) return std::nullopt;
    const auto now = std::chrono::steady_clock::now();
    const auto [place, is_new] = told_.try_emplace(worker.name, now);
    if (!is_new && now - place->second < between_refusals) return std::nullopt;
    place->second = now;
    if (worker.quarantine) return "you are in quarantine: " + *worker.quarantine;
    return fmt::format("coordinator {} cannot use you: {}", bus_->member(), *worker.mismatch);
}

// For whoever looks at the colony: a worker that was sent away cannot be asked any more.
void CoordinatorLink::note_refusal(const WorkerRecord& worker) {
    if (!notes_) return;
    const std::string words = worker.mismatch.value_or("");
    const auto now = std::chrono::steady_clock::now();
    const auto known = refusals_.find(worker.name);
    // At the first sight of it we do not know what was noted in another life.
    if (known != refusals_.end() &&
        (known->second.words == words || now - known->second.when < between_refusals))
        return;
    refusals_.insert_or_assign(worker.name, Noted{words, now});
    if (words.empty())
        (void)notes_->refusals.remove(worker.name);
    else
        (void)notes_->refusals.put({worker.name, words, now_in_seconds()});
}

void CoordinatorLink::watch_for_floods(std::string_view member, const BusMessage& message) {
    {
        const std::scoped_lock lock(mutex_);
        if (!floods_.hear(member, message.bytes.size(), std::chrono::steady_clock::now())) return;
        if (const auto record = register_.find(member); record && record->quarantine) return;
    }
    quarantine(
        member,
        fmt::format("it sent more than {} messages, or {} megabytes, a second for several seconds",
                    FloodWatch::most_letters, FloodWatch::most_bytes >> 20));
}

void CoordinatorLink::on_share(const BusMessage& message) {
    const std::string_view member = speaker(message.subject, share_prefix);
    if (!is_trusted(member) || !looks_like_batch(message.bytes)) return;
    watch_for_floods(member, message);
    const std::scoped_lock lock(share_mutex_);
    if (share_handler_) share_handler_(message);
}

// Whoever is still there, by another connection or by one that he has made since, says so within a
// second.
void CoordinatorLink::on_gone(const BusMessage& message) {
    const auto member = message.subject == gone_subject ? gone_member(message.bytes) : std::nullopt;
    if (!member) return;
    const std::scoped_lock lock(mutex_);
    register_.forget(*member);
}

void CoordinatorLink::on_found(const BusMessage& message) {
    const std::string_view worker = speaker(message.subject, found_prefix);
    if (!is_trusted(worker)) return;
    const auto found = parse_found(message.bytes);
    // The server's own answers can be sent here by another worker, so nonsense is held against
    // nobody.
    if (!found) return;
    watch_for_floods(worker, message);
    const std::scoped_lock lock(found_mutex_);
    if (found_handler_) found_handler_(worker, *found);
}

namespace {

constexpr std::string_view helping = "helps";

// Empty of somebody who is there and not at our disposal: that is nobody's concern.
std::string standing_of(const WorkerRecord& worker) {
    if (worker.quarantine) return fmt::format("is in quarantine: {}", *worker.quarantine);
    if (worker.mismatch) return fmt::format("cannot help: {}", *worker.mismatch);
    switch (worker.last.activity) {
        case Activity::Idle:
        case Activity::Searching: return std::string(helping);
        case Activity::Job:
        case Activity::Draining:
        case Activity::Resting: break;
    }
    return {};
}

bool is_helped(const std::map<std::string, std::string>& standings) {
    return std::ranges::any_of(standings, [](const auto& one) { return one.second == helping; });
}

}  // namespace

std::vector<std::string> RosterDiff::changes(const std::vector<WorkerRecord>& present) {
    std::map<std::string, std::string> now;
    for (const WorkerRecord& worker : present)
        if (std::string standing = standing_of(worker); !standing.empty())
            now.emplace(worker.name, std::move(standing));
    std::vector<std::string> changes;
    for (const auto& [name, standing] : now)
        if (const auto before = known_.find(name);
            before == known_.end() || before->second != standing)
            changes.push_back(fmt::format("colony: {} {}", name, standing));
    for (const auto& [name, standing] : known_)
        if (!now.contains(name)) changes.push_back(fmt::format("colony: {} is gone", name));
    if (is_helped(known_) && !is_helped(now))
        changes.emplace_back("colony: nobody helps any more; searching alone");
    known_ = std::move(now);
    return changes;
}

Result<std::unique_ptr<Monitor>, std::string> Monitor::enter(const Invitation& invitation) {
    constexpr std::string_view prefix = "rk.alive.";
    auto bus = Bus::connect({.invitation = invitation});
    if (!bus) return failure(bus.error());
    std::unique_ptr<Monitor> monitor(new Monitor(std::move(*bus)));
    auto subscription = monitor->bus_->subscribe(
        std::string(prefix) + "*", [self = monitor.get(), prefix](const BusMessage& message) {
            // A job that somebody has had sent here keeps its own subject.
            if (!message.subject.starts_with(prefix)) return;
            const std::scoped_lock lock(self->mutex_);
            self->register_.hear(message.subject.substr(prefix.size()), message.bytes,
                                 std::chrono::steady_clock::now());
        });
    if (!subscription) return failure(subscription.error());
    monitor->subscription_ = std::move(*subscription);
    return monitor;
}

std::vector<WorkerRecord> Monitor::present() const {
    const std::scoped_lock lock(mutex_);
    return register_.present(std::chrono::steady_clock::now());
}

}  // namespace rookery::colony
