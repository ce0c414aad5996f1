// A node of the tree: a move, and what came of playing it.
#pragma once

#include "chess/move.h"

#include <cstdint>

namespace rookery::mcts {

// What is proven of a node, for the side that made its move.
enum class Verdict : std::uint8_t { Open, Won, Lost, Drawn };

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = 0xFFFFFFFF;

// Nodes hold no position: whoever walks down the tree makes the moves. Children are a list, for at first
// there are none and then one more with every visit.
struct Node {
    double wins = 0;  // of the side that made the move; a draw is half a win
    std::uint32_t visits = 0;
    NodeIndex first_child = no_node;
    NodeIndex next_sibling = no_node;
    float prior = 0;  // how much of the visits it is due, where there is an opinion
    Move move;
    std::uint16_t mate_plies = 0;  // from here, if won or lost
    std::uint8_t moves = 0;        // legal ones, known from the first visit on
    std::uint8_t children = 0;     // those tried
    Verdict verdict = Verdict::Open;

    [[nodiscard]] bool is_proven() const { return verdict != Verdict::Open; }
    [[nodiscard]] bool has_untried_moves() const { return children < moves; }
    // Of the side that made the move.
    [[nodiscard]] double win_rate() const {
        switch (verdict) {
            case Verdict::Won: return 1;
            case Verdict::Lost: return 0;
            case Verdict::Drawn: return 0.5;
            case Verdict::Open: break;
        }
        return visits == 0 ? 0.5 : wins / visits;
    }
};
static_assert(sizeof(Node) == 32);

}  // namespace rookery::mcts
