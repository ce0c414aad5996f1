#include "colony/live/coordinator_link.h"

#include "colony/founding/permissions.h"
#include "colony/messages/gone_message.h"
#include "colony/messages/share_batch.h"

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

// "b" of "rk.alive.b" and of "rk.found.b.c"; empty where the subject is another: a job that somebody has had sent here
// keeps its own.
std::string_view speaker(std::string_view subject, std::string_view prefix) {
    if (!subject.starts_with(prefix)) return {};
    subject.remove_prefix(prefix.size());
    return subject.substr(0, subject.find('.'));
}

Time now_in_seconds() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

}  // namespace

Result<std::unique_ptr<CoordinatorLink>, std::string> CoordinatorLink::enter(const BusSettings& settings,
                                                                             const Kinship& kinship) {
    auto bus = Bus::connect(settings);
    if (!bus) return failure(bus.error());
    return enter(std::move(*bus), kinship);
}

Result<std::unique_ptr<CoordinatorLink>, std::string>
CoordinatorLink::enter(std::unique_ptr<Bus> bus, const Kinship& kinship, const std::filesystem::path& invitation) {
    std::optional<Notes> notes;
    if (!invitation.empty())
        notes = Notes{MemberNotes::quarantine_beside(invitation), MemberNotes::refusals_beside(invitation)};
    std::unique_ptr<CoordinatorLink> link(new CoordinatorLink(std::move(bus), kinship, std::move(notes)));
    link->recall_quarantine();
    CoordinatorLink& self = *link;
    const std::pair<std::string, LetterHandler> ears[] = {
        {fmt::format("{}*", alive_prefix), [&self](const Letter& letter) { self.on_alive(letter); }},
        {fmt::format("{}*.{}", found_prefix, self.bus_->member()), [&self](const Letter& letter) { self.on_found(letter); }},
        {fmt::format("{}*", share_prefix), [&self](const Letter& letter) { self.on_share(letter); }},
        {gone_subject, [&self](const Letter& letter) { self.on_gone(letter); }},
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

void CoordinatorLink::wait_for_help(std::chrono::milliseconds patience,
                                    const std::function<bool(const WorkerRecord&)>& is_wanted) const {
    std::unique_lock lock(mutex_);
    heard_of_.wait_for(lock, patience, [&] {
        return std::ranges::any_of(register_.fit(std::chrono::steady_clock::now()),
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
    bus_->publish("rk.order." + std::string(member), to_text(RefuseOrder{"you are in quarantine: " + why}));
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
        if (std::ranges::find(*list, name, &MemberNote::name) == list->end()) register_.pardon(name);
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

void CoordinatorLink::set_share_handler(LetterHandler handler) {
    const std::scoped_lock lock(share_mutex_);
    share_handler_ = std::move(handler);
}

void CoordinatorLink::on_alive(const Letter& letter) {
    const std::string_view worker = speaker(letter.subject, alive_prefix);
    if (worker.empty()) return;
    std::optional<WorkerRecord> record;
    {
        const std::scoped_lock lock(mutex_);
        // Nonsense is held against nobody, also not by sending him away.
        if (!register_.hear(worker, letter.bytes, std::chrono::steady_clock::now())) return;
        record = register_.find(worker);
    }
    heard_of_.notify_all();
    if (!record) return;
    watch_for_floods(worker, letter);
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
    if (known != refusals_.end() && (known->second.words == words || now - known->second.when < between_refusals)) return;
    refusals_.insert_or_assign(worker.name, Noted{words, now});
    if (words.empty())
        (void)notes_->refusals.remove(worker.name);
    else
        (void)notes_->refusals.put({worker.name, words, now_in_seconds()});
}

void CoordinatorLink::watch_for_floods(std::string_view member, const Letter& letter) {
    {
        const std::scoped_lock lock(mutex_);
        if (!floods_.hear(member, letter.bytes.size(), std::chrono::steady_clock::now())) return;
        if (const auto record = register_.find(member); record && record->quarantine) return;
    }
    quarantine(member, fmt::format("it sent more than {} messages, or {} megabytes, a second for several seconds",
                                   FloodWatch::most_letters, FloodWatch::most_bytes >> 20));
}

void CoordinatorLink::on_share(const Letter& letter) {
    const std::string_view member = speaker(letter.subject, share_prefix);
    if (!is_trusted(member) || !looks_like_batch(letter.bytes)) return;
    watch_for_floods(member, letter);
    const std::scoped_lock lock(share_mutex_);
    if (share_handler_) share_handler_(letter);
}

// Whoever is still there, by another connection or by one that he has made since, says so within a second.
void CoordinatorLink::on_gone(const Letter& letter) {
    const auto member = letter.subject == gone_subject ? gone_member(letter.bytes) : std::nullopt;
    if (!member) return;
    const std::scoped_lock lock(mutex_);
    register_.forget(*member);
}

void CoordinatorLink::on_found(const Letter& letter) {
    const std::string_view worker = speaker(letter.subject, found_prefix);
    if (!is_trusted(worker)) return;
    const auto message = parse_found(letter.bytes);
    // The server's own answers can be sent here by another worker, so nonsense is held against nobody.
    if (!message) return;
    watch_for_floods(worker, letter);
    const std::scoped_lock lock(found_mutex_);
    if (found_handler_) found_handler_(worker, *message);
}

}  // namespace rookery::colony
