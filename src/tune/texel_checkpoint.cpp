#include "tune/texel_checkpoint.h"

#include "eval/classical/weight_table.h"

#include <nlohmann/json.hpp>

namespace rookery::tune {

using namespace classical;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* format = "rookery texel 1";

Json halves(const RealTapered& value) { return {value.mg, value.eg}; }
RealTapered halves_of(const Json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>()};
}

Json to_json(const TexelIdentity& identity) {
    return {{"training", identity.training},
            {"validation", identity.validation},
            {"seed", identity.seed},
            {"batch", identity.batch},
            {"lambda", identity.lambda}};
}

// Throws what the library throws if something is missing or of the wrong kind.
TexelState read_state(const Json& json) {
    TexelState state;
    state.epoch = json.at("epoch");
    state.steps = json.at("steps");
    state.k = json.at("k");
    state.best_loss = json.at("best_loss");
    state.best_epoch = json.at("best_epoch");
    const Json& weights = json.at("weights");
    for (std::size_t number = 0; number < weight_count; ++number) {
        const Json& weight = weights.at(weight_name(number));
        state.weights.push_back(halves_of(weight.at("value")));
        state.best.push_back(halves_of(weight.at("best")));
        state.first_moments.push_back(halves_of(weight.at("first")));
        state.second_moments.push_back(halves_of(weight.at("second")));
    }
    return state;
}

}  // namespace

TexelIdentity identity_of(const TexelData& data, const TexelSettings& settings,
                          const TexelTuner& tuner) {
    return {data.training.size(), data.validation.size(), settings.seed, tuner.batch(),
            settings.lambda};
}

std::string checkpoint_text(const TexelState& state, const TexelIdentity& identity) {
    Json json{{"format", format},
              {"made_with", to_json(identity)},
              {"epoch", state.epoch},
              {"steps", state.steps},
              {"k", state.k},
              {"best_loss", state.best_loss},
              {"best_epoch", state.best_epoch}};
    Json& weights = json["weights"] = Json::object();
    for (std::size_t number = 0; number < weight_count; ++number)
        weights[weight_name(number)] = {{"value", halves(state.weights[number])},
                                        {"best", halves(state.best[number])},
                                        {"first", halves(state.first_moments[number])},
                                        {"second", halves(state.second_moments[number])}};
    return json.dump(1) + '\n';
}

Result<TexelState, std::string> state_from(const std::string& text, const TexelIdentity& identity) {
    try {
        const Json json = Json::parse(text);
        if (json.at("format") != format) return failure(std::string("is no checkpoint"));
        if (json.at("made_with") != to_json(identity))
            return failure("was made with other data or settings: " + json.at("made_with").dump() +
                           ", now " + to_json(identity).dump());
        return read_state(json);
    } catch (const Json::exception&) {
        return failure(std::string("is no checkpoint, or one of another program"));
    }
}

}  // namespace rookery::tune
