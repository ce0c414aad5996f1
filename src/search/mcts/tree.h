// The tree in memory: nodes in one block that does not grow beyond its bound.
//
// When the game goes on, what is below the new root is moved to a second block and the rest
// forgotten, so each block gets half of the memory.
#pragma once

#include "chess/game.h"
#include "chess/move.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rookery::mcts {

// A node of the tree: a move, and what came of playing it.

// What is proven of a node, for the side that made its move.
enum class Verdict : std::uint8_t { Open, Won, Lost, Drawn };

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = 0xFFFFFFFF;

// Nodes hold no position: whoever walks down the tree makes the moves. Children are a list, for at
// first there are none and then one more with every visit.
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

class Tree {
  public:
    // May throw std::bad_alloc, and is then left with the smallest. Forgets all nodes.
    void resize(std::size_t mebibytes);

    // Nothing but a root without a move.
    void clear();
    // The node becomes the root; all that is not below it is gone.
    void make_root(NodeIndex index);

    static constexpr NodeIndex root = 0;
    [[nodiscard]] Node& operator[](NodeIndex index) { return nodes_[index]; }
    [[nodiscard]] const Node& operator[](NodeIndex index) const { return nodes_[index]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool has_room_for(std::size_t nodes) const { return size() + nodes <= capacity_; }

    // There must be room.
    NodeIndex add_child(NodeIndex parent, Move move);

    // The child with that move, or no_node.
    [[nodiscard]] NodeIndex find_child(NodeIndex parent, Move move) const;

    // for (NodeIndex child : tree.children_of(node)) ...
    class Children {
      public:
        Children(const Tree& tree, NodeIndex parent) : tree_(tree), parent_(parent) {}
        struct Iterator {
            const Tree& tree;
            NodeIndex at;
            NodeIndex operator*() const { return at; }
            Iterator& operator++() {
                at = tree[at].next_sibling;
                return *this;
            }
            bool operator!=(const Iterator& other) const { return at != other.at; }
        };
        [[nodiscard]] Iterator begin() const { return {tree_, tree_[parent_].first_child}; }
        [[nodiscard]] Iterator end() const { return {tree_, no_node}; }

      private:
        const Tree& tree_;
        NodeIndex parent_;
    };
    [[nodiscard]] Children children_of(NodeIndex parent) const { return {*this, parent}; }

  private:
    // Whatever happens, a root and its children have room.
    static constexpr std::size_t smallest = 1 + max_moves;

    void reserve(std::size_t nodes);

    std::vector<Node> nodes_;
    std::vector<Node> spare_;
    std::size_t capacity_ = 0;
};

// Results that are certain, and how they travel up the tree.
//
// A node is lost for the side that made its move as soon as one reply wins, and won when every
// reply loses. When all replies are known and none wins, the best of them is a draw.

// Proves the node if its children do; true if it did.
inline bool prove(Tree& tree, NodeIndex index) {
    Node& node = tree[index];
    bool all_known = node.moves > 0 && !node.has_untried_moves();
    bool can_draw = false;
    int soonest_win = 0;
    int latest_loss = 0;
    for (const NodeIndex reply : tree.children_of(index)) {
        const Node& child = tree[reply];
        const int plies = child.mate_plies + 1;
        switch (child.verdict) {
            case Verdict::Won:
                if (soonest_win == 0 || plies < soonest_win) soonest_win = plies;
                break;
            case Verdict::Lost: latest_loss = plies > latest_loss ? plies : latest_loss; break;
            case Verdict::Drawn: can_draw = true; break;
            case Verdict::Open: all_known = false; break;
        }
    }
    if (soonest_win > 0) {
        node.verdict = Verdict::Lost;
        node.mate_plies = static_cast<std::uint16_t>(soonest_win);
    } else if (all_known && can_draw) {
        node.verdict = Verdict::Drawn;
    } else if (all_known) {
        node.verdict = Verdict::Won;
        node.mate_plies = static_cast<std::uint16_t>(latest_loss);
    }
    return node.is_proven();
}

// How a game with a lone king is counted without playing it out.
//
// Random moves hardly ever mate, so a random game would call won endings drawn. In random games
// only, a lone king has lost against a queen, a rook, bishops of both colours or bishop and knight;
// nobody wins with less and no pawn.

// Of a side whose opponent has nothing but his king.
template <class Board>
[[nodiscard]] GameResult result_against_lone_king(const Board& board, Color strong) {
    const GameResult wins = strong == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
    if (board.pieces(strong, PieceType::Queen) | board.pieces(strong, PieceType::Rook)) return wins;
    const Bitboard bishops = board.pieces(strong, PieceType::Bishop);
    const Bitboard knights = board.pieces(strong, PieceType::Knight);
    if ((bishops & light_squares) && (bishops & dark_squares)) return wins;
    if (bishops != 0 && knights != 0) return wins;
    if (board.pieces(strong, PieceType::Pawn) != 0) return GameResult::Open;
    // What is left: bishops of one colour, or knights, three of which can mate.
    return popcount(knights) > 2 ? GameResult::Open : GameResult::Draw;
}

// Open unless a king is alone and the result is known. Board: a Position or a PlayoutBoard.
template <class Board>
[[nodiscard]] GameResult known_result(const Board& board) {
    if (has_at_most_one(board.pieces(Color::Black)))
        return result_against_lone_king(board, Color::White);
    if (has_at_most_one(board.pieces(Color::White)))
        return result_against_lone_king(board, Color::Black);
    return GameResult::Open;
}

}  // namespace rookery::mcts
