// A coordinator and workers over a real server.
#include "colony/live/colony_searcher.h"
#include "colony/live/helped_search.h"

#include "live_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace rookery::colony {
namespace {

class LiveSearch : public testing::Test {
  protected:
    LiveSearch() {
        const Invitation home = colony.invited("home", Role::Coordinator);
        for (const char* name : {"a", "b"}) invitations[name] = colony.invited(name);
        colony.start();
        link = must(CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, build_id));
        searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs);
        searcher->resize({.hash_mib = 2, .threads = 1});
    }
    [[nodiscard]] SearchResult search_until(const std::function<bool()>& enough) {
        std::stop_source stop;
        const std::jthread watch([&] {
            EXPECT_TRUE(comes_true(enough));
            stop.request_stop();
        });
        return searcher->search(middlegame(), {}, stop.get_token(), listener);
    }
    [[nodiscard]] bool is_idle(std::string_view name) const {
        const auto worker = link->find(name);
        return worker && worker->last.activity == Activity::Idle;
    }

    // What is said, and the most nodes of a line.
    struct Listener final : SearchListener {
        void on_line(const LineReport& report) override { nodes = std::max(nodes, report.nodes); }
        void on_notice(std::string_view text) override { notices.emplace_back(text); }
        [[nodiscard]] auto count(std::string_view text) const {
            return std::ranges::count(notices, text);
        }

        std::uint64_t nodes = 0;
        std::vector<std::string> notices;
    };

    TestColony colony;
    Listener listener;
    std::map<std::string, Invitation> invitations;
    std::shared_ptr<CoordinatorLink> link;
    std::unique_ptr<Searcher> searcher;
};

TEST_F(LiveSearch, AllHelpAndAllStop) {
    const TestWorker a(invitations["a"]), b(invitations["b"]);
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 2; }));
    const auto has_searched = [&](std::string_view name) {
        const auto worker = link->find(name);
        return worker && worker->last.activity == Activity::Searching && worker->last.nodes > 0;
    };
    const SearchResult result =
        search_until([&] { return has_searched("a") && has_searched("b"); });
    EXPECT_TRUE(middlegame().position.is_legal(result.best));
    EXPECT_TRUE(comes_true([&] { return is_idle("a") && is_idle("b"); }));
    EXPECT_EQ(listener.count("colony: a helps"), 1);
    EXPECT_EQ(listener.count("colony: b helps"), 1);
    EXPECT_TRUE(link->quarantined().empty()) << *link->find(link->quarantined()[0])->quarantine;
}

TEST_F(LiveSearch, LateWorkersHelpAndLeavingOnesDoNoHarm) {
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

TEST_F(LiveSearch, BetterLineOfAWorkerIsPlayed) {
    // So slow that it would take long to see the mate by itself.
    searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs,
                                    {.nodes_per_second = 400});
    searcher->resize({.hash_mib = 2, .threads = 1});
    WorkerSettings fast = small_worker();
    fast.nodes_per_second.reset();
    const TestWorker a(invitations["a"], fast);
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 1; }));
    const Root mate(
        parse_fen("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")->position);
    struct : SearchListener {
        void on_line(const LineReport& report) override {
            last = report.moves.front();
            sees_mate = report.score.is_mate();
        }
        Move last;
        std::atomic<bool> sees_mate = false;
    } told;
    std::stop_source stop;
    const std::jthread watch([&] {
        // The time that is kept for the verification grows with the search: a search that is
        // stopped after a tenth of a second has no nodes left to confirm the mate.
        std::this_thread::sleep_for(std::chrono::seconds(2));
        EXPECT_TRUE(comes_true([&] { return told.sees_mate.load(); }));
        stop.request_stop();
    });
    const SearchResult result = searcher->search(mate, {}, stop.get_token(), told);
    EXPECT_EQ(result.best, Move(Square::G3, Square::G6));
    EXPECT_TRUE(result.score.is_mate());
    EXPECT_EQ(told.last, result.best);
}

// By the server's word: who is only silent is still known.
TEST_F(LiveSearch, WorkerWithoutConnectionIsGoneAtOnce) {
    auto a = std::make_unique<TestClient>(invitations["a"]);
    a->publish("rk.alive.a",
               to_text(Heartbeat{.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}));
    ASSERT_TRUE(comes_true([&] { return link->find("a").has_value(); }));
    a.reset();
    EXPECT_TRUE(comes_true([&] { return !link->find("a").has_value(); }));
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
    ASSERT_TRUE(comes_true([&] { return search_of_a() == "home-1-2"; }))
        << "its own next search it may have";
    link->stop("home-1-2");
    ASSERT_TRUE(comes_true([&] { return search_of_a().empty(); }))
        << "and nobody else has come between";
    link->order("a", others);
    EXPECT_TRUE(comes_true([&] { return search_of_a() == "home-2-1"; }));
}

TEST_F(LiveSearch, AnotherEngineIsSentAwayAndToldWhy) {
    const TestWorker stranger(invitations["a"], small_worker({"0.9", protocol_version, 41}));
    ASSERT_TRUE(comes_true([&] { return stranger.has_left(); }));
    ASSERT_TRUE(stranger.refusal().has_value());
    EXPECT_NE(stranger.refusal()->find("bench 41 (version 0.9), ours 42 (version 1.0)"),
              std::string::npos)
        << *stranger.refusal();
    EXPECT_TRUE(link->fit().empty());
    Limits limits;
    limits.nodes = 1000;
    (void)searcher->search(middlegame(), limits, {}, listener);
    ASSERT_EQ(listener.notices.size(), 1u) << "on both sides";
    EXPECT_NE(listener.notices[0].find("a cannot help: its engine is another: bench 41"),
              std::string::npos);
}

TEST_F(LiveSearch, StayingWorkerIsNotUsed) {
    WorkerSettings settings = small_worker({"0.9", protocol_version, 41});
    settings.stays_if_refused = true;
    std::atomic<int> refusals = 0;
    settings.say = [&](const std::string& words, const std::string&) {
        refusals += words.starts_with("refused: ");
    };
    const TestWorker stranger(invitations["a"], std::move(settings));
    ASSERT_TRUE(comes_true([&] { return refusals > 0; }));
    EXPECT_FALSE(stranger.has_left());
    EXPECT_TRUE(link->fit().empty());
}

TEST_F(LiveSearch, DrainedWorkerFinishesAndLeaves) {
    auto a = std::make_unique<TestWorker>(invitations["a"]);
    ASSERT_TRUE(comes_true([&] { return is_idle("a"); }));
    JoinOrder order = join_order_for(middlegame(), {});
    order.coordinator = "home";
    order.search = "home-1-1";
    link->order("a", order);
    ASSERT_TRUE(comes_true([&] { return link->find("a")->last.search == "home-1-1"; }));
    link->bus().publish("rk.order.a", to_text(DrainOrder{}));
    ASSERT_TRUE(comes_true([&] { return link->find("a")->last.activity == Activity::Draining; }));
    EXPECT_FALSE(a->has_left());
    EXPECT_EQ(link->find("a")->last.search, "home-1-1") << "what it does it does to the end";
    EXPECT_TRUE(link->fit().empty()) << "but it takes nothing new";
    link->stop("home-1-1");
    EXPECT_TRUE(comes_true([&] { return a->has_left(); }));
    EXPECT_EQ(a->refusal(), std::nullopt);
}

TEST_F(LiveSearch, WorkerRestsWhileItsMachineIsNeeded) {
    std::atomic<bool> is_free = true;
    WorkerSettings settings = small_worker();
    settings.is_free = [&] { return is_free.load(); };
    const TestWorker a(invitations["a"], std::move(settings));
    ASSERT_TRUE(comes_true([&] { return is_idle("a"); }));
    (void)search_until([&] {
        if (link->find("a")->last.activity == Activity::Searching) is_free = false;
        return link->find("a")->last.activity == Activity::Resting;
    });
    EXPECT_TRUE(link->fit().empty());
    is_free = true;
    EXPECT_TRUE(comes_true([&] { return is_idle("a"); }));
}

TEST_F(LiveSearch, NodesAreThoseOfAll) {
    const TestWorker a(invitations["a"]);
    ASSERT_TRUE(comes_true([&] { return is_idle("a"); }));
    std::uint64_t of_a = 0;
    const SearchResult result = search_until([&] {
        of_a = link->find("a")->last.nodes;
        return of_a > 0;
    });
    EXPECT_GT(result.nodes, of_a);
}

// Its moves cannot be told apart from those of an engine; so the count of its nodes is looked at.
TEST_F(LiveSearch, FalseReportsLeadToQuarantine) {
    TestClient liar(invitations["a"]);
    liar.publish("rk.alive.a",
                 to_text(Heartbeat{.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}));
    TestEar orders(liar, "rk.order.a");
    ASSERT_TRUE(comes_true([&] { return link->fit().size() == 1; }));
    const std::jthread reports([&] {
        const auto order = parse_order(orders.next().value_or(""));
        ASSERT_TRUE(order.ok() && std::holds_alternative<JoinOrder>(*order));
        liar.publish("rk.found.a.home",
                     to_text(FoundMessage{.search = std::get<JoinOrder>(*order).search,
                                          .depth = 3,
                                          .nodes = 10,
                                          .line = {"e2e5"}}));
    });
    (void)search_until([&] { return !link->is_trusted("a"); });
    ASSERT_TRUE(link->find("a")->quarantine.has_value());
    EXPECT_EQ(*link->find("a")->quarantine, "it reported the illegal move e2e5 of its line");
    std::optional<std::string> order;
    do order = orders.next();
    while (order && std::holds_alternative<JoinOrder>(*parse_order(*order)));
    EXPECT_TRUE(order && std::holds_alternative<RefuseOrder>(*parse_order(*order))) << "it is told";
}

TEST_F(LiveSearch, WithoutWorkersItIsTheEngine) {
    Limits limits;
    limits.nodes = 5000;
    const SearchResult ours = searcher->search(middlegame(), limits, {}, listener);
    const auto engine = make_own_pvs();
    engine->resize({.hash_mib = 2, .threads = 1});
    const SearchResult theirs = engine->search(middlegame(), limits, {}, listener);
    EXPECT_EQ(ours.best, theirs.best);
    EXPECT_EQ(ours.score, theirs.score);
    EXPECT_EQ(ours.nodes, theirs.nodes);
}

}  // namespace
}  // namespace rookery::colony
