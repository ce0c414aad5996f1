// The boards of the experiment by name, each with everything that is measured on it.
//
// A whole count or search is one call; within it nothing is called through a pointer.
#pragma once

#include "lab/boards/array64_board.h"
#include "lab/boards/array8x8_board.h"
#include "lab/boards/board0x88.h"
#include "lab/boards/lab_search.h"
#include "lab/boards/mailbox_board.h"
#include "lab/boards/slider_boards.h"

#include <span>
#include <string_view>

namespace rookery::lab {

struct BoardKind {
    std::string_view name;
    std::string_view id;                                               // as one types it
    PerftTally (*perft)(const Position& position, int depth);          // every leaf made
    PerftTally (*perft_in_bulk)(const Position& position, int depth);  // leaves counted, not made
    PerftTally (*perft_pseudo_legal)(const Position& position,
                                     int depth);  // legality seen after the move
    SearchTally (*search)(const Position& position, int depth, const SearchOptions& options);
    SearchTally (*search_pseudo_legal)(const Position& position, int depth,
                                       const SearchOptions& options);
    int (*evaluate)(const Position& position);
};

// Simplest first; PEXT only where the program is built for a processor that has it. All want
// positions of standard chess.
[[nodiscard]] std::span<const BoardKind> board_kinds();
// None if nobody has that id.
[[nodiscard]] const BoardKind* find_board_kind(std::string_view id);

// The boards of the experiment, simplest first. PEXT only where the processor has it.

template <LabBoard... Boards>
struct BoardTypes {
    static constexpr std::size_t count = sizeof...(Boards);
    // Calls visit.operator()<Board>() for each.
    template <class Visitor>
    static void for_each(Visitor&& visit) {
        (visit.template operator()<Boards>(), ...);
    }
};

#if ROOKERY_PEXT
using AllBoards =
    BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard, PextBoard>;
#else
using AllBoards = BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard>;
#endif

template <class Visitor>
void for_each_board(Visitor&& visit) {
    AllBoards::for_each(visit);
}

}  // namespace rookery::lab
