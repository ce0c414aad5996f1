// A worker's part in one search, in the background.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/bus_channel.h"
#include "colony/live/root_order.h"
#include "colony/sharing/sharing_companion.h"
#include "colony/sharing/wall_pace.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace rookery::colony {

class WorkerSearch {
  public:
    // Begins at once; all of them must outlive it. The error says what is wrong with the order.
    [[nodiscard]] static Result<std::unique_ptr<WorkerSearch>, std::string>
    begin(Bus& bus, Searcher& searcher, const JoinOrder& order, std::optional<std::uint64_t> nodes_per_second);
    // Stops it and waits.
    ~WorkerSearch();

    // What is said on rk.share.*; from any thread.
    void hear(const Letter& letter) { channel_.hear(letter); }

    [[nodiscard]] const std::string& name() const { return order_.search; }
    [[nodiscard]] std::uint64_t nodes() const { return listener_.nodes.load(std::memory_order_relaxed); }

  private:
    // Tells the coordinator of every iteration.
    struct Listener final : SearchListener {
        Listener(Bus& to, const JoinOrder& order, const Position& root);
        void on_line(const LineReport& report) override;

        Bus& bus;
        const std::string subject;
        const std::string search;
        const Position position;
        std::atomic<std::uint64_t> nodes = 0;
    };

    WorkerSearch(Bus& bus, const JoinOrder& order, JoinedRoot root, std::optional<std::uint64_t> nodes_per_second);

    const JoinOrder order_;
    const JoinedRoot root_;
    std::stop_source stop_;
    Listener listener_;
    BusChannel channel_;
    WallPace pace_;
    SharingCompanion companion_;
    std::jthread thread_;  // the last member: it uses the others
};

}  // namespace rookery::colony
