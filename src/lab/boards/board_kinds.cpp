#include "lab/boards/board_kinds.h"

#include "lab/boards/all_boards.h"

namespace rookery::lab {
namespace {

template <LabBoard... Boards>
constexpr std::array<BoardKind, sizeof...(Boards)> kinds_of(BoardTypes<Boards...>) {
    return {{{
        .name = Boards::name,
        .perft = Perft<Boards>::count,
        .perft_in_bulk = Perft<Boards, Leaves::InBulk>::count,
        .perft_pseudo_legal = Perft<Boards, Leaves::Made, Generation::PseudoLegal>::count,
        .search = FixedDepthSearch<Boards>::search,
        .evaluate = [](const Position& position) { return evaluate(Boards(position)); },
    }...}};
}

constexpr auto kinds = kinds_of(AllBoards{});

}  // namespace

std::span<const BoardKind> board_kinds() { return kinds; }

}  // namespace rookery::lab
