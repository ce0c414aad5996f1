// Lines that somebody types, or that come from a pipe.
#pragma once

#include "terminal/line_source.h"

#include <cstdint>
#include <string>

namespace rookery {

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

}  // namespace rookery
