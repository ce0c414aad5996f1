// The commands of the colony, and the colony as an executor for other commands.
#include "colony/jobs/job_executor.h"
#include "commands/cli.h"
#include "commands/shared_options.h"

namespace rookery {
namespace {

colony::JobsOrder order_of(const ColonyChoice& choice, SearcherTable searchers) {
    return {choice.invitation, choice.rank(), searchers};
}

constexpr ColonyAccess access{
    .for_match =
        [](const ColonyChoice& choice, const arena::Lineup& lineup, arena::MatchSettings& settings,
           SearcherTable searchers) {
            return colony::executors_for_match(order_of(choice, searchers), lineup.specs, settings);
        },
    .for_tuning =
        [](const ColonyChoice& choice, const std::vector<tune::TrialSample>& samples,
           const std::string& checkpoint, SearcherTable searchers) {
            return colony::executors_for_tuning(order_of(choice, searchers), samples, checkpoint);
        },
    .for_selfplay =
        [](const ColonyChoice& choice, const SearcherChoice& player,
           const training::SelfplaySettings& settings, std::uint64_t seed,
           SearcherTable searchers) {
            return colony::executor_for_selfplay(order_of(choice, searchers), player, settings,
                                                 seed);
        },
    .add_commands =
        [](CommandLine& line, Context& context) {
            add_colony_command(line, context);
            add_worker_command(line, context);
        },
};

}  // namespace

const ColonyAccess& colony_access() { return access; }

}  // namespace rookery
