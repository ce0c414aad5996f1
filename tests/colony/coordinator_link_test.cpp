// The server's own answers and jobs, which a worker can have sent to subjects of others; and the
// connector, with a server that is there or not.
#include "colony/live/coordinator_link.h"

#include "colony/live/colony_searcher.h"

#include "live_helpers.h"

#include <gtest/gtest.h>

#include <fstream>

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
        must(CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, test_build_id));
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
    // A worker that is in the roster after all these messages has been received after them.
    const auto is_there = [](const auto& records, std::string_view name) {
        return std::ranges::find(records, name, &WorkerRecord::name) != records.end();
    };
    a.publish("rk.alive.a", to_text(alive()));
    EXPECT_TRUE(comes_true(
        [&] { return is_there(link->fit(), "a") && is_there(monitor->present(), "a"); }));
    EXPECT_FALSE(is_there(link->fit(), "victim"));
    EXPECT_FALSE(is_there(link->present(), "x")) << "a job is no heartbeat";
    EXPECT_TRUE(link->quarantined().empty());
    EXPECT_EQ(shares, 0);
    link->set_share_handler({});
}

ConnectorSettings way_by(const std::filesystem::path& invitation) {
    return {.invitation = invitation,
            .build_id = [](const std::stop_token&) { return std::optional(test_build_id); },
            .between_tries = 50ms,
            .timeout = long_enough};
}

// All notices until the condition holds.
template <class Condition>
std::vector<std::string> news_until(Connector& connector, Condition condition) {
    std::vector<std::string> all;
    EXPECT_TRUE(comes_true([&] {
        for (std::string& one : connector.news()) all.push_back(std::move(one));
        return condition();
    }));
    for (std::string& one : connector.news()) all.push_back(std::move(one));
    return all;
}

struct ConnectorTest : testing::Test {
    ConnectorTest() {
        (void)must(
            invite(colony.folder, {.name = "home", .role = Role::Coordinator, .file = file}));
    }

    TestColony colony;
    std::filesystem::path file = colony.base / "home.rookery";
};

TEST_F(ConnectorTest, KeepsTryingWithoutAServer) {
    Connector connector(way_by(file));
    EXPECT_EQ(connector.link(), nullptr);
    ASSERT_TRUE(comes_true([&] { return !connector.news().empty(); }));
    // Long enough for several tries: each would say the same.
    std::this_thread::sleep_for(300ms);
    EXPECT_TRUE(connector.news().empty());
    colony.start();
    const auto news = news_until(connector, [&] { return connector.link() != nullptr; });
    ASSERT_FALSE(news.empty());
    EXPECT_EQ(news.back(), "colony: we are in, as home");
}

TEST_F(ConnectorTest, ReportsProblems) {
    const auto first_news = [](const std::filesystem::path& path) {
        Connector connector(way_by(path));
        EXPECT_EQ(connector.link(), nullptr);
        std::vector<std::string> news;
        EXPECT_TRUE(comes_true([&] { return !(news = connector.news()).empty(); }));
        return news.empty() ? "" : news[0];
    };
    EXPECT_NE(first_news("").find("no colony is named"), std::string::npos);
    EXPECT_NE(first_news(colony.base / "nothing.rookery").find("nothing.rookery"),
              std::string::npos);
    const auto worker = colony.base / "attic.rookery";
    (void)must(invite(colony.folder, {.name = "attic", .file = worker}));
    const std::string refusal = first_news(worker);
    EXPECT_NE(refusal.find("this needs a coordinator's, which"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("; searching alone"), std::string::npos) << refusal;
}

TEST_F(ConnectorTest, DoesNotConnectBeforeTheFirstSearch) {
    Connector connector(way_by(colony.base / "nothing.rookery"));
    std::this_thread::sleep_for(100ms);
    EXPECT_TRUE(connector.news().empty());
}

TEST_F(ConnectorTest, WithoutAServerItPlaysExactlyLikeTheEngine) {
    const auto searcher =
        make_colony_searcher(std::make_unique<Connector>(way_by(file)), make_own_pvs);
    const auto engine = make_own_pvs();
    NoListener no_listener;
    for (Searcher* one : {searcher.get(), engine.get()}) one->resize({.hash_mib = 2, .threads = 1});
    for (int search = 0; search < 3; ++search) {
        Limits limits;
        limits.nodes = 5000;
        const SearchResult ours = searcher->search(middlegame(), limits, {}, no_listener);
        const SearchResult theirs = engine->search(middlegame(), limits, {}, no_listener);
        EXPECT_EQ(ours.best, theirs.best);
        EXPECT_EQ(ours.score, theirs.score);
        EXPECT_EQ(ours.nodes, theirs.nodes);
    }
}

TEST_F(ConnectorTest, ASearchWithoutEndIsHelpedByAColonyThatComesLater) {
    (void)must(invite(colony.folder, {.name = "attic", .file = colony.base / "attic.rookery"}));
    const auto searcher =
        make_colony_searcher(std::make_unique<Connector>(way_by(file)), make_own_pvs);
    searcher->resize({.hash_mib = 2, .threads = 1});
    std::atomic<bool> helps = false;
    struct Listener final : SearchListener {
        explicit Listener(std::atomic<bool>& told) : helps(told) {}
        void on_notice(std::string_view text) override {
            if (text == "colony: attic helps") helps = true;
        }
        std::atomic<bool>& helps;
    } listener(helps);
    std::stop_source stop;
    const std::jthread others([&] {
        colony.start();
        const auto invitation =
            read_invitation(colony.base / "attic.rookery", std::chrono::system_clock::now());
        const TestWorker attic(invitation->invitation);
        EXPECT_TRUE(comes_true([&] { return helps.load(); }));
        stop.request_stop();
    });
    const SearchResult result = searcher->search(middlegame(), {}, stop.get_token(), listener);
    EXPECT_TRUE(middlegame().position.is_legal(result.best));
}

TEST_F(ConnectorTest, ConnectsAgainWithANewInvitation) {
    colony.start();
    Connector connector(way_by(file));
    ASSERT_TRUE(comes_true([&] { return connector.link() != nullptr; }));
    (void)connector.news();
    std::filesystem::remove(file);
    (void)must(invite(colony.folder, {.name = "home", .role = Role::Coordinator, .file = file}));
    colony.reload();
    std::vector<std::string> news;
    ASSERT_TRUE(comes_true([&] {
        (void)connector.link();
        for (std::string& one : connector.news()) news.push_back(std::move(one));
        return !news.empty() && news.back() == "colony: we are in, as home";
    }));
    EXPECT_EQ(news.front(), "colony: the server does not know us any more; searching alone");
    EXPECT_TRUE(connector.link()->bus().is_connected());
}

TEST_F(ConnectorTest, QuarantineOutlivesTheCoordinatorUntilPardoned) {
    const Invitation attic = must(invite(colony.folder, {.name = "attic"}));
    colony.start();
    {
        Connector connector(way_by(file));
        ASSERT_TRUE(comes_true([&] { return connector.link() != nullptr; }));
        connector.link()->quarantine("attic", "it lied");
    }
    Connector connector(way_by(file));
    ASSERT_TRUE(comes_true([&] { return connector.link() != nullptr; }));
    const auto link = connector.link();
    EXPECT_EQ(link->quarantined(), (std::vector<std::string>{"attic"}));
    const TestWorker worker(attic);
    ASSERT_TRUE(comes_true([&] { return worker.has_left(); }));
    EXPECT_EQ(worker.refusal(), "you are in quarantine: it lied");
    ASSERT_TRUE(must(MemberNotes::quarantine_beside(file).remove("attic")));
    link->reload_quarantine();
    EXPECT_TRUE(link->quarantined().empty());
    const TestWorker again(attic);
    EXPECT_TRUE(comes_true([&] { return link->fit().size() == 1; }));
}

}  // namespace
}  // namespace rookery::colony
