// Where a protocol writes: whole lines, from any thread, never mixed.
#pragma once

#include <functional>
#include <mutex>
#include <string_view>
#include <utility>

namespace rookery {

// Gets whole lines, each with its "\n", and is expected to flush them.
using TextSink = std::function<void(std::string_view)>;

class Output {
  public:
    explicit Output(TextSink sink) : sink_(std::move(sink)) {}

    // Lines that belong together arrive together.
    void write(std::string_view lines) {
        const std::lock_guard lock(mutex_);
        sink_(lines);
    }

  private:
    std::mutex mutex_;
    TextSink sink_;
};

}  // namespace rookery
