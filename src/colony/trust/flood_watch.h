// Whether somebody says more than anybody has to say.
//
// A burst is no flood: who was cut off for a while, or was not read, has much to say at once. So it takes several seconds,
// one after the other, each with too much.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace rookery::colony {

class FloodWatch {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    // In one second. A worker that shares all it can says some hundred things, of three megabytes.
    static constexpr std::size_t most_letters = 5000;
    static constexpr std::size_t most_bytes = 16 << 20;
    static constexpr int seconds_in_a_row = 3;

    // True once the member floods, and again only after as many seconds more of it.
    [[nodiscard]] bool hear(std::string_view member, std::size_t bytes, Instant now);

  private:
    struct Count {
        std::chrono::seconds second{};
        std::size_t letters = 0;
        std::size_t bytes = 0;
        int too_many = 0;  // seconds in a row

        [[nodiscard]] bool is_too_much() const { return letters > most_letters || bytes > most_bytes; }
    };

    std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace rookery::colony
