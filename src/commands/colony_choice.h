// The options with which commands have their games played by a colony, and what a program with a
// colony provides for that.
#pragma once

#include "arena/match/match_run.h"
#include "commands/cli.h"
#include "engine/make_searcher.h"
#include "training/selfplay_run.h"
#include "tune/tuning_run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

// Whether a colony plays, and which.
struct ColonyChoice {
    bool wanted = false;
    std::string invitation;                 // empty: that of the colony on this machine
    std::string usual_priority = "normal";  // of the command's games
    std::string priority{};                 // "low", "normal" or "high"; empty: the usual one
    const ColonyAccess* access = nullptr;

    // A program without a colony has no such options.
    void add_to(Command command, const Context& context);
    [[nodiscard]] bool is_chosen() const { return wanted || !invitation.empty(); }
    // The problem with the options, if there is one.
    [[nodiscard]] std::optional<std::string> problem() const;
    // As colony::QueueName counts: 0 comes first.
    [[nodiscard]] int rank() const;
};

// Each connects to the chosen colony. What a colony cannot play is an error at once, before
// anything is stored.
struct ColonyAccess {
    // For clocks by the wall it also decides which machine they are meant for.
    Result<arena::ExecutorMaker, std::string> (*for_match)(const ColonyChoice& choice,
                                                           const arena::Lineup& lineup,
                                                           arena::MatchSettings& settings,
                                                           SearcherTable searchers);
    // With a checkpoint the jobs are kept beside it: a worker that is found out later then loses
    // its results of before.
    Result<tune::TrialExecutorMaker, std::string> (*for_tuning)(
        const ColonyChoice& choice, const std::vector<tune::TrialSample>& samples,
        const std::string& checkpoint, SearcherTable searchers);
    Result<std::unique_ptr<training::SelfplayExecutor>, std::string> (*for_selfplay)(
        const ColonyChoice& choice, const SearcherChoice& player,
        const training::SelfplaySettings& settings, std::uint64_t seed, SearcherTable searchers);
    // Adds the commands that are about a colony.
    void (*add_commands)(CommandLine& line, Context& context);
};

// Not in every program: see src/CMakeLists.txt.
[[nodiscard]] const ColonyAccess& colony_access();

}  // namespace rookery
