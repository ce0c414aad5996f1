#include "terminal/screen.h"

namespace rookery {

void FileScreen::show(std::string_view text) {
    if (live_) block_.clear();
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
}

void FileScreen::show_live(const std::vector<std::string>& lines) {
    if (live_) block_.show(lines);
}

}  // namespace rookery
