// The table of all boards, each with the functions that `lab boards` measures.
#pragma once

#include "lab/boards/array64_board.h"
#include "lab/boards/array8x8_board.h"
#include "lab/boards/board0x88.h"
#include "lab/boards/lab_search.h"
#include "lab/boards/magic_board.h"
#include "lab/boards/mailbox_board.h"
#include "lab/boards/pext_board.h"

#include <span>
#include <string_view>

namespace rookery::lab {

struct BoardKind {
    std::string_view name;
    std::string_view id;                                               // on the command line
    PerftTally (*perft)(const Position& position, int depth);          // every leaf made
    PerftTally (*perft_in_bulk)(const Position& position, int depth);  // leaves counted, not made
    // Moves are tested for legality after they are made.
    PerftTally (*perft_pseudo_legal)(const Position& position, int depth);
    SearchTally (*search)(const Position& position, int depth, const SearchOptions& options);
    SearchTally (*search_pseudo_legal)(const Position& position, int depth,
                                       const SearchOptions& options);
    int (*evaluate)(const Position& position);
};

// The simplest board first; PEXT only if the program is built for a processor with it. All boards
// need positions of standard chess.
[[nodiscard]] std::span<const BoardKind> board_kinds();
// Null if no board has this id.
[[nodiscard]] const BoardKind* find_board_kind(std::string_view id);

// The same boards as types.
template <LabBoard... Boards>
struct BoardTypes {
    static constexpr std::size_t count = sizeof...(Boards);
};

#if ROOKERY_PEXT
using AllBoards =
    BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard, PextBoard>;
#else
using AllBoards = BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard>;
#endif

}  // namespace rookery::lab
