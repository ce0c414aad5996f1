#include "base/executor.h"

#include <gtest/gtest.h>

#include <set>

namespace rookery {
namespace {

struct NumberedGame {
    std::uint64_t value = 0;
    [[nodiscard]] std::uint64_t number() const { return value; }
};
using Threads = ThreadExecutor<NumberedGame, std::uint64_t>;
using Kind = Threads::Event::Kind;

Result<Threads::Play, std::string> squares(std::size_t) {
    return Threads::Play(
        [](const NumberedGame& game,
           const std::stop_token&) -> Result<std::optional<std::uint64_t>, std::string> {
            return std::optional(game.value * game.value);
        });
}

constexpr std::chrono::milliseconds long_enough{10'000};

TEST(ThreadExecutor, FinishesEveryTaskOnce) {
    Threads executor(3, squares);
    EXPECT_EQ(executor.workers(), 3U);
    std::set<std::uint64_t> finished;
    std::uint64_t next = 0;
    while (next < 50 || !executor.is_settled()) {
        while (executor.wants_more() && next < 50) executor.submit({{next++}});
        const auto event = executor.poll({}, long_enough);
        ASSERT_TRUE(event);
        ASSERT_EQ(event->kind, Kind::Finished);
        EXPECT_EQ(event->task.front().value, event->games.front());
        EXPECT_EQ(event->records, std::vector{event->games.front() * event->games.front()});
        EXPECT_TRUE(finished.insert(event->games.front()).second);
    }
    EXPECT_EQ(finished.size(), 50U);
}

TEST(ThreadExecutor, ReportsErrorsAndExceptions) {
    Threads without_players(2, [](std::size_t) -> Result<Threads::Play, std::string> {
        return failure(std::string("no player"));
    });
    const auto failed = without_players.poll({}, long_enough);
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->kind, Kind::Failed);
    EXPECT_EQ(failed->problem, "no player");

    Threads throws(1, [](std::size_t) -> Result<Threads::Play, std::string> {
        throw std::runtime_error("out of memory");
    });
    const auto thrown = throws.poll({}, long_enough);
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->problem, "out of memory");
}

TEST(ThreadExecutor, StopsGamesWhenItEnds) {
    Threads executor(2, [](std::size_t) -> Result<Threads::Play, std::string> {
        return Threads::Play(
            [](const NumberedGame&,
               const std::stop_token& stop) -> Result<std::optional<std::uint64_t>, std::string> {
                while (!stop.stop_requested()) std::this_thread::yield();
                return std::optional<std::uint64_t>();
            });
    });
    executor.submit({{1}});
    executor.submit({{2}});
    EXPECT_FALSE(executor.wants_more());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(executor.poll(stop.get_token(), long_enough));
    EXPECT_FALSE(executor.is_settled());
}

}  // namespace
}  // namespace rookery
