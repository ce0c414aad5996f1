// Queues of jobs that outlive whoever put them there and whoever takes them: JetStream's work
// queues.
//
// There is one stream with two queues for each priority and each engine, so a job reaches only
// workers whose engine is the one it was made for, and games by the wall clock only those who take
// from the second. A job that was taken and neither acknowledged nor asked for more time is handed
// out again. A queue carries jobs; which are wanted, held and done is for the coordinator's table
// to say.
#pragma once

#include "base/result.h"
#include "colony/bus/bus.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::colony {

struct QueueName {
    static constexpr int priorities = 3;  // 0 comes first

    int priority = 1;
    std::uint64_t bench = 0;
    bool is_timed = false;  // for games by the wall clock

    [[nodiscard]] std::string subject() const;
    [[nodiscard]] std::string consumer() const;
    [[nodiscard]] friend auto operator<=>(const QueueName&, const QueueName&) = default;
};

// After so long without a word from its holder a job is handed out again.
inline constexpr auto timeout_with_holder = std::chrono::seconds(5);

class JobQueue {
  public:
    // A job in hand. It goes back into the queue when this ends without it having been settled.
    class Taken;

    // The bus must outlive it.
    explicit JobQueue(Bus& bus);
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;
    ~JobQueue();

    // For coordinators. Makes the stream and the queues of that engine where they are missing; the
    // problem, if there is one.
    [[nodiscard]] std::optional<std::string> prepare(std::uint64_t bench);
    // The number that the queue gave it. Nothing is put twice under one id within two minutes.
    [[nodiscard]] Result<std::uint64_t, std::string>
    put(const QueueName& name, std::string_view bytes, const std::string& id);
    // Whether it is still to be done by somebody, taken or not. Nothing where the server does not
    // answer.
    [[nodiscard]] std::optional<bool> has(std::uint64_t number);
    void remove(std::uint64_t number);

    // For workers. Nothing if there is none at once; the error is that there is no such queue, or
    // nobody who answers.
    [[nodiscard]] Result<std::optional<Taken>, std::string> take(const QueueName& name);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

class JobQueue::Taken {
  public:
    Taken(Taken&&) noexcept;
    Taken& operator=(Taken&&) noexcept;
    ~Taken();

    [[nodiscard]] std::string_view bytes() const;
    // It takes longer.
    void ask_for_time();
    // It is settled: nobody else is to have it.
    void settle();
    // For another, not before so long.
    void give_back(std::chrono::milliseconds delay = {});

  private:
    friend class JobQueue;
    struct Impl;
    explicit Taken(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::colony
