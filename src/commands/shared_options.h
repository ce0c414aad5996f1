// The options that several commands share: of games, of their results, of a colony that plays them,
// and of experiments and tunings.
#pragma once

#include "arena/match/match_run.h"
#include "arena/statistics/result_table.h"
#include "commands/cli.h"
#include "engine/make_searcher.h"
#include "lab/match_series.h"
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
    // The options as they were given, with a blank before each, to be repeated in hints.
    [[nodiscard]] std::string as_options() const;
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

struct GameOptions {
    std::string control = "3+0.03";
    std::string openings;
    std::optional<std::size_t> plies;
    std::string order = "random";
    std::optional<std::uint64_t> seed;
    bool chess960 = false;
    std::optional<std::size_t> concurrency;
    bool pin = false;
    std::optional<std::string> draw;
    std::optional<std::string> resign;
    std::optional<int> max_moves;
    int grace_ms = 0;
    std::optional<double> timeout_seconds;
    std::string clock = "wall";
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::string name;

    // The object must live as long as the command.
    void add_to(Command command);

    // All but the format, the number of games and the test.
    [[nodiscard]] Result<arena::MatchSettings, std::string> settings(std::size_t players) const;
    [[nodiscard]] arena::LineupRequest request(const arena::MatchSettings& settings) const;
    [[nodiscard]] arena::MatchChanges changes(std::optional<std::size_t> length) const;
};

// The options about the database and the files; these also go with --resume and --show.
struct ResultOptions {
    arena::MatchOutput output;
    ColonyChoice colony;

    void add_to(Command command, const Context& context);
    // The options of `tournament` about the ratings of its players.
    void add_ratings_to(Command command);
};

// The options about stored matches.
struct StoredOptions {
    std::optional<arena::MatchId> resume;
    std::optional<arena::MatchId> show;
    std::optional<arena::MatchId> verify;
    bool list = false;

    // The noun is "match" or "tournament".
    void add_to(Command command, const std::string& noun);
    // How many of them were given.
    [[nodiscard]] int count() const;
};

// The variables that the options write to must live as long as the command.

// --json, --csv and, where something can be drawn, --chart.
void add_output_options(Command command, arena::TableOutput& output, bool with_chart = true);

// The options of experiments that play matches.
void add_series_options(Command command, lab::SeriesSettings& series);

}  // namespace rookery
