// Lines from a file descriptor; standard streams could not be interrupted while they wait.
#pragma once

#include "terminal/interrupts.h"

#include <cstddef>
#include <optional>
#include <string>

namespace rookery {

class LineSource {
  public:
    LineSource(int file, const Interrupts& interrupts) : file_(file), interrupts_(interrupts) {}

    // Nothing at the end of the input, or when interrupted. Of a line beyond all sense only the beginning is
    // kept: it is no move anyway.
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

}  // namespace rookery
