#include "engine/make_searcher.h"

#include "engine/engine_helpers.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "eval/evaluator.h"
#include "eval/nnue/network_file.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace rookery {
namespace {

SearchResult searched(const SearcherChoice& choice) {
    const auto searcher = make_searcher(choice, test::real_searchers);
    EXPECT_TRUE(searcher.ok());
    NoListener no_listener;
    return (*searcher)->search(Root(Position::start()), {}, {}, no_listener);
}

TEST(Strength, LimitsTheNodesOfASearch) {
    // The first iteration is always finished.
    EXPECT_LE(searched({"pvs", "", strength_of_level(5), 1}).nodes, strength_of_level(5).nodes + 1);
}

TEST(Strength, TheSameSeedGivesTheSameNoise) {
    const Strength weak{5'000, 300};
    const SearchResult first = searched({"pvs", "material", weak, 7});
    EXPECT_EQ(first.score, searched({"pvs", "material", weak, 7}).score);
    bool differs = false;
    for (std::uint64_t seed = 8; seed < 12; ++seed)
        differs = differs || searched({"pvs", "material", weak, seed}).score != first.score;
    EXPECT_TRUE(differs);
}

TEST(MakeSearcher, SaysWhatIsWrong) {
    const auto problem = [](const char* searcher, const char* evaluator) {
        return validate({searcher, evaluator, {}, 1}, test::real_searchers).value_or("");
    };
    EXPECT_EQ(problem("pvs", ""), "");
    EXPECT_EQ(problem("pvs", "material"), "");
    EXPECT_EQ(problem("random", ""), "");
    EXPECT_EQ(problem("nobody", ""), "there is no searcher 'nobody'");
    EXPECT_EQ(problem("pvss", ""), "there is no searcher 'pvss'; did you mean pvs?");
    EXPECT_EQ(problem("pvs", "nothing"), "there is no evaluator 'nothing'");
    EXPECT_EQ(problem("random", "material"), "the searcher 'random' uses no evaluator");
    EXPECT_FALSE(make_searcher({"nobody", "", {}, 1}, test::real_searchers).ok());
}

TEST(MakeSearcher, TakesWeightsFromAFile) {
    const std::string path =
        testing::TempDir() + "weights_of_make_searcher_" + std::to_string(getpid());
    classical::Weights weights = classical::default_weights;
    std::ofstream(path) << classical::weights_as_source(weights);
    const Limits limits{.depth = 6};
    const auto score = [&](const std::string& file) {
        const auto searcher =
            make_searcher({"pvs", "classical", {}, 1, file}, test::real_searchers);
        EXPECT_TRUE(searcher.ok());
        NoListener no_listener;
        const auto queen_up = parse_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        return (*searcher)->search(Root(queen_up->position), limits, {}, no_listener).score.value();
    };
    EXPECT_EQ(score(path), score(""));
    weights.material.queen = weights.material.rook;
    std::ofstream(path) << classical::weights_as_source(weights);
    EXPECT_LT(score(path), score("") - 100);
    EXPECT_EQ(validate({"pvs", "classical", {}, 1, path + "no"}, test::real_searchers),
              path + "no cannot be read");
    EXPECT_NE(validate({"pvs", "material", {}, 1, path}, test::real_searchers), std::nullopt);
    std::filesystem::remove(path);
}

TEST(MakeSearcher, TakesTheClassicalEvaluationInAnotherForm) {
    const auto score = [&](const classical::VariantText& variant) {
        SearcherChoice choice{"pvs", "classical", {}, 1};
        choice.variant = variant;
        const auto searcher = make_searcher(choice, test::real_searchers);
        EXPECT_TRUE(searcher.ok()) << searcher.error();
        NoListener no_listener;
        const auto queen_up = parse_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        return (*searcher)
            ->search(Root(queen_up->position), Limits{.depth = 6}, {}, no_listener)
            .score.value();
    };
    EXPECT_EQ(score({"all"}), score({}));
    EXPECT_LT(score({"all-material"}), score({}) - 100);
    EXPECT_LT(score({"", {{"material.queen", "432:791"}}}), score({}) - 100);
}

std::uint64_t nodes_to_depth_7(const SearcherChoice& choice) {
    const auto searcher = make_searcher(choice, test::real_searchers);
    EXPECT_TRUE(searcher.ok()) << searcher.error();
    NoListener no_listener;
    return (*searcher)->search(Root(Position::start()), Limits{.depth = 7}, {}, no_listener).nodes;
}

TEST(MakeSearcher, WeightsMustNameTheirEvaluator) {
    SearcherChoice choice{"pvs", "", {}, 1};
    SearcherChoice classical{"pvs", "classical", {}, 1};
    EXPECT_NE(nodes_to_depth_7(choice), nodes_to_depth_7(classical));
    choice.variant.terms = "all";
    EXPECT_EQ(validate(choice, test::real_searchers),
              "terms and weights belong to the evaluator 'classical', and the searcher 'pvs' plays "
              "with 'network': add Evaluator=classical (to a command: --evaluator classical)");
    choice.evaluator = "classical";
    EXPECT_EQ(nodes_to_depth_7(choice), nodes_to_depth_7(classical));
    choice.evaluator = "network";
    EXPECT_EQ(validate(choice, test::real_searchers),
              "terms and weights can be chosen for the evaluator 'classical' alone");
    classical.network = "other.rooknet";
    EXPECT_EQ(validate(classical, test::real_searchers),
              "a network can be chosen for the evaluator 'network' alone");
}

TEST(MakeSearcher, LevelsUseTheNetworkOfLevels) {
    SearcherChoice level{"pvs", "", {.nodes = 1'000'000}, 1};
    SearcherChoice named{"pvs", "network", {}, 1};
    named.loaded_network = nnue::level_net();
    named.network = "level";
    EXPECT_EQ(nodes_to_depth_7(level), nodes_to_depth_7(named));
    level.evaluator = "classical";
    EXPECT_EQ(nodes_to_depth_7(level), nodes_to_depth_7({"pvs", "classical", {}, 1}));
}

TEST(MakeSearcher, ARatedSearcherHasNoLevels) {
    const SearcherChoice choice{"rated", "", strength_of_level(3), 1};
    EXPECT_EQ(validate(choice, test::styles),
              "the searcher 'rated' has no levels: its setting elo is the rating it plays like, "
              "such as elo=1200");
    EXPECT_FALSE(validate({"rated", "", {}, 1}, test::styles));
}

// A pipe can be read once; its name is gone before its end is reached.
TEST(MakeSearcher, ReadsTheFileOfWeightsOnce) {
    const std::string path = testing::TempDir() + "weights_pipe_" + std::to_string(getpid());
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const std::jthread writer([&] {
        std::ofstream pipe(path);  // waits for the reader
        std::filesystem::remove(path);
        pipe << classical::weights_as_source(classical::default_weights);
    });
    const auto searcher = make_searcher({"pvs", "classical", {}, 1, path}, test::real_searchers);
    EXPECT_TRUE(searcher.ok()) << searcher.error();
}

TEST(MakeSearcher, PassesOnWhatIsWrongWithTheWeights) {
    const std::string path = testing::TempDir() + "no_weights_" + std::to_string(getpid());
    for (const Strength& strength : {Strength{}, Strength{100, 50}}) {
        const auto missing =
            make_searcher({"pvs", "classical", strength, 1, path}, test::real_searchers);
        ASSERT_FALSE(missing.ok());
        EXPECT_EQ(missing.error(), path + " cannot be read");
    }
    std::ofstream(path) << "not weights";
    const auto damaged = make_searcher({"pvs", "classical", {}, 1, path}, test::real_searchers);
    ASSERT_FALSE(damaged.ok());
    EXPECT_EQ(damaged.error(), validate({"pvs", "classical", {}, 1, path}, test::real_searchers));
    EXPECT_TRUE(damaged.error().starts_with(path + ": ")) << damaged.error();
    std::filesystem::remove(path);
}

// The search compiled for one evaluator and the search for any of them are the same search.
TEST(MakeSearcher, ErasingTheEvaluatorChangesNothing) {
    Limits limits;
    limits.depth = 8;
    NoListener no_listener;
    const Root root(Position::start());
    for (const std::string_view name : {"classical", "network"}) {
        const EvaluatorMaker maker = find_evaluator(all_evaluators(), name)->create;
        const auto native = make_pvs({.evaluator = maker});
        // Wrapped once more, the evaluator is of no kind that the search was compiled for.
        const auto erased = make_pvs(
            {.evaluator = [&maker] { return std::make_unique<Erased<AnyEvaluator>>(maker()); }});
        EXPECT_EQ(erased->search(root, limits, {}, no_listener).nodes,
                  native->search(root, limits, {}, no_listener).nodes)
            << name;
    }
}

}  // namespace
}  // namespace rookery
