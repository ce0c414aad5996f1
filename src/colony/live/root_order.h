// The root of a search as an order to join it, and back.
#pragma once

#include "colony/messages/messages.h"
#include "search/searcher.h"

namespace rookery::colony {

[[nodiscard]] JoinOrder join_order_for(const Root& root, const std::vector<Move>& only_moves);

struct JoinedRoot {
    Root root;
    std::vector<Move> only_moves;
};
// The error says what no game could have led to.
[[nodiscard]] Result<JoinedRoot, std::string> root_of(const JoinOrder& order);

}  // namespace rookery::colony
