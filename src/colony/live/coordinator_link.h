// A coordinator's connection to its colony: who is there, and what they find.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/register.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace rookery::colony {

class CoordinatorLink {
  public:
    // How far a worker has come, by its own word.
    using FoundHandler = std::function<void(std::string_view worker, const FoundMessage& message)>;

    [[nodiscard]] static Result<std::unique_ptr<CoordinatorLink>, std::string> enter(const BusSettings& settings,
                                                                            const Kinship& kinship);

    [[nodiscard]] Bus& bus() { return *bus_; }
    [[nodiscard]] std::vector<WorkerRecord> present() const;
    [[nodiscard]] std::vector<WorkerRecord> fit() const;
    [[nodiscard]] bool is_trusted(std::string_view member) const;

    // None that anybody has used before, whoever coordinated under our name.
    [[nodiscard]] std::string name_of_next_search();

    // Hears what trusted workers find, until it is set to nothing; then it is not running any more.
    void set_found_handler(FoundHandler handler);

    void order(const std::string& worker, const JoinOrder& order) { bus_->publish("rk.order." + worker, to_text(order)); }
    void stop(const std::string& search) { bus_->publish("rk.all", to_text(StopOrder{search})); }

  private:
    CoordinatorLink(std::unique_ptr<Bus> bus, const Kinship& kinship) : bus_(std::move(bus)), register_(kinship) {}

    void on_alive(const Letter& letter);
    void on_found(const Letter& letter);

    std::unique_ptr<Bus> bus_;
    const std::uint32_t life_ = std::random_device()();
    std::atomic<std::uint64_t> searches_ = 0;
    mutable std::mutex mutex_;
    Register register_;
    std::mutex found_mutex_;
    FoundHandler found_handler_;
    std::vector<Bus::Subscription> subscriptions_;  // the last member: they use the others
};

}  // namespace rookery::colony
