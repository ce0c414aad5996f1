// The table of searchers: what it promises of each must be so.
#include "commands/cli.h"

#include "chess/movegen.h"
#include "engine/make_searcher.h"
#include "eval/evaluator.h"

#include <gtest/gtest.h>

#include <set>

namespace rookery {
namespace {

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

}  // namespace
}  // namespace rookery
