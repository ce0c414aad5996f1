#include "colony/live/root_order.h"

#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <charconv>

namespace rookery::colony {
namespace {

std::optional<Key> key_of(std::string_view hexadecimal) {
    Key key = 0;
    const auto [end, error] = std::from_chars(hexadecimal.data(), hexadecimal.data() + hexadecimal.size(), key, 16);
    if (error != std::errc() || end != hexadecimal.data() + hexadecimal.size()) return std::nullopt;
    return key;
}

}  // namespace

JoinOrder join_order_for(const Root& root, const std::vector<Move>& only_moves) {
    JoinOrder order;
    // Both ends read castling rights the same way, whatever squares the rooks stand on.
    order.fen = to_fen(root.position, FenStyle::Shredder);
    for (const Key key : root.keys) order.keys.push_back(fmt::format("{:x}", key));
    for (const Move move : only_moves) order.only_moves.push_back(to_coordinate(root.position, move, true));
    return order;
}

Result<JoinedRoot, std::string> root_of(const JoinOrder& order) {
    const auto parsed = parse_fen(order.fen);
    if (!parsed) return failure("the position cannot be read: " + order.fen);
    JoinedRoot joined{Root(parsed->position), {}};
    joined.root.keys.clear();
    for (const std::string& text : order.keys) {
        const auto key = key_of(text);
        if (!key) return failure(std::string("a key is no number"));
        joined.root.keys.push_back(*key);
    }
    if (joined.root.keys.empty() || joined.root.keys.back() != parsed->position.key())
        return failure(std::string("the last key is not that of the position"));
    for (const std::string& text : order.only_moves) {
        const auto move = parse_coordinate(parsed->position, text);
        if (!move) return failure("a move is not legal: " + text);
        joined.only_moves.push_back(*move);
    }
    return joined;
}

}  // namespace rookery::colony
