#include "tune/spsa_checkpoint.h"

#include <nlohmann/json.hpp>

namespace rookery::tune {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "rookery spsa 1";

Json made_with(const Spsa& spsa) {
    Json names = Json::array();
    for (const SpsaParameter& one : spsa.parameters()) names.push_back({one.name, one.start});
    return {{"pairs", spsa.settings().pairs},
            {"rate", spsa.settings().rate},
            {"seed", spsa.settings().seed},
            {"parameters", names}};
}

}  // namespace

SpsaMoment moment_of(const Spsa& spsa) {
    SpsaMoment moment{spsa.done(), {}};
    for (const SpsaParameter& one : spsa.parameters()) moment.values.push_back(one.value);
    return moment;
}

std::string checkpoint_text(const Spsa& spsa, const std::vector<SpsaMoment>& history) {
    Json moments = Json::array();
    for (const SpsaMoment& moment : history) moments.push_back({moment.done, moment.values});
    const SpsaMoment now = moment_of(spsa);
    moments.push_back({now.done, now.values});
    return Json{{"format", format}, {"made_with", made_with(spsa)}, {"history", moments}}.dump() + "\n";
}

Result<std::vector<SpsaMoment>, std::string> history_from(std::string_view text, const Spsa& spsa) {
    try {
        const Json json = Json::parse(text);
        if (json.at("format") != format) return failure(std::string("is of another kind"));
        if (json.at("made_with") != made_with(spsa))
            return failure(std::string("was made with other parameters, another plan or another seed"));
        std::vector<SpsaMoment> history;
        for (const Json& moment : json.at("history")) {
            history.push_back({moment.at(0), moment.at(1)});
            if (history.back().values.size() != spsa.parameters().size())
                return failure(std::string("lacks values"));
        }
        if (history.empty()) return failure(std::string("holds no values"));
        return history;
    } catch (const Json::exception&) {
        return failure(std::string("is damaged or no checkpoint of this tuning"));
    }
}

}  // namespace rookery::tune
