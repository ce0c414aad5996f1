// Evaluations per second on one thread.
//
//     bench_eval_speed [seconds] [file.epd]
//
// Without a file the positions come from games of random but plausible moves, taken from all stages
// with more weight on the middlegame. Positions are visited as a search would: games follow one
// after the other, so that the pawn table has hits and misses.
#include "base/measure.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/simple_evaluators.h"
#include "notation/fen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace rookery;

// Takes hanging pieces by a simple count, castles, and else plays a random move: enough to keep
// material balanced for a while.
Move plausible_move(const Position& position, Random& random) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return Move::none();
    for (Move move : moves)
        if (move.is_castling()) return move;
    Move best = moves[random.below(moves.size())];
    int best_value = -10000;
    MaterialEvaluator material;
    for (int tries = 0; tries < 6; ++tries) {
        const Move move = moves[random.below(moves.size())];
        const Position next = position.after(move);
        int value = -material.evaluate(next).value();
        for (Move reply : legal_moves(next))
            if (next.is_capture(reply))
                value = std::min(value, material.evaluate(next.after(reply)).value());
        if (value > best_value) {
            best_value = value;
            best = move;
        }
    }
    return best;
}

std::vector<Position> positions_of_games(std::size_t count) {
    std::vector<Position> positions;
    Random random(1);
    while (positions.size() < count) {
        Position position = Position::start();
        for (int ply = 0; ply < 80 && positions.size() < count; ++ply) {
            const Move move = plausible_move(position, random);
            if (!move) break;
            position.make(move);
            if (ply >= 10) positions.push_back(position);
        }
    }
    return positions;
}

std::vector<Position> positions_of_file(const char* path) {
    std::vector<Position> positions;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        // The first four fields are a FEN without counters; what follows is not.
        std::size_t end = 0;
        for (int field = 0; field < 4 && end != std::string::npos; ++field)
            end = line.find(' ', end == 0 ? 0 : end + 1);
        if (auto parsed = parse_fen(line.substr(0, end))) positions.push_back(parsed->position);
    }
    return positions;
}

// Positions a second. Timed in short pieces, the best time of each over several rounds: other work
// on the machine only ever slows down.
template <class Kind>
double speed(Kind& evaluator, const std::vector<Position>& positions, double seconds) {
    constexpr std::size_t piece = 500;
    std::vector<double> best((positions.size() + piece - 1) / piece, 1e9);
    const Stopwatch total;
    do {
        for (std::size_t i = 0; i < best.size(); ++i) {
            const std::size_t end = std::min((i + 1) * piece, positions.size());
            const Stopwatch watch;
            int sum = 0;
            for (std::size_t at = i * piece; at < end; ++at)
                sum += evaluator.evaluate(positions[at]).value();
            do_not_optimize(sum);
            best[i] = std::min(best[i], watch.seconds());
        }
    } while (total.seconds() < seconds);
    double sum = 0;
    for (double time : best) sum += time;
    return static_cast<double>(positions.size()) / sum;
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
    const std::vector<Position> positions =
        argc > 2 ? positions_of_file(argv[2]) : positions_of_games(5'000);
    if (positions.empty()) {
        std::fprintf(stderr, "there are no positions in %s\n", argv[2]);
        return 1;
    }
    long sum = 0;
    double pieces = 0;
    ClassicalEvaluator classical;
    for (const Position& position : positions) {
        sum += std::abs(classical.evaluate(position).value());
        pieces += popcount(position.occupied());
    }
    std::printf("%zu positions, %.1f pieces on average, mean size of the value %ld\n",
                positions.size(), pieces / static_cast<double>(positions.size()),
                sum / static_cast<long>(positions.size()));
    const auto report = [&](const char* name, double per_second) {
        std::printf("%-28s %7.2f million/s  %6.0f ns\n", name, per_second / 1e6, 1e9 / per_second);
    };
    MaterialEvaluator material;
    PieceSquareEvaluator piece_square;
    WeightedEvaluator weighted(rookery::classical::default_weights);
    struct Fresh {
        ClassicalEvaluator evaluator{1};
        Score evaluate(const Position& position) {
            evaluator.clear();
            return evaluator.evaluate(position);
        }
    } fresh;
    // Each accumulator is updated by the pieces that differ from the last position; in a search the
    // moves are known, which is less work.
    NnueEvaluator network;
    report("material", speed(material, positions, seconds / 4));
    report("piece-square", speed(piece_square, positions, seconds / 4));
    report("classical", speed(classical, positions, seconds));
    report("classical, no pawn table", speed(fresh, positions, seconds / 2));
    report("network", speed(network, positions, seconds / 2));
    report("weights given at run time", speed(weighted, positions, seconds / 2));
    return 0;
}
