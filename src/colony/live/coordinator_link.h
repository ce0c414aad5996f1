// A coordinator's connection to its colony: who is there, and what they find.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/register.h"
#include "colony/trust/flood_watch.h"
#include "colony/trust/member_notes.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace rookery::colony {

class CoordinatorLink {
  public:
    // How far a worker has come, by its own word.
    using FoundHandler = std::function<void(std::string_view worker, const FoundMessage& message)>;

    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string> enter(const BusSettings& settings,
                                                                                     const Kinship& kinship);
    // Who is caught or refused is written down beside the invitation, if it is a file.
    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string>
    enter(std::unique_ptr<Bus> bus, const Kinship& kinship, const std::filesystem::path& invitation = {});

    [[nodiscard]] Bus& bus() { return *bus_; }
    [[nodiscard]] std::vector<WorkerRecord> present() const;
    [[nodiscard]] std::vector<WorkerRecord> fit() const;
    // Returns when somebody is fit, and as wanted if that is asked for, or when the patience ends.
    void wait_for_help(std::chrono::milliseconds patience,
                       const std::function<bool(const WorkerRecord&)>& is_wanted = {}) const;
    [[nodiscard]] bool is_trusted(std::string_view member) const;
    [[nodiscard]] std::optional<WorkerRecord> find(std::string_view member) const;

    // Its word is worth nothing from now on, and it is told so. Lasts until it is pardoned.
    void quarantine(std::string_view member, const std::string& why);
    [[nodiscard]] std::vector<std::string> quarantined() const;
    // Who was caught by others meanwhile, or pardoned. Not more often than before a search: it reads a file.
    void recall_quarantine();

    // None that anybody has used before, whoever coordinated under our name.
    [[nodiscard]] std::string name_of_next_search();

    // Hears what trusted workers find, until it is set to nothing; then it is not running any more.
    void set_found_handler(FoundHandler handler);
    // The same for what all members share. To begin to listen with every search would be to wait for the server.
    void set_share_handler(LetterHandler handler);

    void order(const std::string& worker, const JoinOrder& order) {
        bus_->publish("rk.order." + worker, to_text(order));
    }
    void stop(const std::string& search) { bus_->publish("rk.all", to_text(StopOrder{search})); }

  private:
    struct Notes {
        MemberNotes quarantine;
        MemberNotes refusals;
    };

    CoordinatorLink(std::unique_ptr<Bus> bus, const Kinship& kinship, std::optional<Notes> notes)
        : bus_(std::move(bus)), notes_(std::move(notes)), register_(kinship) {}

    void on_alive(const Letter& letter);
    void on_found(const Letter& letter);
    void on_share(const Letter& letter);
    void on_gone(const Letter& letter);
    // Whoever says too much is put into quarantine. By any thread of the bus, and only of what the member itself has said:
    // the server's own answers can be sent here by another.
    void watch_for_floods(std::string_view member, const Letter& letter);
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
    std::map<std::string, Noted> refusals_;                              // what was noted of whom
    std::map<std::string, std::chrono::steady_clock::time_point> told_;  // who was refused, and when
    std::mutex found_mutex_;
    FoundHandler found_handler_;
    std::mutex share_mutex_;
    LetterHandler share_handler_;
    std::vector<Bus::Subscription> subscriptions_;  // the last member: they use the others
};

}  // namespace rookery::colony
