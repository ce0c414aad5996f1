#include "commands/suite_display.h"

#include <fmt/format.h>

#include <unistd.h>

#include <utility>

namespace rookery {
namespace {

constexpr double suite_terminal_interval = 0.2;
constexpr double suite_plain_interval = 5.0;

}  // namespace

SuiteDisplay::SuiteDisplay(SuiteTitle title)
    : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
      style_(style_for(facts_about(STDERR_FILENO))), block_(stderr) {}

void SuiteDisplay::show(arena::SuiteRunner& runner) {
    if (watch_.seconds() < next_show_) return;
    const bool first = next_show_ == 0;
    next_show_ = watch_.seconds() + (terminal_ ? suite_terminal_interval : suite_plain_interval);
    const auto now = runner.progress();
    if (terminal_) {
        block_.show(suite_block(now, title_, style_, block_.width()));
        return;
    }
    if (first) fmt::print(stderr, "{}\n", title_.text);
    show_troubles(runner);
    if (now.done > shown_) fmt::print(stderr, "{}\n", suite_standing_line(now, title_));
    shown_ = now.done;
    std::fflush(stderr);
}

void SuiteDisplay::finish(arena::SuiteRunner& runner) {
    block_.clear();
    if (!terminal_) show_troubles(runner);
}

void SuiteDisplay::show_troubles(arena::SuiteRunner& runner) {
    for (const arena::SuiteTrouble& trouble : runner.take_troubles())
        fmt::print(stderr, "{}\n", suite_trouble_line(trouble, title_));
}

}  // namespace rookery
