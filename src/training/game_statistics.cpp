#include "training/game_statistics.h"

#include "base/text.h"
#include "store/json.h"
#include "training/position_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::training {
namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::size_t score_class(int white_score) {
    if (Score(white_score).is_decided()) return GameStatistics::score_steps.size() + 1;
    const auto& steps = GameStatistics::score_steps;
    const auto step = std::upper_bound(steps.begin(), steps.end(), std::abs(white_score));
    return static_cast<std::size_t>(step - steps.begin());
}

template <class Counts>
void add_all(Counts& counts, const Counts& others) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += others[i];
}

}  // namespace

void GameStatistics::add(const SelfplayGame& game) {
    const PositionFilter usual;
    ++games;
    positions += game.positions();
    white_wins += game.result == GameResult::WhiteWins;
    black_wins += game.result == GameResult::BlackWins;
    draws += game.result == GameResult::Draw;
    ++ends[static_cast<std::size_t>(game.end)];
    longest = std::max<std::uint64_t>(longest, game.moves.size());
    for_each_position(game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
        quiet += usual.takes(position, next, ply);
        ++pieces[static_cast<std::size_t>(popcount(position.occupied()))];
        ++scores[score_class(next.white_score)];
    });
}

void GameStatistics::add(const GameStatistics& others) {
    games += others.games;
    positions += others.positions;
    quiet += others.quiet;
    white_wins += others.white_wins;
    draws += others.draws;
    black_wins += others.black_wins;
    longest = std::max(longest, others.longest);
    add_all(ends, others.ends);
    add_all(pieces, others.pieces);
    add_all(scores, others.scores);
}

const char* describe(GameEnd end) {
    switch (end) {
        case GameEnd::Rules: return "rules";
        case GameEnd::Decided: return "decided";
        case GameEnd::Level: return "level";
        case GameEnd::TooLong: return "too long";
    }
    return "";
}

Json origin_json(const std::string& origin) {
    return Json::read(origin).value_or(printable(origin, longest_shown_origin));
}

std::string statistics_json(const GameStatistics& statistics, const std::string& origin) {
    Json json;
    json["origin"] = origin_json(origin);
    json["games"] = statistics.games;
    json["positions"] = statistics.positions;
    json["quiet_positions"] = statistics.quiet;
    json["white_wins"] = statistics.white_wins;
    json["draws"] = statistics.draws;
    json["black_wins"] = statistics.black_wins;
    for (std::size_t i = 0; i < statistics.ends.size(); ++i)
        json["ends"][describe(static_cast<GameEnd>(i))] = statistics.ends[i];
    json["longest_game_plies"] = statistics.longest;
    json["positions_by_men"] = statistics.pieces;
    json["score_steps"] = GameStatistics::score_steps;
    json["positions_by_score"] = statistics.scores;
    return json.dump(2) + "\n";
}

std::vector<std::string> statistics_lines(const GameStatistics& all) {
    std::vector<std::string> lines;
    const auto share = [&](std::uint64_t part) { return percent(part, all.games); };
    lines.push_back(fmt::format("{} games, {} positions searched, {} of them quiet ({:.0f} %)",
                                all.games, all.positions, all.quiet,
                                percent(all.quiet, all.positions)));
    lines.push_back(fmt::format("White won {:.1f} %, drawn {:.1f} %, Black won {:.1f} %",
                                share(all.white_wins), share(all.draws), share(all.black_wins)));
    lines.push_back(fmt::format(
        "ended by the rules {:.1f} %, decided {:.1f} %, level {:.1f} %, too long {:.1f} %",
        share(all.ends[0]), share(all.ends[1]), share(all.ends[2]), share(all.ends[3])));
    const double games = all.games == 0 ? 1.0 : static_cast<double>(all.games);
    lines.push_back(fmt::format("{:.1f} searched plies a game, the longest game {} plies",
                                static_cast<double>(all.positions) / games, all.longest));
    std::string pieces = "positions by pieces:";
    for (std::size_t from = 2; from <= 32; from += 5) {
        std::uint64_t sum = 0;
        const std::size_t to = std::min<std::size_t>(from + 4, 32);
        for (std::size_t i = from; i <= to; ++i) sum += all.pieces[i];
        pieces += fmt::format(" {}-{} {:.1f} %{}", from, to, percent(sum, all.positions),
                              to < 32 ? "," : "");
    }
    lines.push_back(pieces);
    std::string scores = "by score:";
    for (std::size_t i = 0; i < all.scores.size(); ++i) {
        const std::string name = i < GameStatistics::score_steps.size()
                                     ? fmt::format("below {}", GameStatistics::score_steps[i])
                                 : i + 1 < all.scores.size() ? "beyond"
                                                             : "proven";
        scores += fmt::format(" {} {:.1f} %{}", name, percent(all.scores[i], all.positions),
                              i + 1 < all.scores.size() ? "," : "");
    }
    lines.push_back(scores);
    return lines;
}

}  // namespace rookery::training
