#include "terminal/live_block.h"

#include <fmt/format.h>

#include <sys/ioctl.h>

#include <algorithm>

namespace rookery {
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
    // What has scrolled off the top cannot be taken back either.
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
