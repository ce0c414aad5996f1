#include "arena/match/match_settings.h"

#include "arena/players/player_spec.h"
#include "base/text.h"
#include "store/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace rookery::arena {
namespace {

// Wide enough for every rating list; a number beyond it is a typing error.
constexpr double largest_rating = 10'000;

std::optional<double> rating_in(std::string_view text) {
    const auto rating = parse_number<double>(text);
    return rating && std::abs(*rating) <= largest_rating ? rating : std::nullopt;
}

// The player of exactly that name, or the only one whose name differs in capitals alone.
std::optional<std::size_t> player_called(std::string_view name,
                                         const std::vector<std::string>& names) {
    if (const auto exact = std::ranges::find(names, name); exact != names.end())
        return static_cast<std::size_t>(exact - names.begin());
    const auto alike = [&](const std::string& other) {
        return ascii::equal_ignoring_case(name, other);
    };
    const auto found = std::ranges::find_if(names, alike);
    if (found == names.end() || std::ranges::count_if(names, alike) > 1) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

std::string stranger(std::string_view name, const std::vector<std::string>& names) {
    std::string near = did_you_mean(name, names);
    if (near.empty()) {
        const std::string all = fmt::format("{}", fmt::join(names, ", "));
        near = fmt::format("; the players are {}", printable(all, 500));
    }
    return fmt::format("'{}' does not play here{}", printable(name), near);
}

std::optional<std::string> take_rating(std::string_view text, const std::vector<std::string>& names,
                                       KnownRatings& known) {
    // The last sign: a name may contain one, a number cannot.
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos)
        return fmt::format("'{}' is no rating; it should look like NAME=2400", printable(text));
    const std::string_view name = ascii::trim(text.substr(0, equals));
    const auto player = player_called(name, names);
    if (!player) return stranger(name, names);
    const std::string_view number = ascii::trim(text.substr(equals + 1));
    const auto rating = rating_in(number);
    if (!rating)
        return fmt::format("'{}' is no rating of {}: a number from -{} to {} is", printable(number),
                           printable(names[*player]), largest_rating, largest_rating);
    if (known[*player]) return fmt::format("{} is given two ratings", printable(names[*player]));
    known[*player] = *rating;
    return std::nullopt;
}

struct Field {
    std::string_view key;
    int& value;
    int lowest;
    int highest;
};

// key=value, separated by commas or blanks.
std::optional<std::string> read_fields(std::string_view text, std::initializer_list<Field> fields) {
    std::string known;
    for (const Field& field : fields)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", field.key);
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(", ");
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (word.empty()) continue;
        const std::size_t equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        const Field* found = nullptr;
        for (const Field& field : fields)
            if (field.key == key) found = &field;
        if (found == nullptr || equals == std::string_view::npos)
            return fmt::format("'{}' is none of the settings here, which are {}", printable(word),
                               known);
        const auto value = parse_number<int>(word.substr(equals + 1));
        if (!value || *value < found->lowest || *value > found->highest)
            return fmt::format("'{}': {} is a whole number from {} to {}", printable(word), key,
                               found->lowest, found->highest);
        found->value = *value;
    }
    return std::nullopt;
}

RunnerSettings base_of(const MatchSettings& settings) {
    RunnerSettings runner;
    for (const TimeControl& control : settings.controls)
        runner.contestants.push_back({{}, control});
    runner.game.adjudication = settings.adjudication;
    runner.game.grace = settings.grace;
    runner.game.nodes_per_second = settings.nodes_per_second;
    // Without a wall clock a search may take long, and the machine may be busy.
    bool all_clocks = !settings.nodes_per_second;
    for (const TimeControl& control : settings.controls)
        all_clocks = all_clocks && (control.has_clock() || control.per_move);
    if (!all_clocks) runner.game.timeout = std::chrono::minutes(2);
    if (settings.timeout) runner.game.timeout = *settings.timeout;
    runner.concurrency = settings.concurrency;
    return runner;
}

}  // namespace

std::optional<double> RatingSettings::known_of(std::size_t player) const {
    return player < known.size() ? known[player] : std::nullopt;
}

bool RatingSettings::any_known() const {
    return std::ranges::any_of(known, [](const auto& rating) { return rating.has_value(); });
}

Result<KnownRatings, std::string> parse_ratings(const std::vector<std::string>& texts,
                                                const std::vector<std::string>& names) {
    KnownRatings known(names.size());
    for (std::string_view rest : texts)
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const std::string_view part = ascii::trim(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (part.empty()) continue;
            if (auto problem = take_rating(part, names, known)) return failure(std::move(*problem));
        }
    return known;
}

std::optional<std::string> RatingTexts::apply_to(RatingSettings& settings,
                                                 const std::vector<std::string>& names) const {
    if (!known.empty()) {
        auto ratings = parse_ratings(known, names);
        if (!ratings) return fmt::format("--ratings: {}", ratings.error());
        settings.known = std::move(*ratings);
    }
    settings.k = k.value_or(settings.k);
    settings.start = start.value_or(settings.start);
    return std::nullopt;
}

RatingOptions rating_options_of(const RatingSettings& settings) {
    RatingOptions options;
    double sum = 0;
    for (std::size_t player = 0; player < settings.known.size(); ++player) {
        if (!settings.known[player]) continue;
        options.anchors.push_back({player, *settings.known[player]});
        sum += *settings.known[player];
    }
    // This is also the level of players without games against players of known rating.
    if (!options.anchors.empty()) options.mean = sum / static_cast<double>(options.anchors.size());
    return options;
}

Result<Adjudication::Draw, std::string> parse_draw(std::string_view text) {
    Adjudication::Draw draw;
    if (auto problem = read_fields(text, {{"move", draw.from_move, 0, 10000},
                                          {"moves", draw.moves, 1, 10000},
                                          {"score", draw.centipawns, 0, 100000}}))
        return failure(std::move(*problem));
    return draw;
}

Result<Adjudication::Resign, std::string> parse_resign(std::string_view text) {
    Adjudication::Resign resign;
    if (auto problem = read_fields(
            text, {{"moves", resign.moves, 1, 10000}, {"score", resign.centipawns, 1, 100000}}))
        return failure(std::move(*problem));
    return resign;
}

Result<std::optional<double>, std::string> parse_clock(std::string_view text) {
    constexpr std::string_view prefix = "nodes:";
    if (text == "wall") return std::optional<double>{};
    if (!text.starts_with(prefix))
        return failure(
            fmt::format("'{}' is no clock: wall, nodes:auto, or nodes:RATE such as nodes:1000000",
                        printable(text)));
    if (text.substr(prefix.size()) == "auto") return std::optional<double>(clock_to_be_measured);
    const auto rate = parse_number<double>(text.substr(prefix.size()));
    if (!rate || !(*rate >= 1 && *rate <= 1e12))
        return failure(fmt::format("'{}' is not a number of nodes a second from 1 to 1e12",
                                   printable(text.substr(prefix.size()))));
    return std::optional<double>(*rate);
}

std::optional<std::string> validate(const MatchSettings& settings) {
    if (settings.format == Format::Match && settings.games % 2 != 0)
        return fmt::format("games are played in pairs: {} is an odd number", settings.games);
    if (settings.games == 0 || settings.pairs == 0) return "there is no game to play";
    if (settings.concurrency == 0) return "at least one game must be played at a time";
    if (settings.sprt) {
        if (settings.format != Format::Match) return "a sequential test is between two players";
        if (auto problem = validate(*settings.sprt)) return problem;
    }
    for (const TimeControl& control : settings.controls)
        if (settings.nodes_per_second && control.per_move)
            return fmt::format("'{}': time per move cannot be counted in nodes; use nodes=N",
                               to_text(control));
    return std::nullopt;
}

std::optional<std::string> lengthen(MatchSettings& settings, std::size_t length) {
    const bool match = settings.format == Format::Match;
    std::size_t& present = match ? settings.games : settings.pairs;
    if (length < present)
        return fmt::format("it was begun for {} {}; it can be made longer, not shorter", present,
                           match ? "games" : "pairs in each encounter");
    present = length;
    return validate(settings);
}

Schedule schedule_of(const MatchSettings& settings, std::size_t players) {
    switch (settings.format) {
        case Format::Match: return match_schedule(settings.games);
        case Format::RoundRobin: return round_robin_schedule(players, settings.pairs);
        case Format::Gauntlet: return gauntlet_schedule(players, settings.pairs);
    }
    return {};
}

Result<OpeningBook, std::string> load_book(const OpeningSettings& settings) {
    OpeningOptions options;
    options.plies = settings.plies;
    options.chess960 = settings.chess960;
    auto book = OpeningBook::load(settings.file, options);
    if (book && settings.count != 0 && settings.count != book->size())
        return failure(fmt::format("{} has {} openings; when the match began it had {}",
                                   printable(settings.file, 200), book->size(), settings.count));
    return book;
}

Result<RunnerSettings, std::string> runner_settings_of(MatchSettings& settings) {
    RunnerSettings runner = base_of(settings);
    OpeningSettings& openings = settings.openings;
    if (openings.file.empty()) {
        RandomOpenings wanted;
        wanted.chess960 = openings.chess960;
        if (openings.plies)
            wanted.fewest_plies = wanted.most_plies = static_cast<int>(*openings.plies);
        runner.opening = [seed = settings.seed,
                          wanted](std::size_t slot) -> Result<Opening, std::string> {
            return random_opening(seed, slot, wanted);
        };
        return runner;
    }
    auto loaded = load_book(openings);
    if (!loaded) return failure(loaded.error());
    // Shared by the functions below, which are copied.
    const auto book = std::make_shared<const OpeningBook>(std::move(*loaded));
    openings.count = book->size();
    const auto order = std::make_shared<const std::vector<std::size_t>>(
        opening_order(book->size(), settings.seed, openings.order));
    const auto index_of = [order](std::size_t slot) { return (*order)[slot % order->size()]; };
    runner.opening = [book, index_of](std::size_t slot) { return book->at(index_of(slot)); };
    runner.opening_index = [index_of](std::size_t slot) -> std::optional<std::size_t> {
        return index_of(slot);
    };
    return runner;
}

namespace {

const char* word_for(Format format) {
    switch (format) {
        case Format::Match: return "match";
        case Format::RoundRobin: return "round-robin";
        case Format::Gauntlet: return "gauntlet";
    }
    return "";
}

// Reads a member that may be missing.
template <class Value>
void read_optional(const Json& object, const char* key, std::optional<Value>& value) {
    if (object.contains(key)) value = object.at(key).get<Value>();
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
    read_optional(object, "max_moves", rules.max_moves);
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
    read_optional(object, "plies", openings.plies);
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
    read_optional(object, "nodes_per_second", settings.nodes_per_second);
    read_optional(object, "reference_speed", settings.reference_speed);
    if (object.contains("sprt"))
        if (auto sprt = parse_sprt(object.at("sprt").get<std::string>())) settings.sprt = *sprt;
    settings.concurrency = object.at("concurrency").get<std::size_t>();
    settings.pin = object.value("pin", false);
    if (object.contains("patience_us"))
        settings.timeout = Duration(object.at("patience_us").get<Duration::rep>());
    if (object.contains("ratings")) settings.ratings = ratings_from(object.at("ratings"));
    return settings;
}

Json as_json(const EngineSpec& engine) {
    Json object{{"name", engine.name},
                {"command", engine.command},
                {"arguments", engine.arguments},
                {"folder", engine.folder},
                {"protocol", name_of(engine.protocol)}};
    object["options"] = engine.options;  // a list, for their order counts
    if (engine.niceness) object["niceness"] = *engine.niceness;
    if (!engine.processors.empty()) object["processors"] = engine.processors;
    return object;
}

EngineSpec engine_from(const Json& object) {
    EngineSpec engine;
    object.at("name").get_to(engine.name);
    object.at("command").get_to(engine.command);
    object.at("arguments").get_to(engine.arguments);
    object.at("folder").get_to(engine.folder);
    if (object.at("protocol") == "xboard") engine.protocol = Protocol::Xboard;
    object.at("options").get_to(engine.options);
    read_optional(object, "niceness", engine.niceness);
    engine.processors = object.value("processors", std::vector<int>());
    return engine;
}

// Bytes of a path that are not UTF-8 must not keep a match from being stored.
std::string dumped(const Json& object) { return object.dump(); }

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
    if (settings.timeout) object["patience_us"] = settings.timeout->count();
    if (settings.nodes_per_second) object["nodes_per_second"] = *settings.nodes_per_second;
    if (settings.reference_speed) object["reference_speed"] = *settings.reference_speed;
    if (settings.sprt) object["sprt"] = to_text(*settings.sprt);
    object["concurrency"] = settings.concurrency;
    object["pin"] = settings.pin;
    if (settings.ratings != RatingSettings{}) object["ratings"] = as_json(settings.ratings);
    return dumped(object);
}

// Json throws where a member is missing or of another type; that ends here.
Result<MatchSettings, std::string> match_settings_from(std::string_view json) {
    try {
        return settings_from(Json::parse(json));
    } catch (const Json::Error& problem) {
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
        stored.at("name").get_to(searcher.name);
        stored.at("searcher").get_to(searcher.searcher);
        stored.at("seed").get_to(searcher.seed);
        stored.at("hash_mib").get_to(searcher.resources.hash_mib);
        stored.at("threads").get_to(searcher.resources.threads);
        // Matches of earlier versions have none of these.
        searcher.evaluator = stored.value("evaluator", std::string());
        searcher.level = stored.value("level", 0);
        searcher.weights = stored.value("weights", std::string());
        searcher.settings = stored.value("settings", SettingValues());
        searcher.variant.terms = stored.value("terms", std::string());
        searcher.variant.weights =
            stored.value("changed_weights", decltype(searcher.variant.weights)());
        searcher.colony = stored.value("colony", std::string());
        searcher.network = stored.value("network", std::string());
        // In matches of earlier versions weights chose the classical evaluation by themselves.
        if (searcher.evaluator.empty() && !searcher.choice().has_own_weights())
            searcher.evaluator = "classical";
        return PlayerSpec(std::move(searcher));
    } catch (const Json::Error& problem) {
        return failure(fmt::format("a stored player cannot be read: {}", problem.what()));
    }
}

}  // namespace rookery::arena
