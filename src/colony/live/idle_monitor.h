// Whether other programs leave the machine free enough for a worker of lowest priority.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rookery::colony {

// Processor time since the machine was started, in ticks of the system.
struct LoadSample {
    std::uint64_t total = 0;  // of all processors, including idle time
    std::uint64_t busy = 0;
    std::uint64_t own = 0;  // of this process

    [[nodiscard]] friend bool operator==(const LoadSample&, const LoadSample&) = default;
};

// From the texts of /proc/stat and /proc/self/stat; nothing if they are not as Linux writes them.
[[nodiscard]] std::optional<LoadSample> parse_load(std::string_view machine, std::string_view self);
// The present load, on Linux.
[[nodiscard]] std::optional<LoadSample> read_load();

// The share of all processors that other programs used between the two: 0 to 1.
[[nodiscard]] double others_share(const LoadSample& before, const LoadSample& after);

class IdleMonitor {
  public:
    // To be called every second or so. Reports the machine as used at once, and as free only after
    // a while of quiet.
    [[nodiscard]] bool is_free(const LoadSample& now);

  private:
    std::optional<LoadSample> last_;
    bool is_free_ = true;
    int quiet_ = 0;  // samples in a row
};

}  // namespace rookery::colony
