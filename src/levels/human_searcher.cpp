#include "levels/human_searcher.h"

#include "base/math.h"
#include "base/random.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/win_rate.h"
#include "search/pvs/pvs_searcher.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rookery::human {
namespace {

enum Setting : std::size_t { Elo, Nodes };
constexpr std::array<SearcherSetting, 2> settings = {
    {{"elo", 1500, lowest_rating, highest_rating, 0}, {"nodes", 1000, 0, 1'000'000, 0}}};

// Moves that together have less probability than this are not looked at.
constexpr double left_out = 0.02;
constexpr std::size_t most_candidates = 12;

// The same score a ply earlier, for the other side.
Score one_ply_earlier(Score reply) {
    if (!reply.is_mate()) return -reply;
    return reply.value() > 0 ? Score(1 - reply.value()) : Score(-reply.value() - 1);
}

class HumanSearcher final : public Searcher {
  public:
    HumanSearcher(std::uint64_t seed, EvaluatorMaker evaluator, int rating,
                  std::uint64_t nodes_each)
        : seed_(seed), rating_(rating), nodes_each_(nodes_each),
          predictor_(HumanNetwork::built_in()),
          checker_(make_pvs({.evaluator = std::move(evaluator)})) {
        checker_->resize({1, 1});
    }

    void new_game() override { checker_->new_game(); }
    // Its searches are short: they need no more memory and no more threads.
    void resize(const Resources& /*resources*/) override {}

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const MoveList wanted = wanted_moves(root.position, limits);
        if (wanted.empty()) return no_move_result(root, listener);
        const auto began = std::chrono::steady_clock::now();
        HumanPrediction prediction = predictor_.predict({.position = root.position,
                                                         .last = root.last_moves,
                                                         .rating = rating_,
                                                         .opponent_rating = rating_});
        keep_wanted(prediction, wanted);
        std::vector<HumanCandidate> candidates = likely_moves(prediction);
        SearchResult result;
        result.nodes = 1;
        // The limit of nodes is kept; where it is too low, the network alone decides.
        std::uint64_t each = nodes_each_;
        if (limits.nodes) each = std::min(each, *limits.nodes / (2 * candidates.size()));
        if (each >= fewest_nodes)
            search_candidates(candidates, root, *checker_, each, limits, stop, result.nodes);
        set_chances(candidates, model_of(rating_));
        const HumanCandidate& chosen = draw(candidates, root);
        result.best = chosen.move;
        result.score = chosen.score;
        report(candidates, chosen, limits, result.nodes, began, listener);
        return result;
    }

  private:
    static constexpr std::uint64_t fewest_nodes = 50;

    static void keep_wanted(HumanPrediction& prediction, const MoveList& wanted) {
        InlineVector<HumanMoveChance, max_moves> kept;
        for (const HumanMoveChance& one : prediction.moves)
            if (std::ranges::find(wanted, one.move) != wanted.end()) kept.push_back(one);
        prediction.moves = kept;
    }

    // The same position of the same game always gets the same move.
    [[nodiscard]] const HumanCandidate& draw(const std::vector<HumanCandidate>& candidates,
                                             const Root& root) const {
        SplitMix dice(root.position.key() ^ (seed_ * 0x9E3779B97F4A7C15ULL) ^ root.keys.size());
        double left = in_unit(dice.next());
        for (const HumanCandidate& one : candidates) {
            left -= one.chance;
            if (left < 0) return one;
        }
        return candidates.front();
    }

    // The move that is played, then the others as they are likely.
    static void report(const std::vector<HumanCandidate>& candidates, const HumanCandidate& chosen,
                       const Limits& limits, std::uint64_t nodes,
                       std::chrono::steady_clock::time_point began, SearchListener& listener) {
        if (!listener.wants_reports()) return;
        LineReport report;
        report.depth = 1;
        report.nodes = nodes;
        report.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - began);
        const auto report_line = [&](const HumanCandidate& one) {
            report.score = one.score;
            report.moves = {one.move};
            listener.on_line(report);
            ++report.line;
        };
        report_line(chosen);
        for (const HumanCandidate& one : candidates)
            if (report.line <= limits.multi_pv && one.move != chosen.move) report_line(one);
    }

    const std::uint64_t seed_;
    const int rating_;
    const std::uint64_t nodes_each_;
    HumanPredictor predictor_;
    const std::unique_ptr<Searcher> checker_;
};

}  // namespace

// Lines through what `human fit` finds for each band (docs/levels.md).
HumanModel model_of(int rating) {
    const double from_800 = std::clamp(rating - 800, -200, 1400) / 1000.0;
    return {.trust = 0.96 - 0.08 * from_800, .care = std::max(0.3, 6.2 * from_800 - 0.2)};
}

std::vector<HumanCandidate> likely_moves(const HumanPrediction& prediction) {
    std::vector<HumanCandidate> candidates;
    double sum = 0;
    double all = 0;
    for (const HumanMoveChance& one : prediction.moves) all += one.probability;
    for (const HumanMoveChance& one : prediction.moves) {
        if (candidates.size() == most_candidates || sum > (1 - left_out) * all) break;
        candidates.push_back({.move = one.move, .probability = one.probability});
        sum += one.probability;
    }
    return candidates;
}

bool search_candidates(std::vector<HumanCandidate>& candidates, const Root& root,
                       Searcher& searcher, std::uint64_t nodes_each, const Limits& limits,
                       const std::stop_token& stop, std::uint64_t& nodes) {
    NoListener no_listener;
    Limits few;
    few.nodes = nodes_each;
    few.hard_deadline = limits.hard_deadline;
    few.ponder = limits.ponder;
    double best = 0;
    std::vector<double> points;
    for (HumanCandidate& one : candidates) {
        if (stop.stop_requested() || limits.must_end(Limits::Instant::clock::now())) return false;
        const Root next = root.after(one.move);
        // The rules end the game there, which a search of that position alone does not see.
        if (earlier_occurrences(next.keys, next.position.halfmove_clock()) >= 2 ||
            next.position.halfmove_clock() >= 100) {
            one.score = Score::draw();
        } else {
            const SearchResult reply = searcher.search(next, few, stop, no_listener);
            one.score = one_ply_earlier(reply.score);
            nodes += reply.nodes;
        }
        points.push_back(expected_points_of_people(one.score, root.position));
        best = std::max(best, points.back());
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].lost = best - points[i];
    return true;
}

void set_chances(std::vector<HumanCandidate>& candidates, const HumanModel& model) {
    double sum = 0;
    for (HumanCandidate& one : candidates) {
        constexpr double least = 1e-9;
        one.chance = natural_exp(model.trust * natural_log(std::max(one.probability, least)) -
                                 model.care * one.lost);
        sum += one.chance;
    }
    for (HumanCandidate& one : candidates) one.chance /= sum;
}

std::unique_ptr<Searcher> make_human(const SearcherSetup& setup) {
    int rating = settings[Elo].standard;
    int nodes = settings[Nodes].standard;
    for (const auto& [name, value] : setup.settings) {
        if (name == settings[Elo].name) rating = value;
        if (name == settings[Nodes].name) nodes = value;
    }
    // The net of the levels: a better default net must not change how people play.
    EvaluatorMaker evaluator = [] {
        return std::make_unique<Erased<NnueEvaluator>>(nnue::level_net());
    };
    return std::make_unique<HumanSearcher>(setup.seed, std::move(evaluator), rating,
                                           static_cast<std::uint64_t>(nodes));
}

std::span<const SearcherSetting> human_settings() { return settings; }

}  // namespace rookery::human
