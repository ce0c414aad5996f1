#ifdef ROOKERY_COLONY
#include "commands/shared_options.h"

#include "colony/jobs/job_queue.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(ColonyChoice, APriorityIsForThoseWhoAskAColony) {
    EXPECT_EQ(ColonyChoice{}.problem(), std::nullopt);
    EXPECT_TRUE(ColonyChoice{.priority = "high"}.problem());
    EXPECT_EQ((ColonyChoice{.wanted = true, .priority = "high"}.problem()), std::nullopt);
    EXPECT_EQ((ColonyChoice{.invitation = "home.rookery", .priority = "low"}.problem()),
              std::nullopt);
}

TEST(ColonyChoice, HintsRepeatItsOptions) {
    EXPECT_EQ(ColonyChoice{}.as_options(), "");
    const ColonyChoice elsewhere{
        .wanted = true, .invitation = "my colony.rookery", .priority = "low"};
    EXPECT_EQ(elsewhere.as_options(), " --colony --invitation 'my colony.rookery' --priority low");
}

TEST(ColonyChoice, TheMoreUrgentHaveTheLowerRank) {
    EXPECT_EQ(ColonyChoice{.priority = "high"}.rank(), 0);
    EXPECT_EQ(ColonyChoice{.priority = "low"}.rank(), colony::QueueName::priorities - 1);
    EXPECT_EQ(ColonyChoice{}.rank(), ColonyChoice{.priority = "normal"}.rank());
    EXPECT_EQ(ColonyChoice{}.rank(), colony::QueueName{}.priority);
    EXPECT_EQ(ColonyChoice{.usual_priority = "low"}.rank(), ColonyChoice{.priority = "low"}.rank());
    EXPECT_EQ((ColonyChoice{.usual_priority = "low", .priority = "high"}.rank()), 0);
}

}  // namespace
}  // namespace rookery
#endif
