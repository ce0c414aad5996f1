// A file of its own, so that the two searches are compiled side by side.
#include "eval/classical/classical_evaluator.h"
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/team.h"

namespace rookery {
namespace {

using pvs::parameter_table;

constexpr auto settings = [] {
    std::array<SearcherSetting, parameter_table.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const pvs::ParameterInfo& one = parameter_table[i];
        all[i] = {one.name, one.standard, one.lowest, one.highest, one.step};
    }
    return all;
}();

pvs::ChosenNumbers chosen(const SettingValues& values) {
    pvs::ChosenNumbers numbers;
    for (const auto& [name, value] : values)
        for (const pvs::ParameterInfo& one : parameter_table)
            if (one.name == name) numbers.p.*one.member = value;
    return numbers;
}

}  // namespace

std::span<const SearcherSetting> pvs_settings() { return settings; }

std::unique_ptr<Searcher> make_pvs(EvaluatorMaker evaluator, const SettingValues& values) {
    if (!evaluator) evaluator = [] { return std::make_unique<Erased<ClassicalEvaluator>>(); };
    auto make = [evaluator = std::move(evaluator)] { return AnyEvaluator(evaluator()); };
    return std::make_unique<pvs::Team<AnyEvaluator, pvs::ChosenNumbers, decltype(make)>>(
        std::move(make), chosen(values));
}

}  // namespace rookery
