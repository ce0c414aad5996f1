#include "tune/tuned_parameters.h"

#include "arena/players/player_spec.h"
#include "base/text.h"
#include "eval/classical/variant.h"
#include "eval/classical/weight_table.h"
#include "tune/sequential.h"

#include <fmt/format.h>

namespace rookery::tune {
namespace {

using namespace classical;

constexpr double step_share = 0.1;

const StudyParameter* study_parameter(std::size_t weight) {
    const std::string name = weight_name(weight);
    for (const StudyParameter& one : study_parameters)
        if (one.weight == name) return &one;
    return nullptr;
}

Tapered own_weight(std::size_t weight) { return flattened(default_weights)[weight]; }

double unit_of(bool endgame) { return endgame ? eg_unit : mg_unit; }

// Where the weight starts, in hundredths of a pawn.
Centipawns start_of(std::size_t weight, TunedParameters::Start start) {
    const StudyParameter* study = study_parameter(weight);
    if (start == TunedParameters::Start::Study && study != nullptr)
        return {study->sign * study->start.mg, study->sign * study->start.eg};
    return {own_weight(weight).mg() / mg_unit, own_weight(weight).eg() / eg_unit};
}

TunedParameter parameter_of(const WeightHalf& half, const Centipawns& start) {
    const double here = half.endgame ? start.eg : start.mg;
    const double there = half.endgame ? start.mg : start.eg;
    const double unit = unit_of(half.endgame);
    TunedParameter parameter;
    parameter.name = weight_name(half.weight) + (half.endgame ? " eg" : " mg");
    parameter.start = here * unit;
    parameter.step = std::max(1.0, step_share * unit * std::abs(here != 0 ? here : there));
    parameter.lowest = -largest_weight;
    parameter.highest = largest_weight;
    return parameter;
}

std::vector<std::string> all_weight_names() {
    std::vector<std::string> names;
    for (std::size_t weight = 0; weight < weight_count; ++weight)
        names.push_back(weight_name(weight));
    return names;
}

// In the order of the names; each weight once.
Result<std::vector<std::size_t>, std::string>
weights_called(const std::vector<std::string>& names) {
    const std::vector<std::string> known = all_weight_names();
    std::vector<std::size_t> chosen;
    for (const std::string& name : names) {
        bool found = false;
        for (std::size_t weight = 0; weight < known.size(); ++weight) {
            if (name.empty() || !known[weight].starts_with(name)) continue;
            found = true;
            // "material.bishop" is a weight of its own and also how "material.bishop_pair" begins.
            if (name != known[weight] && std::ranges::find(known, name) != known.end()) continue;
            if (std::ranges::find(chosen, weight) == chosen.end()) chosen.push_back(weight);
        }
        if (!found)
            return failure(fmt::format("no weight is called '{}'{}", printable(name, 60),
                                       did_you_mean(name, known)));
    }
    return chosen;
}

}  // namespace

Result<TunedParameters, std::string>
TunedParameters::settings_of(const SearcherEntry& entry, const std::vector<std::string>& only) {
    TunedParameters chosen;
    std::vector<bool> used(only.size());
    std::string_view fixed;
    if (entry.settings != nullptr)
        for (const SearcherSetting& one : entry.settings()) {
            bool wanted = only.empty();
            for (std::size_t i = 0; i < only.size(); ++i)
                if (one.name.starts_with(only[i])) wanted = used[i] = true;
            if (!wanted) continue;
            if (one.step == 0)
                fixed = one.name;
            else
                chosen.parameters_.push_back(
                    {std::string(one.name), static_cast<double>(one.standard),
                     static_cast<double>(one.step), one.lowest, one.highest});
        }
    for (std::size_t i = 0; i < only.size(); ++i)
        if (!used[i])
            return failure(
                fmt::format("no setting of '{}' begins with '{}'", entry.name, printable(only[i])));
    if (!chosen.parameters_.empty()) return chosen;
    if (!fixed.empty())
        return failure(fmt::format("'{}' is not tuned, and nothing else is wanted", fixed));
    return failure(fmt::format("the searcher '{}' has nothing to tune", entry.name));
}

Result<TunedParameters, std::string> TunedParameters::weights(const std::vector<std::string>& names,
                                                              Start start) {
    std::vector<std::string> wanted = names;
    if (names.empty())
        for (const StudyParameter& one : study_parameters) wanted.emplace_back(one.weight);
    auto found = weights_called(wanted);
    if (!found) return failure(found.error());
    TunedParameters chosen;
    for (const std::size_t weight : *found)
        for (const bool endgame : {false, true}) {
            chosen.halves_.push_back({weight, endgame});
            chosen.parameters_.push_back(
                parameter_of(chosen.halves_.back(), start_of(weight, start)));
        }
    return chosen;
}

void TunedParameters::apply(const Choice& choice, arena::SearcherSpec& player) const {
    if (halves_.empty()) {
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            player.settings.emplace_back(parameters_[i].name, choice[i]);
        return;
    }
    player.evaluator = "classical";
    for (std::size_t i = 0; i < halves_.size(); i += 2)
        player.variant.weights.emplace_back(weight_name(halves_[i].weight),
                                            fmt::format("{}:{}", choice[i], choice[i + 1]));
}

std::string TunedParameters::text_of(const Choice& choice, const Choice& base) const {
    std::string text;
    const std::size_t together = halves_.empty() ? 1 : 2;
    for (std::size_t i = 0; i < choice.size(); i += together) {
        if (choice[i] == base[i] && choice[i + together - 1] == base[i + together - 1]) continue;
        if (halves_.empty())
            text += fmt::format(",{}={}", parameters_[i].name, choice[i]);
        else
            text +=
                fmt::format(",{}={}:{}", weight_name(halves_[i].weight), choice[i], choice[i + 1]);
    }
    return text;
}

int own_value(const WeightHalf& half) {
    const Tapered own = own_weight(half.weight);
    return half.endgame ? own.eg() : own.mg();
}

double in_centipawns(const WeightHalf& half, double value) {
    const StudyParameter* study = study_parameter(half.weight);
    const double centipawns = value / unit_of(half.endgame);
    return study != nullptr ? study->sign * centipawns : centipawns;
}

std::string short_name(std::size_t weight) {
    const StudyParameter* study = study_parameter(weight);
    return study != nullptr ? std::string(study->name) : weight_name(weight);
}

}  // namespace rookery::tune
