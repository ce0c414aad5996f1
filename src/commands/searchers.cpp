#include "commands/searchers.h"

#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"

namespace rookery {
namespace {

constexpr SearcherEntry table[] = {
    {"pvs", "the engine: principal variation search with all that was learned",
     [](std::uint64_t) { return make_classical_pvs(); }},
    {"random", "any legal move, each as likely as the other",
     [](std::uint64_t seed) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(seed);
     }},
};

}  // namespace

SearcherTable all_searchers() { return table; }

}  // namespace rookery
