// A network that exists in the simulation alone: what is sent arrives after a latency, by the senders' own clocks.
// Used by one thread at a time.
#pragma once

#include "colony/sharing/discovery.h"
#include "colony/sharing/pace.h"

#include <deque>
#include <vector>

namespace rookery::colony {

class SimulatedNetwork {
  public:
    using Time = Pace::Time;

    SimulatedNetwork(std::size_t members, Time latency) : latency_(latency), waiting_(members) {}

    void broadcast(std::size_t sender, Time now, const Discoveries& discoveries) {
        for (std::size_t i = 0; i < waiting_.size(); ++i)
            if (i != sender) waiting_[i].push_back({now + latency_, discoveries});
    }
    // What has arrived by then.
    [[nodiscard]] Discoveries receive(std::size_t receiver, Time now) {
        Discoveries arrived;
        auto& queue = waiting_[receiver];
        while (!queue.empty() && queue.front().arrival <= now) {
            const Discoveries& batch = queue.front().discoveries;
            arrived.insert(arrived.end(), batch.begin(), batch.end());
            queue.pop_front();
        }
        return arrived;
    }

  private:
    struct Letter {
        Time arrival;
        Discoveries discoveries;
    };

    const Time latency_;
    std::vector<std::deque<Letter>> waiting_;  // of each, in the order of arrival
};

}  // namespace rookery::colony
