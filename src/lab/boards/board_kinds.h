// The boards of the experiment by name, each with everything that is measured on it.
//
// A whole count or search is one call; within it nothing is called through a pointer.
#pragma once

#include "lab/boards/lab_perft.h"
#include "lab/boards/lab_search.h"

#include <span>
#include <string_view>

namespace rookery::lab {

struct BoardKind {
    std::string_view name;
    std::string_view id;  // as one types it
    PerftTally (*perft)(const Position& position, int depth);               // every leaf made
    PerftTally (*perft_in_bulk)(const Position& position, int depth);       // leaves counted, not made
    PerftTally (*perft_pseudo_legal)(const Position& position, int depth);  // legality seen after the move
    SearchTally (*search)(const Position& position, int depth, const SearchOptions& options);
    SearchTally (*search_pseudo_legal)(const Position& position, int depth, const SearchOptions& options);
    int (*evaluate)(const Position& position);
};

// Simplest first; PEXT only where the program is built for a processor that has it. All want positions of
// standard chess.
[[nodiscard]] std::span<const BoardKind> board_kinds();
// None if nobody has that id.
[[nodiscard]] const BoardKind* find_board_kind(std::string_view id);

}  // namespace rookery::lab
