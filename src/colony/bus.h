// Messages between the members of a colony: a connection to its NATS server over mutual TLS.
//
// A lost connection is made again, for as long as it takes, with its subscriptions. Messages sent
// meanwhile wait in a buffer of limited size. Delivery is not guaranteed: what must not be lost
// goes through a queue (jobs/job_queue.h), and all other messages are sent again.
#pragma once

#include "base/result.h"
#include "colony/setup/address.h"
#include "colony/setup/members.h"

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
// Called on a thread of the bus. Messages of one subscription come one at a time, in the order in
// which they arrived.
using MessageHandler = std::function<void(const BusMessage&)>;

enum class BusEvent : std::uint8_t {
    Connected,  // again, after it was lost
    CutOff,
    Refused,  // a message, a subscription or the connection, as `words` say: a whole sentence
    Closed,   // for good
};
using BusEventHandler = std::function<void(BusEvent, const std::string& words)>;

// The message for a server that does not know the member of this invitation any more.
[[nodiscard]] std::string revoked_problem(const Invitation& invitation);
// Why the server does not let that member in, as a sentence that says what to do. The status is a
// natsStatus; the library's own words come last, in brackets.
[[nodiscard]] std::string entry_problem(int status, std::string_view library_words,
                                        const Invitation& invitation);

struct BusSettings {
    Invitation invitation;
    std::chrono::milliseconds timeout = std::chrono::seconds(5);  // with the first connection
    BusEventHandler on_event{};
};

class Bus {
  public:
    // The subscription ends with the object; after that its handler runs no more. The bus must
    // outlive it. A little memory is kept until the bus ends, so this is not for subscriptions that
    // come and go all the time.
    class Subscription;

    // The error says what is wrong and, where it can, what to do.
    [[nodiscard]] static Result<std::unique_ptr<Bus>, std::string>
    connect(const BusSettings& settings);
    ~Bus();

    // Never waits. A message that cannot be sent at once is sent later; false if too many bytes
    // wait already, and then it is not sent. A message that is not allowed is reported as an event.
    bool publish(const std::string& subject, std::string_view bytes);
    [[nodiscard]] Result<Subscription, std::string> subscribe(const std::string& subject,
                                                              MessageHandler handler);
    // Nothing if no answer came in time.
    [[nodiscard]] std::optional<std::string> ask(const std::string& subject, std::string_view bytes,
                                                 std::chrono::milliseconds timeout);
    // Returns when the server has received all that was sent; false if that takes too long.
    bool flush(std::chrono::milliseconds timeout);

    [[nodiscard]] bool is_connected() const;
    // Closed for good: the server does not accept us any more.
    [[nodiscard]] bool is_closed() const;
    [[nodiscard]] const std::string& member() const;
    // The message for a bus that is closed for good.
    [[nodiscard]] std::string revoked_problem() const;

  private:
    friend class JobQueue;
    struct Impl;
    explicit Bus(std::unique_ptr<Impl> impl);
    // A type of the NATS library, which this header does not include.
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

// Runs tasks one after the other on a thread of its own, for callers that must not wait for them.
class SerialExecutor {
  public:
    using Task = std::function<void()>;

    // No more than so many bytes wait with their tasks.
    explicit SerialExecutor(std::size_t most_bytes);
    // Runs all tasks that were given to it first.
    ~SerialExecutor();

    // False if too much waits already; the task is then not run. A task without bytes is always
    // taken.
    bool give(std::size_t bytes, Task task);
    // Returns when all tasks given so far are done; false if that takes too long.
    [[nodiscard]] bool finish(std::chrono::milliseconds timeout);

  private:
    struct Waiting {
        std::size_t bytes = 0;
        Task task;
    };

    void work();

    const std::size_t most_bytes_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Waiting> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::size_t given_ = 0;
    std::size_t done_ = 0;
    bool is_closing_ = false;
    std::thread thread_;  // the last member: it uses the others
};

// Threads that are started while this object lives are not interrupted by Ctrl-C or a request to
// end. Code that waits for these signals (ui/interrupts.h) needs them blocked in all other threads.
class SignalBlocker {
  public:
    SignalBlocker() {
        sigset_t blocked;
        sigemptyset(&blocked);
        sigaddset(&blocked, SIGINT);
        sigaddset(&blocked, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &blocked, &before_);
    }
    SignalBlocker(const SignalBlocker&) = delete;
    SignalBlocker& operator=(const SignalBlocker&) = delete;
    // Signals that arrived meanwhile are delivered now.
    ~SignalBlocker() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

// Finds a colony's server on the networks of this machine.
struct FoundServer {
    std::string address;       // HOST:PORT
    std::unique_ptr<Bus> bus;  // connected there
};

// Tries all addresses in these networks, at the ports that the invitation names. A server must show
// the certificate of the colony's server before we show ours. The error names the networks.
[[nodiscard]] Result<FoundServer, std::string>
find_server(const BusSettings& settings, const std::vector<Network>& networks,
            std::chrono::milliseconds greeting_timeout = std::chrono::seconds(2));

// The same in these networks, as ADDRESS/BITS; without any, in those of this machine.
[[nodiscard]] Result<FoundServer, std::string> find_near(const BusSettings& settings,
                                                         const std::vector<std::string>& networks);

}  // namespace rookery::colony
