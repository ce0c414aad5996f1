// What can be chosen of the two Monte-Carlo searchers.
#pragma once

#include "search/searcher.h"

namespace rookery::mcts {

struct Settings {
    int exploration = 1414;  // c of the selection, in thousandths
    int solver = 1;          // proven results travel up the tree
    int reuse = 1;           // what is below the played moves is kept
    // Of mcts-ab alone.
    int leaf_depth = 1;       // of the alpha-beta search, before its quiescence
    int squash = 200;         // the width of the curve from values to win rates
    int priors = 1;           // moves get visits as a look at each of them promises
    int prior_weight = 700;  // c of the selection by priors, in thousandths
    int prior_spread = 100;   // a move worth so much less is due a visit in e
};

// As a table for whoever chooses by name. The standard values of mcts-ab are its own.
[[nodiscard]] std::span<const SearcherSetting> playout_settings();
[[nodiscard]] std::span<const SearcherSetting> combined_settings();

// The standard values, and others by their names.
[[nodiscard]] Settings chosen(std::span<const SearcherSetting> standard, const SettingValues& values);

}  // namespace rookery::mcts
