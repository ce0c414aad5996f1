// For tests of both protocols: commands of a certain kind, and the output of a session.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>

namespace rookery::test {

// The command that a protocol's parser makes of the line; it is a failure if it is of another kind.
template <class Kind, class Parser>
Kind parsed_as(Parser parse, std::string_view line) {
    const auto command = parse(line);
    if (const Kind* kind = std::get_if<Kind>(&command)) return *kind;
    ADD_FAILURE() << "'" << line << "' became alternative " << command.index();
    return Kind{};
}

// The output of a session; may be read while a search is running.
class Transcript {
  public:
    // Waits, usually much less than half a minute, until so many lines have that beginning.
    [[nodiscard]] bool await(std::string_view beginning, std::size_t count = 1) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30),
                                 [&] { return count_locked(beginning) >= count; });
    }
    [[nodiscard]] std::size_t count(std::string_view beginning) {
        const std::lock_guard lock(mutex_);
        return count_locked(beginning);
    }
    // The last line with that beginning, without the beginning; empty if there is none.
    [[nodiscard]] std::string last(std::string_view beginning) {
        const std::lock_guard lock(mutex_);
        std::string found;
        for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1)
            if (text_.compare(at, beginning.size(), beginning) == 0)
                found = text_.substr(at + beginning.size(),
                                     text_.find('\n', at) - at - beginning.size());
        return found;
    }
    [[nodiscard]] bool said(std::string_view part) {
        return text().find(part) != std::string::npos;
    }
    [[nodiscard]] std::string text() {
        const std::lock_guard lock(mutex_);
        return text_;
    }

  protected:
    void add(std::string_view lines) {
        const std::lock_guard lock(mutex_);
        text_ += lines;
        changed_.notify_all();
    }

  private:
    [[nodiscard]] std::size_t count_locked(std::string_view beginning) const {
        std::size_t found = 0;
        for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1)
            found += text_.compare(at, beginning.size(), beginning) == 0;
        return found;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
};

}  // namespace rookery::test
