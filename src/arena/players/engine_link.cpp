#include "arena/players/engine_link.h"

#include "notation/ascii.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery::arena {
namespace {

// From the closing of its output to its end, for a program that is on its way out.
constexpr std::chrono::seconds time_to_die{1};

// The last few lines, on one.
std::string last_lines(std::string_view text) {
    constexpr std::size_t lines = 5;
    text = ascii::trim(text);
    std::size_t start = text.size();
    for (std::size_t i = 0; i < lines && start != std::string_view::npos && start > 0; ++i)
        start = text.rfind('\n', start - 1);
    if (start != std::string_view::npos && start < text.size()) text.remove_prefix(start);
    return printable(ascii::trim(text), 600);
}

}  // namespace

std::string_view take_word(std::string_view& text) {
    std::size_t begin = 0;
    while (begin < text.size() && ascii::is_space(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && !ascii::is_space(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

Result<bool, std::string> EngineLink::launch() {
    child_.reset();
    auto child = ChildProcess::launch(
        {spec_.command, spec_.arguments, spec_.folder, spec_.niceness, spec_.processors}, waiter_);
    if (!child) return failure(child.error());
    child_ = std::move(*child);
    return true;
}

void EngineLink::stop(std::chrono::milliseconds grace) {
    if (!child_) return;
    conversation_.add(Conversation::From::Us, "quit");
    child_->stop("quit\n", grace);
    child_.reset();
}

void EngineLink::send(std::string_view lines, Instant deadline) {
    conversation_.add(Conversation::From::Us, lines);
    static_cast<void>(child_->write(lines, deadline));
}

ChildProcess::Reading EngineLink::receive(Instant deadline, Interruption interruption) {
    const ChildProcess::Reading reading = child_->read_line(deadline, interruption);
    if (reading.status == ReadStatus::Line)
        conversation_.add(Conversation::From::Player, reading.line);
    return reading;
}

ChildProcess::Reading EngineLink::receive_at_once() {
    const ChildProcess::Reading reading = child_->read_line_at_once();
    if (reading.status == ReadStatus::Line)
        conversation_.add(Conversation::From::Player, reading.line);
    return reading;
}

Result<bool, std::string> EngineLink::await(std::string_view word, std::string_view asked,
                                            Instant deadline) {
    const Instant began = Clock::now();
    for (;;) {
        const ChildProcess::Reading reading = receive(deadline);
        if (reading.status == ReadStatus::Line) {
            std::string_view rest = reading.line;
            if (take_word(rest) == word) return true;
        } else if (reading.status == ReadStatus::Timeout) {
            const std::chrono::duration<double> waited = Clock::now() - began;
            return failure(fmt::format("{} did not answer '{}' with '{}' within {:.1f} s{}",
                                       command_line(), asked, word, waited.count(), last_words()));
        } else {
            return failure(fmt::format("{} {} instead of answering '{}'", command_line(),
                                       find_out_end().details, asked));
        }
    }
}

EngineLink::End EngineLink::find_out_end() {
    End end;
    const std::optional<ExitStatus> status = child_->wait(Clock::now() + time_to_die);
    end.details = status ? describe(*status) : "closed its output but still runs";
    if (status && !status->is_clean()) end.trouble = Trouble::Crashed;
    end.details += last_words();
    kill();
    return end;
}

std::string EngineLink::command_line() const {
    std::string text = spec_.command;
    for (const std::string& argument : spec_.arguments) text += ' ' + argument;
    return "'" + printable(text, 200) + "'";
}

std::string EngineLink::last_words() const {
    std::string words = child_ ? last_lines(child_->last_words()) : std::string();
    if (words.empty()) words = conversation_.last_of_player(3);
    return words.empty() ? words : "; its last words: " + words;
}

}  // namespace rookery::arena
