// How fast each board of the experiment is, on one thread and without a table.
//
//     bench_lab_boards_speed [repeats]
//
// In million nodes a second, where a node is every call: perft with all leaves made, perft with leaves counted
// in bulk, perft on pseudo-legal moves, and search. The boards take turns, and the best of all turns is
// shown: other work on the machine only ever slows down.
#include "base/stopwatch.h"
#include "lab/boards/board_kinds.h"
#include "notation/fen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace rookery;
using namespace rookery::lab;

struct Speeds {
    double made = 0;
    double in_bulk = 0;
    double pseudo_legal = 0;
    double search = 0;
};

template <class Count>
void time_once(double& best, const std::vector<Position>& positions, const Count& count) {
    const Stopwatch watch;
    std::uint64_t nodes = 0;
    for (const Position& position : positions) nodes += count(position).nodes;
    best = std::max(best, static_cast<double>(nodes) / watch.seconds() / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 5;
    std::vector<Position> positions;
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"})
        positions.push_back(parse_fen(fen)->position);

    const auto kinds = board_kinds();
    std::vector<Speeds> speeds(kinds.size());
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const BoardKind& kind = kinds[i];
            time_once(speeds[i].made, positions, [&](const Position& p) { return kind.perft(p, 4); });
            time_once(speeds[i].in_bulk, positions, [&](const Position& p) { return kind.perft_in_bulk(p, 4); });
            time_once(speeds[i].pseudo_legal, positions,
                      [&](const Position& p) { return kind.perft_pseudo_legal(p, 4); });
            time_once(speeds[i].search, positions, [&](const Position& p) { return kind.search(p, 4); });
        }
    }
    std::printf("%-16s %10s %10s %12s %10s\n", "million nodes/s", "perft", "in bulk", "pseudo-legal", "search");
    for (std::size_t i = 0; i < kinds.size(); ++i)
        std::printf("%-16.*s %10.2f %10.2f %12.2f %10.2f\n", static_cast<int>(kinds[i].name.size()),
                    kinds[i].name.data(), speeds[i].made, speeds[i].in_bulk, speeds[i].pseudo_legal, speeds[i].search);
    return 0;
}
