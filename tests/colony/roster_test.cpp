#include "colony/live/roster.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <fstream>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

constexpr Roster::Instant beginning{std::chrono::hours(1)};

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
    EXPECT_TRUE(colony.receive("slow", to_text(worker(10)), beginning));
    EXPECT_TRUE(colony.receive("fast", to_text(worker(30)), beginning));
    EXPECT_TRUE(colony.receive("other", to_text(worker(90, 78)), beginning));
    Heartbeat leaving = worker(50);
    leaving.activity = Activity::Draining;
    EXPECT_TRUE(colony.receive("leaving", to_text(leaving), beginning));
    EXPECT_FALSE(colony.receive("drunk", "hello", beginning));
    EXPECT_EQ(names_of(colony.fit(beginning)), (Names{"fast", "slow"}));
    EXPECT_EQ(names_of(colony.present(beginning)),
              (Names{"drunk", "fast", "leaving", "other", "slow"}));
    EXPECT_FALSE(colony.is_trusted("other"));
    EXPECT_FALSE(colony.is_trusted("drunk"));
    EXPECT_FALSE(colony.is_trusted("stranger"));
}

TEST(Roster, NonsenseUnderAMembersNameDoesNotHarmIt) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("a", to_text(worker(10)), beginning);
    EXPECT_FALSE(colony.receive("a", "-ERR", beginning + 1s));
    EXPECT_EQ(names_of(colony.fit(beginning + 1s)), (Names{"a"}));
    EXPECT_EQ(colony.present(beginning + 1s)[0].refused, 1u);
    EXPECT_TRUE(colony.fit(beginning + 4s).empty()) << "nor does it count as a sign of life";
}

TEST(Roster, SilentWorkerIsGone) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("a", to_text(worker(10)), beginning);
    colony.receive("b", to_text(worker(10)), beginning + 3s);
    EXPECT_EQ(names_of(colony.fit(beginning + 3s)), (Names{"a", "b"}));
    EXPECT_EQ(names_of(colony.fit(beginning + 4s)), (Names{"b"}));
    colony.forget("b");
    EXPECT_TRUE(colony.present(beginning + 4s).empty());
}

TEST(Roster, QuarantineIsNotForgotten) {
    Roster colony({"1.0", protocol_version, 77});
    colony.receive("liar", to_text(worker(10)), beginning);
    colony.quarantine("liar", "illegal moves");
    colony.forget("liar");
    colony.receive("liar", to_text(worker(10)), beginning + 1s);
    EXPECT_TRUE(colony.fit(beginning + 1s).empty());
    ASSERT_EQ(colony.present(beginning + 60s).size(), 1u) << "visible for good";
    EXPECT_EQ(*colony.present(beginning + 60s)[0].quarantine, "illegal moves");
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

const Time noon = std::chrono::system_clock::from_time_t(1'700'000'000);

TEST(MemberNotes, NoteStaysUntilPardoned) {
    const TemporaryFolder folder;
    const auto file = MemberNotes::quarantine_beside(folder / "home.rookery");
    EXPECT_TRUE(must(file.read()).empty());
    EXPECT_EQ(file.put({"attic", "illegal moves", noon}), std::nullopt);
    EXPECT_EQ(file.put({"attic", "something else", noon}), std::nullopt);
    EXPECT_EQ(file.put({"cellar", "too many nodes", noon}), std::nullopt);
    EXPECT_EQ(mode_of(folder / "home.quarantine.json"), 0600u);
    EXPECT_EQ(must(MemberNotes::quarantine_beside(folder / "home.rookery").read()),
              (std::vector<MemberNote>{{"attic", "something else", noon},
                                       {"cellar", "too many nodes", noon}}));
    EXPECT_TRUE(must(MemberNotes::refusals_beside(folder / "home.rookery").read()).empty())
        << "another list";
    EXPECT_TRUE(must(file.remove("attic")));
    EXPECT_FALSE(must(file.remove("attic")));
    EXPECT_EQ(must(file.read()), (std::vector<MemberNote>{{"cellar", "too many nodes", noon}}));
}

TEST(MemberNotes, BrokenFilesAreRefused) {
    const std::string good = text_of({{"attic", "illegal moves", noon}});
    EXPECT_TRUE(parse_member_notes(good).ok());
    for (const auto& [from, to] :
         {std::pair("notes 1", "notes 2"), std::pair("attic", "a/b"), std::pair("1700000000", "-1"),
          std::pair("reason", "raison"), std::pair("}", "")}) {
        std::string bad = good;
        bad.replace(bad.find(from), std::string_view(from).size(), to);
        EXPECT_FALSE(parse_member_notes(bad).ok()) << bad;
    }
    const TemporaryFolder folder;
    std::ofstream(folder / "home.quarantine.json") << good;
    std::filesystem::permissions(folder / "home.quarantine.json", std::filesystem::perms(0644));
    const auto file = MemberNotes::quarantine_beside(folder / "home.rookery");
    EXPECT_FALSE(file.read().ok()) << "others could have written it";
    EXPECT_TRUE(file.put({"cellar", "x", noon}).has_value());
}

using Words = std::vector<std::string>;

WorkerRecord worker_called(const char* name, Activity activity = Activity::Idle) {
    WorkerRecord record;
    record.name = name;
    record.last.activity = activity;
    return record;
}

TEST(RosterDiff, EachChangeIsToldOnce) {
    RosterDiff diff;
    EXPECT_EQ(diff.changes({}), Words());
    EXPECT_EQ(diff.changes({worker_called("a"), worker_called("b")}),
              (Words{"colony: a helps", "colony: b helps"}));
    EXPECT_EQ(diff.changes({worker_called("a", Activity::Searching), worker_called("b")}), Words());
    EXPECT_EQ(diff.changes({worker_called("b")}), (Words{"colony: a is gone"}));
    EXPECT_EQ(diff.changes({worker_called("b", Activity::Resting)}),
              (Words{"colony: b is gone", "colony: no worker helps any more; searching alone"}));
    EXPECT_EQ(diff.changes({worker_called("a"), worker_called("b", Activity::Resting)}),
              (Words{"colony: a helps"}));
}

TEST(RosterDiff, UnusableWorkersAreReportedWithTheReason) {
    RosterDiff diff;
    WorkerRecord old = worker_called("old");
    old.mismatch = "it is old";
    EXPECT_EQ(diff.changes({old}), (Words{"colony: old cannot help: it is old"}));
    EXPECT_EQ(diff.changes({old}), Words());
    WorkerRecord liar = worker_called("liar");
    EXPECT_EQ(diff.changes({old, liar}), (Words{"colony: liar helps"}));
    liar.quarantine = "it lied";
    EXPECT_EQ(diff.changes({old, liar}),
              (Words{"colony: liar is in quarantine: it lied",
                     "colony: no worker helps any more; searching alone"}));
}

using namespace std::chrono_literals;

}  // namespace
}  // namespace rookery::colony
