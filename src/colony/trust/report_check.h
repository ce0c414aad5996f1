// Whether what a worker reports of a search can be true.
//
// Of a report nothing is used but the count of its nodes; but who says what cannot be is broken or lies, and then its
// entries are not to be had either.
#pragma once

#include "colony/messages/messages.h"
#include "search/searcher.h"

#include <chrono>
#include <optional>
#include <string>

namespace rookery::colony {

// Why it cannot: a move that is not legal or was not to be searched, a mate that is none. Nothing if it can.
[[nodiscard]] std::optional<std::string> problem_with_line(const Position& root, const std::vector<Move>& only_moves,
                                                           const FoundMessage& message);

// The same for a count of nodes since so long ago, by a worker who measured that speed. Generous: positions differ, and
// clocks do.
[[nodiscard]] std::optional<std::string> problem_with_nodes(std::uint64_t nodes, std::uint64_t speed,
                                                            std::chrono::milliseconds elapsed);

}  // namespace rookery::colony
