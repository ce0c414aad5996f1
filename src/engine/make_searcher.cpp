#include "engine/make_searcher.h"

#include "base/text.h"
#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "eval/evaluator.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/simple_evaluators.h"
#include "levels/level_searcher.h"
#include "levels/pace.h"

#include <utility>

namespace rookery {
namespace {

std::string_view evaluator_name(const SearcherChoice& choice, const SearcherEntry& entry) {
    return choice.evaluator.empty() ? entry.evaluator : std::string_view(choice.evaluator);
}

Result<classical::Weights, std::string> weights_of(const std::string& file) {
    if (file.empty()) return classical::default_weights;
    return classical::weights_from_file(file);
}

Result<EvaluatorMaker, std::string> evaluator_with_network(const SearcherChoice& choice) {
    auto network = choice.loaded_network;
    if (!network) {
        auto read = nnue::network_from_file(choice.network);
        if (!read) return failure(std::move(read).error());
        network = std::move(*read);
    }
    return EvaluatorMaker([network] { return std::make_unique<Erased<NnueEvaluator>>(network); });
}

// The evaluator of that name, with the network, weights or variant of the choice.
Result<EvaluatorMaker, std::string> chosen_evaluator(const SearcherChoice& choice,
                                                     std::string_view name) {
    if (name == "network" && !choice.network.empty()) return evaluator_with_network(choice);
    if (name == "network" && !choice.strength.is_full())
        return EvaluatorMaker(
            [] { return std::make_unique<Erased<NnueEvaluator>>(nnue::level_net()); });
    if (choice.has_own_weights())
        return EvaluatorMaker(find_evaluator(all_evaluators(), name)->create);
    const auto weights = weights_of(choice.weights);
    if (!weights) return failure(weights.error());
    const auto variant = classical::variant_from(choice.variant, *weights);
    if (!variant) return failure(variant.error());
    return EvaluatorMaker([variant = *variant] {
        return std::make_unique<Erased<WeightedEvaluator>>(variant.weights, variant.groups);
    });
}

// Empty if the searcher's default evaluator is chosen. Names must be valid; the error is that of a
// file.
Result<EvaluatorMaker, std::string> evaluator_of(const SearcherChoice& choice,
                                                 const SearcherEntry& entry) {
    if (entry.evaluator.empty()) return EvaluatorMaker();
    const std::string_view name = evaluator_name(choice, entry);
    const int error = choice.strength.largest_error;
    if (name == entry.evaluator && choice.strength.is_full() && choice.has_own_evaluator())
        return EvaluatorMaker();
    auto create = chosen_evaluator(choice, name);
    if (!create || error == 0) return create;
    return EvaluatorMaker([create = std::move(*create), error, seed = choice.seed] {
        return std::make_unique<NoisyEvaluator>(create(), error, seed);
    });
}

std::optional<std::string> validate(const std::string& name, int value,
                                    const SearcherEntry& entry) {
    if (entry.settings != nullptr)
        for (const SearcherSetting& one : entry.settings()) {
            if (one.name != name) continue;
            if (value >= one.lowest && value <= one.highest) return std::nullopt;
            return name + " is between " + std::to_string(one.lowest) + " and " +
                   std::to_string(one.highest) + ", not " + std::to_string(value);
        }
    std::vector<std::string> names;
    if (entry.settings != nullptr)
        for (const SearcherSetting& one : entry.settings()) names.emplace_back(one.name);
    return "the searcher '" + std::string(entry.name) + "' has no setting '" + printable(name) +
           "'" + did_you_mean(name, names);
}

// Checks everything except the contents of files.
std::optional<std::string> validate_names(const SearcherChoice& choice, SearcherTable searchers) {
    const SearcherEntry* entry = find_searcher(searchers, choice.searcher);
    if (entry == nullptr) {
        std::vector<std::string> names;
        for (const SearcherEntry& one : without_experiments(searchers))
            names.emplace_back(one.name);
        return "there is no searcher '" + printable(choice.searcher) + "'" +
               did_you_mean(choice.searcher, names);
    }
    for (const auto& [name, value] : choice.settings)
        if (auto problem = validate(name, value, *entry)) return problem;
    if (entry->is_rated && !choice.strength.is_full())
        return "the searcher '" + choice.searcher +
               "' has no levels: its setting elo is the rating it plays like, such as elo=1200";
    if (!choice.colony.empty() && !entry->is_helped)
        return "the searcher '" + choice.searcher + "' is not helped by a colony";
    if (choice.evaluator.empty() && choice.has_own_evaluator()) return std::nullopt;
    if (!choice.evaluator.empty() &&
        find_evaluator(all_evaluators(), choice.evaluator) == nullptr) {
        std::vector<std::string> names;
        for (const EvaluatorEntry& one : all_evaluators()) names.emplace_back(one.name);
        return "there is no evaluator '" + printable(choice.evaluator) + "'" +
               did_you_mean(choice.evaluator, names);
    }
    if (entry->evaluator.empty()) return "the searcher '" + choice.searcher + "' uses no evaluator";
    // A weight does not choose the evaluator: beside a player without it, two evaluators would be
    // compared instead of two weights.
    if (!choice.has_own_weights() && evaluator_name(choice, *entry) != "classical")
        return choice.evaluator.empty()
                   ? "terms and weights belong to the evaluator 'classical', and the searcher '" +
                         choice.searcher + "' plays with '" + std::string(entry->evaluator) +
                         "': add Evaluator=classical (to a command: --evaluator classical)"
                   : "terms and weights can be chosen for the evaluator 'classical' alone";
    if (!choice.network.empty() && evaluator_name(choice, *entry) != "network")
        return "a network can be chosen for the evaluator 'network' alone";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> validate(const SearcherChoice& choice, SearcherTable searchers) {
    if (auto problem = validate_names(choice, searchers)) return problem;
    auto evaluator = evaluator_of(choice, *find_searcher(searchers, choice.searcher));
    return evaluator ? std::nullopt : std::optional(std::move(evaluator).error());
}

Result<std::unique_ptr<Searcher>, std::string> make_searcher(const SearcherChoice& choice,
                                                             SearcherTable searchers) {
    if (auto problem = validate_names(choice, searchers)) return failure(std::move(*problem));
    const SearcherEntry& entry = *find_searcher(searchers, choice.searcher);
    auto evaluator = evaluator_of(choice, entry);
    if (!evaluator) return failure(std::move(evaluator).error());
    auto searcher =
        entry.create({choice.seed, std::move(*evaluator), choice.settings, choice.colony});
    searcher = with_limits(std::move(searcher), choice.strength);
    if (choice.human_pace) searcher = at_human_pace(std::move(searcher), choice.seed);
    return searcher;
}

}  // namespace rookery
