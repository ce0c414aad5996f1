// Long work that is watched, and that Ctrl-C ends in an orderly way.
#pragma once

#include "terminal/interrupts.h"

#include <chrono>
#include <future>
#include <memory>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace rookery {

// Runs work(stop_token) on another thread and returns what it returns. Meanwhile this one calls
// watch() ten times a second, and interrupted() once if Ctrl-C comes, which also stops the work. A
// second one ends the program at once.
template <class Work, class Watch, class Interrupted>
auto run_interruptibly(Work work, Watch watch, Interrupted interrupted) {
    auto interrupts = std::make_unique<Interrupts>();
    std::stop_source stop;
    using Value = std::invoke_result_t<Work&, std::stop_token>;
    std::packaged_task<Value()> task([&] { return work(stop.get_token()); });
    std::future<Value> result = task.get_future();
    const std::jthread thread(std::move(task));
    do {
        if (interrupts && interrupts->pending()) {
            stop.request_stop();
            interrupts.reset();
            interrupted();
        }
        watch();
    } while (result.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready);
    return result.get();
}

}  // namespace rookery
