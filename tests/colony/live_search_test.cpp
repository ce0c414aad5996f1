// A coordinator and workers over a real server.
#include "colony/live/colony_searcher.h"
#include "colony/live/root_order.h"
#include "colony/live/worker.h"

#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

const Kinship kinship{"1.0", protocol_version, 42};

Root middlegame() {
    return Root(parse_fen("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")->position);
}

// A worker on threads of this program.
class TestWorker {
  public:
    TestWorker(const Invitation& invitation, const Kinship& kin = kinship)
        : bus_(must(Bus::connect({.invitation = invitation, .patience = long_enough}))),
          worker_(*bus_, {.kinship = kin, .resources = {.hash_mib = 2, .threads = 1}, .speed = 1000, .nodes_per_second = 20'000},
                  make_classical_pvs()),
          thread_([this](const std::stop_token& stop) { EXPECT_EQ(worker_.run(stop), std::nullopt); }) {}

  private:
    std::unique_ptr<Bus> bus_;
    Worker worker_;
    std::jthread thread_;
};

template <class Condition>
bool comes_true(Condition condition) {
    for (const auto end = std::chrono::steady_clock::now() + long_enough; std::chrono::steady_clock::now() < end;) {
        if (condition()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

class LiveSearch : public testing::Test {
  protected:
    LiveSearch() {
        const Invitation home = colony.invited("home", Role::Coordinator);
        for (const char* name : {"a", "b"}) invitations[name] = colony.invited(name);
        colony.start();
        link = must(CoordinatorLink::enter({.invitation = home, .patience = long_enough}, kinship));
        auto own = make_classical_pvs();
        searcher = make_colony_searcher(link, std::move(own));
        searcher->resize({.hash_mib = 2, .threads = 1});
    }
    [[nodiscard]] SearchResult search_until(const std::function<bool()>& enough) {
        std::stop_source stop;
        const std::jthread watch([&] {
            EXPECT_TRUE(comes_true(enough));
            stop.request_stop();
        });
        SearchListener nobody;
        return searcher->search(middlegame(), {}, stop.get_token(), nobody);
    }

    TestColony colony;
    std::map<std::string, Invitation> invitations;
    std::shared_ptr<CoordinatorLink> link;
    std::unique_ptr<Searcher> searcher;
};

TEST_F(LiveSearch, AllHelpAndAllStop) {
    const TestWorker a(invitations["a"]), b(invitations["b"]);
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 2; }));
    std::mutex mutex;
    std::set<std::string, std::less<>> heard;
    link->set_found_handler([&](std::string_view worker, const FoundMessage& message) {
        const std::scoped_lock lock(mutex);
        if (message.depth >= 3) heard.emplace(worker);
    });
    const SearchResult result = search_until([&] {
        const std::scoped_lock lock(mutex);
        return heard.size() == 2;
    });
    link->set_found_handler({});
    EXPECT_TRUE(middlegame().position.is_legal(result.best));
    EXPECT_TRUE(comes_true([&] {
        const auto workers = link->fit();
        return workers.size() == 2 && workers[0].last.activity == Activity::Idle && workers[1].last.activity == Activity::Idle;
    }));
}

TEST_F(LiveSearch, WhoComesLateHelpsAndWhoLeavesHarmsNobody) {
    auto first = std::make_unique<TestWorker>(invitations["a"]);
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 1; }));
    std::unique_ptr<TestWorker> second;
    const auto searches = [&](std::string_view name) {
        for (const WorkerRecord& worker : link->fit())
            if (worker.name == name && worker.last.activity == Activity::Searching) return true;
        return false;
    };
    const SearchResult result = search_until([&] {
        if (first && searches("a")) {
            first.reset();
            second = std::make_unique<TestWorker>(invitations["b"]);
        }
        return searches("b");
    });
    EXPECT_TRUE(middlegame().position.is_legal(result.best));
}

TEST_F(LiveSearch, TwoCoordinatorsDoNotTearAtAWorker) {
    const TestWorker a(invitations["a"]);
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 1; }));
    const auto search_of_a = [&] {
        const auto workers = link->fit();
        return workers.empty() ? std::string() : workers[0].last.search;
    };
    JoinOrder first = join_order_for(middlegame(), {});
    first.coordinator = "home";
    first.search = "home-1-1";
    link->order("a", first);
    ASSERT_TRUE(comes_true([&] { return search_of_a() == "home-1-1"; }));
    JoinOrder others = first;
    others.search = "home-2-1";
    link->order("a", others);
    JoinOrder next = first;
    next.search = "home-1-2";
    link->order("a", next);
    ASSERT_TRUE(comes_true([&] { return search_of_a() == "home-1-2"; })) << "its own next search it may have";
    link->stop("home-1-2");
    ASSERT_TRUE(comes_true([&] { return search_of_a().empty(); })) << "and nobody else has come between";
    link->order("a", others);
    EXPECT_TRUE(comes_true([&] { return search_of_a() == "home-2-1"; }));
}

TEST_F(LiveSearch, AnotherEngineIsNotUsed) {
    const TestWorker stranger(invitations["a"], {"0.9", protocol_version, 41});
    ASSERT_TRUE(comes_true([&] { return link->present().size() == 1; }));
    EXPECT_TRUE(link->fit().empty());
    EXPECT_NE(link->present()[0].mismatch->find("bench 41"), std::string::npos);
}

TEST_F(LiveSearch, WithNobodyItIsTheEngine) {
    Limits limits;
    limits.nodes = 5000;
    SearchListener nobody;
    const SearchResult ours = searcher->search(middlegame(), limits, {}, nobody);
    const auto engine = make_classical_pvs();
    engine->resize({.hash_mib = 2, .threads = 1});
    const SearchResult theirs = engine->search(middlegame(), limits, {}, nobody);
    EXPECT_EQ(ours.best, theirs.best);
    EXPECT_EQ(ours.score, theirs.score);
    EXPECT_EQ(ours.nodes, theirs.nodes);
}

}  // namespace
}  // namespace rookery::colony
