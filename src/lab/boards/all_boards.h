// The boards of the experiment, simplest first. PEXT only where the processor has it.
#pragma once

#include "lab/boards/array64_board.h"
#include "lab/boards/array8x8_board.h"
#include "lab/boards/board0x88.h"
#include "lab/boards/magic_board.h"
#include "lab/boards/mailbox_board.h"
#include "lab/boards/pext_board.h"

namespace rookery::lab {

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
using AllBoards = BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard, PextBoard>;
#else
using AllBoards = BoardTypes<Array8x8Board, Array64Board, MailboxBoard, Board0x88, MagicBoard>;
#endif

template <class Visitor>
void for_each_board(Visitor&& visit) {
    AllBoards::for_each(visit);
}

}  // namespace rookery::lab
