#include "commands/cli.h"

#ifdef ROOKERY_COLONY
#include "colony/aphid.h"
#include "colony/live/colony_searcher.h"
#include "colony/simulated_colony.h"
#endif
#include "levels/human_searcher.h"
#include "levels/styles.h"
#include "search/mcts/mcts_searcher.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"
#include "search/textbook/textbook_searchers.h"

namespace rookery {
namespace {

constexpr SearcherEntry searcher_table[] = {
    {"pvs", "the engine: principal variation search with all that was learned",
     [](const SearcherSetup& setup) { return make_pvs(setup); }, "network", pvs_settings},
    {"iterative", "textbook: alpha-beta deeper and deeper, with a table, captures and draws",
     textbook::make_iterative, "mop-up", textbook::iterative_settings},
    {"alphabeta-threads", "textbook: alpha-beta, the moves of the root on several threads",
     textbook::make_alphabeta_on_threads, "material", textbook::sorted_settings},
    {"alphabeta-sorted", "textbook: alpha-beta, what looks best first",
     textbook::make_sorted_alphabeta, "material", textbook::sorted_settings},
    {"alphabeta", "textbook: alpha-beta to a fixed depth", textbook::make_alphabeta, "material",
     textbook::alphabeta_settings},
    {"negamax", "textbook: minimax from one view", textbook::make_negamax, "material",
     textbook::full_width_settings},
    {"minimax", "textbook: every move, to a fixed depth", textbook::make_minimax, "material",
     textbook::full_width_settings},
    {"random",
     "any legal move, each as likely as the other",
     [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     },
     {},
     nullptr,
     true},
    {"mcts",
     "Monte-Carlo tree search with random games at its leaves",
     make_mcts,
     {},
     mcts_settings,
     true},
    {"mcts-ab", "the same tree with a short alpha-beta search at its leaves", make_mcts_ab,
     "classical", mcts_ab_settings, true},
    {.name = "human",
     .summary = "plays like a person with the rating elo=1500 on lichess",
     .create = human::make_human,
     .settings = human::human_settings,
     .uses_seed = true,
     .is_style = true,
     .is_rated = true},
    {.name = "attacker",
     .summary = "the engine, but it takes risks to attack the king",
     .create = make_attacker,
     .evaluator = "network",
     .settings = attacker_settings,
     .is_style = true},
    {.name = "solid",
     .summary = "the engine, but it plays for safety",
     .create = make_solid,
     .evaluator = "network",
     .settings = solid_settings,
     .is_style = true},
#ifdef ROOKERY_COLONY
    {.name = "colony",
     .summary = "the engine, helped by all workers of a colony",
     .create = colony::make_colony,
     .settings = colony::colony_settings,
     .is_helped = true},
#endif
    {"mctsab", "another name for mcts-ab", make_mcts_ab, "classical", mcts_ab_settings, true},
// Experiments are the last: see without_experiments().
#ifdef ROOKERY_COLONY
    {.name = "colony-simulation",
     .summary = "experiment: a colony of engines that counts time in nodes",
     .create = colony::make_simulated_colony,
     .settings = colony::simulated_colony_settings,
     .experiment = true},
    {.name = "colony-aphid",
     .summary = "experiment: the same with APHID, the coordinator searches the top of the tree "
                "and the workers its leaves",
     .create = colony::make_simulated_aphid,
     .settings = colony::simulated_aphid_settings,
     .experiment = true},
#endif
};

}  // namespace

SearcherTable all_searchers() { return searcher_table; }

}  // namespace rookery
