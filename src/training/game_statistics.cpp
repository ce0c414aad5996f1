#include "training/game_statistics.h"

#include <algorithm>
#include <cstdlib>

namespace rookery::training {
namespace {

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
        ++men[static_cast<std::size_t>(popcount(position.occupied()))];
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
    add_all(men, others.men);
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

}  // namespace rookery::training
