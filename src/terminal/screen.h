// Where a command of the console shows what it does while it does it.
//
// A handler returns its last words as a value; this is for what should be seen before. A test looks at it
// without a terminal.
#pragma once

#include "terminal/live_block.h"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

class Screen {
  public:
    virtual ~Screen() = default;

    // Text that stays; whole lines.
    virtual void show(std::string_view text) = 0;
    // Lines that the next ones take the place of, and any text too. Nothing happens where that is not possible.
    virtual void show_live(const std::vector<std::string>& lines) = 0;
    // Whether lines can be replaced.
    [[nodiscard]] virtual bool is_live() const = 0;
    // Columns that may be used.
    [[nodiscard]] virtual std::size_t width() const = 0;
};

// A file, which is live if it is a terminal that can move its cursor.
class FileScreen final : public Screen {
  public:
    FileScreen(std::FILE* file, bool live) : file_(file), live_(live), block_(file) {}

    void show(std::string_view text) override;
    void show_live(const std::vector<std::string>& lines) override;
    [[nodiscard]] bool is_live() const override { return live_; }
    [[nodiscard]] std::size_t width() const override { return block_.width(); }

  private:
    std::FILE* file_;
    bool live_;
    LiveBlock block_;
};

}  // namespace rookery
