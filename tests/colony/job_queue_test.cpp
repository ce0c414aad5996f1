// Queues of jobs on a real server.
#include "colony/jobs/job_queue.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

constexpr QueueName queue_name{1, 42};

class JobQueueTest : public testing::Test {
  protected:
    JobQueueTest() {
        const Invitation boss = colony.invited("boss", Role::Coordinator);
        const Invitation worker = colony.invited("w1");
        colony.start();
        boss_bus = must(Bus::connect({.invitation = boss, .timeout = long_enough}));
        worker_bus = must(Bus::connect({.invitation = worker, .timeout = long_enough}));
        queue.emplace(*boss_bus);
        worker_queue.emplace(*worker_bus);
    }
    [[nodiscard]] std::optional<JobQueue::Taken> taken_sooner_or_later(const QueueName& name) {
        for (const auto end = std::chrono::steady_clock::now() + long_enough;
             std::chrono::steady_clock::now() < end;) {
            if (auto taken = worker_queue->take(name); taken && *taken) return std::move(*taken);
            std::this_thread::sleep_for(10ms);
        }
        return std::nullopt;
    }
    [[nodiscard]] bool is_gone_sooner_or_later(std::uint64_t number) {
        for (const auto end = std::chrono::steady_clock::now() + long_enough;
             std::chrono::steady_clock::now() < end;) {
            if (queue->has(number) == false) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }

    TestColony colony;
    std::unique_ptr<Bus> boss_bus, worker_bus;
    std::optional<JobQueue> queue, worker_queue;
};

TEST_F(JobQueueTest, JobIsTakenOnceAndSettled) {
    EXPECT_FALSE(worker_queue->take(queue_name).ok()) << "there is no queue yet";
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt);
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt) << "again";
    EXPECT_FALSE(worker_queue->take(queue_name)->has_value()) << "it is empty";
    const std::uint64_t number = must(queue->put(queue_name, "play", "one"));
    EXPECT_EQ(queue->has(number), true);
    auto taken = must(worker_queue->take(queue_name));
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->bytes(), "play");
    EXPECT_FALSE(worker_queue->take(queue_name)->has_value());
    EXPECT_EQ(queue->has(number), true) << "a worker has taken it";
    taken->settle();
    EXPECT_TRUE(is_gone_sooner_or_later(number));
}

TEST_F(JobQueueTest, NothingIsPutTwiceUnderOneId) {
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt);
    const std::uint64_t number = must(queue->put(queue_name, "play", "one"));
    EXPECT_EQ(must(queue->put(queue_name, "play", "one")), number);
    EXPECT_NE(must(queue->put(queue_name, "play", "two")), number);
}

TEST_F(JobQueueTest, ReturnedOrForgottenJobIsTakenAgain) {
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt);
    const std::uint64_t number = must(queue->put(queue_name, "play", "one"));
    must(worker_queue->take(queue_name))->give_back();
    {
        const auto again = taken_sooner_or_later(queue_name);
        ASSERT_TRUE(again.has_value());
    }
    const auto forgotten = taken_sooner_or_later(queue_name);
    ASSERT_TRUE(forgotten.has_value()) << "its end gave it back";
    EXPECT_EQ(queue->has(number), true);
}

TEST_F(JobQueueTest, QueuesAreApart) {
    const QueueName others{1, 43}, first{0, 42};
    for (const std::uint64_t bench : {42U, 43U}) ASSERT_EQ(queue->prepare(bench), std::nullopt);
    must(queue->put(others, "another engine's", "one"));
    EXPECT_FALSE(worker_queue->take(queue_name)->has_value());
    EXPECT_FALSE(worker_queue->take(first)->has_value());
    EXPECT_TRUE(worker_queue->take(others)->has_value());
}

TEST_F(JobQueueTest, RemovedJobIsNotTaken) {
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt);
    const std::uint64_t number = must(queue->put(queue_name, "play", "one"));
    queue->remove(number);
    EXPECT_EQ(queue->has(number), false);
    EXPECT_FALSE(worker_queue->take(queue_name)->has_value());
}

TEST_F(JobQueueTest, JobsOutliveTheServer) {
    ASSERT_EQ(queue->prepare(queue_name.bench), std::nullopt);
    const std::uint64_t number = must(queue->put(queue_name, "play", "one"));
    ASSERT_EQ(stop_server(colony.folder), std::nullopt);
    EXPECT_EQ(queue->has(number), std::nullopt) << "the server does not answer";
    EXPECT_FALSE(queue->put(queue_name, "play", "two").ok());
    colony.start();
    const auto taken = taken_sooner_or_later(queue_name);
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->bytes(), "play");
}

}  // namespace
}  // namespace rookery::colony
