#include "ui/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rookery {
namespace {

// A line that wraps cannot be taken back.
std::string_view fitting(std::string_view line) {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return line;
    return line.substr(0, size.ws_col - 1u);
}

}  // namespace

ProgressLine::ProgressLine(const ProgressPace& pace)
    : terminal_(isatty(STDERR_FILENO) != 0), interval_(terminal_ ? pace.in_place : pace.below),
      next_show_(terminal_ ? pace.first_in_place : pace.first_below) {}

void ProgressLine::show(std::string_view text) {
    next_show_ = seconds() + interval_;
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
