// Sources of long texts, which are read piece by piece so that a file may be larger than memory.
#pragma once

#include "base/result.h"
#include "base/text.h"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

class TextSource {
  public:
    virtual ~TextSource() = default;
    // Reads up to `size` bytes into the buffer. 0 means the end.
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

// Another source, which ends early when a stop is requested: a device may never end.
class StoppableSource final : public TextSource {
  public:
    // The source must outlive this.
    StoppableSource(TextSource& source, std::stop_token stop)
        : source_(source), stop_(std::move(stop)) {}
    std::size_t read(char* buffer, std::size_t size) override {
        return stop_.stop_requested() ? 0 : source_.read(buffer, size);
    }
    bool failed() const override { return source_.failed(); }

  private:
    TextSource& source_;
    std::stop_token stop_;
};

// The lines of EPD files and lists of positions, without blank lines and those that begin with '#'.
// White space and NUL bytes at either end are removed, and so is a byte order mark.
class LineReader {
  public:
    // The rest of a longer line is dropped.
    static constexpr std::size_t longest_line = 1 << 16;

    explicit LineReader(TextSource& source) : source_(source) {}

    // Valid until the next call.
    [[nodiscard]] std::optional<std::string_view> next();
    // The number of the last line, counted from 1 and with the skipped ones.
    [[nodiscard]] std::size_t line_number() const { return line_number_; }

  private:
    bool read_line();

    TextSource& source_;
    std::string block_;
    std::size_t position_ = 0;
    std::string line_;
    std::size_t line_number_ = 0;
};

}  // namespace rookery
