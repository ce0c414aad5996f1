// Queues of jobs on the server: work queues of JetStream. Jobs stay there although coordinators and
// workers come and go.
//
// There is one stream with two queues for each priority and each engine. So a job reaches only
// workers with the engine it was made for, and games by the wall clock only workers that take from
// the second queue. A job that a worker took is handed out again if the worker neither acknowledges
// it nor asks for more time. Queues only carry jobs; the coordinator's table (job_table.h) says
// which are wanted, held and done.
#pragma once

#include "base/result.h"
#include "colony/bus.h"

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

// A job whose holder is silent for so long is handed out again.
inline constexpr auto holder_timeout = std::chrono::seconds(5);

class JobQueue {
  public:
    // A job that was taken. It goes back into the queue when this object ends before settle().
    class Taken;

    // The bus must outlive it.
    explicit JobQueue(Bus& bus);
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;
    ~JobQueue();

    // For coordinators. Creates the stream and the queues of that engine where they are missing.
    // The problem, if there is one.
    [[nodiscard]] std::optional<std::string> prepare(std::uint64_t bench);
    // Returns its number in the queue. Nothing is put twice under one id within two minutes.
    [[nodiscard]] Result<std::uint64_t, std::string>
    put(const QueueName& name, std::string_view bytes, const std::string& id);
    // Whether the job is still in the queue, taken or not. Nothing if the server does not answer.
    [[nodiscard]] std::optional<bool> has(std::uint64_t number);
    void remove(std::uint64_t number);

    // For workers. Nothing if there is no job now; an error if there is no such queue, or no
    // answer.
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
    // Asks for more time.
    void ask_for_time();
    // It is done, and not handed out again.
    void settle();
    // Goes back into the queue, for other workers, after that time.
    void give_back(std::chrono::milliseconds delay = {});

  private:
    friend class JobQueue;
    struct Impl;
    explicit Taken(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::colony
