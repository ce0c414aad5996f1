#include "lab/boards/board_kinds.h"

#include <algorithm>

namespace rookery::lab {
namespace {

template <LabBoard Board>
int evaluate_on(const Position& position) {
    const Board board(position);
    const Evaluation evaluation;
    return evaluation.value(board, evaluation.standing(board));
}

template <LabBoard... Boards>
constexpr std::array<BoardKind, sizeof...(Boards)> kinds_of(BoardTypes<Boards...>) {
    return {{{
        .name = Boards::name,
        .id = Boards::id,
        .perft = Perft<Boards>::count,
        .perft_in_bulk = Perft<Boards, Leaves::InBulk>::count,
        .perft_pseudo_legal = Perft<Boards, Leaves::Made, Generation::PseudoLegal>::count,
        .search = FixedDepthSearch<Boards>::search,
        .search_pseudo_legal = FixedDepthSearch<Boards, Generation::PseudoLegal>::search,
        .evaluate = evaluate_on<Boards>,
    }...}};
}

constexpr auto kinds = kinds_of(AllBoards{});

}  // namespace

std::span<const BoardKind> board_kinds() { return kinds; }

const BoardKind* find_board_kind(std::string_view id) {
    const auto found = std::ranges::find(kinds, id, &BoardKind::id);
    return found == kinds.end() ? nullptr : &*found;
}

}  // namespace rookery::lab
