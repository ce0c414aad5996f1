#include "tune/tuning_plan.h"

#include "arena/openings/opening.h"
#include "arena/players/player_spec.h"
#include "base/text.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "tune/annealing.h"
#include "tune/genetic.h"
#include "tune/sequential.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <memory>

namespace rookery::tune {
namespace {

using namespace arena;
using Problem = std::optional<std::string>;

TrialOpenings random_from(std::uint64_t seed, std::uint64_t first) {
    return [seed, first](std::size_t trial) -> Result<Opening, std::string> {
        return random_opening(seed, first + trial);
    };
}

// In the order drawn with the seed, forwards or backwards.
TrialOpenings openings_of(std::shared_ptr<const OpeningBook> book, std::uint64_t seed, Order order,
                          bool from_the_end) {
    auto indices =
        std::make_shared<const std::vector<std::size_t>>(opening_order(book->size(), seed, order));
    return [book = std::move(book), indices = std::move(indices), from_the_end](std::size_t trial) {
        const std::size_t place = trial % indices->size();
        return book->at((*indices)[from_the_end ? indices->size() - 1 - place : place]);
    };
}

constexpr int deepest = 60;

// "4" or "4-8"
std::optional<std::pair<int, int>> parse_depths(std::string_view text) {
    const std::size_t dash = text.find('-');
    const int first = parse_digits(text.substr(0, dash), deepest).value_or(0);
    const int last = dash == std::string_view::npos
                         ? first
                         : parse_digits(text.substr(dash + 1), deepest).value_or(0);
    if (first < 1 || last < first) return std::nullopt;
    return std::pair(first, last);
}

// Makes the plan part by part. Each step returns what is wrong, if something is.
class Planner {
  public:
    Planner(const TuningSettings& settings, SearcherTable searchers)
        : settings_(settings), searchers_(searchers) {}

    [[nodiscard]] Problem choose_parameters() {
        plan_.searcher =
            settings_.searcher.empty() ? std::string(searchers_.front().name) : settings_.searcher;
        const SearcherEntry* entry = find_searcher(searchers_, plan_.searcher);
        if (entry == nullptr) return "there is no searcher '" + plan_.searcher + "'";
        if (settings_.method == TuningMethod::None) return take_given();
        if (!settings_.only.empty() && !settings_.weights.empty())
            return std::string("--only chooses settings of the search, --weights those of the "
                               "evaluation: one of them");
        auto parameters = settings_.is_of_settings()
                              ? TunedParameters::settings_of(*entry, settings_.only)
                              : TunedParameters::weights(settings_.weights, settings_.start);
        if (!parameters) return parameters.error();
        plan_.parameters = std::move(*parameters);
        return validate_player(rounded(starts_of(plan_.parameters.all())));
    }

    [[nodiscard]] Problem choose_jobs() {
        if (!settings_.control.empty()) {
            const auto control = arena::parse_time_control(settings_.control);
            if (!control) return control.error();
            add_jobs(std::nullopt, *control, settings_.control);
            return std::nullopt;
        }
        const auto depths = parse_depths(settings_.depths);
        if (!depths)
            return fmt::format(
                "--depths: '{}' is neither a depth from 1 to {} nor several like 4-8",
                printable(settings_.depths), deepest);
        for (int depth = depths->first; depth <= depths->second; ++depth) {
            arena::TimeControl control;
            control.depth = depth;
            add_jobs(depth, control, fmt::format("depth {}", depth));
        }
        return std::nullopt;
    }

    [[nodiscard]] Problem choose_openings() {
        auto tuning = opening_source(settings_.openings);
        if (!tuning) return tuning.error();
        plan_.tuning_openings = std::move(*tuning);
        std::string name = settings_.judge_openings;
        if (name.empty()) name = settings_.openings == "study" ? "random" : settings_.openings;
        auto judging = opening_source(name);
        if (!judging) return judging.error();
        plan_.judging_openings = std::move(*judging);
        return std::nullopt;
    }

    // At a fixed depth a repeated opening gives the same game again, which adds no information.
    [[nodiscard]] Problem validate_counts() const {
        for (const auto& [option, games] : {std::pair("--match-games", settings_.match_games),
                                            std::pair("--contest-games", settings_.contest_games),
                                            std::pair("--judge-games", settings_.judge_games),
                                            std::pair("--games", settings_.games.value_or(0))})
            if (games % 2 != 0)
                return fmt::format("{}: games are played in pairs: {} is an odd number", option,
                                   games);
        if (const std::uint64_t games = settings_.games.value_or(default_games);
            games < fewest_games())
            return fmt::format("{} games are too few: one round of it takes {}", games,
                               fewest_games());
        const auto too_many = [](const OpeningSource& source, std::uint64_t games) -> Problem {
            if (!source.count || games <= 2 * *source.count) return std::nullopt;
            return fmt::format("'{}' has {} openings, enough for {} different games, not for {}",
                               printable(source.name, 200), *source.count, 2 * *source.count,
                               games);
        };
        if (has_matches())
            if (auto problem = too_many(plan_.tuning_openings, settings_.match_games))
                return problem;
        if (settings_.is_judged())
            if (auto problem = too_many(plan_.judging_openings, settings_.judge_games))
                return problem;
        if (settings_.repeats > 1 && settings_.method == TuningMethod::Sequential &&
            settings_.openings == "study")
            return std::string("the study's openings give the same games every time: --repeats "
                               "needs --openings random "
                               "or a file");
        return std::nullopt;
    }

    [[nodiscard]] TuningPlan finished() {
        if (settings_.is_of_settings()) {
            plan_.adjudication.resign = arena::Adjudication::Resign{};
            plan_.adjudication.draw = arena::Adjudication::Draw{};
        } else {
            // As in the study: a game is won when both sides have reported it once.
            plan_.adjudication.resign = arena::Adjudication::Resign{.moves = 1, .centipawns = 1000};
        }
        collect_facts();
        return std::move(plan_);
    }

  private:
    [[nodiscard]] bool has_matches() const {
        return settings_.method == TuningMethod::Sequential ||
               settings_.method == TuningMethod::Anneal;
    }

    // The games of one round, without which nothing would be tuned.
    [[nodiscard]] std::uint64_t fewest_games() const {
        if (settings_.method == TuningMethod::Genetic)
            return settings_.population * settings_.contest_games;
        // Without a limit, sequential tuning plays as many games as it needs.
        const bool is_limited = settings_.games || settings_.method == TuningMethod::Anneal;
        return has_matches() && is_limited ? settings_.match_games : 0;
    }

    [[nodiscard]] Problem validate_player(const Choice& choice) const {
        return validate(plan_.player_with(choice, settings_.hash_mib).choice(), searchers_);
    }

    // The engine's weights with the given values. Judged are the study's six and the given weights.
    [[nodiscard]] Problem take_given() {
        classical::VariantText text;
        std::vector<std::string> names;
        for (const StudyParameter& one : study_parameters) names.emplace_back(one.weight);
        for (const std::string& word : settings_.given) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos)
                return fmt::format("'{}' is not a weight like material.knight=350:340",
                                   printable(word));
            text.weights.emplace_back(word.substr(0, equals), word.substr(equals + 1));
            names.push_back(word.substr(0, equals));
        }
        auto parameters = TunedParameters::weights(names, settings_.start);
        if (!parameters) return parameters.error();
        plan_.parameters = std::move(*parameters);
        const auto variant = classical::variant_from(text, classical::default_weights);
        if (!variant) return variant.error();
        const classical::FlatWeights flat = classical::flattened(variant->weights);
        for (const WeightHalf& half : plan_.parameters.halves())
            plan_.given.push_back(half.endgame ? flat[half.weight].eg() : flat[half.weight].mg());
        return validate_player(plan_.given);
    }

    void add_jobs(std::optional<int> depth, const arena::TimeControl& control,
                  const std::string& at) {
        for (std::uint64_t i = 0; i < settings_.repeats; ++i) {
            const std::uint64_t seed = settings_.seed + i;
            plan_.jobs.push_back(
                {depth, control, seed, at,
                 settings_.repeats == 1 ? at : fmt::format("{}, seed {}", at, seed)});
        }
    }

    void collect_facts() {
        Facts& facts = plan_.facts;
        const auto add = [&facts](const char* name, const auto& value) {
            facts.emplace_back(name, fmt::format("{}", value));
        };
        add("method", name_of(settings_.method));
        add("searcher", plan_.searcher);
        switch (settings_.method) {
            case TuningMethod::Sequential:
                add("iterations", settings_.iterations.value_or(0));
                add("match games", settings_.match_games);
                break;
            case TuningMethod::Genetic:
                add("population", settings_.population);
                add("contest games", settings_.contest_games);
                break;
            case TuningMethod::Anneal: add("match games", settings_.match_games); break;
            case TuningMethod::Spsa:
                add("pairs", settings_.spsa.pairs);
                add("rate", settings_.spsa.rate);
                break;
            case TuningMethod::None: break;
        }
        add("games", settings_.games.value_or(0));
        if (!settings_.control.empty()) add("control", settings_.control);
        for (const auto& [name, source] : {std::pair("openings", &plan_.tuning_openings),
                                           std::pair("judging openings", &plan_.judging_openings)})
            facts.emplace_back(name,
                               fmt::format("{}, {}", source->name, source->count.value_or(0)));
        add("seed", settings_.seed);
        add("hash", settings_.hash_mib);
        add_facts(facts, plan_.parameters.all());
        for (std::size_t i = 0; i < plan_.given.size(); ++i)
            facts.emplace_back(plan_.parameters.all()[i].name + " given",
                               fmt::format("{}", plan_.given[i]));
    }

    const TuningSettings& settings_;
    const SearcherTable searchers_;
    TuningPlan plan_;
};

}  // namespace

Result<OpeningSource, std::string> opening_source(const std::string& name) {
    OpeningSource source{name, std::nullopt, {}, {}};
    if (name == "random") {
        // The judgement begins far behind the openings of any tuning.
        constexpr std::uint64_t far_off = std::uint64_t{1} << 40;
        source.for_tuning = [](std::uint64_t seed) { return random_from(seed, 0); };
        source.for_judging = [](std::uint64_t seed) { return random_from(seed, far_off); };
        return source;
    }
    auto loaded =
        name == "study" ? OpeningBook::of(study_openings(), name) : OpeningBook::load(name);
    if (!loaded) return failure(loaded.error());
    const auto book = std::make_shared<const OpeningBook>(std::move(*loaded));
    const Order order = name == "study" ? Order::Sequential : Order::Random;
    source.count = book->size();
    source.for_tuning = [=](std::uint64_t seed) { return openings_of(book, seed, order, false); };
    source.for_judging = [=](std::uint64_t seed) { return openings_of(book, seed, order, true); };
    return source;
}

const char* name_of(TuningMethod method) {
    switch (method) {
        case TuningMethod::Sequential: return "sequential";
        case TuningMethod::Genetic: return "genetic";
        case TuningMethod::Anneal: return "anneal";
        case TuningMethod::Spsa: return "spsa";
        case TuningMethod::None: break;
    }
    return "judge";
}

arena::SearcherSpec TuningPlan::player_with(const Choice& choice, std::size_t hash_mib) const {
    arena::SearcherSpec spec{searcher, searcher, 1, {hash_mib, 1}};
    parameters.apply(choice, spec);
    return spec;
}

Result<TuningPlan, TuningRefusal> plan_tuning(const TuningSettings& settings,
                                              SearcherTable searchers) {
    Planner planner(settings, searchers);
    if (auto problem = planner.choose_parameters())
        return failure(TuningRefusal{*problem, exit_usage});
    if (auto problem = planner.choose_jobs()) return failure(TuningRefusal{*problem, exit_usage});
    if (auto problem = planner.choose_openings())
        return failure(TuningRefusal{*problem, exit_failed});
    if (auto problem = planner.validate_counts())
        return failure(TuningRefusal{*problem, exit_usage});
    return planner.finished();
}

std::unique_ptr<GameTuner> make_tuner(const TuningSettings& settings, const TuningPlan& plan,
                                      std::uint64_t seed) {
    const std::vector<TunedParameter>& parameters = plan.parameters.all();
    const std::uint64_t pairs = settings.games.value_or(default_games) / 2;
    switch (settings.method) {
        case TuningMethod::Sequential: {
            SequentialSettings sequential{.pairs_of_match = settings.match_games / 2};
            // With a number of games the tuning goes on until they are used up.
            constexpr std::uint64_t no_end = 1'000'000;
            sequential.iterations =
                settings.iterations.value_or(settings.games ? no_end : default_iterations);
            if (settings.games) sequential.most_pairs = pairs;
            return std::make_unique<Sequential>(parameters, sequential);
        }
        case TuningMethod::Genetic:
            return std::make_unique<Genetic>(
                parameters,
                GeneticSettings{pairs, settings.population, settings.contest_games / 2, seed});
        case TuningMethod::Anneal:
            return std::make_unique<Annealing>(
                parameters, AnnealingSettings{.pairs = pairs,
                                              .pairs_of_match = settings.match_games / 2,
                                              .seed = seed});
        case TuningMethod::Spsa:
            return std::make_unique<Spsa>(
                parameters, SpsaSettings{settings.spsa.pairs, settings.spsa.rate, seed});
        case TuningMethod::None: break;
    }
    return nullptr;
}

}  // namespace rookery::tune
