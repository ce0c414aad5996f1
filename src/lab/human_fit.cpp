#include "lab/human_fit.h"

#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/win_rate.h"
#include "lab/measurement.h"
#include "search/pvs/pvs_searcher.h"
#include "ui/messages.h"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;
using human::HumanCandidate;
using human::HumanModel;
using training::HumanMove;

// A move that loses so many points more than the best one is a blunder.
constexpr double blunder = 0.15;

struct HumanAnswer {
    std::optional<HumanChoice> choice;  // none: the played move is not among the likely ones
    std::vector<double> judged;         // points that each candidate loses, by the longer search
    double played_loses = 0;            // the move that was played
    double points = 0.5;                // of the best candidate
};

std::unique_ptr<Searcher> make_judge() {
    auto judge = make_pvs(
        {.evaluator = [] { return std::make_unique<Erased<NnueEvaluator>>(nnue::level_net()); }});
    judge->resize({4, 1});
    return judge;
}

class HumanAsker {
  public:
    HumanAsker(std::shared_ptr<const human::HumanNetwork> network, const HumanFitSettings& settings,
               std::stop_token stop)
        : predictor_(std::move(network)), settings_(settings), stop_(std::move(stop)),
          checker_(make_judge()), judge_(make_judge()) {}

    HumanAnswer operator()(const HumanMove& human) {
        HumanAnswer answer;
        Root root(human.situation.position);
        root.last_moves = human.situation.last;
        const human::HumanPrediction prediction = predictor_.predict(human.situation);
        HumanChoice choice{.candidates = human::likely_moves(prediction)};
        std::uint64_t counted = 0;
        search_candidates(choice.candidates, root, *checker_, settings_.nodes, {}, stop_, counted);
        const auto played = std::ranges::find(choice.candidates, human.move, &HumanCandidate::move);
        std::vector<HumanCandidate> judged = choice.candidates;
        if (played == choice.candidates.end()) judged.push_back({.move = human.move});
        search_candidates(judged, root, *judge_, settings_.judge_nodes, {}, stop_, counted);
        for (const HumanCandidate& one : judged) {
            if (one.move == human.move) answer.played_loses = one.lost;
            if (one.lost == 0) answer.points = expected_points_of_people(one.score, root.position);
            answer.judged.push_back(one.lost);
        }
        answer.judged.resize(choice.candidates.size());
        if (played != choice.candidates.end()) {
            choice.played = static_cast<std::size_t>(played - choice.candidates.begin());
            answer.choice = std::move(choice);
        }
        return answer;
    }

  private:
    human::HumanPredictor predictor_;
    const HumanFitSettings& settings_;
    const std::stop_token stop_;
    const std::shared_ptr<Searcher> checker_, judge_;
};

// Means over a group of positions.
struct HumanShares {
    std::size_t count = 0;
    double right = 0;  // the likeliest move was played
    double people_blunder = 0;
    double model_blunders = 0;
    double network_blunders = 0;  // if the network alone chose
    double people_lose = 0;
    double model_loses = 0;

    void add(const HumanAnswer& answer, const HumanModel& model) {
        std::vector<HumanCandidate> candidates = answer.choice->candidates;
        set_chances(candidates, model);
        const auto likeliest = std::ranges::max_element(candidates, {}, &HumanCandidate::chance);
        ++count;
        right +=
            likeliest - candidates.begin() == static_cast<std::ptrdiff_t>(answer.choice->played);
        people_blunder += answer.played_loses >= blunder;
        people_lose += answer.played_loses;
        double sum = 0;
        for (const HumanCandidate& one : candidates) sum += one.probability;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const bool is_blunder = answer.judged[i] >= blunder;
            model_blunders += is_blunder ? candidates[i].chance : 0;
            network_blunders += is_blunder ? candidates[i].probability / sum : 0;
            model_loses += candidates[i].chance * answer.judged[i];
        }
    }
    [[nodiscard]] Measured percent(double sum) const {
        return {count == 0 ? 0 : 100 * sum / static_cast<double>(count)};
    }
};

struct MoveGroup {
    std::string name;
    std::function<bool(const HumanMove&, const HumanAnswer&)> has;
};

std::vector<MoveGroup> groups() {
    const auto pieces = [](const HumanMove& human) {
        const Position& position = human.situation.position;
        return popcount(position.occupied() & ~position.pieces(PieceType::Pawn));
    };
    constexpr int few = 8;
    return {
        {"opening (to ply 24)",
         [](const HumanMove& human, const HumanAnswer&) { return human.ply < 24; }},
        {"middlegame",
         [pieces](const HumanMove& human, const HumanAnswer&) {
             return human.ply >= 24 && pieces(human) > few;
         }},
        {"endgame (8 pieces or fewer)",
         [pieces](const HumanMove& human, const HumanAnswer&) {
             return human.ply >= 24 && pieces(human) <= few;
         }},
        {"losing (below 30 %)",
         [](const HumanMove&, const HumanAnswer& answer) { return answer.points < 0.3; }},
        {"level",
         [](const HumanMove&, const HumanAnswer& answer) {
             return answer.points >= 0.3 && answer.points <= 0.7;
         }},
        {"winning (above 70 %)",
         [](const HumanMove&, const HumanAnswer& answer) { return answer.points > 0.7; }},
        {"bullet and blitz",
         [](const HumanMove& human, const HumanAnswer&) {
             return human.situation.time == human::TimeClass::Bullet ||
                    human.situation.time == human::TimeClass::Blitz;
         }},
        {"rapid and classical",
         [](const HumanMove& human, const HumanAnswer&) {
             return human.situation.time == human::TimeClass::Rapid ||
                    human.situation.time == human::TimeClass::Classical;
         }},
    };
}

// The care with which the searcher loses as many points as the people did.
double care_for_equal_losses(const std::vector<const HumanAnswer*>& answers, double trust) {
    double by_people = 0;
    for (const HumanAnswer* answer : answers) by_people += answer->played_loses;
    const auto by_model = [&](double care) {
        double sum = 0;
        for (const HumanAnswer* answer : answers) {
            std::vector<HumanCandidate> candidates = answer->choice->candidates;
            set_chances(candidates, {trust, care});
            for (std::size_t i = 0; i < candidates.size(); ++i)
                sum += candidates[i].chance * answer->judged[i];
        }
        return sum;
    };
    double low = -20;
    double high = 60;
    constexpr int halvings = 20;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (by_model(middle) > by_people ? low : high) = middle;
    }
    return (low + high) / 2;
}

ResultTable model_table(const std::vector<HumanMove>& moves,
                        const std::vector<HumanAnswer>& answers, const HumanFitSettings& settings) {
    ResultTable table{.title = "The model that makes the moves of people likeliest",
                      .key = "human_model"};
    table.columns = {{"rating", "rating"},
                     {.name = "moves", .key = "moves", .grouped = true},
                     {"trust", "trust", 2},
                     {"care", "care", 2},
                     {"care for equal losses", "equal_care", 2},
                     {"log-loss", "log_loss", 4},
                     {"of the searcher", "used_log_loss", 4},
                     {"of the network", "network_log_loss", 4}};
    const auto add_row = [&](const std::string& name, const auto& is_in) {
        std::vector<HumanChoice> choices;
        std::vector<const HumanAnswer*> chosen;
        double used = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (!answers[i].choice || !is_in(moves[i])) continue;
            choices.push_back(*answers[i].choice);
            chosen.push_back(&answers[i]);
            used += log_loss({choices.back()}, human::model_of(moves[i].situation.rating));
        }
        if (choices.empty()) return;
        const HumanModel model = fitted_model(choices);
        const auto count = static_cast<double>(choices.size());
        table.rows.push_back({name, Measured{count}, Measured{model.trust}, Measured{model.care},
                              Measured{care_for_equal_losses(chosen, model.trust)},
                              Measured{log_loss(choices, model)}, Measured{used / count},
                              Measured{log_loss(choices, {1, 0})}});
    };
    for (std::size_t band = 0; band < human_bands; ++band)
        add_row(human_band_name(band), [band](const HumanMove& move) {
            return human_band_of(move.situation.rating) == band;
        });
    add_row("all of these", [](const HumanMove&) { return true; });
    std::size_t unlikely = 0;
    for (const HumanAnswer& answer : answers) unlikely += std::size_t{!answer.choice};
    table.notes = {fmt::format(
        "From ply {} on; {} nodes for each likely move; {} of {} moves were not among the likely "
        "ones and are left out.",
        settings.sample.first_ply, settings.nodes, unlikely, moves.size())};
    return table;
}

ResultTable error_table(const std::vector<HumanMove>& moves,
                        const std::vector<HumanAnswer>& answers, const HumanFitSettings& settings) {
    ResultTable table{.title = "Errors of people and of the human searcher", .key = "human_errors"};
    table.columns = {{"moves", "group"},
                     {.name = "number", .key = "number", .grouped = true},
                     percent_column("predicted", "predicted"),
                     percent_column("blunders of people", "people_blunders"),
                     percent_column("of the searcher", "searcher_blunders"),
                     percent_column("of the network", "network_blunders"),
                     percent_column("points lost by people", "people_lose"),
                     percent_column("by the searcher", "searcher_loses")};
    const auto add_row = [&](const std::string& name, const auto& is_in) {
        HumanShares shares;
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (answers[i].choice && is_in(moves[i], answers[i]))
                shares.add(answers[i], human::model_of(moves[i].situation.rating));
        if (shares.count == 0) return;
        table.rows.push_back(
            {name, Measured{static_cast<double>(shares.count)}, shares.percent(shares.right),
             shares.percent(shares.people_blunder), shares.percent(shares.model_blunders),
             shares.percent(shares.network_blunders), shares.percent(shares.people_lose),
             shares.percent(shares.model_loses)});
    };
    for (std::size_t band = 0; band < human_bands; ++band)
        add_row(human_band_name(band), [band](const HumanMove& move, const HumanAnswer&) {
            return human_band_of(move.situation.rating) == band;
        });
    for (const MoveGroup& group : groups()) add_row(group.name, group.has);
    table.notes = {fmt::format("A blunder loses {:.0f} points of 100 or more, by a search of {} "
                               "nodes for each move and the curve of people's games.",
                               100 * blunder, settings.judge_nodes)};
    return table;
}

// Value, gradient and curvature of the mean log-likelihood, for Newton's method.
struct Likelihood {
    std::array<double, 2> gradient{};
    std::array<double, 3> curvature{};  // trust-trust, trust-care, care-care
};

// Trust is multiplied with the first, care with the second.
std::array<double, 2> features_of(const HumanCandidate& one) {
    constexpr double least = 1e-9;
    return {std::log(std::max(one.probability, least)), -one.lost};
}

Likelihood likelihood_of(const std::vector<HumanChoice>& choices, const HumanModel& model) {
    Likelihood sum;
    for (const HumanChoice& choice : choices) {
        std::vector<HumanCandidate> candidates = choice.candidates;
        set_chances(candidates, model);
        std::array<double, 2> mean{};
        std::array<double, 3> square{};
        for (const HumanCandidate& one : candidates) {
            const auto [a, b] = features_of(one);
            mean[0] += one.chance * a;
            mean[1] += one.chance * b;
            square[0] += one.chance * a * a;
            square[1] += one.chance * a * b;
            square[2] += one.chance * b * b;
        }
        const auto played = features_of(candidates[choice.played]);
        for (std::size_t i = 0; i < 2; ++i) sum.gradient[i] += played[i] - mean[i];
        sum.curvature[0] += square[0] - mean[0] * mean[0];
        sum.curvature[1] += square[1] - mean[0] * mean[1];
        sum.curvature[2] += square[2] - mean[1] * mean[1];
    }
    return sum;
}

}  // namespace

HumanModel fitted_model(const std::vector<HumanChoice>& choices) {
    HumanModel model{1, 1};
    constexpr int steps = 20;
    for (int i = 0; i < steps; ++i) {
        const Likelihood at = likelihood_of(choices, model);
        // A little more curvature: without it, positions with one candidate alone divide by zero.
        const double a = at.curvature[0] + 1e-6;
        const double b = at.curvature[1];
        const double c = at.curvature[2] + 1e-6;
        const double determinant = a * c - b * b;
        const auto bounded = [](double step) { return std::clamp(step, -2.0, 2.0); };
        model.trust += bounded((c * at.gradient[0] - b * at.gradient[1]) / determinant);
        model.care += bounded((a * at.gradient[1] - b * at.gradient[0]) / determinant);
    }
    return model;
}

double log_loss(const std::vector<HumanChoice>& choices, const HumanModel& model) {
    double sum = 0;
    for (const HumanChoice& choice : choices) {
        std::vector<HumanCandidate> candidates = choice.candidates;
        set_chances(candidates, model);
        sum -= std::log(candidates[choice.played].chance);
    }
    return sum / static_cast<double>(choices.size());
}

int run_human_fit(const HumanFitSettings& settings) {
    const auto network = human::HumanNetwork::from_file_or_built_in(settings.network);
    if (!network) return fail_with_printable(network.error());
    const auto moves = read_sample(settings.sample);
    if (!moves) return fail_with_printable(moves.error());
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return ask_about<HumanAnswer>(
            *moves, settings.sample.threads, [&] { return HumanAsker(*network, settings, stop); },
            "searching", stop, progress);
    });
    if (done.stopped) return fail_with("interrupted", exit_interrupted);
    const ResultTable tables[] = {model_table(*moves, done.value, settings),
                                  error_table(*moves, done.value, settings)};
    arena::print_tables(tables);
    return settings.output.write(tables) ? exit_ok : exit_failed;
}

}  // namespace rookery::lab
