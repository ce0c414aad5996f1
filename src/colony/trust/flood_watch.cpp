#include "colony/trust/flood_watch.h"

namespace rookery::colony {

bool FloodWatch::hear(std::string_view member, std::size_t bytes, Instant now) {
    auto place = counts_.find(member);
    if (place == counts_.end()) place = counts_.emplace(member, Count{}).first;
    Count& count = place->second;
    const auto second = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch());
    if (second != count.second) {
        const bool goes_on = count.is_too_much() && second - count.second == std::chrono::seconds(1);
        count = {.second = second, .too_many = goes_on ? count.too_many : 0};
    }
    const bool was_too_much = count.is_too_much();
    ++count.letters;
    count.bytes += bytes;
    if (was_too_much || !count.is_too_much()) return false;
    if (++count.too_many < seconds_in_a_row) return false;
    count.too_many = 0;
    return true;
}

}  // namespace rookery::colony
