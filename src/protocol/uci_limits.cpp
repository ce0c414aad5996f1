#include "protocol/uci_limits.h"

#include "eval/score.h"

#include <algorithm>
#include <chrono>

namespace rookery::uci {
namespace {

using std::chrono::milliseconds;

// Longer than any game, and far from where adding it to a clock would overflow.
constexpr std::int64_t longest = std::int64_t{1000} * 3600 * 24 * 365;

milliseconds clamped(std::int64_t time) {
    return milliseconds(std::clamp<std::int64_t>(time, 0, longest));
}

int clamped_count(std::int64_t count, int lowest, int highest) {
    return static_cast<int>(std::clamp<std::int64_t>(count, lowest, highest));
}

// Some clients send one clock alone, and not always that of the side to move. It is better to go by
// the wrong one than by none, which would be to think for ever.
std::optional<GameTime> clock_of(const Go& go, bool white) {
    const auto& own_time = white ? go.white_time : go.black_time;
    const auto& own_increment = white ? go.white_increment : go.black_increment;
    const auto& other_time = white ? go.black_time : go.white_time;
    const auto& other_increment = white ? go.black_increment : go.white_increment;
    if (!own_time && !other_time && !own_increment && !other_increment) return std::nullopt;
    const bool own = own_time.has_value() || !other_time;
    GameTime time;
    time.left = clamped((own ? own_time : other_time).value_or(0));
    time.increment = clamped((own ? own_increment : other_increment).value_or(0));
    time.moves_to_go = clamped_count(go.moves_to_go.value_or(0), 0, 1'000'000);
    return time;
}

}  // namespace

SearchOrder order_from(const Go& go, Color side_to_move) {
    SearchOrder order;
    if (go.depth) order.depth = clamped_count(*go.depth, 1, Score::max_plies);
    if (go.mate) order.mate = clamped_count(*go.mate, 1, Score::max_plies);
    if (go.nodes) order.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*go.nodes, 1));
    order.clock = clock_of(go, side_to_move == Color::White);
    if (go.move_time) order.move_time = clamped(*go.move_time);
    order.infinite = go.infinite;
    order.ponder = go.ponder;
    return order;
}

}  // namespace rookery::uci
