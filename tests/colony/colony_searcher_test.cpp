// A coordinator and workers over a real server.
#include "colony/live/colony_searcher.h"

#include "base/bytes.h"
#include "chess/movegen.h"
#include "colony/live/helped_search.h"
#include "colony/sharing.h"
#include "notation/coordinate.h"

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
        link = must(
            CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, test_build_id));
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

    // The notices, and the largest number of nodes in a line.
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
    searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs, 400);
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

// The server reports it; a worker that is only silent is still in the roster.
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
        << "and no other worker came or went";
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
    EXPECT_EQ(link->find("a")->last.search, "home-1-1") << "it finishes its search first";
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

// Its moves look like those of an engine, so its node count is checked.
TEST_F(LiveSearch, FalseReportsLeadToQuarantine) {
    TestClient liar(invitations["a"]);
    liar.publish("rk.alive.a",
                 to_text(Heartbeat{.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}));
    TestSubscription orders(liar, "rk.order.a");
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
    EXPECT_TRUE(order && std::holds_alternative<RefuseOrder>(*parse_order(*order)))
        << "the worker is informed";
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

using namespace std::chrono_literals;

// White wins the game if it takes the queen, and loses otherwise.
Root hanging_queen() {
    return Root(
        parse_fen("r1b1k2r/ppp2ppp/2n2n2/3qp3/8/2NP1N2/PPP1BPPP/R1B1K2R w KQkq - 0 8")->position);
}

TranspositionEntry claim(Score value, int depth) {
    TranspositionEntry entry;
    entry.value = value;
    entry.evaluation = Score(0);
    entry.depth = depth;
    entry.bound = Bound::Exact;
    return entry;
}

// Entries that overrate every move but the best: they claim that after them the opponent
// is mated.
Discoveries lies_about(const Position& root, Move best, int depth) {
    Discoveries lies;
    for (const Move move : legal_moves(root)) {
        const bool is_best = move == best;
        const Position next = root.after(move);
        lies.push_back({next.key(), claim(is_best ? Score(900) : Score::mated_in(4), depth)});
        for (const Move reply : legal_moves(next))
            lies.push_back(
                {next.after(reply).key(), claim(is_best ? Score(-900) : Score::mate_in(3), depth)});
    }
    return lies;
}

class FalseWorkerTest : public testing::Test {
  protected:
    FalseWorkerTest() {
        const Invitation home = colony.invited("home", Role::Coordinator);
        const Invitation mine = colony.invited("liar");
        colony.start();
        link = must(
            CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, test_build_id));
        searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs, 100'000);
        searcher->resize({.hash_mib = 2, .threads = 1});
        liar = std::make_unique<TestClient>(mine);
        orders = std::make_unique<TestSubscription>(*liar, "rk.order.liar");
        shares = std::make_unique<TestSubscription>(*liar, "rk.share.home");
    }
    void send_heartbeat() const {
        liar->publish(
            "rk.alive.liar",
            to_text(Heartbeat{.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}));
    }

    // Searches again and again, while the false worker is active, until it is detected.
    template <class Lie>
    void search_until_caught(const Root& root, Move expected, Lie lie) {
        int searches = 0;
        for (const auto end = std::chrono::steady_clock::now() + long_enough;
             link->quarantined().empty() && std::chrono::steady_clock::now() < end; ++searches) {
            send_heartbeat();
            ASSERT_TRUE(comes_true([&] { return !link->fit().empty(); }));
            const std::jthread lies([&](const std::stop_token& stop) { lie(stop); });
            Limits limits;
            limits.nodes = 30'000;
            NoListener no_listener;
            EXPECT_EQ(
                to_coordinate(root.position, searcher->search(root, limits, {}, no_listener).best),
                to_coordinate(root.position, expected))
                << "in search " << searches;
        }
        EXPECT_EQ(link->quarantined(), (std::vector<std::string>{"liar"}))
            << "after " << searches << " searches";
        EXPECT_FALSE(link->is_trusted("liar"));
    }

    TestColony colony;
    std::shared_ptr<CoordinatorLink> link;
    std::unique_ptr<Searcher> searcher;
    std::unique_ptr<TestClient> liar;
    std::unique_ptr<TestSubscription> orders;
    std::unique_ptr<TestSubscription> shares;
};

TEST_F(FalseWorkerTest, FalseMatesAreDetectedAndHarmless) {
    const Root root = hanging_queen();
    search_until_caught(
        root, *parse_coordinate(root.position, "c3d5"), [&](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const auto bytes = shares->next(20ms);
                if (!bytes) continue;
                auto batch = must(parse_share_batch(*bytes));
                for (Discovery& one : batch.discoveries) one.entry = claim(Score::mate_in(3), 16);
                liar->publish("rk.share.liar", to_bytes(batch.search, batch.discoveries));
            }
        });
}

TEST_F(FalseWorkerTest, OverratedMovesAreDetectedAndHarmless) {
    const Root root = hanging_queen();
    const Move best = *parse_coordinate(root.position, "c3d5");
    search_until_caught(root, best, [&](const std::stop_token& stop) {
        std::uint64_t search = 0;
        while (!stop.stop_requested()) {
            if (const auto text = orders->next(5ms))
                if (const auto order = parse_order(*text);
                    order && std::holds_alternative<JoinOrder>(*order))
                    search = hash_of(std::get<JoinOrder>(*order).search);
            if (search != 0)
                liar->publish("rk.share.liar",
                              to_bytes(search, lies_about(root.position, best, 16)));
        }
    });
}

// Few false entries, so that no worker is detected: entries that are still in the table must not
// mislead the search after the liar has gone either.
TEST_F(FalseWorkerTest, RemainingFalseEntriesAreHarmless) {
    const Root root = hanging_queen();
    // One bad move, and the claims about the positions after every answer.
    const Position next = root.position.after(*parse_coordinate(root.position, "e1d1"));
    Discoveries lies{{next.key(), claim(Score::mated_in(4), 30)}};
    for (const Move reply : legal_moves(next))
        lies.push_back({next.after(reply).key(), claim(Score::mate_in(3), 30)});
    searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs, {});
    const auto chosen = [&](std::uint64_t nodes, int lines) {
        Limits limits;
        limits.nodes = nodes;
        limits.multi_pv = lines;
        NoListener no_listener;
        return to_coordinate(root.position, searcher->search(root, limits, {}, no_listener).best);
    };
    send_heartbeat();
    ASSERT_TRUE(comes_true([&] { return !link->fit().empty(); }));
    {
        const std::jthread liars([&](const std::stop_token& stop) {
            std::uint64_t search = 0;
            while (!stop.stop_requested()) {
                if (const auto text = orders->next(5ms))
                    if (const auto order = parse_order(*text);
                        order && std::holds_alternative<JoinOrder>(*order))
                        search = hash_of(std::get<JoinOrder>(*order).search);
                if (search != 0) liar->publish("rk.share.liar", to_bytes(search, lies));
            }
        });
        EXPECT_EQ(chosen(300'000, 1), "c3d5");
    }
    ASSERT_TRUE(link->quarantined().empty());
    orders.reset();
    shares.reset();
    liar.reset();
    ASSERT_TRUE(comes_true([&] { return link->fit().empty(); }));
    EXPECT_EQ(chosen(30'000, 1), "c3d5");
    EXPECT_EQ(chosen(30'000, 2), "c3d5");
}

}  // namespace
}  // namespace rookery::colony
