// Work of the laboratory that is watched: Ctrl-C ends it, and a line says what it does.
#pragma once

#include "commands/interruptible.h"
#include "commands/progress_line.h"
#include "lab/progress.h"
#include "terminal/time_text.h"

#include <fmt/format.h>

#include <mutex>
#include <string>

namespace rookery {

template <class Value>
struct Watched {
    Value value;
    bool stopped = false;
};

// Calls work(stop_token, progress) on another thread.
template <class Work>
auto run_watched(Work work) {
    std::mutex mutex;
    std::string doing;
    ProgressLine line;
    const lab::Progress progress = [&](std::string_view text) {
        const std::lock_guard lock(mutex);
        doing = text;
    };
    bool stopped = false;
    auto value = run_interruptibly(
        [&](const std::stop_token& stop) { return work(stop, progress); },
        [&] {
            const std::lock_guard lock(mutex);
            if (line.is_due()) line.show(fmt::format("{}, {}", doing, time_text(line.seconds())));
        },
        [&] { stopped = true; });
    line.clear();
    return Watched<decltype(value)>{std::move(value), stopped};
}

}  // namespace rookery
