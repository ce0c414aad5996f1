// Where long texts come from, piece by piece, so that a file may be larger than memory.
#pragma once

#include "base/result.h"
#include "notation/text_error.h"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace rookery {

class TextSource {
  public:
    virtual ~TextSource() = default;
    // Up to `size` bytes into the buffer. 0 means the end, now and for ever.
    [[nodiscard]] virtual std::size_t read(char* buffer, std::size_t size) = 0;
    // Whether the end came too early because reading failed.
    [[nodiscard]] virtual bool failed() const { return false; }
};

// The text must outlive the source.
class MemorySource final : public TextSource {
  public:
    explicit MemorySource(std::string_view text) : rest_(text) {}
    std::size_t read(char* buffer, std::size_t size) override;

  private:
    std::string_view rest_;
};

class FileSource final : public TextSource {
  public:
    [[nodiscard]] static Result<FileSource, TextError> open(const std::string& path);
    std::size_t read(char* buffer, std::size_t size) override;
    bool failed() const override;

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    explicit FileSource(std::FILE* file) : file_(file) {}

    std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace rookery
