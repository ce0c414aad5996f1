// Executors for other commands, which have their games played by the workers of a colony.
#include "base/bytes.h"
#include "colony/jobs/job_dispatcher.h"
#include "colony/jobs/job_executor.h"
#include "colony/jobs/task.h"
#include "colony/live/coordinator_link.h"
#include "commands/colony/colony_commands.h"
#include "commands/colony_choice.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>

namespace rookery {
namespace {

using colony::JobClient;

Result<std::shared_ptr<JobClient>, std::string> connect(const ColonyChoice& choice,
                                                        SearcherTable searchers) {
    return JobClient::connect(choice.invitation.empty() ? colony::usual_invitation()
                                                        : std::filesystem::path(choice.invitation),
                              choice.rank(), searchers);
}

std::string random_name() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

Result<arena::ExecutorMaker, std::string> for_match(const ColonyChoice& choice,
                                                    const arena::Lineup& lineup,
                                                    arena::MatchSettings& settings,
                                                    SearcherTable searchers) {
    auto players = colony::remote_players(lineup.specs, settings);
    if (!players) return failure(players.error());
    auto client = connect(choice, searchers);
    if (!client) return failure(client.error());
    if (colony::goes_by_wall(settings)) {
        colony::set_clocks(settings, (*client)->own_speed());
        players->reference_speed = *settings.reference_speed;
        (*client)->print_timed_workers(players->reference_speed);
    }
    return arena::ExecutorMaker([client = *client, players = *players](
                                    const std::filesystem::path& database, arena::MatchId match)
                                    -> Result<std::unique_ptr<arena::MatchExecutor>, std::string> {
        // Matches of two databases may have the same number.
        std::error_code unknown;
        const std::filesystem::path whole = std::filesystem::weakly_canonical(database, unknown);
        auto source =
            client->open(fmt::format("m{}x{:08x}", match, hash_of(whole.string()) & 0xFFFF'FFFF),
                         database.string() + "-jobs", players.reference_speed);
        if (!source) return failure(source.error());
        return colony::match_executor(std::move(*source), players);
    });
}

Result<tune::TrialExecutorMaker, std::string>
for_tuning(const ColonyChoice& choice, const std::vector<tune::TrialSample>& samples,
           const std::string& checkpoint, SearcherTable searchers) {
    for (const tune::TrialSample& sample : samples) {
        const auto task = colony::pair_of(sample.games, sample.trial);
        if (!task) return failure(task.error());
        if (auto problem = colony::validate(colony::Task(*task), searchers))
            return failure(std::move(*problem));
    }
    const auto client = connect(choice, searchers);
    if (!client) return failure(client.error());
    // Tells the jobs from those of other tunings. Without a checkpoint nothing is resumed.
    std::error_code unknown;
    const std::string origin =
        checkpoint.empty() ? random_name()
                           : std::filesystem::weakly_canonical(checkpoint, unknown).string();
    const std::filesystem::path table = checkpoint.empty() ? "" : checkpoint + "-jobs";
    return tune::TrialExecutorMaker(
        [client = *client, origin, table](const std::string& stage, const tune::TrialGames& games)
            -> Result<std::unique_ptr<tune::TrialExecutor>, std::string> {
            auto source =
                client->open(fmt::format("t{:016x}", hash_of(origin + '\n' + stage)), table);
            if (!source) return failure(source.error());
            return colony::trial_executor(std::move(*source), games);
        });
}

Result<std::unique_ptr<training::SelfplayExecutor>, std::string>
for_selfplay(const ColonyChoice& choice, const SearcherChoice& player,
             const training::SelfplaySettings& settings, std::uint64_t seed,
             SearcherTable searchers) {
    auto task = colony::selfplay_task_of(player, settings);
    if (!task) return failure(task.error());
    task->seed = seed;
    const auto client = connect(choice, searchers);
    if (!client) return failure(client.error());
    // Nothing is resumed: games that are not in the file are played again, with another seed.
    auto source = (*client)->open("s" + random_name(), {});
    if (!source) return failure(source.error());
    return colony::selfplay_executor(std::move(*source), std::move(*task));
}

void add_colony_commands(CommandLine& line, Context& context) {
    add_colony_command(line, context);
    add_worker_command(line, context);
}

}  // namespace

const ColonyAccess& colony_access() {
    static constexpr ColonyAccess access{for_match, for_tuning, for_selfplay, add_colony_commands};
    return access;
}

}  // namespace rookery
