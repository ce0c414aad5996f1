#include "levels/human_searcher.h"

#include "notation/fen.h"
#include "notation/san.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace rookery::human {
namespace {

std::unique_ptr<Searcher> human_of(int rating, std::uint64_t seed) {
    return make_human({.seed = seed, .settings = {{"elo", rating}}});
}

Move played(const char* fen, int rating, std::uint64_t seed) {
    NoListener no_listener;
    return human_of(rating, seed)->search(Root(parse_fen(fen)->position), {}, {}, no_listener).best;
}

TEST(HumanModel, TakesMoreCareWithTheRating) {
    for (int rating = lowest_rating; rating < highest_rating; rating += 100) {
        EXPECT_LE(model_of(rating).care, model_of(rating + 100).care);
        EXPECT_GE(model_of(rating).care, 0);
        EXPECT_GT(model_of(rating).trust, 0.5);
    }
}

TEST(HumanModel, ChancesFollowProbabilityAndLoss) {
    std::vector<HumanCandidate> candidates(3);
    candidates[0].probability = 0.6;
    candidates[0].lost = 0.5;
    candidates[1].probability = 0.3;
    candidates[2].probability = 0.1;
    set_chances(candidates, {.trust = 1, .care = 0});
    EXPECT_NEAR(candidates[0].chance, 0.6, 1e-9);
    set_chances(candidates, {.trust = 1, .care = 10});
    EXPECT_LT(candidates[0].chance, 0.02);
    EXPECT_NEAR(candidates[1].chance / candidates[2].chance, 3, 1e-9);
    const double sum = std::accumulate(
        candidates.begin(), candidates.end(), 0.0,
        [](double so_far, const HumanCandidate& one) { return so_far + one.chance; });
    EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(HumanSearcher, LooksAtTheLikelyMovesAlone) {
    HumanPredictor predictor(HumanNetwork::built_in());
    const HumanPrediction prediction = predictor.predict({.position = Position::start()});
    const auto candidates = likely_moves(prediction);
    EXPECT_EQ(candidates.front().move, prediction.moves[0].move);
    EXPECT_LT(candidates.size(), prediction.moves.size());
    double sum = 0;
    for (const HumanCandidate& one : candidates) sum += one.probability;
    EXPECT_GT(sum, 0.97);
}

TEST(HumanSearcher, OpensAsPeopleDo) {
    std::map<std::string, int> first;
    for (std::uint64_t seed = 0; seed < 60; ++seed)
        ++first[to_san(
            Position::start(),
            played("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1500, seed))];
    EXPECT_GT(first["e4"] + first["d4"], 35);
    EXPECT_GT(first["e4"], 0);
    EXPECT_GT(first["d4"], 0);
}

TEST(HumanSearcher, PlaysTheSameGameWithTheSameSeed) {
    const char* fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    const Move move = played(fen, 1500, 5);
    EXPECT_EQ(played(fen, 1500, 5), move);
    bool differs = false;
    for (std::uint64_t seed = 6; seed < 20; ++seed)
        differs = differs || played(fen, 1500, seed) != move;
    EXPECT_TRUE(differs);
}

// Scholar's mate threatens: some beginners overlook it, experts do not.
TEST(HumanSearcher, OverlooksLessWithTheRating) {
    const char* fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    const auto overlooked = [&](int rating) {
        int count = 0;
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Position position = parse_fen(fen)->position;
            const Position next = position.after(played(fen, rating, seed));
            const auto mate = parse_san(next, "Qxf7");
            count += mate && legal_moves(next.after(*mate)).empty() ? 1 : 0;
        }
        return count;
    };
    EXPECT_LE(overlooked(2200), 2);
    EXPECT_LE(overlooked(2200), overlooked(700));
    EXPECT_GE(overlooked(700), 2);
}

TEST(HumanSearcher, ReportsTheMoveItPlaysAndObeysSearchMoves) {
    class Lines final : public SearchListener {
      public:
        void on_line(const LineReport& report) override { lines.push_back(report); }
        std::vector<LineReport> lines;
    } listener;
    const Root root(Position::start());
    Limits limits;
    limits.multi_pv = 3;
    const SearchResult result = human_of(1500, 1)->search(root, limits, {}, listener);
    ASSERT_EQ(listener.lines.size(), 3U);
    EXPECT_EQ(listener.lines[0].moves, std::vector<Move>{result.best});
    EXPECT_EQ(listener.lines[0].score, result.score);
    limits.search_moves = {*parse_san(root.position, "Na3")};
    EXPECT_EQ(human_of(1500, 1)->search(root, limits, {}, listener).best,
              limits.search_moves.front());
}

TEST(HumanSearcher, SeesMateAndDrawsOnTheNextMove) {
    const Root root(parse_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")->position);
    std::vector<HumanCandidate> candidates(2);
    candidates[0].move = *parse_san(root.position, "Ra8#");
    candidates[1].move = *parse_san(root.position, "Kg2");
    const auto searcher = make_human({});  // any searcher would do
    std::uint64_t nodes = 0;
    EXPECT_TRUE(search_candidates(candidates, root, *searcher, 100, {}, {}, nodes));
    EXPECT_EQ(candidates[0].score, Score::mate_in(1));
    EXPECT_EQ(candidates[0].lost, 0);
    EXPECT_GT(candidates[1].lost, 0.2);
}

}  // namespace
}  // namespace rookery::human
