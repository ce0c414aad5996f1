// Ctrl-C as an event: long work stops in an orderly way instead of being killed.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace rookery {

// While this object exists, SIGINT, SIGTERM and SIGHUP (the terminal was closed) do not kill the
// program but can be asked for. A SIGHUP that the caller ignores, as after nohup, stays ignored. It
// works for the thread that makes it and for threads started by that thread later.
class Interrupts {
  public:
    enum class Wait : std::uint8_t { Input, Interrupt, Timeout };

    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    // Whether one has come; returns at once.
    [[nodiscard]] bool pending() const;

    // The signal that has come, which is then forgotten; 0 if none has.
    [[nodiscard]] int take() const;

    // Waits until the file has something to read, or its end, but no longer than that time.
    [[nodiscard]] Wait wait_for_input(int file,
                                      std::optional<std::chrono::milliseconds> most = {}) const;

  private:
    sigset_t before_;
    int signals_;
};

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
