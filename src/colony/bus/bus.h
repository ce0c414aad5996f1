// Messages between the members of a colony: a connection to its NATS server over mutual TLS.
//
// Who is cut off is connected again by itself, for as long as it takes; what it subscribed to is
// taken up again. Messages sent meanwhile wait in a buffer of limited size. Delivery is not
// promised: what must not be lost goes through a queue (job_queue.h), everything else is said
// again.
#pragma once

#include "base/result.h"
#include "colony/setup/invitation.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rookery::colony {

struct BusMessage {
    std::string_view subject;
    std::string_view bytes;
    std::string_view answer_to;  // empty: no answer is wanted
};
// On a thread of the bus; of one subscription one message at a time, in the order in which they
// came.
using MessageHandler = std::function<void(const BusMessage&)>;

enum class BusEvent : std::uint8_t {
    Connected,  // again
    CutOff,
    Refused,  // a message or a subscription; or the connection, by what the words say
    Closed,   // for good
};
using BusEventHandler = std::function<void(BusEvent, const std::string& words)>;

struct BusSettings {
    Invitation invitation;
    std::chrono::milliseconds timeout = std::chrono::seconds(5);  // with the first connection
    BusEventHandler on_event{};
};

class Bus {
  public:
    // Ends with its life; after that its handler runs no more. The bus must outlive it. A little of
    // it is kept until the bus ends: not for what is begun and ended all the time.
    class Subscription;

    // The error says what is wrong and, where it can, what to do.
    [[nodiscard]] static Result<std::unique_ptr<Bus>, std::string>
    connect(const BusSettings& settings);
    ~Bus();

    // Never waits, also not for a server that is silent: what cannot be sent at once is sent later
    // or, where there is too much of it, not at all: then false. Whether one is allowed to send it
    // is heard as an event.
    bool publish(const std::string& subject, std::string_view bytes);
    [[nodiscard]] Result<Subscription, std::string> subscribe(const std::string& subject,
                                                              MessageHandler handler);
    // Nothing if no answer came in time.
    [[nodiscard]] std::optional<std::string> ask(const std::string& subject, std::string_view bytes,
                                                 std::chrono::milliseconds timeout);
    // Returns when all that was sent has reached the server; false if it did not in time.
    bool flush(std::chrono::milliseconds timeout);

    [[nodiscard]] bool is_connected() const;
    // For good: the server does not know us any more.
    [[nodiscard]] bool is_closed() const;
    [[nodiscard]] const std::string& member() const;

  private:
    friend class JobQueue;
    struct Impl;
    explicit Bus(std::unique_ptr<Impl> impl);
    // The library's own, whose type this header does not know.
    [[nodiscard]] void* connection() const;
    std::unique_ptr<Impl> impl_;
};

class Bus::Subscription {
  public:
    Subscription(Subscription&&) noexcept;
    Subscription& operator=(Subscription&&) noexcept;
    ~Subscription();

  private:
    friend class Bus;
    struct Impl;
    explicit Subscription(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

// Does, one after the other and on a thread of its own, what its caller must not wait for.

class SerialExecutor {
  public:
    using Task = std::function<void()>;

    // No more than so many bytes wait with their tasks.
    explicit SerialExecutor(std::size_t most_bytes);
    // After all that was given to it is done.
    ~SerialExecutor();

    // False, and nothing is done, if too much waits already. A task without bytes is always taken.
    bool give(std::size_t bytes, Task task);
    // Returns when all that was given so far is done; false if it is not in time.
    [[nodiscard]] bool finish(std::chrono::milliseconds timeout);

  private:
    struct Errand {
        std::size_t bytes = 0;
        Task task;
    };

    void work();

    const std::size_t most_bytes_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Errand> errands_;
    std::size_t waiting_bytes_ = 0;
    std::size_t given_ = 0;
    std::size_t done_ = 0;
    bool is_closing_ = false;
    std::thread thread_;  // the last member: it uses the others
};

// Threads that are started while this lives are never interrupted by Ctrl-C or a request to end:
// whoever waits for these (terminal/interrupts.h) could not hold them back from threads that were
// there before.

class SignalBlocker {
  public:
    SignalBlocker() {
        sigset_t kept_away;
        sigemptyset(&kept_away);
        sigaddset(&kept_away, SIGINT);
        sigaddset(&kept_away, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &kept_away, &before_);
    }
    SignalBlocker(const SignalBlocker&) = delete;
    SignalBlocker& operator=(const SignalBlocker&) = delete;
    // What has come meanwhile comes now.
    ~SignalBlocker() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

}  // namespace rookery::colony
