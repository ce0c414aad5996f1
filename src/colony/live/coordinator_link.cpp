#include "colony/live/coordinator_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

// "b" of "rk.alive.b" and of "rk.found.b.c".
std::string_view third_token(std::string_view subject) {
    for (int i = 0; i < 2; ++i) {
        const std::size_t dot = subject.find('.');
        if (dot == std::string_view::npos) return {};
        subject.remove_prefix(dot + 1);
    }
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
    auto alive =
        link->bus_->subscribe("rk.alive.*", [self = link.get()](const Letter& letter) { self->on_alive(letter); });
    if (!alive) return failure(alive.error());
    link->subscriptions_.push_back(std::move(*alive));
    auto found = link->bus_->subscribe("rk.found.*." + link->bus_->member(),
                                       [self = link.get()](const Letter& letter) { self->on_found(letter); });
    if (!found) return failure(found.error());
    link->subscriptions_.push_back(std::move(*found));
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

void CoordinatorLink::on_alive(const Letter& letter) {
    const std::string_view worker = third_token(letter.subject);
    std::optional<WorkerRecord> record;
    {
        const std::scoped_lock lock(mutex_);
        // Nonsense is held against nobody, also not by sending him away.
        if (!register_.hear(worker, letter.bytes, std::chrono::steady_clock::now())) return;
        record = register_.find(worker);
    }
    if (!record) return;
    note_refusal(*record);
    if (const auto reason = due_refusal(*record))
        bus_->publish("rk.order." + record->name, to_text(RefuseOrder{*reason}));
}

std::optional<std::string> CoordinatorLink::due_refusal(const WorkerRecord& worker) {
    constexpr auto between_refusals = std::chrono::seconds(10);
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
    const auto known = refusals_.find(worker.name);
    if (!worker.mismatch) {
        // At the first sight of it we do not know what was noted in another life.
        if (known == refusals_.end() || !known->second.empty()) (void)notes_->refusals.remove(worker.name);
        refusals_.insert_or_assign(worker.name, std::string());
    } else if (known == refusals_.end() || known->second != *worker.mismatch) {
        (void)notes_->refusals.put({worker.name, *worker.mismatch, now_in_seconds()});
        refusals_.insert_or_assign(worker.name, *worker.mismatch);
    }
}

void CoordinatorLink::on_found(const Letter& letter) {
    const std::string_view worker = third_token(letter.subject);
    if (!is_trusted(worker)) return;
    const auto message = parse_found(letter.bytes);
    // The server's own answers can be sent here by another worker, so nonsense is held against nobody.
    if (!message) return;
    const std::scoped_lock lock(found_mutex_);
    if (found_handler_) found_handler_(worker, *message);
}

}  // namespace rookery::colony
