#include "training/game_export.h"

#include "notation/epd.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"

#include <algorithm>
#include <cstdlib>

namespace rookery::training {
namespace {

std::string score_comment(int white_score) {
    const Score score(white_score);
    CommentEval eval;
    if (score.is_mate())
        eval.mate = score.mate_moves();
    else
        eval.centipawns = white_score;
    CommentCommands commands;
    commands.eval = eval;
    return to_comment(commands);
}

}  // namespace

std::string to_pgn(const SelfplayGame& game, std::size_t number) {
    PgnGame pgn;
    pgn.start = game.start;
    pgn.result = game.result;
    pgn.set_tag("Event", "Self-play");
    pgn.set_tag("Round", std::to_string(number));
    pgn.set_tag("White", "Rookery");
    pgn.set_tag("Black", "Rookery");
    if (game.end != GameEnd::Rules) pgn.set_tag("Termination", "adjudication");
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        PgnMove move;
        move.move = game.moves[ply].move;
        if (ply >= game.opening_plies) move.comment = score_comment(game.moves[ply].white_score);
        pgn.main.moves.push_back(std::move(move));
    }
    if (game.end != GameEnd::Rules && !pgn.main.moves.empty())
        pgn.main.moves.back().comment += std::string(" ") + describe(game.end);
    return rookery::to_pgn(pgn);
}

std::string to_epd(const SelfplayGame& game, const PositionFilter* filter) {
    std::string lines;
    for_each_position(game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
        if (filter != nullptr && !filter->takes(position, next, ply)) return;
        const bool is_white = position.side_to_move() == Color::White;
        const int score = is_white ? next.white_score : -next.white_score;
        Epd epd{position, {}, {}};
        epd.operations.push_back({"sm", {to_san(position, next.move)}});
        epd.operations.push_back({"ce", {std::to_string(score)}});
        epd.operations.push_back({"c9", {notation_of(game.result)}});
        lines += rookery::to_epd(epd) + '\n';
    });
    return lines;
}

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

}  // namespace rookery::training
