#include "arena/players/child_process.h"

#include "arena/players/engine_link.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;
using WaitOutcome = Waiter::Outcome;
using Interruption = Waiter::Interruption;

class WaiterTest : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(pipe(ends_), 0); }
    void TearDown() override {
        close(ends_[0]);
        close(ends_[1]);
    }
    void talk() { ASSERT_EQ(write(ends_[1], "x", 1), 1); }
    WaitOutcome wait(Waiter::Clock::duration time,
                     Interruption interruption = Interruption::Ignored) {
        pollfd files[] = {{ends_[0], POLLIN, 0}, {-1, POLLIN, 0}};
        const WaitOutcome outcome = waiter_.wait(files, Waiter::Clock::now() + time, interruption);
        EXPECT_EQ(outcome == WaitOutcome::Ready,
                  files[0].revents != 0 && outcome == WaitOutcome::Ready);
        return outcome;
    }

    Waiter waiter_;
    int ends_[2] = {-1, -1};
};

TEST_F(WaiterTest, SeesWhatIsThereAndWhatIsNot) {
    EXPECT_EQ(wait(10ms), WaitOutcome::Timeout);
    talk();
    EXPECT_EQ(wait(30s), WaitOutcome::Ready);
    EXPECT_EQ(wait(30s), WaitOutcome::Ready);
}

TEST_F(WaiterTest, ADeadlineThatHasPassedComesFirst) {
    talk();
    EXPECT_EQ(wait(-1ms), WaitOutcome::Timeout);
    EXPECT_EQ(wait(-1000h), WaitOutcome::Timeout);
    EXPECT_EQ(wait(30s), WaitOutcome::Ready);
}

TEST_F(WaiterTest, AnInterruptionEndsTheWaitsThatHeedIt) {
    std::jthread other([this] { waiter_.interrupt(); });
    EXPECT_EQ(wait(30s, Interruption::Heeded), WaitOutcome::Interrupted);
    EXPECT_EQ(wait(10ms), WaitOutcome::Timeout);
    talk();
    EXPECT_EQ(wait(30s), WaitOutcome::Ready);
    EXPECT_EQ(wait(30s, Interruption::Heeded), WaitOutcome::Interrupted);
    waiter_.forget_interruption();
    EXPECT_EQ(wait(30s, Interruption::Heeded), WaitOutcome::Ready);
}

using Clock = ChildProcess::Clock;
using ReadStatus = ChildProcess::ReadStatus;
using WriteStatus = ChildProcess::WriteStatus;

std::unique_ptr<ChildProcess> shell(std::string script, std::string folder = {}) {
    ChildSetup setup;
    setup.program = "sh";
    setup.arguments = {"-c", std::move(script)};
    setup.folder = std::move(folder);
    auto child = ChildProcess::launch(setup);
    if (!child) {
        ADD_FAILURE() << child.error();
        std::abort();
    }
    return std::move(*child);
}

std::string line_of(ChildProcess& child) {
    const auto reading = child.read_line(Clock::now() + 30s);
    EXPECT_EQ(reading.status, ReadStatus::Line);
    return std::string(reading.line);
}

bool is_gone(pid_t process) {
    for (int i = 0; i < 1000 && ::kill(process, 0) == 0; ++i) std::this_thread::sleep_for(10ms);
    return ::kill(process, 0) != 0;
}

TEST(ChildProcess, TalksInLines) {
    const auto child = shell("read a; echo \"got $a\"; printf 'two\\r\\nrest'; exit 7");
    EXPECT_EQ(child->write("hello\n", Clock::now() + 30s), WriteStatus::Done);
    EXPECT_EQ(line_of(*child), "got hello");
    EXPECT_EQ(line_of(*child), "two");
    EXPECT_EQ(line_of(*child), "rest");
    EXPECT_EQ(child->read_line(Clock::now() + 30s).status, ReadStatus::End);
    const auto status = child->wait(Clock::now() + 30s);
    ASSERT_TRUE(status.has_value());
    EXPECT_EQ(describe(*status), "ended with status 7");
    EXPECT_FALSE(status->is_clean());
}

TEST(ChildProcess, SaysWhyItCannotStart) {
    ChildSetup setup;
    setup.program = "no-such-program-anywhere";
    auto missing = ChildProcess::launch(setup);
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error(),
              "cannot start 'no-such-program-anywhere': No such file or directory");
    setup.program = "/etc/passwd";
    auto no_program = ChildProcess::launch(setup);
    ASSERT_FALSE(no_program.ok());
    EXPECT_NE(no_program.error().find("Permission denied"), std::string::npos);
    setup.program = "sh";
    setup.folder = "/no/such/folder";
    auto no_folder = ChildProcess::launch(setup);
    ASSERT_FALSE(no_folder.ok());
    EXPECT_NE(no_folder.error().find("in the folder '/no/such/folder'"), std::string::npos);
}

TEST(ChildProcess, StartsInAFolderWithDefaultSignals) {
    const auto child = shell("pwd; kill -PIPE $$", "/usr");
    EXPECT_EQ(line_of(*child), "/usr");
    const auto status = child->wait(Clock::now() + 30s);
    ASSERT_TRUE(status.has_value());
    EXPECT_EQ(describe(*status), "was killed by SIGPIPE (Broken pipe)");
}

TEST(ChildProcess, WritingToTheDeadIsNoSignal) {
    const auto child = shell("exit 0");
    ASSERT_TRUE(child->wait(Clock::now() + 30s).has_value());
    EXPECT_EQ(child->write("anybody?\n", Clock::now() + 30s), WriteStatus::Closed);
    EXPECT_EQ(child->write("anybody?\n", Clock::now() + 30s), WriteStatus::Closed);
}

TEST(ChildProcess, KeepsDeadlines) {
    const auto child = shell("sleep 1000");
    EXPECT_EQ(child->read_line(Clock::now() + 50ms).status, ReadStatus::Timeout);
    EXPECT_EQ(child->read_line_at_once().status, ReadStatus::Timeout);
    EXPECT_FALSE(child->wait(Clock::now() + 50ms).has_value());
    // More than fits into a pipe that has no reader.
    const std::string much(1 << 20, 'x');
    EXPECT_EQ(child->write(much, Clock::now() + 50ms), WriteStatus::Timeout);
}

TEST(ChildProcess, NeitherSideWaitsForTheOther) {
    // It echoes while we write more than both pipes hold together.
    const auto child = shell("cat");
    std::string text;
    for (int i = 0; i < 40'000; ++i) text += "a line of some length\n";
    EXPECT_EQ(child->write(text, Clock::now() + 60s), WriteStatus::Done);
    for (int i = 0; i < 40'000; ++i) ASSERT_EQ(line_of(*child), "a line of some length");
}

TEST(ChildProcess, CutsLongLines) {
    const auto child = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo next");
    const auto reading = child->read_line(Clock::now() + 60s);
    ASSERT_EQ(reading.status, ReadStatus::Line);
    EXPECT_TRUE(reading.cut);
    EXPECT_EQ(reading.line.size(), ChildProcess::longest_line);
    EXPECT_EQ(line_of(*child), "next");
}

TEST(ChildProcess, KeepsTheLastWordsOnly) {
    const auto child =
        shell("i=0; while [ $i -lt 3000 ]; do echo 'noise noise noise' >&2; i=$((i+1)); done; "
              "echo 'the end' >&2");
    ASSERT_TRUE(child->wait(Clock::now() + 60s).has_value());
    EXPECT_LE(child->last_words().size(), ChildProcess::most_last_words);
    EXPECT_TRUE(child->last_words().ends_with("the end\n"));
}

TEST(ChildProcess, LeavesNobodyBehind) {
    pid_t leader = 0, grandchild = 0;
    {
        const auto child = shell("trap '' TERM; sleep 1000 & echo $$ $!; wait; sleep 1000");
        const std::string line = line_of(*child);
        leader = std::atoi(line.c_str());
        grandchild = std::atoi(line.substr(line.find(' ')).c_str());
        ASSERT_GT(leader, 0);
        ASSERT_GT(grandchild, 0);
        EXPECT_EQ(getpgid(leader), leader);
        child->stop("quit\n", 50ms);
    }
    EXPECT_TRUE(is_gone(leader));
    EXPECT_TRUE(is_gone(grandchild));
}

TEST(ChildProcess, OutlivesTheThreadThatStartedIt) {
    std::unique_ptr<ChildProcess> child;
    std::thread([&child] { child = shell("read a; echo alive"); }).join();
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(child->write("\n", Clock::now() + 30s), WriteStatus::Done);
    EXPECT_EQ(line_of(*child), "alive");
}

TEST(ChildProcess, InheritsNothing) {
    const auto child = shell("ls /proc/self/fd | tr '\\n' ' '; echo");
    // The three standard streams, and the folder that ls has opened.
    EXPECT_EQ(line_of(*child), "0 1 2 3 ");
}

TEST(ChildProcess, ManyAtOnce) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([] {
            for (int round = 0; round < 5; ++round) {
                const auto child = shell("read a; echo $a; read b");
                EXPECT_EQ(child->write("x\n", Clock::now() + 60s), WriteStatus::Done);
                EXPECT_EQ(line_of(*child), "x");
                child->stop("quit\n", 5s);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace rookery::arena
