// Lines from a file descriptor; standard streams could not be interrupted while they wait.
#pragma once

#include "ui/interrupts.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <streambuf>
#include <string>
#include <utility>

namespace rookery {

class LineSource {
  public:
    LineSource(int file, const Interrupts& interrupts) : file_(file), interrupts_(interrupts) {}

    // None at the end of the input, after Ctrl-C, and if nothing is read within that time; a line
    // that has begun then goes on with the next call. A line that is too long for any command is
    // cut.
    [[nodiscard]] std::optional<std::string>
    next(std::optional<std::chrono::milliseconds> most = {});

    [[nodiscard]] const Interrupts& interrupts() const { return interrupts_; }
    // Whether the input is a terminal; otherwise a prompt would only disturb the output.
    [[nodiscard]] bool is_typed() const;
    // Whether the last call of next() ended because of its time.
    [[nodiscard]] bool timed_out() const { return timed_out_; }
    // The bytes read beyond the last line, for the next reader of the file.
    [[nodiscard]] std::string rest() const { return {block_ + at_, size_ - at_}; }

  private:
    static constexpr std::size_t longest = 1000;

    bool refill(std::optional<std::chrono::milliseconds> most);

    int file_;
    const Interrupts& interrupts_;
    char block_[4096];
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    std::string begun_;  // the line of which the end has not been read
    bool timed_out_ = false;
};

struct TypedLine {
    enum class Kind : std::uint8_t {
        Line,
        Interrupted,  // by Ctrl-C; the text is the unfinished line
        Expired,      // no line is wanted any more
        End,          // of the input
    };
    Kind kind = Kind::End;
    std::string text{};
};

// The text before the cursor. If it shows a clock, it changes while a line is typed.
struct Prompt {
    std::string text{};
    // After this time it is asked for again; none: it stays.
    std::optional<std::chrono::milliseconds> good_for{};
    bool expired = false;  // no line is wanted any more
};
using PromptMaker = std::function<Prompt()>;

// Lines that a person types, or that come from a pipe.
class TypedLines {
  public:
    virtual ~TypedLines() = default;
    [[nodiscard]] virtual TypedLine next(const PromptMaker& make_prompt) = 0;
    [[nodiscard]] TypedLine next(const std::string& prompt) {
        return next([&prompt] { return Prompt{prompt}; });
    }
};

// Lines without editing.
class PlainLines final : public TypedLines {
  public:
    PlainLines(LineSource& lines, bool show_prompt) : lines_(lines), show_prompt_(show_prompt) {}
    using TypedLines::next;
    [[nodiscard]] TypedLine next(const PromptMaker& make_prompt) override;

  private:
    LineSource& lines_;
    bool show_prompt_;
};

// A stream of a file that another reader has begun to read, and perhaps read too far.
class ContinuedInput final : public std::streambuf {
  public:
    // First that text, then the rest of the file.
    ContinuedInput(std::string text, int file) : text_(std::move(text)), file_(file) {
        set_area(text_.size());
    }
    ContinuedInput(const ContinuedInput&) = delete;
    ContinuedInput& operator=(const ContinuedInput&) = delete;

  protected:
    int_type underflow() override {
        text_.resize(4096);
        ssize_t got = 0;
        do got = read(file_, text_.data(), text_.size());
        while (got < 0 && errno == EINTR);
        set_area(got > 0 ? static_cast<std::size_t>(got) : 0);
        return got > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }

  private:
    void set_area(std::size_t size) { setg(text_.data(), text_.data(), text_.data() + size); }

    std::string text_;
    int file_;
};

}  // namespace rookery
