// What the server can be made to say in another's name: its own answers, and jobs, sent where they
// do not belong.
#include "colony/live/coordinator_link.h"

#include "live_helpers.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

Heartbeat alive() { return {.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}; }

// A queue with jobs whose subject is shorter than any that members listen to.
void put_jobs(const TestClient& coordinator, int count) {
    jsCtx* queues = nullptr;
    ASSERT_EQ(natsConnection_JetStream(&queues, coordinator.get(), nullptr), NATS_OK);
    ASSERT_NO_FATAL_FAILURE(make_games_queue(queues));
    const std::string job = to_text(alive());
    for (int i = 0; i < count; ++i)
        ASSERT_EQ(js_Publish(nullptr, queues, "rk.job.x", job.data(), static_cast<int>(job.size()),
                             nullptr, nullptr),
                  NATS_OK);
    jsCtx_Destroy(queues);
}

TEST(CoordinatorLink, MisdirectedJobsAndAnswersAreIgnored) {
    const TestColony colony;
    const Invitation home = colony.invited("home", Role::Coordinator);
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    const Invitation eye = colony.invited("eye", Role::Watcher);
    const Invitation mine = colony.invited("a");
    (void)colony.invited("victim");
    colony.start();
    const auto link =
        must(CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, build_id));
    std::atomic<int> shares = 0;
    link->set_share_handler([&](const BusMessage&) { ++shares; });
    const auto monitor = must(Monitor::enter(eye));
    ASSERT_TRUE(monitor->is_connected());
    TestClient owner(boss);
    put_jobs(owner, 4);
    const TestClient a(mine);
    for (const char* where :
         {"rk.alive.victim", "rk.share.victim", "rk.found.victim.home", "rk.gone"}) {
        a.publish("$JS.API.CONSUMER.MSG.NEXT.JOBS.games", "", where);
        for (int i = 0; i < 100; ++i) a.publish("$JS.API.CONSUMER.INFO.JOBS.games", "", where);
    }
    // Whoever is heard after all that has heard it.
    const auto is_there = [](const auto& records, std::string_view name) {
        return std::ranges::find(records, name, &WorkerRecord::name) != records.end();
    };
    a.publish("rk.alive.a", to_text(alive()));
    EXPECT_TRUE(comes_true(
        [&] { return is_there(link->fit(), "a") && is_there(monitor->present(), "a"); }));
    EXPECT_FALSE(is_there(link->fit(), "victim"));
    EXPECT_FALSE(is_there(link->present(), "x")) << "a job is nobody's sign of life";
    EXPECT_TRUE(link->quarantined().empty());
    EXPECT_EQ(shares, 0);
    link->set_share_handler({});
}

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
              (Words{"colony: b is gone", "colony: no worker helps any more; searching alone"}));
    EXPECT_EQ(company.changes({worker("a"), worker("b", Activity::Resting)}),
              (Words{"colony: a helps"}));
}

TEST(RosterDiff, UnusableWorkersAreReportedWithTheReason) {
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
                     "colony: no worker helps any more; searching alone"}));
}

}  // namespace
}  // namespace rookery::colony
