#include "commands/perft_progress.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <string_view>

namespace rookery {
namespace {

// Who waits a second does not wonder yet.
constexpr double first_show = 1.0;
constexpr double terminal_interval = 0.2;
constexpr double plain_interval = 5.0;

// A line that wraps cannot be taken back.
std::string_view fitting(std::string_view line) {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return line;
    return line.substr(0, size.ws_col - 1u);
}

}  // namespace

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

ProgressDisplay::ProgressDisplay()
    : terminal_(isatty(STDERR_FILENO) != 0), next_show_(terminal_ ? first_show : plain_interval) {}

void ProgressDisplay::update(const PerftProgress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
}

void ProgressDisplay::show() {
    const double seconds = watch_.seconds();
    if (seconds < next_show_) return;
    next_show_ = seconds + (terminal_ ? terminal_interval : plain_interval);
    PerftProgress progress;
    {
        const std::lock_guard lock(mutex_);
        progress = latest_;
    }
    const std::string text = progress_text(progress, seconds);
    if (terminal_)
        fmt::print(stderr, "\r\x1b[K{}", fitting(text));
    else
        fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
    line_shown_ = true;
}

void ProgressDisplay::clear() {
    if (terminal_ && line_shown_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace rookery
