// A worker who says well-formed things that are not true.
#include "base/bytes.h"
#include "colony/live/colony_searcher.h"
#include "colony/live/helped_search.h"
#include "colony/share_batch.h"

#include "chess/movegen.h"
#include "notation/coordinate.h"

#include "live_helpers.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

// White can take a queen and has a game; else he is lost.
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

// Knows the position, and praises every move but the best: it claims that after them the opponent
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
        link = must(CoordinatorLink::enter({.invitation = home, .timeout = long_enough}, build_id));
        searcher = make_colony_searcher(std::make_unique<Connector>(link), make_own_pvs,
                                        {.nodes_per_second = 100'000});
        searcher->resize({.hash_mib = 2, .threads = 1});
        liar = std::make_unique<TestClient>(mine);
        orders = std::make_unique<TestEar>(*liar, "rk.order.liar");
        shares = std::make_unique<TestEar>(*liar, "rk.share.home");
    }
    void send_heartbeat() const {
        liar->publish(
            "rk.alive.liar",
            to_text(Heartbeat{.version = "1.0", .bench = 42, .threads = 1, .speed = 1000}));
    }

    // Searches while the liar does what it does, again and again, until it is caught.
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
    std::unique_ptr<TestEar> orders;
    std::unique_ptr<TestEar> shares;
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

// Few lies, so that nobody is caught: what they left in the table must mislead nobody after the
// liar has gone either.
TEST_F(FalseWorkerTest, RemainingFalseEntriesAreHarmless) {
    const Root root = hanging_queen();
    // One bad move, and what is said to follow whatever the answer is.
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
