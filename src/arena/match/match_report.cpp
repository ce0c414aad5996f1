#include "arena/match/match_report.h"

#include "arena/store/words.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rookery::arena {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json as_json(const Bounded& bounded) {
    return {{"value", number(bounded.value)},
            {"low", number(bounded.low)},
            {"high", number(bounded.high)}};
}

Json as_json(const GameCounts& games) {
    return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

Json players_of(const MatchInfo& info) {
    Json players = Json::array();
    for (const PlayerEntry& player : info.setup.players)
        players.push_back(Json{{"name", player.name}, {"spec", player.spec}});
    return players;
}

Json failures_of(const MatchSnapshot& now) {
    Json failures = Json::array();
    for (const FailureCount& failure : now.tally.failures())
        failures.push_back(Json{{"player", now.players[failure.player]},
                                {"kind", word_of(failure.termination)},
                                {"games", failure.games}});
    return failures;
}

const char* word_for(SprtState state) {
    switch (state) {
        case SprtState::Running: return "running";
        case SprtState::AcceptedH0: return "H0";
        case SprtState::AcceptedH1: return "H1";
    }
    return "";
}

}  // namespace

std::string json_report(const MatchInfo& info, const MatchSnapshot& now) {
    Json report{
        {"match", info.id},        {"name", info.setup.name},     {"state", word_of(info.state)},
        {"seed", info.setup.seed}, {"players", players_of(info)}, {"games", now.tally.finished()},
        {"wanted", now.wanted}};
    if (now.players.size() == 2) {
        report["score"] = as_json(now.tally.games());
        report["white"] = as_json(now.tally.by_color()[Color::White]);
        report["black"] = as_json(now.tally.by_color()[Color::Black]);
        report["pairs"] = now.tally.pairs().pairs;
        report["elo"] = as_json(now.elo.elo);
        report["nelo"] = as_json(now.elo.normalized);
        report["los"] = now.elo.superiority;
        report["draw_ratio"] = now.elo.draw_ratio;
    }
    if (now.sprt && now.sprt_settings)
        report["sprt"] = Json{{"settings", to_text(*now.sprt_settings)},
                              {"llr", now.sprt->llr},
                              {"lower", now.sprt->bounds.lower},
                              {"upper", now.sprt->bounds.upper},
                              {"accepted", word_for(now.sprt->state)}};
    report["failures"] = failures_of(now);
    report["settings"] = Json::parse(info.setup.settings, nullptr, false);
    return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace rookery::arena
