#include "colony/live/worker_log.h"

#include "base/text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_words = 2000;

}  // namespace

void WorkerLog::log_event(BusEvent event, const std::string& words) const {
    switch (event) {
        case BusEvent::Connected: return say("connected again");
        case BusEvent::CutOff: return warn("cut off; trying again");
        case BusEvent::Refused: return warn("the server refuses something: " + words);
        case BusEvent::Closed: return warn("closed");
    }
}

std::string WorkerLog::line(std::chrono::system_clock::time_point time, const char* level,
                            const std::string& words, const std::string& task) const {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    if (!as_json)
        return fmt::format("{:%F %T} {}{}", fmt::localtime(seconds),
                           task.empty() ? "" : printable(task) + ": ",
                           printable(words, longest_words));
    nlohmann::ordered_json json = {{"time", fmt::format("{:%FT%TZ}", fmt::gmtime(seconds))},
                                   {"level", level},
                                   {"worker", worker},
                                   {"text", printable(words, longest_words)}};
    if (!task.empty()) json["task"] = task;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void WorkerLog::write(const char* level, const std::string& words, const std::string& task) const {
    fmt::print("{}\n", line(std::chrono::system_clock::now(), level, words, task));
    std::fflush(stdout);
}

}  // namespace rookery::colony
