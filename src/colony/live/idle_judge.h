// Whether a machine is free enough for a worker that comes last: by how much of it others use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rookery::colony {

// What the processors have done since the machine was started, in the system's ticks.
struct LoadSample {
    std::uint64_t total = 0;  // of all processors, idle or not
    std::uint64_t busy = 0;
    std::uint64_t own = 0;  // for us

    [[nodiscard]] friend bool operator==(const LoadSample&, const LoadSample&) = default;
};

// From the texts of /proc/stat and /proc/self/stat; nothing if they are not as Linux writes them.
[[nodiscard]] std::optional<LoadSample> parse_load(std::string_view machine, std::string_view self);
// The present one, where there is such a thing.
[[nodiscard]] std::optional<LoadSample> read_load();

// How much of all processors others have used between the two: 0 to 1.
[[nodiscard]] double others_share(const LoadSample& before, const LoadSample& after);

class IdleJudge {
  public:
    // A sample every second or so. Gives way at once, and comes back only after a while of quiet.
    [[nodiscard]] bool is_free(const LoadSample& now);

  private:
    std::optional<LoadSample> last_;
    bool is_free_ = true;
    int quiet_ = 0;  // samples in a row
};

}  // namespace rookery::colony
