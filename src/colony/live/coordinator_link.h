// A coordinator's connection to its colony: the roster of workers, their reports, and orders to
// them.
#pragma once

#include "colony/bus.h"
#include "colony/live/roster.h"
#include "colony/trust/watches.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {

class CoordinatorLink {
  public:
    // Called with the progress that a worker reports.
    using FoundHandler = std::function<void(std::string_view worker, const FoundMessage& message)>;

    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string>
    enter(const BusSettings& settings, const BuildId& build_id);
    // Workers that are distrusted or refused are noted in files beside the invitation, if it is a
    // file.
    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string>
    enter(std::unique_ptr<Bus> bus, const BuildId& build_id,
          const std::filesystem::path& invitation = {});

    [[nodiscard]] Bus& bus() { return *bus_; }
    [[nodiscard]] std::vector<WorkerRecord> present() const;
    [[nodiscard]] std::vector<WorkerRecord> fit() const;
    // Returns when a usable worker is there, and wanted if that is asked for, or when the timeout
    // ends.
    void wait_for_help(std::chrono::milliseconds timeout,
                       const std::function<bool(const WorkerRecord&)>& is_wanted = {}) const;
    [[nodiscard]] bool is_trusted(std::string_view member) const;
    [[nodiscard]] std::optional<WorkerRecord> find(std::string_view member) const;

    // From now on the worker is not trusted, until it is pardoned. It gets a message with the
    // reason.
    void quarantine(std::string_view member, const std::string& why);
    [[nodiscard]] std::vector<std::string> quarantined() const;
    // Reads the file of quarantined workers again; other coordinators may have changed it. Not more
    // often than once a search.
    void reload_quarantine();

    // A name that was not used before, not even by another coordinator of our name.
    [[nodiscard]] std::string name_of_next_search();

    // Called with the reports of trusted workers, until it is set to nothing; then it is not
    // running any more.
    void set_found_handler(FoundHandler handler);
    // The same for shared entries. There is one subscription for all searches, for a new one would
    // wait for the server.
    void set_share_handler(MessageHandler handler);

    void order(const std::string& worker, const JoinOrder& order) {
        bus_->publish("rk.order." + worker, to_text(order));
    }
    void stop(const std::string& search) { bus_->publish("rk.all", to_text(StopOrder{search})); }

  private:
    struct Notes {
        MemberNotes quarantine;
        MemberNotes refusals;
    };

    CoordinatorLink(std::unique_ptr<Bus> bus, const BuildId& build_id, std::optional<Notes> notes)
        : bus_(std::move(bus)), notes_(std::move(notes)), roster_(build_id) {}

    void on_heartbeat(const BusMessage& message);
    void on_found(const BusMessage& message);
    void on_share(const BusMessage& message);
    void on_gone(const BusMessage& message);
    // A worker that sends too much is put into quarantine. Called on any thread of the bus, and
    // only for messages of the member itself: another member can have the server's own answers sent
    // here.
    void watch_for_floods(std::string_view member, const BusMessage& message);
    // Why the worker should leave; nothing if it got this message a moment ago.
    [[nodiscard]] std::optional<std::string> due_refusal(const WorkerRecord& worker);
    void note_refusal(const WorkerRecord& worker);

    std::unique_ptr<Bus> bus_;
    const std::optional<Notes> notes_;
    const std::uint32_t instance_ = std::random_device()();
    std::atomic<std::uint64_t> searches_ = 0;
    mutable std::mutex mutex_;
    mutable std::condition_variable roster_changed_;
    Roster roster_;
    FloodWatch floods_;
    std::set<std::string> on_file_;  // members in quarantine in the file
    struct Noted {
        std::string words;  // empty: its build id is ours
        std::chrono::steady_clock::time_point when;
    };
    // Used only by the thread that receives heartbeats.
    std::map<std::string, Noted> refusals_;  // by worker
    std::map<std::string, std::chrono::steady_clock::time_point>
        refused_at_;  // by worker: when it was last refused
    std::mutex found_mutex_;
    FoundHandler found_handler_;
    std::mutex share_mutex_;
    MessageHandler share_handler_;
    std::vector<Bus::Subscription> subscriptions_;  // the last member: they use the others
};

// The roster for programs that only watch.
class Monitor {
  public:
    // Longer than the time between two heartbeats: after that all workers that are there are known.
    static constexpr std::chrono::milliseconds first_look = std::chrono::milliseconds(1300);

    // The invitation is a coordinator's or a watcher's. The error is that of the bus.
    [[nodiscard]] static Result<std::unique_ptr<Monitor>, std::string>
    enter(const Invitation& invitation);

    [[nodiscard]] std::vector<WorkerRecord> present() const;
    // Whether there is a connection to the server.
    [[nodiscard]] bool is_connected() const { return bus_->is_connected(); }

  private:
    explicit Monitor(std::unique_ptr<Bus> bus) : bus_(std::move(bus)) {}

    std::unique_ptr<Bus> bus_;
    mutable std::mutex mutex_;
    Roster roster_{BuildId{}};                       // build ids do not matter here
    std::optional<Bus::Subscription> subscription_;  // the last member: it uses the others
};

// Tells a worker to finish what it does and leave. The problem, if it does not answer that it will.
// The invitation is a coordinator's.
[[nodiscard]] std::optional<std::string> drain_worker(const Invitation& invitation,
                                                      const std::string& worker);

// Connects to a colony in the background, for as long as it takes, so that no search waits for a
// server that does not answer.
struct ConnectorSettings {
    std::filesystem::path invitation;  // a coordinator's; empty: there is none
    // Finds our build id, which may take time; nothing if it was stopped.
    std::function<std::optional<BuildId>(const std::stop_token&)> build_id;
    std::chrono::milliseconds between_tries = std::chrono::seconds(5);
    std::chrono::milliseconds timeout = std::chrono::seconds(2);  // for one try
};

class Connector {
  public:
    explicit Connector(ConnectorSettings settings) : settings_(std::move(settings)) {}
    // Already connected.
    explicit Connector(std::shared_ptr<CoordinatorLink> link) : link_(std::move(link)) {}
    ~Connector();

    // Nothing while there is no connection. The first call starts trying, and so does the first one
    // after the connection was closed; no call waits.
    [[nodiscard]] std::shared_ptr<CoordinatorLink> link();
    // Notices since the last call: why there is no connection, or that there is one. Each is given
    // once.
    [[nodiscard]] std::vector<std::string> news();

  private:
    void keep_trying(const std::stop_token& stop);
    [[nodiscard]] Result<std::shared_ptr<CoordinatorLink>, std::string>
    enter(const std::stop_token& stop) const;

    const ConnectorSettings settings_{};
    std::mutex mutex_;
    std::condition_variable_any nothing_;
    std::shared_ptr<CoordinatorLink> link_;
    std::string last_problem_;
    std::vector<std::string> news_;
    std::jthread thread_;  // the last member: it uses the others
};

// The error says what is wrong with the file, or that it is for another role.
[[nodiscard]] Result<CheckedInvitation, std::string>
coordinators_invitation(const std::filesystem::path& path);

// The invitation of the coordinator that `colony init` makes, in the usual folder; empty if there
// is no such folder.
[[nodiscard]] std::filesystem::path usual_invitation();

}  // namespace rookery::colony
