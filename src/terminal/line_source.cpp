#include "terminal/line_source.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace rookery {

std::optional<std::string> LineSource::next(std::optional<std::chrono::milliseconds> most) {
    timed_out_ = false;
    for (;;) {
        if (at_ == size_ && !refill(most)) {
            if (begun_.empty() || timed_out_) return std::nullopt;
            return std::exchange(begun_, {});
        }
        while (at_ < size_) {
            const char c = block_[at_++];
            if (c == '\n') return std::exchange(begun_, {});
            if (begun_.size() < longest) begun_ += c;
        }
    }
}

bool LineSource::is_typed() const { return isatty(file_) != 0; }

bool LineSource::refill(std::optional<std::chrono::milliseconds> most) {
    at_ = size_ = 0;
    const Interrupts::Wait wait = interrupts_.wait_for_input(file_, most);
    timed_out_ = wait == Interrupts::Wait::Timeout;
    if (wait != Interrupts::Wait::Input) return false;
    const ssize_t got = read(file_, block_, sizeof block_);
    if (got <= 0) return false;
    size_ = static_cast<std::size_t>(got);
    return true;
}

TypedLine PlainLines::next(const PromptMaker& make_prompt) {
    Prompt prompt = make_prompt();
    if (show_prompt_) {
        std::fwrite(prompt.text.data(), 1, prompt.text.size(), stdout);
        std::fflush(stdout);
    }
    // The prompt on the screen stays as it is: here the cursor cannot be moved.
    while (!prompt.expired) {
        if (auto line = lines_.next(prompt.good_for))
            return {TypedLine::Kind::Line, std::move(*line)};
        if (!lines_.timed_out()) break;
        prompt = make_prompt();
    }
    // Neither Ctrl-C nor Ctrl-D ends the line of the prompt.
    if (show_prompt_) std::fputc('\n', stdout);
    if (prompt.expired) return {TypedLine::Kind::Expired};
    return {lines_.interrupts().pending() ? TypedLine::Kind::Interrupted : TypedLine::Kind::End};
}

}  // namespace rookery
