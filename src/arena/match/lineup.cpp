#include "arena/match/lineup.h"

#include "arena/players/uci_player.h"
#include "base/machine.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::arena {
namespace {

void rename(PlayerSpec& spec, std::string name) {
    std::visit([&](auto& known) { known.name = std::move(name); }, spec);
}

void tell_apart(std::vector<PlayerSpec>& specs) {
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const std::string wanted = name_of(specs[i]);
        std::string name = wanted;
        const auto taken = [&] {
            return std::any_of(specs.begin(), specs.begin() + static_cast<std::ptrdiff_t>(i),
                               [&](const PlayerSpec& other) { return name_of(other) == name; });
        };
        for (int number = 2; taken(); ++number) name = fmt::format("{}-{}", wanted, number);
        rename(specs[i], std::move(name));
    }
}

void set_unless_given(EngineSpec& engine, const std::string& option, std::size_t value) {
    const bool given = std::ranges::any_of(engine.options, [&](const auto& one) {
        return ascii::equal_ignoring_case(one.first, option);
    });
    if (!given) engine.options.emplace_back(option, std::to_string(value));
}

void grant(EngineSpec& engine, const UciPlayer& player, const LineupRequest& request) {
    const auto knows = [&](std::string_view name) {
        return std::ranges::any_of(player.options(), [&](const UciOption& one) {
            return ascii::equal_ignoring_case(one.name, name);
        });
    };
    if (request.hash_mib && knows("Hash")) set_unless_given(engine, "Hash", *request.hash_mib);
    if (request.threads && knows("Threads")) set_unless_given(engine, "Threads", *request.threads);
}

// Whether a searcher was given Hash or Threads of its own cannot be told from the resolved spec.
bool mentions(std::string_view text, std::string_view option) {
    for (std::size_t comma = text.find(','); comma != std::string_view::npos;
         comma = text.find(',', comma + 1)) {
        const std::string_view rest = text.substr(comma + 1);
        if (ascii::equal_ignoring_case(ascii::trim(rest.substr(0, rest.find('='))), option))
            return true;
    }
    return false;
}

void grant(SearcherSpec& searcher, std::string_view text, const LineupRequest& request,
           std::size_t place) {
    if (request.hash_mib && !mentions(text, "Hash"))
        searcher.resources.hash_mib = *request.hash_mib;
    if (request.threads && !mentions(text, "Threads"))
        searcher.resources.threads = *request.threads;
    // Two random movers with the same seed would play the same game twice.
    if (!mentions(text, "Seed")) searcher.seed = (request.seed + place) & 0x7FFF'FFFF'FFFF'FFFF;
}

std::size_t threads_of(const PlayerSpec& spec) {
    if (const auto* searcher = std::get_if<SearcherSpec>(&spec)) return searcher->resources.threads;
    for (const auto& [option, value] : std::get_if<EngineSpec>(&spec)->options)
        if (ascii::equal_ignoring_case(option, "Threads"))
            if (const auto threads = parse_clamped_number(value); threads && *threads > 0)
                return static_cast<std::size_t>(*threads);
    return 1;
}

std::optional<std::string> try_player(Lineup& lineup, std::size_t place,
                                      const LineupRequest& request, SearcherTable searchers) {
    PlayerSpec& spec = lineup.specs[place];
    const auto* program = std::get_if<EngineSpec>(&spec);
    const bool by_nodes = place < request.controls.size() && request.controls[place].nodes;
    if (program != nullptr && program->protocol == Protocol::Xboard && by_nodes)
        return fmt::format("{} speaks the xboard protocol, which cannot limit nodes",
                           name_of(spec));
    auto made = make_player(spec, searchers);
    if (!made) return made.error();
    Player& player = **made;
    if (auto up = player.start(); !up) return up.error();
    if (auto* engine = std::get_if<EngineSpec>(&spec)) {
        if (const auto* uci = dynamic_cast<const UciPlayer*>(&player))
            grant(*engine, *uci, request);
    } else {
        grant(*std::get_if<SearcherSpec>(&spec), lineup.entries[place].spec, request, place);
    }
    player.stop();
    if (!request.must_obey_nodes) return std::nullopt;
    // With what it was granted, for the number of threads decides.
    made = make_player(spec, searchers);
    if (!made) return made.error();
    if ((*made)->obeys_nodes()) return std::nullopt;
    return fmt::format("{} does not keep to a number of nodes, so its clock cannot count them; "
                       "play it by the wall clock, without --clock",
                       name_of(spec));
}

}  // namespace

std::vector<std::string> Lineup::names() const {
    std::vector<std::string> names;
    for (const PlayerEntry& entry : entries) names.push_back(entry.name);
    return names;
}

Result<Lineup, std::string> look_up(const std::vector<std::string>& texts,
                                    const EngineRegistry& registry, SearcherTable searchers) {
    Lineup lineup;
    for (const std::string& text : texts) {
        auto spec = resolve_player(text, registry, searchers);
        if (!spec) return failure(spec.error());
        lineup.specs.push_back(std::move(*spec));
    }
    tell_apart(lineup.specs);
    for (std::size_t i = 0; i < texts.size(); ++i)
        lineup.entries.push_back({name_of(lineup.specs[i]), texts[i], to_json(lineup.specs[i])});
    return lineup;
}

std::optional<std::string> try_out(Lineup& lineup, const LineupRequest& request,
                                   SearcherTable searchers) {
    for (std::size_t i = 0; i < lineup.specs.size(); ++i) {
        if (auto problem = try_player(lineup, i, request, searchers)) return problem;
        lineup.entries[i].settings = to_json(lineup.specs[i]);
    }
    return std::nullopt;
}

Result<double, std::string> measured_speed(const Lineup& lineup, SearcherTable searchers) {
    constexpr Duration time_to_think{1'000'000};
    double logarithms = 0;
    for (const PlayerSpec& spec : lineup.specs) {
        auto made = make_player(spec, searchers);
        if (!made) return failure(made.error());
        Player& player = **made;
        if (auto up = player.start(); !up) return failure(up.error());
        if (auto ready = player.new_game(false); !ready) return failure(ready.error());
        const Game game;
        MoveRequest request{.game = game};
        request.per_move = time_to_think;
        request.timeout = 10 * time_to_think;
        const MoveReply reply = player.choose(request);
        player.stop();
        if (reply.trouble != Trouble::None || reply.nodes == 0 || reply.spent <= Duration{0})
            return failure(fmt::format("the speed of {} cannot be measured", name_of(spec)));
        logarithms += std::log(static_cast<double>(reply.nodes) / in_seconds(reply.spent));
    }
    return std::exp(logarithms / static_cast<double>(lineup.specs.size()));
}

Result<Lineup, std::string> line_up_again(const std::vector<PlayerEntry>& entries) {
    Lineup lineup;
    lineup.entries = entries;
    for (const PlayerEntry& entry : entries) {
        auto spec = player_spec_from(entry.settings);
        if (!spec) return failure(spec.error());
        lineup.specs.push_back(std::move(*spec));
    }
    return lineup;
}

std::optional<std::string> pin(RunnerSettings& runner, const Lineup& lineup) {
    std::size_t threads = 1;
    for (const PlayerSpec& spec : lineup.specs) threads = std::max(threads, threads_of(spec));
    const std::vector<int> usable = usable_processors();
    if (usable.size() < runner.concurrency * threads)
        return fmt::format("--pin: {} games of {} threads need {} processors; there are {}",
                           runner.concurrency, threads, runner.concurrency * threads,
                           usable.size());
    runner.processors.clear();
    for (std::size_t worker = 0; worker < runner.concurrency; ++worker) {
        const auto first = usable.begin() + static_cast<std::ptrdiff_t>(worker * threads);
        runner.processors.emplace_back(first, first + static_cast<std::ptrdiff_t>(threads));
    }
    return std::nullopt;
}

std::vector<PlayerMaker> makers_of(const Lineup& lineup, SearcherTable searchers) {
    std::vector<PlayerMaker> makers;
    for (const PlayerSpec& spec : lineup.specs)
        makers.emplace_back([spec, searchers] { return make_player(spec, searchers); });
    return makers;
}

void seat(RunnerSettings& runner, const Lineup& lineup, SearcherTable searchers) {
    std::vector<PlayerMaker> makers = makers_of(lineup, searchers);
    for (std::size_t i = 0; i < runner.contestants.size() && i < makers.size(); ++i) {
        runner.contestants[i].make = std::move(makers[i]);
        runner.contestants[i].name = name_of(lineup.specs[i]);
    }
}

}  // namespace rookery::arena
