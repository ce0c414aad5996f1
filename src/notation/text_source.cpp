#include "notation/text_source.h"

#include "notation/printable.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace rookery {

std::size_t MemorySource::read(char* buffer, std::size_t size) {
    const std::size_t taken = std::min(size, rest_.size());
    if (taken > 0) std::memcpy(buffer, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
}

Result<FileSource, TextError> FileSource::open(const std::string& path) {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        const char* const reason = errno == ENOENT   ? "there is no such file"
                                   : errno == EACCES ? "reading it is not allowed"
                                                     : "it cannot be opened";
        return failure(TextError{printable(path, 200) + ": " + reason});
    }
    // Whole blocks are asked for, so a buffer in between would only copy them once more.
    std::setvbuf(file, nullptr, _IONBF, 0);
    return FileSource(file);
}

std::size_t FileSource::read(char* buffer, std::size_t size) {
    return std::fread(buffer, 1, size, file_.get());
}

bool FileSource::failed() const { return std::ferror(file_.get()) != 0; }

}  // namespace rookery
