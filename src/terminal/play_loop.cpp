#include "terminal/play_loop.h"

#include "terminal/interrupts.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>

namespace rookery {
namespace {

// Lines from a file descriptor; standard streams could not be interrupted while they wait.
class LineSource {
  public:
    LineSource(int file, const Interrupts& interrupts) : file_(file), interrupts_(interrupts) {}

    // Nothing at the end of the input, or when interrupted. Of a line beyond all sense only the
    // beginning is kept: it is no move anyway.
    std::optional<std::string> next() {
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

  private:
    static constexpr std::size_t longest = 1000;

    bool refill() {
        at_ = size_ = 0;
        if (!interrupts_.wait_for_input(file_)) return false;
        const ssize_t got = read(file_, block_, sizeof block_);
        if (got <= 0) return false;
        size_ = static_cast<std::size_t>(got);
        return true;
    }

    int file_;
    const Interrupts& interrupts_;
    char block_[4096];
    std::size_t at_ = 0;
    std::size_t size_ = 0;
};

void show(std::string_view text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

}  // namespace

void run_play_loop(PlaySession& session) {
    const Interrupts interrupts;
    LineSource lines(STDIN_FILENO, interrupts);
    // Where nobody types, a prompt would only stick to the next line.
    const bool asked = isatty(STDIN_FILENO) != 0;
    show(session.begin());
    while (!session.over()) {
        if (asked) show(fmt::format("\n{}", session.prompt()));
        const auto line = lines.next();
        if (!line) {
            // Neither Ctrl-C nor Ctrl-D ends the line the prompt is on.
            if (asked) show("\n");
            show(session.leave());
            return;
        }
        show(session.answer(*line));
    }
}

}  // namespace rookery
