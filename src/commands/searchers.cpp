#include "commands/searchers.h"

#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"

namespace rookery {
namespace {

constexpr SearcherEntry table[] = {
    {"pvs", "the engine: principal variation search with all that was learned",
     [](const SearcherSetup& setup) { return make_pvs(setup); }, "classical", pvs_settings},
    {"random", "any legal move, each as likely as the other",
     [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     }},
};

}  // namespace

SearcherTable all_searchers() { return table; }

}  // namespace rookery
