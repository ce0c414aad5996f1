// Where a protocol writes: whole lines, from any thread, never mixed.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

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

}  // namespace rookery
