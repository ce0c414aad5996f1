#include "colony/simulation/aphid_tree.h"

#include "chess/ending.h"
#include "chess/movegen.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery::colony {
namespace {

bool is_draw(const Root& at) {
    const auto before = std::span(at.keys).first(at.keys.size() - 1);
    return at.position.halfmove_clock() >= 100 || is_dead(at.position) ||
           std::ranges::find(before, at.position.key()) != before.end();
}

// The later a move comes, the less deep it is looked at, unless it surprises.
int reduction_of(std::size_t number) { return number < 3 ? 0 : static_cast<int>(std::log2(static_cast<double>(number)) * 0.9); }

}  // namespace

AphidTree::AphidTree(const Root& root, std::vector<Move> moves, int top_plies)
    : root_(root), moves_(std::move(moves)), top_plies_(top_plies) {}

AphidTree::Pass AphidTree::search(int depth) {
    Pass pass;
    pass.score = search(root_, -Score::infinite(), Score::infinite(), 0, depth, pass);
    return pass;
}

Score AphidTree::search(const Root& at, Score alpha, Score beta, int ply, int depth, Pass& pass) {
    ++pass.nodes;
    if (ply > 0 && is_draw(at)) return Score::draw();
    const std::vector<Move> moves = sorted_moves(at, ply);
    if (moves.empty()) return at.position.in_check() ? Score::mated_in(ply) : Score::draw();
    if (ply == top_plies_) return look_up(at, depth, pass);
    Score best = -Score::infinite();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Root next = at.after(moves[i]);
        const int reduced = std::max(1, depth - 1 - reduction_of(i));
        Score score = -search(next, -beta, -alpha, ply + 1, reduced, pass);
        if (score > alpha && reduced < depth - 1) score = -search(next, -beta, -alpha, ply + 1, depth - 1, pass);
        if (score > best) {
            best = score;
            if (ply == 0) pass.best = moves[i];
        }
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    last_[at.position.key()] = best;
    return best;
}

Score AphidTree::look_up(const Root& at, int depth, Pass& pass) {
    const auto [place, is_new] = places_.try_emplace(at.position.key(), leaves_.size());
    if (is_new) leaves_.push_back({.root = at, .known = evaluator_.evaluate(at.position)});
    Leaf& leaf = leaves_[place->second];
    leaf.wanted = std::max(leaf.wanted, depth);
    leaf.rank = pass.nodes;
    if (leaf.known_depth < depth) ++pass.unsure;
    last_[at.position.key()] = leaf.known;
    return leaf.known;
}

std::vector<Move> AphidTree::sorted_moves(const Root& at, int ply) const {
    std::vector<std::pair<int, Move>> all;
    const MoveList legal = legal_moves(at.position);
    for (const Move move : legal) {
        if (ply == 0 && std::ranges::find(moves_, move) == moves_.end()) continue;
        const auto known = last_.find(at.position.after(move).key());
        // What was never looked at comes last, captures before the rest.
        const int unknown = at.position.is_capture(move) ? Score::mate_value + 1 : Score::mate_value + 2;
        all.emplace_back(known == last_.end() ? unknown : known->second.value(), move);
    }
    std::ranges::stable_sort(all, {}, &std::pair<int, Move>::first);
    std::vector<Move> moves;
    for (const auto& [value, move] : all) moves.push_back(move);
    return moves;
}

}  // namespace rookery::colony
