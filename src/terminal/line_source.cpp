#include "terminal/line_source.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace rookery {

std::optional<std::string> LineSource::next() {
    std::string line;
    bool ended = false;
    while (!ended) {
        if (at_ == size_ && !refill()) {
            if (line.empty()) return std::nullopt;
            return line;
        }
        while (at_ < size_ && !ended) {
            const char c = block_[at_++];
            ended = c == '\n';
            if (!ended && line.size() < longest) line += c;
        }
    }
    return line;
}

bool LineSource::is_typed() const { return isatty(file_) != 0; }

bool LineSource::refill() {
    at_ = size_ = 0;
    if (!interrupts_.wait_for_input(file_)) return false;
    const ssize_t got = read(file_, block_, sizeof block_);
    if (got <= 0) return false;
    size_ = static_cast<std::size_t>(got);
    return true;
}

TypedLine PlainLines::next(const std::string& prompt) {
    if (show_prompt_) {
        std::fwrite(prompt.data(), 1, prompt.size(), stdout);
        std::fflush(stdout);
    }
    if (auto line = lines_.next()) return {TypedLine::Kind::Line, std::move(*line)};
    // Neither Ctrl-C nor Ctrl-D ends the line of the prompt.
    if (show_prompt_) std::fputc('\n', stdout);
    return {lines_.interrupts().pending() ? TypedLine::Kind::Interrupted : TypedLine::Kind::End};
}

}  // namespace rookery
