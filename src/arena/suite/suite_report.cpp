#include "arena/suite/suite_report.h"

#include "notation/fen.h"
#include "notation/san.h"

#include <nlohmann/json.hpp>

namespace rookery::arena {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json limits_of(const TimeControl& limits) {
    Json json = Json::object();
    if (limits.per_move) json["seconds"] = in_seconds(*limits.per_move);
    if (limits.nodes) json["nodes"] = *limits.nodes;
    if (limits.depth) json["depth"] = *limits.depth;
    return json;
}

Json as_json(const SuiteSums& sums) {
    Json json{{"answered", sums.answered},
              {"solved", sums.solved},
              {"troubles", sums.troubles},
              {"seconds_to_solution", in_seconds(sums.to_solution)},
              {"mean_seconds_to_solution", or_null(sums.mean_seconds_to_solution())},
              {"nodes_to_solution", or_null(sums.nodes_to_solution())},
              {"mean_depth", or_null(sums.mean_depth())},
              {"nodes", sums.nodes},
              {"seconds", in_seconds(sums.spent)},
              {"nodes_per_second", or_null(sums.nodes_per_second())}};
    if (sums.graded > 0) {
        json["points"] = sums.points;
        json["possible_points"] = sums.possible_points;
    }
    return json;
}

Json players_of(const SuiteReport& report) {
    const std::vector<SuiteSums> sums = report.sums();
    Json players = Json::array();
    for (std::size_t i = 0; i < report.players.size(); ++i) {
        Json player{{"name", report.players[i]}, {"spec", report.specs[i]}};
        player.update(as_json(sums[i]));
        players.push_back(std::move(player));
    }
    return players;
}

Json names_of(const Position& position, const std::vector<Move>& moves) {
    Json names = Json::array();
    for (const Move move : moves) names.push_back(to_san(position, move));
    return names;
}

Json as_json(const EngineScore& score) {
    Json json{{score.kind == EngineScore::Kind::Mate ? "mate" : "centipawns", score.value}};
    if (score.bound != EngineScore::Bound::Exact)
        json["bound"] = score.bound == EngineScore::Bound::Lower ? "lower" : "upper";
    return json;
}

Json as_json(const SuitePosition& position, const SuiteAnswer& answer) {
    Json json{{"move", answer.move ? Json(to_san(position.position, answer.move)) : Json(nullptr)},
              {"solved", answer.solved}};
    if (position.is_graded()) json["points"] = answer.points;
    json["score"] = answer.score ? as_json(*answer.score) : Json(nullptr);
    json["depth"] = answer.depth;
    json["nodes"] = answer.nodes;
    json["seconds"] = in_seconds(answer.spent);
    if (answer.solution)
        json["solution"] = Json{{"seconds", in_seconds(answer.solution->after)},
                                {"nodes", answer.solution->nodes},
                                {"depth", answer.solution->depth}};
    if (!answer.trouble.empty()) json["trouble"] = answer.trouble;
    return json;
}

Json as_json(const SuiteReport& report, std::size_t index) {
    const SuitePosition& position = report.suite.positions[index];
    Json json{{"id", position.id}, {"line", position.line}, {"fen", to_fen(position.position)}};
    if (!position.best.empty()) json["best"] = names_of(position.position, position.best);
    if (!position.avoid.empty()) json["avoid"] = names_of(position.position, position.avoid);
    if (position.mate) json["mate"] = *position.mate;
    for (const GradedMove& one : position.grades)
        json["points"][to_san(position.position, one.move)] = one.points;
    Json answers = Json::object();
    for (std::size_t i = 0; i < report.players.size(); ++i)
        if (const auto& answer = report.answers[index][i])
            answers[report.players[i]] = as_json(position, *answer);
    json["answers"] = std::move(answers);
    return json;
}

}  // namespace

std::string json_report(const SuiteReport& report) {
    Json json{{"suite", report.suite.name},
              {"complete", report.complete},
              {"limits", limits_of(report.limits)},
              {"seconds", report.seconds},
              {"players", players_of(report)},
              {"positions", Json::array()},
              {"skipped", Json::array()}};
    for (std::size_t i = 0; i < report.suite.positions.size(); ++i)
        json["positions"].push_back(as_json(report, i));
    for (const SkippedLine& skipped : report.suite.skipped)
        json["skipped"].push_back(Json{{"line", skipped.line}, {"why", skipped.why}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace rookery::arena
