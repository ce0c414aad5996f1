#include "colony/live/coordinator_link.h"

#include "colony/messages.h"
#include "colony/setup/members.h"
#include "colony/setup/setup.h"
#include "colony/sharing.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr std::string_view alive_prefix = "rk.alive.";
constexpr std::string_view found_prefix = "rk.found.";
constexpr std::string_view share_prefix = "rk.share.";
// A worker gets no more refusals than that, even if it changes its build id again and again.
constexpr auto between_refusals = std::chrono::seconds(10);

// "b" of "rk.alive.b" and of "rk.found.b.c"; empty for other subjects: a job that a worker had sent
// here keeps its own subject.
std::string_view sender_in(std::string_view subject, std::string_view prefix) {
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
    link->reload_quarantine();
    CoordinatorLink& self = *link;
    const std::pair<std::string, MessageHandler> handlers[] = {
        {fmt::format("{}*", alive_prefix),
         [&self](const BusMessage& message) { self.on_heartbeat(message); }},
        {fmt::format("{}*.{}", found_prefix, self.bus_->member()),
         [&self](const BusMessage& message) { self.on_found(message); }},
        {fmt::format("{}*", share_prefix),
         [&self](const BusMessage& message) { self.on_share(message); }},
        {gone_subject, [&self](const BusMessage& message) { self.on_gone(message); }},
    };
    for (const auto& [subject, handler] : handlers) {
        auto subscription = self.bus_->subscribe(subject, handler);
        if (!subscription) return failure(subscription.error());
        self.subscriptions_.push_back(std::move(*subscription));
    }
    return link;
}

std::vector<WorkerRecord> CoordinatorLink::present() const {
    const std::scoped_lock lock(mutex_);
    return roster_.present(std::chrono::steady_clock::now());
}

std::vector<WorkerRecord> CoordinatorLink::fit() const {
    const std::scoped_lock lock(mutex_);
    return roster_.fit(std::chrono::steady_clock::now());
}

void CoordinatorLink::wait_for_help(
    std::chrono::milliseconds timeout,
    const std::function<bool(const WorkerRecord&)>& is_wanted) const {
    std::unique_lock lock(mutex_);
    roster_changed_.wait_for(lock, timeout, [&] {
        return std::ranges::any_of(
            roster_.fit(std::chrono::steady_clock::now()),
            [&](const WorkerRecord& worker) { return !is_wanted || is_wanted(worker); });
    });
}

bool CoordinatorLink::is_trusted(std::string_view member) const {
    const std::scoped_lock lock(mutex_);
    return roster_.is_trusted(member);
}

std::optional<WorkerRecord> CoordinatorLink::find(std::string_view member) const {
    const std::scoped_lock lock(mutex_);
    return roster_.find(member);
}

void CoordinatorLink::quarantine(std::string_view member, const std::string& why) {
    {
        const std::scoped_lock lock(mutex_);
        roster_.quarantine(member, why);
    }
    // Where it cannot be written it holds until the program ends.
    if (notes_ && !notes_->quarantine.put({std::string(member), why, now_in_seconds()})) {
        const std::scoped_lock lock(mutex_);
        on_file_.emplace(member);
    }
    bus_->publish("rk.order." + std::string(member),
                  to_text(RefuseOrder{"you are in quarantine: " + why}));
}

std::vector<std::string> CoordinatorLink::quarantined() const {
    const std::scoped_lock lock(mutex_);
    return roster_.quarantined();
}

void CoordinatorLink::reload_quarantine() {
    if (!notes_) return;
    const auto list = notes_->quarantine.read();
    if (!list) return;
    const std::scoped_lock lock(mutex_);
    for (const std::string& name : on_file_)
        if (std::ranges::find(*list, name, &MemberNote::name) == list->end()) roster_.pardon(name);
    on_file_.clear();
    for (const MemberNote& one : *list) {
        roster_.quarantine(one.name, one.reason);
        on_file_.insert(one.name);
    }
}

std::string CoordinatorLink::name_of_next_search() {
    return fmt::format("{}-{:x}-{}", bus_->member(), instance_, ++searches_);
}

void CoordinatorLink::set_found_handler(FoundHandler handler) {
    const std::scoped_lock lock(found_mutex_);
    found_handler_ = std::move(handler);
}

void CoordinatorLink::set_share_handler(MessageHandler handler) {
    const std::scoped_lock lock(share_mutex_);
    share_handler_ = std::move(handler);
}

void CoordinatorLink::on_heartbeat(const BusMessage& message) {
    const std::string_view worker = sender_in(message.subject, alive_prefix);
    if (worker.empty()) return;
    std::optional<WorkerRecord> record;
    {
        const std::scoped_lock lock(mutex_);
        // A message that cannot be read is no reason to refuse its sender.
        if (!roster_.receive(worker, message.bytes, std::chrono::steady_clock::now())) return;
        record = roster_.find(worker);
    }
    roster_changed_.notify_all();
    if (!record) return;
    watch_for_floods(worker, message);
    note_refusal(*record);
    if (const auto reason = due_refusal(*record))
        bus_->publish("rk.order." + record->name, to_text(RefuseOrder{*reason}));
}

std::optional<std::string> CoordinatorLink::due_refusal(const WorkerRecord& worker) {
    if (!worker.mismatch && !worker.quarantine) return std::nullopt;
    const auto now = std::chrono::steady_clock::now();
    const auto [place, is_new] = refused_at_.try_emplace(worker.name, now);
    if (!is_new && now - place->second < between_refusals) return std::nullopt;
    place->second = now;
    if (worker.quarantine) return "you are in quarantine: " + *worker.quarantine;
    return fmt::format("coordinator {} cannot use you: {}", bus_->member(), *worker.mismatch);
}

// For `colony status`: a worker that was sent away cannot be asked any more.
void CoordinatorLink::note_refusal(const WorkerRecord& worker) {
    if (!notes_) return;
    const std::string words = worker.mismatch.value_or("");
    const auto now = std::chrono::steady_clock::now();
    const auto known = refusals_.find(worker.name);
    // For a worker that is new to this program the file may have a note of before.
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
        if (!floods_.count(member, message.bytes.size(), std::chrono::steady_clock::now())) return;
        if (const auto record = roster_.find(member); record && record->quarantine) return;
    }
    quarantine(
        member,
        fmt::format("it sent more than {} messages, or {} megabytes, a second for several seconds",
                    FloodWatch::most_messages, FloodWatch::most_bytes >> 20));
}

void CoordinatorLink::on_share(const BusMessage& message) {
    const std::string_view member = sender_in(message.subject, share_prefix);
    if (!is_trusted(member) || !looks_like_batch(message.bytes)) return;
    watch_for_floods(member, message);
    const std::scoped_lock lock(share_mutex_);
    if (share_handler_) share_handler_(message);
}

// A worker that is still there, by another connection, sends a heartbeat within a second.
void CoordinatorLink::on_gone(const BusMessage& message) {
    const auto member = message.subject == gone_subject ? gone_member(message.bytes) : std::nullopt;
    if (!member) return;
    const std::scoped_lock lock(mutex_);
    roster_.forget(*member);
}

void CoordinatorLink::on_found(const BusMessage& message) {
    const std::string_view worker = sender_in(message.subject, found_prefix);
    if (!is_trusted(worker)) return;
    const auto found = parse_found(message.bytes);
    // Another worker can have the server's own answers sent here, so a message that cannot be read
    // is not held against its sender.
    if (!found) return;
    watch_for_floods(worker, message);
    const std::scoped_lock lock(found_mutex_);
    if (found_handler_) found_handler_(worker, *found);
}

Result<std::unique_ptr<Monitor>, std::string> Monitor::enter(const Invitation& invitation) {
    constexpr std::string_view prefix = "rk.alive.";
    auto bus = Bus::connect({.invitation = invitation});
    if (!bus) return failure(bus.error());
    std::unique_ptr<Monitor> monitor(new Monitor(std::move(*bus)));
    auto subscription = monitor->bus_->subscribe(
        std::string(prefix) + "*", [self = monitor.get(), prefix](const BusMessage& message) {
            // A job that a worker had sent here keeps its own subject.
            if (!message.subject.starts_with(prefix)) return;
            const std::scoped_lock lock(self->mutex_);
            self->roster_.receive(message.subject.substr(prefix.size()), message.bytes,
                                  std::chrono::steady_clock::now());
        });
    if (!subscription) return failure(subscription.error());
    monitor->subscription_ = std::move(*subscription);
    return monitor;
}

std::vector<WorkerRecord> Monitor::present() const {
    const std::scoped_lock lock(mutex_);
    return roster_.present(std::chrono::steady_clock::now());
}

namespace {

// Longer than a worker needs for an answer: it sends a heartbeat every second.
constexpr auto drain_timeout = std::chrono::seconds(5);

// Follows the heartbeats of a worker that was told to leave.
class DrainWatch {
  public:
    void receive(const BusMessage& message) {
        const auto alive = parse_heartbeat(message.bytes);
        if (!alive) return;
        const std::scoped_lock lock(mutex_);
        is_there_ = true;
        leaves_ = leaves_ || alive->activity == Activity::Draining;
        changed_.notify_all();
    }
    [[nodiscard]] bool wait_until_it_leaves() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, drain_timeout, [this] { return leaves_; });
    }
    [[nodiscard]] bool was_there() {
        const std::scoped_lock lock(mutex_);
        return is_there_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_there_ = false;
    bool leaves_ = false;
};

}  // namespace

std::optional<std::string> drain_worker(const Invitation& invitation, const std::string& worker) {
    auto bus = Bus::connect({.invitation = invitation});
    if (!bus) return bus.error();
    DrainWatch watch;
    const auto subscription = (*bus)->subscribe(
        "rk.alive." + worker, [&](const BusMessage& message) { watch.receive(message); });
    if (!subscription) return subscription.error();
    (*bus)->publish("rk.order." + worker, to_text(DrainOrder{}));
    if (watch.wait_until_it_leaves()) return std::nullopt;
    return watch.was_there() ? fmt::format("{} is there but does not leave", worker)
                             : fmt::format("{} is not there", worker);
}

Connector::~Connector() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

std::shared_ptr<CoordinatorLink> Connector::link() {
    const std::scoped_lock lock(mutex_);
    if (link_ && link_->bus().is_closed()) {
        // There may be a new invitation.
        news_.emplace_back("colony: the server does not know us any more; searching alone");
        link_.reset();
        if (thread_.joinable()) thread_.join();
        thread_ = {};
    }
    if (!link_ && !thread_.joinable())
        thread_ = std::jthread([this](const std::stop_token& stop) { keep_trying(stop); });
    return link_;
}

std::vector<std::string> Connector::news() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(news_, {});
}

void Connector::keep_trying(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        auto entered = enter(stop);
        if (stop.stop_requested()) return;
        std::unique_lock lock(mutex_);
        if (entered) {
            link_ = std::move(*entered);
            news_.push_back(fmt::format("colony: we are in, as {}", link_->bus().member()));
            return;
        }
        if (entered.error() != last_problem_) {
            last_problem_ = entered.error();
            news_.push_back(fmt::format("colony: {}; searching alone", last_problem_));
        }
        nothing_.wait_for(lock, stop, settings_.between_tries,
                          [&] { return stop.stop_requested(); });
    }
}

Result<std::shared_ptr<CoordinatorLink>, std::string>
Connector::enter(const std::stop_token& stop) const {
    // Read again every time: the file may be new or renewed.
    auto checked = coordinators_invitation(settings_.invitation);
    if (!checked) return failure(checked.error());
    auto bus =
        Bus::connect({.invitation = std::move(checked->invitation), .timeout = settings_.timeout});
    if (!bus) return failure(bus.error());
    // Last, because it is needed only with a connection.
    const auto build_id = settings_.build_id(stop);
    if (!build_id) return failure("told to stop");
    auto link = CoordinatorLink::enter(std::move(*bus), *build_id, settings_.invitation);
    if (!link) return failure(link.error());
    return std::shared_ptr<CoordinatorLink>(std::move(*link));
}

Result<CheckedInvitation, std::string> coordinators_invitation(const std::filesystem::path& path) {
    if (path.empty()) return failure("no colony is named, and nothing says where the usual one is");
    std::error_code error;
    if (path == usual_invitation() && !std::filesystem::exists(path, error) && !error)
        return failure(fmt::format("there is no colony on this machine ({} does not exist); '{}' "
                                   "founds one",
                                   path.string(), colony_command("init", path.parent_path())));
    auto checked = read_invitation(path, std::chrono::system_clock::now());
    if (!checked) return failure(checked.error());
    if (checked->invitation.role != Role::Coordinator)
        return failure(fmt::format("{} is the invitation of a {}; this needs a coordinator's, "
                                   "which '{} colony invite NAME --role coordinator' makes",
                                   path.string(), role_name(checked->invitation.role),
                                   command_name()));
    return std::move(*checked);
}

std::filesystem::path usual_invitation() {
    const auto folder = usual_colony_folder();
    return folder ? *folder / "home.rookery" : std::filesystem::path();
}

}  // namespace rookery::colony
