#include "training/game_export.h"

#include "notation/epd.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "training/game_statistics.h"

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

}  // namespace rookery::training
