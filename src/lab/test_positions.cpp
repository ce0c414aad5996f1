#include "lab/test_positions.h"

#include "arena/openings/opening.h"
#include "arena/suite/suite.h"
#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/movegen.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>

namespace rookery::lab {
namespace {

constexpr std::size_t fewest_moves = 4;
constexpr int undecided = 400;
constexpr int shortest_game = 6;
constexpr int longest_game = 76;
constexpr std::uint64_t distraction_nodes = 20'000;

// A position from a game of the engine with few nodes for each move; empty if the game was decided
// earlier.
std::optional<Position> position_from_play(Searcher& searcher, std::uint64_t seed,
                                           std::uint64_t index) {
    const arena::Opening opening = arena::random_opening(seed, index);
    Position position = opening.start;
    for (const Move move : opening.moves) position = position.after(move);
    Random random(seed * 1'000'003 + index);
    const auto plies = shortest_game + random.below(longest_game - shortest_game + 1);
    NoListener no_listener;
    searcher.new_game();
    for (std::uint64_t ply = 0; ply < plies; ++ply) {
        Limits limits;
        limits.nodes = 300 + random.below(400);
        const SearchResult result = searcher.search(Root(position), limits, {}, no_listener);
        if (!result.best || std::abs(result.score.value()) > undecided) return std::nullopt;
        position = position.after(result.best);
    }
    if (legal_moves(position).size() < fewest_moves) return std::nullopt;
    return position;
}

Move solution_of(Searcher& searcher, const Position& position, std::uint64_t nodes,
                 const std::stop_token& stop) {
    NoListener no_listener;
    searcher.new_game();
    Limits limits;
    limits.nodes = distraction_nodes;
    (void)searcher.search(Root(Position::start()), limits, stop, no_listener);
    limits.nodes = nodes;
    return searcher.search(Root(position), limits, stop, no_listener).best;
}

NamedPosition named(const char* name, std::string_view fen) {
    return {name, parse_fen(fen)->position};
}

}  // namespace

bool TestPosition::is_solved_by(Move move) const {
    return move && std::ranges::find(solutions, move) != solutions.end();
}

void ProgressCounter::count_one() {
    const std::scoped_lock lock(mutex_);
    report(progress_, fmt::format("{}: {} of {}", what_, ++done_, all_));
}

std::vector<TestPosition> test_positions_from_play(const TestPositionPlan& plan,
                                                   const SearcherFactory& make,
                                                   const std::stop_token& stop,
                                                   const Progress& progress) {
    const auto player = make();
    std::vector<TestPosition> all;
    for (std::uint64_t index = 0; all.size() < plan.count && !stop.stop_requested(); ++index)
        if (const auto position = position_from_play(*player, plan.seed, index))
            all.push_back({*position, {}});
    std::atomic<std::size_t> next = 0;
    ProgressCounter counter(progress, "solving", all.size());
    run_on_threads(plan.threads, [&](std::size_t) {
        const auto solver = make();
        solver->resize({.hash_mib = 64, .threads = 1});
        for (std::size_t i = next++; i < all.size() && !stop.stop_requested(); i = next++) {
            const Move best = solution_of(*solver, all[i].position, plan.solving_nodes, stop);
            if (!stop.stop_requested()) all[i].solutions = {best};
            counter.count_one();
        }
    });
    std::erase_if(
        all, [](const TestPosition& test_position) { return test_position.solutions.empty(); });
    return all;
}

Result<std::vector<TestPosition>, std::string> test_positions_in(const std::string& file) {
    const auto suite = arena::load_suite(file);
    if (!suite) return failure(suite.error());
    std::vector<TestPosition> test_positions;
    for (const arena::SuitePosition& one : suite->positions)
        if (!one.best.empty()) test_positions.push_back({one.position, one.best});
    if (test_positions.empty())
        return failure(printable(file) + " has no position with a best move (bm)");
    return test_positions;
}

std::string epd_of(std::span<const TestPosition> test_positions) {
    std::string text;
    for (const TestPosition& test_position : test_positions) {
        EpdOperation best{"bm", {}};
        for (const Move move : test_position.solutions)
            best.operands.push_back(to_san(test_position.position, move));
        text += rookery::to_epd(Epd{test_position.position, {}, {best}}) + "\n";
    }
    return text;
}

std::vector<NamedPosition> growth_positions() {
    return {
        {"start", Position::start()},
        named("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        named("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        named("blocked pawns", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
    };
}

std::vector<NamedPosition> convergence_positions() {
    return {
        {"start", Position::start()},
        named("combination", "2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20"),
    };
}

}  // namespace rookery::lab
