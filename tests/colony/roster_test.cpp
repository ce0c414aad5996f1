#include "colony/live/roster.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

constexpr Roster::Instant start{std::chrono::hours(1)};

Heartbeat worker(std::uint64_t speed, std::uint64_t bench = 77) {
    return {.version = "1.0", .bench = bench, .threads = 1, .speed = speed};
}

std::vector<std::string> names_of(const std::vector<WorkerRecord>& records) {
    std::vector<std::string> names;
    for (const WorkerRecord& record : records) names.push_back(record.name);
    return names;
}

using Names = std::vector<std::string>;

TEST(Roster, FastestUsableWorkersFirst) {
    Roster colony({"1.0", protocol_version, 77});
    EXPECT_TRUE(colony.receive("slow", to_text(worker(10)), start));
    EXPECT_TRUE(colony.receive("fast", to_text(worker(30)), start));
    EXPECT_TRUE(colony.receive("other", to_text(worker(90, 78)), start));
    Heartbeat leaving = worker(50);
    leaving.activity = Activity::Draining;
    EXPECT_TRUE(colony.receive("leaving", to_text(leaving), start));
    EXPECT_FALSE(colony.receive("drunk", "hello", start));
    EXPECT_EQ(names_of(colony.fit(start)), (Names{"fast", "slow"}));
    EXPECT_EQ(names_of(colony.present(start)),
              (Names{"drunk", "fast", "leaving", "other", "slow"}));
    EXPECT_FALSE(colony.is_trusted("other"));
    EXPECT_FALSE(colony.is_trusted("drunk"));
    EXPECT_FALSE(colony.is_trusted("stranger"));
}

TEST(Roster, NonsenseUnderAMembersNameDoesNotHarmIt) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("a", to_text(worker(10)), start);
    EXPECT_FALSE(colony.receive("a", "-ERR", start + 1s));
    EXPECT_EQ(names_of(colony.fit(start + 1s)), (Names{"a"}));
    EXPECT_EQ(colony.present(start + 1s)[0].refused, 1u);
    EXPECT_TRUE(colony.fit(start + 4s).empty()) << "nor does it count as a sign of life";
}

TEST(Roster, SilentWorkerIsGone) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("a", to_text(worker(10)), start);
    colony.receive("b", to_text(worker(10)), start + 3s);
    EXPECT_EQ(names_of(colony.fit(start + 3s)), (Names{"a", "b"}));
    EXPECT_EQ(names_of(colony.fit(start + 4s)), (Names{"b"}));
    colony.forget("b");
    EXPECT_TRUE(colony.present(start + 4s).empty());
}

TEST(Roster, QuarantineIsNotForgotten) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("liar", to_text(worker(10)), start);
    colony.quarantine("liar", "illegal moves");
    colony.forget("liar");
    colony.receive("liar", to_text(worker(10)), start + 1s);
    EXPECT_TRUE(colony.fit(start + 1s).empty());
    ASSERT_EQ(colony.present(start + 60s).size(), 1u) << "visible for good";
    EXPECT_EQ(*colony.present(start + 60s)[0].quarantine, "illegal moves");
}

TEST(Roster, DifferencesSayWhatToDo) {
    Heartbeat old = worker(1);
    old.protocol = protocol_version - 1;
    EXPECT_NE(difference({"1.0", protocol_version, 77}, old)->find("upgrade the worker"),
              std::string::npos);
    old.protocol = protocol_version + 1;
    EXPECT_NE(difference({"1.0", protocol_version, 77}, old)->find("upgrade the coordinator"),
              std::string::npos);
    EXPECT_NE(difference({"1.0", protocol_version, 77}, worker(1, 5))->find("bench 5"),
              std::string::npos);
    EXPECT_EQ(difference({"1.0", protocol_version, 77}, worker(1)), std::nullopt);
}

}  // namespace
}  // namespace rookery::colony
