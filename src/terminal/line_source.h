// Lines from a file descriptor; standard streams could not be interrupted while they wait.
#pragma once

#include "ui/interrupts.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <streambuf>
#include <string>
#include <utility>

namespace rookery {

class LineSource {
  public:
    LineSource(int file, const Interrupts& interrupts) : file_(file), interrupts_(interrupts) {}

    // Nothing at the end of the input, or when interrupted. Of a line beyond all sense only the
    // beginning is kept: it is no move anyway.
    [[nodiscard]] std::optional<std::string> next();

    [[nodiscard]] const Interrupts& interrupts() const { return interrupts_; }
    // Where nobody types, a prompt would only stick to the next line.
    [[nodiscard]] bool is_typed() const;
    // What was read beyond the last line: for whoever reads the file from here on.
    [[nodiscard]] std::string rest() const { return {block_ + at_, size_ - at_}; }

  private:
    static constexpr std::size_t longest = 1000;

    bool refill();

    int file_;
    const Interrupts& interrupts_;
    char block_[4096];
    std::size_t at_ = 0;
    std::size_t size_ = 0;
};

// Lines that somebody types, or that come from a pipe.

struct TypedLine {
    enum class Kind : std::uint8_t {
        Line,
        Interrupted,  // Ctrl-C came first; the text is what had been typed
        End,          // of the input
    };
    Kind kind = Kind::End;
    std::string text{};
};

class TypedLines {
  public:
    virtual ~TypedLines() = default;
    [[nodiscard]] virtual TypedLine next(const std::string& prompt) = 0;
};

// Line by line as the input gives them, without editing.
class PlainLines final : public TypedLines {
  public:
    // Where nobody sees it, no prompt is shown.
    PlainLines(LineSource& lines, bool show_prompt) : lines_(lines), show_prompt_(show_prompt) {}
    [[nodiscard]] TypedLine next(const std::string& prompt) override;

  private:
    LineSource& lines_;
    bool show_prompt_;
};

// A file that is read on as a stream by somebody else, after somebody has read ahead of what he
// needed.

class ContinuedInput final : public std::streambuf {
  public:
    // First that text, then what the file has.
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
