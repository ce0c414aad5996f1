#include "arena/players/conversation.h"

#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {

void Conversation::clear() {
    began_ = std::chrono::steady_clock::now();
    count_ = 0;
}

void Conversation::add(From from, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        add_line(from, text.substr(0, end));
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

void Conversation::add_line(From from, std::string_view line) {
    const bool early = count_ < first_lines;
    std::vector<Line>& lines = early ? first_ : last_;
    const std::size_t index = early ? count_ : (count_ - first_lines) % last_lines;
    ++count_;
    if (index == lines.size()) lines.emplace_back();
    Line& slot = lines[index];
    slot.when = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began_);
    slot.from = from;
    if (line.size() <= longest_line) {
        slot.text.assign(line);
        return;
    }
    // Both ends: a long `position` is worth reading for the moves at its end.
    const std::size_t half = longest_line / 2;
    slot.text.assign(line.substr(0, half));
    slot.text += fmt::format(" [{} bytes left out] ", line.size() - 2 * half);
    slot.text += line.substr(line.size() - half);
}

const Conversation::Line& Conversation::at(std::size_t index) const {
    return index < first_lines ? first_[index] : last_[(index - first_lines) % last_lines];
}

std::string Conversation::text() const {
    std::string text;
    for (std::size_t i = 0; i < count_; ++i) {
        if (i == first_lines && count_ > first_lines + last_lines) {
            const std::size_t missing = count_ - first_lines - last_lines;
            fmt::format_to(std::back_inserter(text), "       [{} lines left out]\n", missing);
            i += missing;
        }
        const Line& line = at(i);
        fmt::format_to(std::back_inserter(text), "{:6} {} {}\n", line.when.count(),
                       line.from == From::Us ? '>' : '<', printable(line.text, 2 * longest_line));
    }
    return text;
}

std::string Conversation::last_of_player(std::size_t lines) const {
    const std::size_t oldest =
        count_ > first_lines + last_lines ? count_ - last_lines : std::size_t{0};
    std::vector<std::string> found;
    for (std::size_t i = count_; i > oldest && found.size() < lines; --i)
        if (const Line& line = at(i - 1); line.from == From::Player && !line.text.empty())
            found.push_back(printable(line.text, 200));
    std::reverse(found.begin(), found.end());
    return fmt::format("{}", fmt::join(found, " | "));
}

}  // namespace rookery::arena
