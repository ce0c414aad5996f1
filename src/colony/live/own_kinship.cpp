#include "colony/live/own_kinship.h"

#include "search/pvs/pvs_searcher.h"

#include <mutex>

namespace rookery::colony {

std::optional<SelfTest> own_self_test(const std::stop_token& stop) {
    // What is kept is what would come out again, so it matters to nobody who asked first.
    static std::mutex mutex;
    static std::optional<SelfTest> known;
    const std::scoped_lock lock(mutex);
    if (known) return known;
    const auto searcher = make_own_pvs();
    const SelfTest self = test_self(*searcher, stop);
    if (stop.stop_requested()) return std::nullopt;
    known = self;
    return known;
}

std::optional<Kinship> own_kinship(const std::stop_token& stop) {
    const auto self = own_self_test(stop);
    return self ? std::optional(self->kinship) : std::nullopt;
}

}  // namespace rookery::colony
