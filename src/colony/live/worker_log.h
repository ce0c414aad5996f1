// The log of a worker, line by line: for people, or as JSON for programs.
#pragma once

#include "colony/bus.h"

#include <chrono>
#include <string>

namespace rookery::colony {

struct WorkerLog {
    std::string worker;
    bool as_json = false;

    // The search or job it is about, if any.
    void say(const std::string& words, const std::string& task = {}) const {
        write("info", words, task);
    }
    void warn(const std::string& words) const { write("warning", words, {}); }
    void log_event(BusEvent event, const std::string& words) const;

    // One line, without its end.
    [[nodiscard]] std::string line(std::chrono::system_clock::time_point time, const char* level,
                                   const std::string& words, const std::string& task) const;

  private:
    void write(const char* level, const std::string& words, const std::string& task) const;
};

}  // namespace rookery::colony
