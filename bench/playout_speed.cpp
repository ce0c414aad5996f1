// Plies of random games per second: PlayoutBoard, which draws a move without a list of moves,
// against a plain loop that generates all legal moves and picks one. Both play from the same
// positions (openings, middlegames, endings: those of `bench`) by the same rules, taking turns.
//
// Run: ./rookery bench playout_speed [SECONDS]

#include "chess/movegen.h"
#include "search/bench.h"
#include "search/mcts/simulation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <vector>

using namespace rookery;
using namespace rookery::mcts;

namespace {

int by_drawing(const Position& position, Random& random) {
    return play_out(position, random).plies;
}

int by_listing(const Position& start, Random& random) {
    if (known_result(start) != GameResult::Open) return 0;
    Position position = start;
    int plies = 0;
    int quiet = 0;
    while (quiet < quiet_plies_allowed) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[random.below(moves.size())];
        const bool material_changes = position.is_capture(move) || move.is_promotion();
        position.make(move);
        ++plies;
        quiet = position.halfmove_clock() == 0 ? 0 : quiet + 1;
        if (material_changes && known_result(position) != GameResult::Open) break;
    }
    return plies;
}

// Processor time of this process: other work on the machine must not count.
double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

struct Contender {
    const char* name;
    int (*play)(const Position&, Random&);
    std::vector<double> speeds{};  // of each turn

    void take_turn(const std::vector<Root>& roots, Random& random, double seconds) {
        const double began = cpu_seconds();
        std::int64_t plies = 0;
        while (cpu_seconds() - began < seconds)
            for (const Root& root : roots) plies += play(root.position, random);
        speeds.push_back(static_cast<double>(plies) / (cpu_seconds() - began));
    }
    [[nodiscard]] double median() {
        std::sort(speeds.begin(), speeds.end());
        return speeds[speeds.size() / 2];
    }
};

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::max(0.1, std::atof(argv[1])) : 9;
    const std::vector<Root> roots = bench_roots();
    Contender drawing{"drawn without a list", by_drawing};
    Contender listing{"all listed, one picked", by_listing};
    constexpr int turns = 25;
    Random random(1);
    for (int turn = 0; turn < turns; ++turn)
        for (Contender* one : {&drawing, &listing})
            one->take_turn(roots, random, seconds / turns / 2);
    for (Contender* one : {&drawing, &listing})
        std::printf("%-22s %6.2f million plies/s\n", one->name, one->median() / 1e6);
    std::printf("%-22s %6.2f\n", "ratio", drawing.median() / listing.median());
}
