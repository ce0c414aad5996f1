#include "commands/tuning_plan.h"

#include "arena/players/player_spec.h"
#include "base/text.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "tune/sequential.h"
#include "ui/exit_codes.h"

#include <fmt/format.h>

namespace rookery {
namespace {

using namespace tune;
using Problem = std::optional<std::string>;

// "4", "4-8"
std::optional<std::pair<int, int>> depths_from(std::string_view text) {
    const auto number = [](std::string_view word) {
        const auto value = parse_number<int>(word);
        return value && *value >= 1 && *value <= 60 ? *value : 0;
    };
    const std::size_t dash = text.find('-');
    const int first = number(text.substr(0, dash));
    const int last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
    if (first == 0 || last < first) return std::nullopt;
    return std::pair(first, last);
}

// Reads what can be wrong part by part; each part says what is.
class Planner {
  public:
    Planner(const TuningArguments& arguments, SearcherTable searchers)
        : arguments_(arguments), searchers_(searchers) {}

    [[nodiscard]] Problem choose_numbers() {
        plan_.searcher = arguments_.searcher.empty() ? std::string(searchers_.front().name)
                                                     : arguments_.searcher;
        const SearcherEntry* entry = find_searcher(searchers_, plan_.searcher);
        if (entry == nullptr) return "there is no searcher '" + plan_.searcher + "'";
        if (arguments_.method == TuningMethod::None) return take_given();
        if (!arguments_.only.empty() && !arguments_.weights.empty())
            return std::string("--only chooses settings of the search, --weights those of the "
                               "evaluation: one of them");
        auto numbers = arguments_.is_of_settings()
                           ? TunedParameters::settings_of(*entry, arguments_.only)
                           : TunedParameters::weights(arguments_.weights, arguments_.start);
        if (!numbers) return numbers.error();
        plan_.numbers = std::move(*numbers);
        return validate_player(rounded(starts_of(plan_.numbers.numbers())));
    }

    [[nodiscard]] Problem choose_jobs() {
        if (!arguments_.control.empty()) {
            const auto control = arena::parse_time_control(arguments_.control);
            if (!control) return control.error();
            add_jobs(std::nullopt, *control, arguments_.control);
            return std::nullopt;
        }
        const auto depths = depths_from(arguments_.depths);
        if (!depths)
            return fmt::format("'{}' are no depths: 6, or 4-8", printable(arguments_.depths));
        for (int depth = depths->first; depth <= depths->second; ++depth) {
            arena::TimeControl control;
            control.depth = depth;
            add_jobs(depth, control, fmt::format("depth {}", depth));
        }
        return std::nullopt;
    }

    [[nodiscard]] Problem choose_openings() {
        auto tuning = opening_source(arguments_.openings);
        if (!tuning) return tuning.error();
        plan_.tuning_openings = std::move(*tuning);
        std::string name = arguments_.judge_openings;
        if (name.empty()) name = arguments_.openings == "study" ? "random" : arguments_.openings;
        auto judging = opening_source(name);
        if (!judging) return judging.error();
        plan_.judging_openings = std::move(*judging);
        return std::nullopt;
    }

    // At a fixed depth, an opening that comes again gives the same game again, and no knowledge.
    [[nodiscard]] Problem validate_counts() const {
        for (const std::uint64_t games : {arguments_.match_games, arguments_.contest_games,
                                          arguments_.judge_games, arguments_.games.value_or(0)})
            if (games % 2 != 0)
                return fmt::format("games are played in pairs: {} is an odd number", games);
        if (const std::uint64_t games = arguments_.games.value_or(default_games);
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
            if (auto problem = too_many(plan_.tuning_openings, arguments_.match_games))
                return problem;
        if (arguments_.is_judged())
            if (auto problem = too_many(plan_.judging_openings, arguments_.judge_games))
                return problem;
        if (arguments_.repeats > 1 && arguments_.method == TuningMethod::Sequential &&
            arguments_.openings == "study")
            return std::string("the study's openings give the same games every time: --repeats "
                               "needs --openings random "
                               "or a file");
        return std::nullopt;
    }

    [[nodiscard]] TuningPlan finished() {
        if (arguments_.is_of_settings()) {
            plan_.adjudication.resign = arena::Adjudication::Resign{};
            plan_.adjudication.draw = arena::Adjudication::Draw{};
        } else {
            // The study's: won when both sides have said so once.
            plan_.adjudication.resign = arena::Adjudication::Resign{.moves = 1, .centipawns = 1000};
        }
        collect_facts();
        return std::move(plan_);
    }

  private:
    [[nodiscard]] bool has_matches() const {
        return arguments_.method == TuningMethod::Sequential ||
               arguments_.method == TuningMethod::Anneal;
    }

    // Without which nothing would be tuned at all.
    [[nodiscard]] std::uint64_t fewest_games() const {
        if (arguments_.method == TuningMethod::Genetic)
            return arguments_.population * arguments_.contest_games;
        // Without a limit sequential takes as many as it needs.
        const bool is_limited = arguments_.games || arguments_.method == TuningMethod::Anneal;
        return has_matches() && is_limited ? arguments_.match_games : 0;
    }

    [[nodiscard]] Problem validate_player(const Choice& choice) const {
        return validate(plan_.player_with(choice, arguments_.hash_mib).choice(), searchers_);
    }

    // Our own weights with what is given changed, among the study's six and whatever else is named.
    [[nodiscard]] Problem take_given() {
        classical::VariantText text;
        std::vector<std::string> names;
        for (const StudyParameter& one : study_parameters) names.emplace_back(one.weight);
        for (const std::string& word : arguments_.given) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos)
                return fmt::format("'{}' is not a weight like material.knight=350:340",
                                   printable(word));
            text.weights.emplace_back(word.substr(0, equals), word.substr(equals + 1));
            names.push_back(word.substr(0, equals));
        }
        auto numbers = TunedParameters::weights(names, arguments_.start);
        if (!numbers) return numbers.error();
        plan_.numbers = std::move(*numbers);
        const auto variant = classical::variant_from(text, classical::default_weights);
        if (!variant) return variant.error();
        const classical::FlatWeights flat = classical::flattened(variant->weights);
        for (const WeightHalf& half : plan_.numbers.halves())
            plan_.given.push_back(half.endgame ? flat[half.weight].eg() : flat[half.weight].mg());
        return validate_player(plan_.given);
    }

    void add_jobs(std::optional<int> depth, const arena::TimeControl& control,
                  const std::string& at) {
        for (std::uint64_t i = 0; i < arguments_.repeats; ++i) {
            const std::uint64_t seed = arguments_.seed + i;
            plan_.jobs.push_back(
                {depth, control, seed, at,
                 arguments_.repeats == 1 ? at : fmt::format("{}, seed {}", at, seed)});
        }
    }

    void collect_facts() {
        Facts& facts = plan_.facts;
        const auto add = [&facts](const char* name, const auto& value) {
            facts.emplace_back(name, fmt::format("{}", value));
        };
        add("method", name_of(arguments_.method));
        add("searcher", plan_.searcher);
        switch (arguments_.method) {
            case TuningMethod::Sequential:
                add("iterations", arguments_.iterations.value_or(0));
                add("match games", arguments_.match_games);
                break;
            case TuningMethod::Genetic:
                add("population", arguments_.population);
                add("contest games", arguments_.contest_games);
                break;
            case TuningMethod::Anneal: add("match games", arguments_.match_games); break;
            case TuningMethod::Spsa:
                add("pairs", arguments_.spsa.pairs);
                add("rate", arguments_.spsa.rate);
                break;
            case TuningMethod::None: break;
        }
        add("games", arguments_.games.value_or(0));
        if (!arguments_.control.empty()) add("control", arguments_.control);
        for (const auto& [name, source] : {std::pair("openings", &plan_.tuning_openings),
                                           std::pair("judging openings", &plan_.judging_openings)})
            facts.emplace_back(name,
                               fmt::format("{}, {}", source->name, source->count.value_or(0)));
        add("seed", arguments_.seed);
        add("hash", arguments_.hash_mib);
        add_facts(facts, plan_.numbers.numbers());
        for (std::size_t i = 0; i < plan_.given.size(); ++i)
            facts.emplace_back(plan_.numbers.numbers()[i].name + " given",
                               fmt::format("{}", plan_.given[i]));
    }

    const TuningArguments& arguments_;
    const SearcherTable searchers_;
    TuningPlan plan_;
};

}  // namespace

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
    numbers.apply(choice, spec);
    return spec;
}

Result<TuningPlan, TuningRefusal> plan_tuning(const TuningArguments& arguments,
                                              SearcherTable searchers) {
    Planner planner(arguments, searchers);
    if (auto problem = planner.choose_numbers())
        return failure(TuningRefusal{*problem, exit_usage});
    if (auto problem = planner.choose_jobs()) return failure(TuningRefusal{*problem, exit_usage});
    if (auto problem = planner.choose_openings())
        return failure(TuningRefusal{*problem, exit_failed});
    if (auto problem = planner.validate_counts())
        return failure(TuningRefusal{*problem, exit_usage});
    return planner.finished();
}

std::unique_ptr<GameTuner> make_tuner(const TuningArguments& arguments, const TuningPlan& plan,
                                      std::uint64_t seed) {
    const std::vector<TunedParameter>& numbers = plan.numbers.numbers();
    const std::uint64_t pairs = arguments.games.value_or(default_games) / 2;
    switch (arguments.method) {
        case TuningMethod::Sequential: {
            SequentialSettings settings{.pairs_of_match = arguments.match_games / 2};
            // With a number of games it goes on until they are used up.
            constexpr std::uint64_t no_end = 1'000'000;
            settings.iterations =
                arguments.iterations.value_or(arguments.games ? no_end : default_iterations);
            if (arguments.games) settings.most_pairs = pairs;
            return std::make_unique<Sequential>(numbers, settings);
        }
        case TuningMethod::Genetic:
            return std::make_unique<Genetic>(
                numbers,
                GeneticSettings{pairs, arguments.population, arguments.contest_games / 2, seed});
        case TuningMethod::Anneal:
            return std::make_unique<Annealing>(
                numbers, AnnealingSettings{.pairs = pairs,
                                           .pairs_of_match = arguments.match_games / 2,
                                           .seed = seed});
        case TuningMethod::Spsa:
            return std::make_unique<Spsa>(
                numbers, SpsaSettings{arguments.spsa.pairs, arguments.spsa.rate, seed});
        case TuningMethod::None: break;
    }
    return nullptr;
}

}  // namespace rookery
