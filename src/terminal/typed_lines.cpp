#include "terminal/typed_lines.h"

#include <cstdio>
#include <utility>

namespace rookery {

TypedLine PlainLines::next(const std::string& prompt) {
    if (show_prompt_) {
        std::fwrite(prompt.data(), 1, prompt.size(), stdout);
        std::fflush(stdout);
    }
    if (auto line = lines_.next()) return {TypedLine::Kind::Line, std::move(*line)};
    // Neither Ctrl-C nor Ctrl-D ends the line the prompt is on.
    if (show_prompt_) std::fputc('\n', stdout);
    return {lines_.interrupts().pending() ? TypedLine::Kind::Interrupted : TypedLine::Kind::End};
}

}  // namespace rookery
