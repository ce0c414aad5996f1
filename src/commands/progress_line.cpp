#include "commands/progress_line.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

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

ProgressLine::ProgressLine()
    : terminal_(isatty(STDERR_FILENO) != 0), next_show_(terminal_ ? first_show : plain_interval) {}

void ProgressLine::show(std::string_view text) {
    next_show_ = seconds() + (terminal_ ? terminal_interval : plain_interval);
    if (terminal_)
        fmt::print(stderr, "\r\x1b[K{}", fitting(text));
    else
        fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
    line_shown_ = true;
}

void ProgressLine::clear() {
    if (terminal_ && line_shown_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace rookery
