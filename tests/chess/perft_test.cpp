#include "chess/perft.h"

#include "notation/coordinate.h"
#include "support/chess_helpers.h"
#include "support/positions.h"
#include "support/slow_chess.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace rookery {
namespace {

using test::position_of;

TEST(Perft, OfDepthZeroIsOne) {
    EXPECT_EQ(perft(Position::start(), 0), 1u);
    EXPECT_EQ(run_perft(Position::start(), {.depth = 0}).nodes, 1u);
}

TEST(Perft, ClassicPositionsShallow) {
    for (const auto& known : test::classic_positions) {
        const Position position = position_of(known.fen);
        for (int depth = 1; depth <= 4; ++depth) {
            const std::uint64_t nodes = known.nodes[static_cast<std::size_t>(depth - 1)];
            if (nodes > 100'000) break;
            EXPECT_EQ(perft(position, depth), nodes) << known.name << ' ' << depth;
        }
    }
}

TEST(Perft, ClassicPositionsDeep) {
    for (const auto& known : test::classic_positions) {
        const Position position = position_of(known.fen);
        for (std::size_t depth = 4; depth <= known.nodes.size(); ++depth) {
            const std::uint64_t nodes = known.nodes[depth - 1];
            if (nodes == 0 || nodes > 200'000'000) break;
            EXPECT_EQ(perft(position, static_cast<int>(depth)), nodes)
                << known.name << ' ' << depth;
        }
    }
}

TEST(Perft, RulePositions) {
    for (const auto& rule : test::rule_positions) {
        const Position position = position_of(rule.fen);
        const MoveList moves = legal_moves(position);
        EXPECT_EQ(moves.size(), rule.moves) << rule.name;
        bool found = false;
        for (Move move : moves) found |= to_coordinate(position, move, true) == rule.move;
        EXPECT_EQ(found, rule.legal) << rule.name;
    }
}

// In debug builds every node of these also recomputes its keys and compares gives-check with
// in-check, so there the depth is one less.
TEST(Perft, TrickyPositions) {
    ASSERT_GE(test::tricky_positions.size(), 40u);
    for (const auto& tricky : test::tricky_positions) {
        const Position position = position_of(tricky.fen);
#ifdef NDEBUG
        EXPECT_EQ(perft(position, tricky.depth), tricky.nodes) << tricky.name << ' ' << tricky.fen;
#else
        const int depth = tricky.depth - 1;
        EXPECT_EQ(perft(position, depth), slow::perft(slow::from_fen(tricky.fen), depth))
            << tricky.fen;
#endif
    }
}

TEST(Perft, ThreadsTableAndPlainAgree) {
    const Position kiwipete =
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (std::size_t threads : {1u, 2u, 5u}) {
        for (std::size_t hash : {0u, 1u, 16u}) {
            const PerftResult result =
                run_perft(kiwipete, {.depth = 4, .threads = threads, .hash_mib = hash});
            EXPECT_EQ(result.nodes, 4085603u) << threads << " threads, " << hash << " MiB";
            EXPECT_FALSE(result.stopped);
            ASSERT_EQ(result.moves.size(), 48u);
            std::uint64_t sum = 0;
            for (const PerftCount& count : result.moves) {
                EXPECT_EQ(count.nodes, perft(kiwipete.after(count.move), 3));
                sum += count.nodes;
            }
            EXPECT_EQ(sum, result.nodes);
        }
    }
    EXPECT_EQ(run_perft(kiwipete, {.depth = 4, .make_leaves = true}).nodes, 4085603u);
}

TEST(Perft, StopsWhenTold) {
    std::stop_source source;
    std::size_t reports = 0;
    const PerftResult result =
        run_perft(Position::start(), {.depth = 7, .stop = source.get_token()},
                  [&](const PerftProgress& so_far) {
                      EXPECT_EQ(so_far.total, 400u);
                      ++reports;
                      source.request_stop();
                  });
    EXPECT_TRUE(result.stopped);
    EXPECT_GE(reports, 1u);
    EXPECT_LT(result.nodes, 3'195'901'860u);
}

// With hash and threads also beyond the depths above; seconds.
TEST(Perft, StartPositionToDepthSevenDeepLong) {
    const PerftResult result =
        run_perft(Position::start(),
                  {.depth = 7, .threads = std::thread::hardware_concurrency(), .hash_mib = 256});
    EXPECT_EQ(result.nodes, 3195901860u);
}

// The suites of $ROOKERY_DATA write `FEN ;D1 20 ;D2 400 ...` on each line.
struct SuiteCase {
    std::string fen;
    std::vector<std::uint64_t> counts;  // by depth, from 1
};

std::vector<SuiteCase> read_suite(const std::filesystem::path& file) {
    std::vector<SuiteCase> cases;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        SuiteCase suite_case;
        std::getline(fields, suite_case.fen, ';');
        for (std::string field; std::getline(fields, field, ';');) {
            std::istringstream words(field);
            std::string name;
            std::uint64_t count = 0;
            words >> name >> count;
            suite_case.counts.push_back(count);
        }
        if (!suite_case.counts.empty()) cases.push_back(suite_case);
    }
    return cases;
}

// Every case to the greatest depth whose count stays within the budget.
void check_suite(const std::vector<SuiteCase>& cases, std::uint64_t budget) {
    for (const SuiteCase& suite_case : cases) {
        const Position position = position_of(suite_case.fen);
        for (std::size_t depth = suite_case.counts.size(); depth >= 1; --depth) {
            if (depth > 1 && suite_case.counts[depth - 1] > budget) continue;
            EXPECT_EQ(perft(position, static_cast<int>(depth)), suite_case.counts[depth - 1])
                << suite_case.fen << " depth " << depth;
            break;
        }
    }
}

TEST(PerftSuites, ClassicPositionsDeep) {
    ROOKERY_NEED_DATA(data);
    const auto cases = read_suite(data / "perft/perftsuite126.epd");
    ASSERT_EQ(cases.size(), 126u);
    check_suite(cases, 60'000'000);
}

TEST(PerftSuites, Chess960Deep) {
    ROOKERY_NEED_DATA(data);
    const auto cases = read_suite(data / "perft/ethereal_fischer960.epd");
    ASSERT_EQ(cases.size(), 960u);
    check_suite(cases, 4'000'000);
}

TEST(PerftSuites, ClassicPositionsDeepLong) {
    ROOKERY_NEED_DATA(data);
    check_suite(read_suite(data / "perft/perftsuite126.epd"), 1'000'000'000);
}

TEST(PerftSuites, Chess960DeepLong) {
    ROOKERY_NEED_DATA(data);
    check_suite(read_suite(data / "perft/ethereal_fischer960.epd"), 40'000'000);
}

}  // namespace
}  // namespace rookery
