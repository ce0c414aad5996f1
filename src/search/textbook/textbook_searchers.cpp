#include "search/textbook/textbook_searchers.h"

#include "search/textbook/alphabeta.h"
#include "search/textbook/alphabeta_threads.h"
#include "search/textbook/chess_tree.h"
#include "search/textbook/fixed_depth.h"
#include "search/textbook/minimax.h"

namespace rookery::textbook {
namespace {

// About a second for a move, or less.
constexpr SearcherSetting full_width_depth[] = {DepthChoice::setting(4)};
constexpr SearcherSetting alphabeta_depth[] = {DepthChoice::setting(5)};
constexpr SearcherSetting sorted_depth[] = {DepthChoice::setting(6)};

template <class Tree = ChessTree>
Tree tree_of(const Question& question) {
    return Tree(question.root, question.moves, *question.evaluators.front(), question.watch);
}

Outcome<Move> by_minimax(const Question& question) {
    ChessTree tree = tree_of(question);
    Outcome<Move> outcome = minimax(tree, tree.root(), question.depth);
    // Minimax counts for White, whoever asks for himself.
    if (!tree.is_whites_turn(tree.root())) outcome.score = -outcome.score;
    return outcome;
}

Outcome<Move> by_negamax(const Question& question) {
    ChessTree tree = tree_of(question);
    return negamax(tree, tree.root(), question.depth);
}

Outcome<Move> by_alphabeta(const Question& question) {
    ChessTree tree = tree_of(question);
    return alphabeta(tree, tree.root(), question.depth);
}

Outcome<Move> by_sorted_alphabeta(const Question& question) {
    SortedTree tree = tree_of<SortedTree>(question);
    return alphabeta(tree, tree.root(), question.depth);
}

using Threads = FixedDepthSearcher::Threads;

std::unique_ptr<Searcher> made(const SearcherSetup& setup,
                               std::span<const SearcherSetting> settings, Method method,
                               Threads threads = Threads::One) {
    return std::make_unique<FixedDepthSearcher>(setup, settings.front().standard, method, threads);
}

}  // namespace

std::span<const SearcherSetting> full_width_settings() { return full_width_depth; }
std::span<const SearcherSetting> alphabeta_settings() { return alphabeta_depth; }
std::span<const SearcherSetting> sorted_settings() { return sorted_depth; }

std::unique_ptr<Searcher> make_minimax(const SearcherSetup& setup) {
    return made(setup, full_width_depth, by_minimax);
}
std::unique_ptr<Searcher> make_negamax(const SearcherSetup& setup) {
    return made(setup, full_width_depth, by_negamax);
}
std::unique_ptr<Searcher> make_alphabeta(const SearcherSetup& setup) {
    return made(setup, alphabeta_depth, by_alphabeta);
}
std::unique_ptr<Searcher> make_sorted_alphabeta(const SearcherSetup& setup) {
    return made(setup, sorted_depth, by_sorted_alphabeta);
}
std::unique_ptr<Searcher> make_alphabeta_on_threads(const SearcherSetup& setup) {
    return made(setup, sorted_depth, alphabeta_on_threads, Threads::Many);
}

}  // namespace rookery::textbook
