// Work that is watched: Ctrl-C ends it, and a line says what it does.
#pragma once

#include "lab/result_table.h"
#include "ui/interrupts.h"
#include "ui/progress.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <mutex>
#include <string>

namespace rookery {

template <class Value>
struct Watched {
    Value value;
    bool stopped = false;
};

// Calls work(stop_token) on another thread; meanwhile the line shows what text() says.
template <class Work, class Text>
auto run_watched(ProgressLine& line, Work work, Text text) {
    bool stopped = false;
    auto value = run_interruptibly(
        std::move(work),
        [&] {
            if (line.is_due()) line.show(text());
        },
        [&] { stopped = true; });
    line.clear();
    return Watched<decltype(value)>{std::move(value), stopped};
}

// Work of the laboratory, which says itself what it does: calls work(stop_token, progress).
template <class Work>
auto run_watched(Work work) {
    std::mutex mutex;
    std::string doing;
    ProgressLine line;
    const lab::Progress progress = [&](std::string_view text) {
        const std::lock_guard lock(mutex);
        doing = text;
    };
    return run_watched(
        line, [&](const std::stop_token& stop) { return work(stop, progress); },
        [&] {
            const std::lock_guard lock(mutex);
            return fmt::format("{}, {}", doing, time_text(line.seconds()));
        });
}

}  // namespace rookery
