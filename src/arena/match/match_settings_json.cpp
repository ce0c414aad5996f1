#include "arena/match/match_settings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rookery::arena {
namespace {

using Json = nlohmann::ordered_json;

const char* word_for(Format format) {
    switch (format) {
        case Format::Match: return "match";
        case Format::RoundRobin: return "round-robin";
        case Format::Gauntlet: return "gauntlet";
    }
    return "";
}

Json as_json(const Adjudication& rules) {
    Json object = Json::object();
    if (rules.draw)
        object["draw"] = {{"move", rules.draw->from_move},
                          {"moves", rules.draw->moves},
                          {"score", rules.draw->centipawns}};
    if (rules.resign)
        object["resign"] = {{"moves", rules.resign->moves}, {"score", rules.resign->centipawns}};
    if (rules.max_moves) object["max_moves"] = *rules.max_moves;
    return object;
}

Adjudication adjudication_from(const Json& object) {
    Adjudication rules;
    if (object.contains("draw")) {
        const Json& draw = object.at("draw");
        rules.draw = {draw.at("move").get<int>(), draw.at("moves").get<int>(),
                      draw.at("score").get<int>()};
    }
    if (object.contains("resign")) {
        const Json& resign = object.at("resign");
        rules.resign = {resign.at("moves").get<int>(), resign.at("score").get<int>()};
    }
    if (object.contains("max_moves")) rules.max_moves = object.at("max_moves").get<int>();
    return rules;
}

Json as_json(const OpeningSettings& openings) {
    Json object = Json::object();
    if (!openings.file.empty()) {
        object["file"] = openings.file;
        object["count"] = openings.count;
        object["order"] = openings.order == Order::Random ? "random" : "sequential";
    }
    if (openings.plies) object["plies"] = *openings.plies;
    object["chess960"] = openings.chess960;
    return object;
}

OpeningSettings openings_from(const Json& object) {
    OpeningSettings openings;
    openings.file = object.value("file", "");
    openings.count = object.value("count", std::size_t{0});
    if (object.value("order", "random") == "sequential") openings.order = Order::Sequential;
    if (object.contains("plies")) openings.plies = object.at("plies").get<std::size_t>();
    openings.chess960 = object.value("chess960", false);
    return openings;
}

Json as_json(const RatingSettings& ratings) {
    Json known = Json::array();
    for (const auto& rating : ratings.known) known.push_back(rating ? Json(*rating) : Json());
    return {{"known", std::move(known)}, {"k", ratings.k}, {"start", ratings.start}};
}

RatingSettings ratings_from(const Json& object) {
    RatingSettings ratings;
    for (const Json& rating : object.at("known"))
        ratings.known.push_back(rating.is_null() ? std::nullopt
                                                 : std::optional(rating.get<double>()));
    ratings.k = object.at("k").get<double>();
    ratings.start = object.at("start").get<double>();
    return ratings;
}

MatchSettings settings_from(const Json& object) {
    MatchSettings settings;
    const std::string format = object.at("format").get<std::string>();
    if (format == "round-robin") settings.format = Format::RoundRobin;
    if (format == "gauntlet") settings.format = Format::Gauntlet;
    settings.games = object.at("games").get<std::size_t>();
    settings.pairs = object.at("pairs").get<std::size_t>();
    for (const Json& text : object.at("controls"))
        if (auto control = parse_time_control(text.get<std::string>()))
            settings.controls.push_back(*control);
    settings.openings = openings_from(object.at("openings"));
    settings.seed = object.at("seed").get<std::uint64_t>();
    settings.adjudication = adjudication_from(object.at("adjudication"));
    settings.grace = Duration(object.at("grace_us").get<Duration::rep>());
    if (object.contains("nodes_per_second"))
        settings.nodes_per_second = object.at("nodes_per_second").get<double>();
    if (object.contains("reference_speed"))
        settings.reference_speed = object.at("reference_speed").get<std::uint64_t>();
    if (object.contains("sprt"))
        if (auto sprt = parse_sprt(object.at("sprt").get<std::string>())) settings.sprt = *sprt;
    settings.concurrency = object.at("concurrency").get<std::size_t>();
    settings.pin = object.value("pin", false);
    if (object.contains("patience_us"))
        settings.patience = Duration(object.at("patience_us").get<Duration::rep>());
    if (object.contains("ratings")) settings.ratings = ratings_from(object.at("ratings"));
    return settings;
}

Json as_json(const EngineSpec& engine) {
    Json object{{"name", engine.name},
                {"command", engine.command},
                {"arguments", engine.arguments},
                {"folder", engine.folder},
                {"protocol", name_of(engine.protocol)}};
    Json options = Json::array();  // a list, for their order counts
    for (const auto& [option, value] : engine.options) options.push_back({option, value});
    object["options"] = std::move(options);
    if (engine.niceness) object["niceness"] = *engine.niceness;
    if (!engine.processors.empty()) object["processors"] = engine.processors;
    return object;
}

EngineSpec engine_from(const Json& object) {
    EngineSpec engine;
    engine.name = object.at("name").get<std::string>();
    engine.command = object.at("command").get<std::string>();
    engine.arguments = object.at("arguments").get<std::vector<std::string>>();
    engine.folder = object.at("folder").get<std::string>();
    if (object.at("protocol") == "xboard") engine.protocol = Protocol::Xboard;
    for (const Json& option : object.at("options"))
        engine.options.emplace_back(option.at(0).get<std::string>(),
                                    option.at(1).get<std::string>());
    if (object.contains("niceness")) engine.niceness = object.at("niceness").get<int>();
    if (object.contains("processors"))
        engine.processors = object.at("processors").get<std::vector<int>>();
    return engine;
}

// Bytes of a path that are not UTF-8 must not keep a match from being stored.
std::string dumped(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const MatchSettings& settings) {
    Json object{{"format", word_for(settings.format)},
                {"games", settings.games},
                {"pairs", settings.pairs}};
    Json controls = Json::array();
    for (const TimeControl& control : settings.controls) controls.push_back(to_text(control));
    object["controls"] = std::move(controls);
    object["openings"] = as_json(settings.openings);
    object["seed"] = settings.seed;
    object["adjudication"] = as_json(settings.adjudication);
    object["grace_us"] = settings.grace.count();
    if (settings.patience) object["patience_us"] = settings.patience->count();
    if (settings.nodes_per_second) object["nodes_per_second"] = *settings.nodes_per_second;
    if (settings.reference_speed) object["reference_speed"] = *settings.reference_speed;
    if (settings.sprt) object["sprt"] = to_text(*settings.sprt);
    object["concurrency"] = settings.concurrency;
    object["pin"] = settings.pin;
    if (settings.ratings != RatingSettings{}) object["ratings"] = as_json(settings.ratings);
    return dumped(object);
}

// The library throws where a member is missing or of another type; that ends here.
Result<MatchSettings, std::string> match_settings_from(std::string_view json) {
    try {
        return settings_from(Json::parse(json));
    } catch (const Json::exception& problem) {
        return failure(fmt::format("the stored settings cannot be read: {}", problem.what()));
    }
}

std::string to_json(const PlayerSpec& spec) {
    if (const auto* engine = std::get_if<EngineSpec>(&spec))
        return dumped(Json{{"engine", as_json(*engine)}});
    const SearcherSpec& searcher = *std::get_if<SearcherSpec>(&spec);
    return dumped(Json{{"searcher",
                        {{"name", searcher.name},
                         {"searcher", searcher.searcher},
                         {"seed", searcher.seed},
                         {"hash_mib", searcher.resources.hash_mib},
                         {"threads", searcher.resources.threads},
                         {"evaluator", searcher.evaluator},
                         {"level", searcher.level},
                         {"weights", searcher.weights},
                         {"settings", searcher.settings},
                         {"terms", searcher.variant.terms},
                         {"changed_weights", searcher.variant.weights},
                         {"colony", searcher.colony},
                         {"network", searcher.network}}}});
}

Result<PlayerSpec, std::string> player_spec_from(std::string_view json) {
    try {
        const Json object = Json::parse(json);
        if (object.contains("engine")) return PlayerSpec(engine_from(object.at("engine")));
        const Json& stored = object.at("searcher");
        SearcherSpec searcher;
        searcher.name = stored.at("name").get<std::string>();
        searcher.searcher = stored.at("searcher").get<std::string>();
        searcher.seed = stored.at("seed").get<std::uint64_t>();
        searcher.resources.hash_mib = stored.at("hash_mib").get<std::size_t>();
        searcher.resources.threads = stored.at("threads").get<std::size_t>();
        // Matches of earlier versions know neither.
        searcher.evaluator = stored.value("evaluator", std::string());
        searcher.level = stored.value("level", 0);
        searcher.weights = stored.value("weights", std::string());
        searcher.settings = stored.value("settings", SettingValues());
        searcher.variant.terms = stored.value("terms", std::string());
        searcher.variant.weights = stored.value("changed_weights", decltype(searcher.variant.weights)());
        searcher.colony = stored.value("colony", std::string());
        searcher.network = stored.value("network", std::string());
        return PlayerSpec(std::move(searcher));
    } catch (const Json::exception& problem) {
        return failure(fmt::format("a stored player cannot be read: {}", problem.what()));
    }
}

}  // namespace rookery::arena
