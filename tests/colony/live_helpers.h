// A coordinator and workers on threads of this program.
#pragma once

#include "colony/live/worker.h"

#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace rookery::colony {

inline const BuildId test_build_id{"1.0", protocol_version, 42};

inline Root middlegame() {
    return Root(
        parse_fen("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
            ->position);
}

inline WorkerSettings small_worker(const BuildId& id = test_build_id) {
    return {.build_id = id,
            .resources = {.hash_mib = 2, .threads = 1},
            .speed = 1000,
            .nodes_per_second = 20'000};
}

class TestWorker {
  public:
    explicit TestWorker(const Invitation& invitation, WorkerSettings settings = small_worker())
        : bus_(must(Bus::connect({.invitation = invitation, .timeout = long_enough}))),
          worker_(*bus_, std::move(settings), make_own_pvs()),
          thread_([this](const std::stop_token& stop) {
              EXPECT_EQ(worker_.run(stop), std::nullopt);
              has_left_ = true;
          }) {}

    [[nodiscard]] bool has_left() const { return has_left_; }
    // Only after that.
    [[nodiscard]] const std::optional<std::string>& refusal() const { return worker_.refusal(); }

  private:
    std::unique_ptr<Bus> bus_;
    Worker worker_;
    std::atomic<bool> has_left_ = false;
    std::jthread thread_;
};

}  // namespace rookery::colony
