#include "colony/live/idle_monitor.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <vector>

namespace rookery::colony {
namespace {

constexpr double too_much = 0.25;
constexpr double quiet = 0.10;
constexpr int long_enough_quiet = 10;

// The numbers at the beginning of a text, as many as there are up to the end of the line.
std::vector<std::uint64_t> numbers_of(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    text = text.substr(0, text.find('\n'));
    while (!text.empty()) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const std::string_view word = text.substr(0, text.find(' '));
        const auto number = parse_number<std::uint64_t>(word);
        if (!number) break;
        numbers.push_back(*number);
        text.remove_prefix(word.size());
    }
    return numbers;
}

}  // namespace

std::optional<LoadSample> parse_load(std::string_view machine, std::string_view self) {
    // user, nice, system, idle, iowait, irq, softirq, steal; the time of guests is in user and nice
    // already.
    constexpr std::string_view head = "cpu ";
    constexpr std::size_t idle = 3;
    constexpr std::size_t waiting = 4;
    constexpr std::size_t columns = 8;
    if (!machine.starts_with(head)) return std::nullopt;
    const auto used = numbers_of(machine.substr(head.size()));
    if (used.size() < columns) return std::nullopt;
    LoadSample sample;
    for (std::size_t i = 0; i < columns; ++i) {
        sample.total += used[i];
        if (i != idle && i != waiting) sample.busy += used[i];
    }
    // The name of the program is in brackets and may hold anything; after it come a letter and
    // numbers, of which one is negative before the two that are wanted.
    const std::size_t bracket = self.rfind(')');
    if (bracket == std::string_view::npos) return std::nullopt;
    std::string_view rest = self.substr(bracket + 1);
    constexpr int words_before_times = 11;
    for (int i = 0; i < words_before_times; ++i) {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    }
    const auto times = numbers_of(rest);
    if (times.size() < 2) return std::nullopt;
    sample.own = times[0] + times[1];
    return sample;
}

std::optional<LoadSample> read_load() {
    const auto machine = text_of_file("/proc/stat");
    const auto self = text_of_file("/proc/self/stat");
    if (!machine || !self) return std::nullopt;
    return parse_load(*machine, *self);
}

double others_share(const LoadSample& before, const LoadSample& after) {
    if (after.total <= before.total) return 0;
    const double total = static_cast<double>(after.total - before.total);
    const double busy = static_cast<double>(after.busy) - static_cast<double>(before.busy);
    const double own = static_cast<double>(after.own) - static_cast<double>(before.own);
    return std::clamp((busy - own) / total, 0.0, 1.0);
}

bool IdleMonitor::is_free(const LoadSample& now) {
    if (last_) {
        const double others = others_share(*last_, now);
        quiet_ = others <= quiet ? quiet_ + 1 : 0;
        if (others > too_much) is_free_ = false;
        if (quiet_ >= long_enough_quiet) is_free_ = true;
    }
    last_ = now;
    return is_free_;
}

}  // namespace rookery::colony
