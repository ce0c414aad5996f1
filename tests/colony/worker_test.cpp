#include "colony/live/worker.h"

#include "colony/setup/members.h"
#include "store/json.h"

#include <gtest/gtest.h>

#include <regex>

namespace rookery::colony {
namespace {

TEST(IdleMonitor, ReadsWhatLinuxWrites) {
    const auto sample =
        parse_load("cpu  100 20 30 1000 50 1 2 3 40 50\ncpu0 1 2 3 4 5 6 7 8 9 10\n",
                   "42 (a (b) c) S 1 42 42 0 -1 4194560 111 0 7 0 70 8 0 0 20 0 1 0 99\n");
    ASSERT_TRUE(sample.has_value());
    EXPECT_EQ(*sample, (LoadSample{.total = 1206, .busy = 156, .own = 78}));
}

TEST(IdleMonitor, RefusesWhatItDoesNotUnderstand) {
    const char* const self = "42 (x) S 1 42 42 0 -1 4194560 111 0 7 0 70 8 0 0";
    for (const char* machine :
         {"", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu a b c d e f g h"})
        EXPECT_FALSE(parse_load(machine, self).has_value()) << machine;
    for (const char* text :
         {"", "42 (x", "42 (x) S 1 2 3", "42 (x) S 1 42 42 0 -1 4194560 111 0 7 0 a b"})
        EXPECT_FALSE(parse_load("cpu  1 2 3 4 5 6 7 8", text).has_value()) << text;
}

TEST(IdleMonitor, ThisMachineIsUnderstood) {
    const auto now = read_load();
    ASSERT_TRUE(now.has_value());
    EXPECT_GT(now->total, now->busy);
}

TEST(IdleMonitor, OurOwnWorkIsNotThatOfOthers) {
    const LoadSample before{1000, 500, 100};
    EXPECT_DOUBLE_EQ(others_share(before, {1200, 700, 300}), 0);
    EXPECT_DOUBLE_EQ(others_share(before, {1200, 700, 200}), 0.5);
    EXPECT_DOUBLE_EQ(others_share(before, {1200, 500, 110}), 0)
        << "ticks are counted at different moments";
    EXPECT_DOUBLE_EQ(others_share(before, before), 0);
}

// A machine of which others use that share, a sample after the other.
class Machine {
  public:
    bool is_free_after(double others, int samples = 1) {
        bool is_free = false;
        for (int i = 0; i < samples; ++i) {
            now_.total += 100;
            now_.own += 40;
            now_.busy += 40 + static_cast<std::uint64_t>(others * 100);
            is_free = replay_thread_.is_free(now_);
        }
        return is_free;
    }

  private:
    IdleMonitor replay_thread_;
    LoadSample now_;
};

TEST(IdleMonitor, GivesWayAtOnceAndComesBackAfterAWhileOfQuiet) {
    Machine machine;
    EXPECT_TRUE(machine.is_free_after(0));
    EXPECT_TRUE(machine.is_free_after(0.2, 100));
    EXPECT_FALSE(machine.is_free_after(0.5));
    EXPECT_FALSE(machine.is_free_after(0.2, 100)) << "less is not quiet";
    EXPECT_FALSE(machine.is_free_after(0, 9));
    EXPECT_FALSE(machine.is_free_after(0.2)) << "the quiet must last";
    EXPECT_FALSE(machine.is_free_after(0, 9));
    EXPECT_TRUE(machine.is_free_after(0));
}

const Time log_time = std::chrono::system_clock::from_time_t(1'700'000'000);

TEST(WorkerLog, OneJsonObjectALine) {
    const WorkerLog log{"attic", true};
    const auto json = Json::parse(log.line(log_time, "info", "two\nlines \xff", "home-1-1"));
    EXPECT_EQ(json.at("time"), "2023-11-14T22:13:20Z");
    EXPECT_EQ(json.at("level"), "info");
    EXPECT_EQ(json.at("worker"), "attic");
    EXPECT_EQ(json.at("task"), "home-1-1");
    EXPECT_EQ(log.line(log_time, "info", "two\nlines", "").find('\n'), std::string::npos);
    EXPECT_FALSE(Json::parse(log.line(log_time, "info", "x", "")).contains("task"));
}

TEST(WorkerLog, PeopleReadTheSame) {
    const WorkerLog log{"attic", false};
    EXPECT_TRUE(std::regex_match(log.line(log_time, "info", "resting", "home-1-1"),
                                 std::regex("2023-11-1[345] [0-9:]{8} home-1-1: resting")));
}

}  // namespace
}  // namespace rookery::colony
