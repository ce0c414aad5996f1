// Messages between the members of a colony: a connection to its NATS server over mutual TLS.
//
// Who is cut off is connected again by itself, for as long as it takes; what it subscribed to is taken up again. Messages
// sent meanwhile wait in a buffer of limited size. Delivery is not promised: what must not be lost goes through a queue
// (job_queue.h), everything else is said again.
#pragma once

#include "base/result.h"
#include "colony/founding/invitation.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Letter {
    std::string_view subject;
    std::string_view bytes;
    std::string_view answer_to;  // empty: no answer is wanted
};
// On a thread of the bus; of one subscription one letter at a time, in the order in which they came.
using LetterHandler = std::function<void(const Letter&)>;

enum class BusEvent : std::uint8_t {
    Connected,  // again
    CutOff,
    Refused,  // a message or a subscription; or the connection, by what the words say
    Closed,   // for good
};
using BusEventHandler = std::function<void(BusEvent, const std::string& words)>;

struct BusSettings {
    Invitation invitation;
    std::chrono::milliseconds patience = std::chrono::seconds(5);  // with the first connection
    BusEventHandler on_event{};
};

class Bus {
  public:
    // Ends with its life; after that its handler runs no more. The bus must outlive it. A little of it is kept until the
    // bus ends: not for what is begun and ended all the time.
    class Subscription;

    // The error says what is wrong and, where it can, what to do.
    [[nodiscard]] static Result<std::unique_ptr<Bus>, std::string> connect(const BusSettings& settings);
    ~Bus();

    // Never waits, also not for a server that is silent: what cannot be sent at once is sent later or, where there is too
    // much of it, not at all: then false. Whether one is allowed to send it is heard as an event.
    bool publish(const std::string& subject, std::string_view bytes);
    [[nodiscard]] Result<Subscription, std::string> subscribe(const std::string& subject, LetterHandler handler);
    // Nothing if no answer came in time.
    [[nodiscard]] std::optional<std::string> ask(const std::string& subject, std::string_view bytes,
                                                 std::chrono::milliseconds patience);
    // Returns when all that was sent has reached the server; false if it did not in time.
    bool flush(std::chrono::milliseconds patience);

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

}  // namespace rookery::colony
