#include "notation/input.h"

#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace rookery {
namespace {

constexpr std::size_t block_size = 1 << 16;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view stripped(std::string_view line) {
    const auto is_padding = [](char c) { return c == '\0' || ascii::is_space(c); };
    while (!line.empty() && is_padding(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_padding(line.back())) line.remove_suffix(1);
    return line;
}

}  // namespace

std::size_t MemorySource::read(char* buffer, std::size_t size) {
    const std::size_t taken = std::min(size, rest_.size());
    if (taken > 0) std::memcpy(buffer, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
}

Result<FileSource, TextError> FileSource::open(const std::string& path) {
    // A folder can be opened, but not read.
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown))
        return failure(TextError{printable(path, 200) + ": it is a folder"});
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        const char* const reason = errno == ENOENT   ? "there is no such file"
                                   : errno == EACCES ? "reading it is not allowed"
                                                     : "it cannot be opened";
        return failure(TextError{printable(path, 200) + ": " + reason});
    }
    // Reads are whole blocks: a buffer in between would only copy them once more.
    std::setvbuf(file, nullptr, _IONBF, 0);
    return FileSource(file);
}

std::size_t FileSource::read(char* buffer, std::size_t size) {
    return std::fread(buffer, 1, size, file_.get());
}

bool FileSource::failed() const { return std::ferror(file_.get()) != 0; }

bool LineReader::read_line() {
    line_.clear();
    bool any = false;
    for (;;) {
        if (position_ == block_.size()) {
            block_.resize(block_size);
            block_.resize(source_.read(block_.data(), block_size));
            position_ = 0;
            if (block_.empty()) return any;
        }
        any = true;
        const std::size_t end = std::min(block_.find('\n', position_), block_.size());
        const std::size_t room = longest_line - line_.size();
        line_.append(block_, position_, std::min(end - position_, room));
        position_ = end;
        if (position_ < block_.size()) {
            ++position_;
            return true;
        }
    }
}

std::optional<std::string_view> LineReader::next() {
    while (read_line()) {
        ++line_number_;
        std::string_view line = line_;
        if (line_number_ == 1 && line.starts_with(byte_order_mark))
            line.remove_prefix(byte_order_mark.size());
        line = stripped(line);
        if (!line.empty() && line.front() != '#') return line;
    }
    return std::nullopt;
}

}  // namespace rookery
