#include "arena/players/child_process.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <thread>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;
using Outcome = Waiter::Outcome;
using Interruption = Waiter::Interruption;

class WaiterTest : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(pipe(ends_), 0); }
    void TearDown() override {
        close(ends_[0]);
        close(ends_[1]);
    }
    void talk() { ASSERT_EQ(write(ends_[1], "x", 1), 1); }
    Outcome wait(Waiter::Clock::duration time, Interruption interruption = Interruption::Ignored) {
        pollfd files[] = {{ends_[0], POLLIN, 0}, {-1, POLLIN, 0}};
        const Outcome outcome = waiter_.wait(files, Waiter::Clock::now() + time, interruption);
        EXPECT_EQ(outcome == Outcome::Ready, files[0].revents != 0 && outcome == Outcome::Ready);
        return outcome;
    }

    Waiter waiter_;
    int ends_[2] = {-1, -1};
};

TEST_F(WaiterTest, SeesWhatIsThereAndWhatIsNot) {
    EXPECT_EQ(wait(10ms), Outcome::Timeout);
    talk();
    EXPECT_EQ(wait(30s), Outcome::Ready);
    EXPECT_EQ(wait(30s), Outcome::Ready);
}

TEST_F(WaiterTest, ADeadlineThatHasPassedComesFirst) {
    talk();
    EXPECT_EQ(wait(-1ms), Outcome::Timeout);
    EXPECT_EQ(wait(-1000h), Outcome::Timeout);
    EXPECT_EQ(wait(30s), Outcome::Ready);
}

TEST_F(WaiterTest, AnInterruptionEndsTheWaitsThatHeedIt) {
    std::jthread other([this] { waiter_.interrupt(); });
    EXPECT_EQ(wait(30s, Interruption::Heeded), Outcome::Interrupted);
    EXPECT_EQ(wait(10ms), Outcome::Timeout);
    talk();
    EXPECT_EQ(wait(30s), Outcome::Ready);
    EXPECT_EQ(wait(30s, Interruption::Heeded), Outcome::Interrupted);
    waiter_.forget_interruption();
    EXPECT_EQ(wait(30s, Interruption::Heeded), Outcome::Ready);
}

}  // namespace
}  // namespace rookery::arena
