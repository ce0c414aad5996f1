// Lines of text in and out, as both protocols read, write and log them.
#pragma once

#include "engine/engine.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <istream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

// Takes whole lines, each with its "\n", and flushes them.
using TextSink = std::function<void(std::string_view)>;

// The output of a protocol: whole lines from any thread, never mixed.
class Output {
  public:
    explicit Output(TextSink sink) : sink_(std::move(sink)) {}

    // Lines of one call are written together.
    void write(std::string_view lines);
    // Adds an input line to the log.
    void note_input(std::string_view line);

    // Appends every line in and out to that file from now on; an empty name ends the log. False if
    // the file cannot be opened: then there is no log.
    [[nodiscard]] bool log_to(const std::string& path);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void log(std::string_view mark, std::string_view lines);

    std::mutex mutex_;
    TextSink sink_;
    std::unique_ptr<std::FILE, Close> log_;
};

// A session of either protocol needs these.
struct LoopSetup {
    std::string engine_name;
    EngineParts parts;
    std::uint64_t seed = 1;
};

// Writes to the file and flushes it every time.
[[nodiscard]] inline TextSink sink_for(std::FILE* output) {
    return [output](std::string_view lines) {
        std::fwrite(lines.data(), 1, lines.size(), output);
        std::fflush(output);
    };
}

// Longer lines are skipped. The longest possible game takes about 60 KiB in UCI.
inline constexpr std::size_t max_line_length = std::size_t{1} << 20;

enum class LineStatus { Line, TooLong, End };

// Reads a line without its end ("\n" or "\r\n"). A line that is too long is skipped whole. A last
// line without an end counts.
[[nodiscard]] LineStatus read_line(std::istream& input, std::string& line, std::size_t max_length);

}  // namespace rookery
