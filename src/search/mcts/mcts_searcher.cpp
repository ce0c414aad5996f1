#include "search/mcts/mcts_searcher.h"

#include "eval/classical/classical_evaluator.h"
#include "search/mcts/leaf_search.h"
#include "search/mcts/playout.h"
#include "search/mcts/tree_searcher.h"

namespace rookery {

std::span<const SearcherSetting> mcts_settings() { return mcts::playout_settings(); }
std::span<const SearcherSetting> mcts_ab_settings() { return mcts::combined_settings(); }

std::unique_ptr<Searcher> make_mcts(const SearcherSetup& setup) {
    return std::make_unique<mcts::TreeSearcher>(std::make_unique<mcts::RandomPlayouts>(setup.seed),
                                                mcts::chosen(mcts_settings(), setup.settings), setup.seed);
}

std::unique_ptr<Searcher> make_mcts_ab(const SearcherSetup& setup) {
    const mcts::Settings settings = mcts::chosen(mcts_ab_settings(), setup.settings);
    auto evaluator = setup.evaluator ? setup.evaluator() : std::make_unique<Erased<ClassicalEvaluator>>();
    return std::make_unique<mcts::TreeSearcher>(
        std::make_unique<mcts::LeafSearch>(std::move(evaluator), settings), settings, setup.seed);
}

}  // namespace rookery
