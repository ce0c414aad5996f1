// Connects a conversation with the engine to streams, until `quit` or the end of the input.
#pragma once

#include "search/searcher.h"

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

// Where a protocol writes: whole lines, from any thread, never mixed.

// Gets whole lines, each with its "\n", and is expected to flush them.
using TextSink = std::function<void(std::string_view)>;

class Output {
  public:
    explicit Output(TextSink sink) : sink_(std::move(sink)) {}

    // Lines that belong together arrive together.
    void write(std::string_view lines);
    // A line that came in, for the log alone.
    void note_input(std::string_view line);

    // From now on every line in and out is also added to that file; to none if the name is empty.
    // False if it cannot be opened: then there is no log.
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

// What a conversation needs beside its streams.

struct LoopSetup {
    std::string engine_name;
    SearcherTable searchers;
    std::uint64_t seed = 1;
};

// Flushes every time.
[[nodiscard]] inline TextSink sink_for(std::FILE* output) {
    return [output](std::string_view lines) {
        std::fwrite(lines.data(), 1, lines.size(), output);
        std::fflush(output);
    };
}

enum class Dialect : std::uint8_t { Uci, Xboard };

// Whatever dialect is expected, a conversation that begins with `uci` or `xboard` goes on in that
// one.
void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output);

// Lines from a stream, with a limit on what one line may cost.

// Longer lines are refused unread. The longest game there can be takes about 60 KiB in UCI.
inline constexpr std::size_t max_line_length = std::size_t{1} << 20;

enum class LineStatus { Line, TooLong, End };

// A line without its end ("\n" or "\r\n"). Of a line that is too long nothing is kept, and all of
// it is skipped. A last line without an end counts.
[[nodiscard]] LineStatus read_line(std::istream& input, std::string& line, std::size_t max_length);

}  // namespace rookery
