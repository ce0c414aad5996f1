#include "commands/perft_progress.h"

#include <fmt/format.h>

#include <cmath>

namespace rookery {

std::string duration_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_text(const PerftProgress& progress, double seconds) {
    const double done = static_cast<double>(progress.done);
    const double total = static_cast<double>(progress.total);
    const double nodes = static_cast<double>(progress.nodes);
    if (progress.done == 0) return fmt::format("0 %, {} so far", duration_text(seconds));
    return fmt::format("{:.0f} %, {:.1f} million nodes, {:.1f} million/s, {} left",
                       std::floor(100 * done / total), nodes / 1e6, nodes / seconds / 1e6,
                       duration_text(seconds * (total - done) / done));
}

void ProgressDisplay::update(const PerftProgress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
}

void ProgressDisplay::show() {
    if (!line_.is_due()) return;
    PerftProgress progress;
    {
        const std::lock_guard lock(mutex_);
        progress = latest_;
    }
    line_.show(progress_text(progress, line_.seconds()));
}

}  // namespace rookery
