#include "colony/live/coordinator_link.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using Words = std::vector<std::string>;

WorkerRecord worker(const char* name, Activity activity = Activity::Idle) {
    WorkerRecord record;
    record.name = name;
    record.last.activity = activity;
    return record;
}

TEST(RosterDiff, EachChangeIsToldOnce) {
    RosterDiff company;
    EXPECT_EQ(company.changes({}), Words());
    EXPECT_EQ(company.changes({worker("a"), worker("b")}),
              (Words{"colony: a helps", "colony: b helps"}));
    EXPECT_EQ(company.changes({worker("a", Activity::Searching), worker("b")}), Words());
    EXPECT_EQ(company.changes({worker("b")}), (Words{"colony: a is gone"}));
    EXPECT_EQ(company.changes({worker("b", Activity::Resting)}),
              (Words{"colony: b is gone", "colony: nobody helps any more; searching alone"}));
    EXPECT_EQ(company.changes({worker("a"), worker("b", Activity::Resting)}),
              (Words{"colony: a helps"}));
}

TEST(RosterDiff, WhoCannotHelpIsToldWithTheReason) {
    RosterDiff company;
    WorkerRecord old = worker("old");
    old.mismatch = "it is old";
    EXPECT_EQ(company.changes({old}), (Words{"colony: old cannot help: it is old"}));
    EXPECT_EQ(company.changes({old}), Words());
    WorkerRecord liar = worker("liar");
    EXPECT_EQ(company.changes({old, liar}), (Words{"colony: liar helps"}));
    liar.quarantine = "it lied";
    EXPECT_EQ(company.changes({old, liar}),
              (Words{"colony: liar is in quarantine: it lied",
                     "colony: nobody helps any more; searching alone"}));
}

}  // namespace
}  // namespace rookery::colony
