#include "eval/nnue/report.h"

#include "eval/classical/endgames.h"
#include "eval/evaluator.h"
#include "eval/nnue/network.h"

namespace rookery::nnue {
namespace {

Neurons accumulator_of(Color side, const Position& position, const Network& network) {
    const View view = View::of(side, position.king(side));
    Neurons neurons = network.biases;
    for (const Square square : squares(position.occupied()))
        change<1, 0>(neurons, neurons,
                     {&network.features[view.input(position.piece_on(square), square)]}, {});
    return neurons;
}

// White's view, with the move as given.
int value_of(const Position& position, Color mover, std::size_t bucket, const Network& network) {
    const int value = output(network, accumulator_of(mover, position, network),
                             accumulator_of(~mover, position, network), bucket);
    return mover == Color::White ? value : -value;
}

std::optional<int> share_of(const Position& position, Square square, std::size_t bucket,
                            const Network& network) {
    const auto rest = without_piece(position, square);
    if (!rest) return std::nullopt;
    const Color mover = rest->position.side_to_move();
    const int fall = value_of(position, mover, bucket, network) -
                     value_of(rest->position, mover, bucket, network);
    return color_of(position.piece_on(square)) == Color::White ? fall : -fall;
}

}  // namespace

int plain_value(const Position& position, const Network& network) {
    const int white = value_of(position, position.side_to_move(),
                               bucket_of(popcount(position.occupied())), network);
    return position.side_to_move() == Color::White ? white : -white;
}

Report report_on(const Position& position, const Network& network) {
    Report report;
    report.side_to_move = position.side_to_move();
    report.bucket = bucket_of(popcount(position.occupied()));
    for (std::size_t bucket = 0; bucket < buckets; ++bucket)
        report.by_bucket[bucket] = value_of(position, position.side_to_move(), bucket, network);
    report.value = report.by_bucket[report.bucket];
    if (const auto ending = classical::known_endgame(position)) {
        report.ending = ending->name;
        report.value = ending->value;
    }
    for (const Square square : squares(position.occupied()))
        report.shares[square] = share_of(position, square, report.bucket, network);
    return report;
}

}  // namespace rookery::nnue
