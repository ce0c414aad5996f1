// Output on a terminal: what it can show, lines that stay, and blocks that are replaced in place.
// Tests use a Screen without a terminal.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// Several lines on a terminal that are replaced by newer ones in their place.
class LiveBlock {
  public:
    explicit LiveBlock(std::FILE* file) : file_(file) {}
    LiveBlock(const LiveBlock&) = delete;
    LiveBlock& operator=(const LiveBlock&) = delete;

    // No line may be wider than width(), or the block cannot be taken back.
    void show(const std::vector<std::string>& lines);
    // Takes the block away.
    void clear();
    [[nodiscard]] std::size_t width() const;

  private:
    std::FILE* file_;
    std::size_t height_ = 0;
};

class Screen {
  public:
    virtual ~Screen() = default;

    // Text that stays; whole lines.
    virtual void show(std::string_view text) = 0;
    // Lines that the next ones take the place of, and any text too. Nothing happens where that is
    // not possible.
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

// The capabilities of a terminal.
struct Style {
    bool unicode = false;  // chess pieces, frames
    bool color = false;    // 256 colours

    [[nodiscard]] friend bool operator==(const Style&, const Style&) = default;
};

// Facts about the place the output goes to.
struct TerminalFacts {
    bool is_terminal = false;
    std::string type;    // TERM
    std::string locale;  // for characters, such as C.UTF-8
    bool no_color = false;

    [[nodiscard]] bool can_move_cursor() const {
        return is_terminal && !type.empty() && type != "dumb";
    }
};

[[nodiscard]] TerminalFacts facts_about(int file);

[[nodiscard]] Style style_for(const TerminalFacts& facts);

}  // namespace rookery
