// A coordinator's connection to its colony: who is there, and what they find.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/roster.h"
#include "colony/trust/member_notes.h"
#include "colony/trust/watches.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace rookery::colony {

class CoordinatorLink {
  public:
    // How far a worker has come, by its own word.
    using FoundHandler = std::function<void(std::string_view worker, const FoundMessage& message)>;

    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string>
    enter(const BusSettings& settings, const BuildId& build_id);
    // Who is caught or refused is written down beside the invitation, if it is a file.
    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string>
    enter(std::unique_ptr<Bus> bus, const BuildId& build_id,
          const std::filesystem::path& invitation = {});

    [[nodiscard]] Bus& bus() { return *bus_; }
    [[nodiscard]] std::vector<WorkerRecord> present() const;
    [[nodiscard]] std::vector<WorkerRecord> fit() const;
    // Returns when somebody is fit, and as wanted if that is asked for, or when the timeout ends.
    void wait_for_help(std::chrono::milliseconds timeout,
                       const std::function<bool(const WorkerRecord&)>& is_wanted = {}) const;
    [[nodiscard]] bool is_trusted(std::string_view member) const;
    [[nodiscard]] std::optional<WorkerRecord> find(std::string_view member) const;

    // Its word is worth nothing from now on, and it is told so. Lasts until it is pardoned.
    void quarantine(std::string_view member, const std::string& why);
    [[nodiscard]] std::vector<std::string> quarantined() const;
    // Who was caught by others meanwhile, or pardoned. Not more often than before a search: it
    // reads a file.
    void recall_quarantine();

    // None that anybody has used before, whoever coordinated under our name.
    [[nodiscard]] std::string name_of_next_search();

    // Hears what trusted workers find, until it is set to nothing; then it is not running any more.
    void set_found_handler(FoundHandler handler);
    // The same for what all members share. To begin to listen with every search would be to wait
    // for the server.
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
        : bus_(std::move(bus)), notes_(std::move(notes)), register_(build_id) {}

    void on_alive(const BusMessage& message);
    void on_found(const BusMessage& message);
    void on_share(const BusMessage& message);
    void on_gone(const BusMessage& message);
    // Whoever says too much is put into quarantine. By any thread of the bus, and only of what the
    // member itself has said: the server's own answers can be sent here by another.
    void watch_for_floods(std::string_view member, const BusMessage& message);
    // Why the worker is to leave, unless it was told a moment ago.
    [[nodiscard]] std::optional<std::string> due_refusal(const WorkerRecord& worker);
    void note_refusal(const WorkerRecord& worker);

    std::unique_ptr<Bus> bus_;
    const std::optional<Notes> notes_;
    const std::uint32_t life_ = std::random_device()();
    std::atomic<std::uint64_t> searches_ = 0;
    mutable std::mutex mutex_;
    mutable std::condition_variable heard_of_;  // somebody
    Register register_;
    FloodWatch floods_;
    std::set<std::string> on_file_;  // who is in quarantine there
    struct Noted {
        std::string words;  // none: it was found to be one of us
        std::chrono::steady_clock::time_point when;
    };
    // Of the thread that hears of the living alone.
    std::map<std::string, Noted> refusals_;  // what was noted of whom
    std::map<std::string, std::chrono::steady_clock::time_point>
        told_;  // who was refused, and when
    std::mutex found_mutex_;
    FoundHandler found_handler_;
    std::mutex share_mutex_;
    MessageHandler share_handler_;
    std::vector<Bus::Subscription> subscriptions_;  // the last member: they use the others
};

// Who helps, told to whoever watches: each coming and going once.

class RosterDiff {
  public:
    // What is different from the last time, in words.
    [[nodiscard]] std::vector<std::string> changes(const std::vector<WorkerRecord>& present);

  private:
    std::map<std::string, std::string> known_;  // name, and what was said of it
};

// Who is there at this moment, for whoever only watches.

class Monitor {
  public:
    // Longer than members are silent between two signs of life: after that all who are there were
    // heard.
    static constexpr std::chrono::milliseconds first_look = std::chrono::milliseconds(1300);

    // The invitation is a coordinator's or a watcher's. The error is that of the bus.
    [[nodiscard]] static Result<std::unique_ptr<Monitor>, std::string>
    enter(const Invitation& invitation);

    [[nodiscard]] std::vector<WorkerRecord> present() const;
    // Whether the server is there, too.
    [[nodiscard]] bool is_connected() const { return bus_->is_connected(); }

  private:
    explicit Monitor(std::unique_ptr<Bus> bus) : bus_(std::move(bus)) {}

    std::unique_ptr<Bus> bus_;
    mutable std::mutex mutex_;
    Register register_{BuildId{}};  // whose engine is another does not matter to who watches
    std::optional<Bus::Subscription> subscription_;  // the last member: it uses the others
};

}  // namespace rookery::colony
