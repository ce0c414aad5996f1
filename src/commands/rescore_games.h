// `rookery selfplay --rescore`: old games with new scores.
#pragma once

#include "engine/make_searcher.h"
#include "training/rescore.h"

#include <string>
#include <vector>

namespace rookery {

struct RescoreOrder {
    std::vector<std::string> files;
    std::string output;
    SearcherChoice choice;
    std::uint64_t signature = 0;  // names the player more surely than a version does
    training::RescoreSettings settings;
    std::size_t threads = 1;
};

// Started again with the same order it goes on where it was stopped. Returns an exit code: a
// failure, too, if something of the files was left out.
int rescore_games(const RescoreOrder& order, SearcherTable searchers);

}  // namespace rookery
