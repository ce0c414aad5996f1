#include "search/pvs/pvs_searcher.h"

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

pvs::Parameters parameters_from(const SettingValues& values) {
    pvs::Parameters parameters;
    for (const auto& [name, value] : values)
        for (const pvs::ParameterInfo& one : parameter_table)
            if (one.name == name) parameters.*one.member = value;
    return parameters;
}

template <class Kind>
bool makes(const EvaluatorMaker& maker) {
    return dynamic_cast<const Erased<Kind>*>(maker().get()) != nullptr;
}

}  // namespace

std::span<const SearcherSetting> pvs_settings() { return settings; }

std::unique_ptr<Searcher> make_pvs(const SearcherSetup& setup) {
    EvaluatorMaker evaluator = setup.evaluator;
    if (!evaluator) evaluator = [] { return std::make_unique<Erased<NnueEvaluator>>(); };
    const pvs::Parameters parameters = parameters_from(setup.settings);
    if (makes<NnueEvaluator>(evaluator)) return pvs::with_network(std::move(evaluator), parameters);
    if (makes<ClassicalEvaluator>(evaluator))
        return pvs::with_classical(std::move(evaluator), parameters);
    return pvs::generic(std::move(evaluator), parameters);
}

}  // namespace rookery
