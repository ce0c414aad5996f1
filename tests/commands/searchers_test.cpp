// The table of searchers: what it promises of each must be so.
#include "commands/cli.h"

#include "chess/movegen.h"
#include "engine/make_searcher.h"
#include "eval/evaluator.h"

#include "notation/fen.h"

#include <gtest/gtest.h>

#include <ctime>
#include <future>
#include <set>
#include <thread>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(Searchers, EachHasANameAndAnEvaluatorThatExists) {
    std::set<std::string_view> names;
    for (const SearcherEntry& entry : all_searchers()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_FALSE(entry.summary.empty()) << entry.name;
        if (!entry.evaluator.empty()) {
            EXPECT_NE(find_evaluator(all_evaluators(), entry.evaluator), nullptr) << entry.name;
        }
    }
    EXPECT_EQ(all_searchers().front().name, "pvs");  // the one that plays unless another is chosen
}

TEST(Searchers, ExperimentsAreNotAmongThoseToChooseFrom) {
    const SearcherTable listed = without_experiments(all_searchers());
    ASSERT_FALSE(listed.empty());
    for (const SearcherEntry& entry : listed) EXPECT_FALSE(entry.experiment) << entry.name;
    for (const SearcherEntry& entry : all_searchers())
        EXPECT_EQ(find_searcher(listed, entry.name) == nullptr, entry.experiment) << entry.name;
}

SearchResult searched(const SearcherChoice& choice, std::uint64_t nodes) {
    auto searcher = make_searcher(choice, all_searchers());
    if (!searcher) {
        ADD_FAILURE() << choice.searcher << ": " << searcher.error();
        return {};
    }
    (*searcher)->resize({.hash_mib = 1, .threads = 2});
    Limits limits;
    limits.nodes = nodes;
    NoListener no_listener;
    return (*searcher)->search(Root(Position::start()), limits, {}, no_listener);
}

TEST(Searchers, EachPlaysByName) {
    for (const SearcherEntry& entry : all_searchers()) {
        SearcherChoice choice;
        choice.searcher = entry.name;
        EXPECT_TRUE(Position::start().is_legal(searched(choice, 2000).best)) << entry.name;
        if (entry.evaluator.empty()) continue;
        for (const EvaluatorEntry& evaluator : all_evaluators()) {
            choice.evaluator = evaluator.name;
            EXPECT_TRUE(Position::start().is_legal(searched(choice, 500).best))
                << entry.name << " with " << evaluator.name;
        }
    }
}

TEST(Searchers, EachTakesItsSettingsWithinTheirRanges) {
    for (const SearcherEntry& entry : all_searchers()) {
        if (entry.settings == nullptr) continue;
        for (const SearcherSetting& one : entry.settings()) {
            EXPECT_LE(one.lowest, one.standard) << one.name;
            EXPECT_GE(one.highest, one.standard) << one.name;
            SearcherChoice choice;
            choice.searcher = entry.name;
            choice.settings = {{std::string(one.name), one.highest + 1}};
            EXPECT_TRUE(validate(choice, all_searchers()).has_value())
                << entry.name << ' ' << one.name;
        }
    }
    SearcherChoice shallow;
    shallow.searcher = "minimax";
    shallow.settings = {{"depth", 2}};
    EXPECT_EQ(searched(shallow, 1'000'000).nodes, 420U);
}

// The limits that every searcher obeys, in positions of every kind.

constexpr const char* contract_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  // Kiwipete
    "r2q1rk1/1b1nbppp/p2ppn2/1pp1P3/3P1B2/1BNQ1N2/PPP2PPP/R3R1K1 w - - 0 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  // an endgame
    "k7/8/1K6/8/8/8/8/1R6 b - - 0 1",             // a single legal move
};

// Captures without end: a search without pruning does not get through the first depth.
constexpr const char* many_captures =
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1";

// The processor time of the whole process: it stands still where a busy machine lets others run.
std::chrono::nanoseconds processor_time() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// After a stop or a deadline a searcher may work so long, and the clock of a busy machine go on for
// so long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr auto most_work = 1000ms;
#else
constexpr auto most_work = 100ms;
#endif
constexpr auto longest_wait = 20s;
// How many nodes a searcher may search above its limit (see Limits::nodes): each further thread,
// and, whatever the limit is, an iteration of depth 1.
constexpr std::uint64_t most_nodes_above = 1024;
constexpr std::uint64_t most_nodes_at_first = 500;

struct DeepestDepth final : SearchListener {
    int depth = 0;
    void on_line(const LineReport& report) override { depth = std::max(depth, report.depth); }
};

// A search by a searcher of the table, watched from outside.
class ContractCheck {
  public:
    using Clock = std::chrono::steady_clock;

    ContractCheck(const SearcherChoice& choice, int threads) : threads_(threads) {
        auto made = make_searcher(choice, all_searchers());
        if (!made) {
            ADD_FAILURE() << made.error();
            return;
        }
        searcher_ = std::move(*made);
        searcher_->resize({.hash_mib = 1, .threads = static_cast<std::size_t>(threads)});
    }

    void obeys_stop_and_deadline(const Position& position) {
        obeys_stop(position);
        obeys_deadline(position);
    }
    void obeys_nodes(const Position& position) {
        for (const std::uint64_t most : {1U, 300U, 3000U}) {
            Limits limits = endless();
            limits.nodes = most;
            NoListener no_listener;
            const SearchResult result = searcher_->search(Root(position), limits, {}, no_listener);
            EXPECT_LE(result.nodes, most + most_nodes_above * static_cast<std::uint64_t>(threads_))
                << most;
            check_best(position, result);
        }
    }
    void obeys_depth(const Position& position) {
        Limits limits;
        limits.depth = 1;
        limits.hard_deadline = Clock::now() + longest_wait;
        DeepestDepth reports;
        const SearchResult result = searcher_->search(Root(position), limits, {}, reports);
        EXPECT_LT(Clock::now(), *limits.hard_deadline) << "depth 1";
        EXPECT_LE(reports.depth, 1);
        check_best(position, result);
    }

  private:
    // Without an end of its own: deeper than any of them gets.
    [[nodiscard]] static Limits endless() {
        Limits limits;
        limits.depth = 90;
        return limits;
    }

    void check_best(const Position& position, const SearchResult& result) const {
        EXPECT_TRUE(position.is_legal(result.best));
    }

    void obeys_stop(const Position& position) {
        std::stop_source source;
        auto search = std::async(std::launch::async, [&] {
            NoListener no_listener;
            const SearchResult result =
                searcher_->search(Root(position), endless(), source.get_token(), no_listener);
            return std::pair(result, processor_time());
        });
        std::this_thread::sleep_for(5ms);
        const auto before = processor_time();
        const auto asked = Clock::now();
        source.request_stop();
        const auto [result, after] = search.get();
        EXPECT_LT(Clock::now() - asked, longest_wait) << "after a stop";
        EXPECT_LT(after - before, most_work * threads_) << "after a stop";
        check_best(position, result);
    }

    void obeys_deadline(const Position& position) {
        Limits limits = endless();
        const auto deadline = Clock::now() + 5ms;
        limits.hard_deadline = deadline;
        auto at_deadline = std::async(std::launch::async, [&] {
            std::this_thread::sleep_until(deadline);
            return processor_time();
        });
        NoListener no_listener;
        const SearchResult result = searcher_->search(Root(position), limits, {}, no_listener);
        const auto after = processor_time();
        EXPECT_LT(Clock::now() - deadline, longest_wait) << "after a deadline";
        EXPECT_LT(after - at_deadline.get(), most_work * threads_) << "after a deadline";
        check_best(position, result);
    }

    const int threads_;
    std::unique_ptr<Searcher> searcher_;
};

void expect_all_limits_obeyed(const SearcherChoice& choice, int threads) {
    ContractCheck check(choice, threads);
    const auto trace = [&](const char* fen) {
        return choice.searcher + ' ' + choice.evaluator + ", threads " + std::to_string(threads) +
               ": " + fen;
    };
    for (const char* fen : contract_positions) {
        SCOPED_TRACE(trace(fen));
        const Position position = parse_fen(fen)->position;
        check.obeys_stop_and_deadline(position);
        check.obeys_nodes(position);
        check.obeys_depth(position);
    }
    SCOPED_TRACE(trace(many_captures));
    check.obeys_stop_and_deadline(parse_fen(many_captures)->position);
}

// One search after the other, as a user at a board or a match needs them.
TEST(Searchers, EachObeysEveryLimit) {
    for (const SearcherEntry& entry : without_experiments(all_searchers())) {
        SearcherChoice choice;
        choice.searcher = entry.name;
        // One that is helped searches by itself where no colony answers.
        if (entry.is_helped) choice.colony = "/nonexistent/invitation.json";
        for (const int threads : {1, 2}) expect_all_limits_obeyed(choice, threads);
        if (entry.evaluator.empty() || entry.evaluator == "network") continue;
        choice.evaluator = "network";  // the slowest
        expect_all_limits_obeyed(choice, 1);
    }
}

}  // namespace
}  // namespace rookery
