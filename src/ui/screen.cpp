#include "ui/screen.h"

#include "base/text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace rookery {

void FileScreen::show(std::string_view text) {
    if (live_) block_.clear();
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
}

void FileScreen::show_live(const std::vector<std::string>& lines) {
    if (live_) block_.show(lines);
}

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

// The first of these that is set decides, as POSIX has it.
std::string character_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (std::string value = variable(name); !value.empty()) return value;
    return {};
}

bool names_utf8(std::string_view locale) {
    const std::size_t dot = locale.find('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view charset = locale.substr(dot + 1, locale.find('@') - dot - 1);
    return ascii::equal_ignoring_case(charset, "UTF-8") ||
           ascii::equal_ignoring_case(charset, "UTF8");
}

}  // namespace

TerminalFacts facts_about(int file) {
    return {isatty(file) != 0, variable("TERM"), character_locale(), !variable("NO_COLOR").empty()};
}

Style style_for(const TerminalFacts& facts) {
    Style style;
    // The text console of Linux knows UTF-8, but its font has no chess pieces.
    style.unicode = names_utf8(facts.locale) && facts.type != "linux";
    style.color =
        facts.is_terminal && !facts.no_color && !facts.type.empty() && facts.type != "dumb";
    return style;
}

namespace {

winsize size_of(std::FILE* file) {
    winsize size{};
    if (ioctl(fileno(file), TIOCGWINSZ, &size) != 0) return {};
    return size;
}

}  // namespace

std::size_t LiveBlock::width() const {
    const winsize size = size_of(file_);
    return size.ws_col > 1 ? size.ws_col - 1U : 79U;
}

void LiveBlock::show(const std::vector<std::string>& lines) {
    // Lines that have scrolled off the top cannot be taken back either.
    const winsize size = size_of(file_);
    const std::size_t most = size.ws_row > 2 ? size.ws_row - 1U : lines.size();
    const std::size_t height = std::min(lines.size(), most);
    std::string text;
    if (height_ > 0) text += fmt::format("\x1b[{}A\r", height_);
    for (std::size_t i = 0; i < height; ++i) text += lines[i] + "\x1b[K\n";
    text += "\x1b[J";
    height_ = height;
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
}

void LiveBlock::clear() {
    if (height_ == 0) return;
    fmt::print(file_, "\x1b[{}A\r\x1b[J", height_);
    std::fflush(file_);
    height_ = 0;
}

}  // namespace rookery
