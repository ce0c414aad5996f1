#include "search/bench.h"

#include "base/measure.h"
#include "notation/fen.h"

namespace rookery {
namespace {

constexpr std::string_view positions[] = {
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbq1rk1/ppp1bppp/4pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - 1 6",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9",
    "rnb1kbnr/pp2pppp/2p5/q7/3P4/2N5/PPP2PPP/R1BQKBNR w KQkq - 1 5",
    // Middlegames, quiet and sharp.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 2 12",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1P1BPN2/PB1NQPPP/R4RK1 w - - 0 12",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/2P2N1P/PPB2PP1/RNBQR1K1 w - - 1 12",
    "3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24",
    "2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20",
    "r4rk1/1p1B1p1p/pb1q1p2/3ppP2/P7/1QP5/1P4PP/RN3R1K b - - 0 17",
    "r1bq1rk1/pp3pbp/2np1np1/2p1p3/2P1P3/2NPBN1P/PP1QBPP1/R3K2R w KQ - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "2kr3r/ppp2ppp/2nqb3/8/1b1P4/2N1PN2/PP2BPPP/R2Q1RK1 w - - 5 12",
    "r2qr1k1/pp1b1ppp/2n2n2/2bp4/8/1NPB1N2/PP3PPP/R1BQR1K1 w - - 4 13",
    "1r3rk1/3bbppp/1qn1p3/p2pP3/1p1P1P2/1P1BBN1P/P2Q2P1/R4RK1 b - - 0 18",
    "4rrk1/pp1q1ppp/2p1b3/3pP3/3P1n2/2N2N1P/PPQ2PP1/R3R1K1 w - - 3 19",
    "r1b1k2r/pp1nqp1p/2p3p1/3p3n/3P4/2NBP3/PPQ2PPP/2KR2NR w kq - 0 12",
    // Endings.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/6pp/3k4/8/3K1PPP/8/8/8 w - - 0 1",
    "8/6p1/4p2p/4P2P/5PP1/k7/8/K7 w - - 0 1",
    "5k2/R4p1p/4p1p1/3pP3/1r3P2/6P1/5K1P/8 w - - 0 1",
    "8/3k2p1/1p2p1p1/1P1pP1P1/1B1P4/3bK3/8/8 w - - 0 1",
    "8/5pk1/4p1p1/2Q4p/1p3P1P/1q4P1/6K1/8 w - - 0 1",
    "8/1p3k2/1P3p2/2KP1Pp1/6P1/8/8/8 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 2 47",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/8/3P3k/8/1p6/8/1P6/1K3n2 b - - 0 1",
    "1r6/6k1/3p2p1/2pP3p/2P2P1P/R4KP1/8/8 w - - 1 40",
    // Few moves, many moves, and a mate.
    "k7/7p/7P/2p5/1pPp1p2/1P1P1P2/K7/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28",
};

}  // namespace

std::uint64_t BenchResult::nodes_per_second() const {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
}

std::span<const std::string_view> bench_positions() { return positions; }

std::vector<Root> bench_roots() {
    std::vector<Root> roots;
    for (const std::string_view fen : positions)
        if (const auto parsed = parse_fen(fen)) roots.emplace_back(parsed->position);
    return roots;
}

BenchResult run_bench(Searcher& searcher, std::span<const Root> roots, int depth,
                      const BenchListener& listener, const std::stop_token& stop) {
    BenchResult total;
    Limits limits;
    limits.depth = depth;
    NoListener no_listener;
    for (std::size_t i = 0; i < roots.size() && !stop.stop_requested(); ++i) {
        searcher.new_game();
        const Stopwatch watch;
        const std::uint64_t nodes = searcher.search(roots[i], limits, stop, no_listener).nodes;
        total.seconds += watch.seconds();
        total.nodes += nodes;
        if (listener) listener(i, nodes);
    }
    return total;
}

namespace {

// Searches one position as if it began a new game. Clearing the searcher does not count as time.
void add_search(SpeedSum& sum, Searcher& searcher, const Root& root, std::chrono::milliseconds time,
                const std::stop_token& stop) {
    searcher.new_game();
    NoListener no_listener;
    Limits limits;
    const Stopwatch watch;
    limits.hard_deadline = Limits::Instant::clock::now() + time;
    sum.nodes += searcher.search(root, limits, stop, no_listener).nodes;
    sum.seconds += watch.seconds();
}

}  // namespace

double SpeedSum::nodes_per_second() const {
    return seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
}

double SpeedTestResult::scaling() const {
    const double speed = alone.nodes_per_second();
    return speed > 0 ? together.nodes_per_second() / speed : 0;
}

std::size_t speedtest_searches(std::size_t threads, std::size_t count) {
    return threads > 1 ? 2 * count : count;
}

SpeedTestResult run_speedtest(const SearcherEntry& entry, std::span<const Root> roots,
                              const SpeedTestPlan& plan, std::stop_token stop,
                              const SpeedTestListener& listener) {
    SpeedTestResult result;
    result.threads = plan.resources.threads;
    const bool several = result.threads > 1;
    const std::size_t total = speedtest_searches(result.threads, roots.size());
    std::size_t done = 0;
    const auto alone = entry.create({.seed = 1});
    alone->resize({plan.resources.hash_mib, 1});
    const auto together = several ? entry.create({.seed = 1}) : nullptr;
    if (several) together->resize(plan.resources);

    const auto measure = [&](Searcher& searcher, SpeedSum& sum, const Root& root) {
        if (stop.stop_requested()) return;
        add_search(sum, searcher, root, plan.per_search, stop);
        if (!several) result.together = result.alone;
        if (listener) listener(++done, total, result);
    };
    for (const Root& root : roots) {
        measure(*alone, result.alone, root);
        if (several) measure(*together, result.together, root);
    }
    result.stopped = stop.stop_requested();
    return result;
}

}  // namespace rookery
