#include "commands/colony/colony_jobs.h"

#include "base/bytes.h"
#include "colony/jobs/remote_games.h"
#include "colony/jobs/task_play.h"
#include "commands/colony/colony_entry.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>

namespace rookery {

Result<std::shared_ptr<ColonyGames>, std::string> ColonyGames::enter(const ColonyChoice& choice,
                                                                     const arena::Lineup& lineup,
                                                                     arena::MatchSettings& settings,
                                                                     SearcherTable searchers) {
    auto players = colony::remote_players(lineup.specs, settings);
    if (!players) return failure(players.error());
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    if (colony::goes_by_wall(settings)) {
        colony::set_clocks(settings, (*entry)->own_speed());
        players->reference_speed = *settings.reference_speed;
        (*entry)->say_who_keeps_time(players->reference_speed);
    }
    return std::shared_ptr<ColonyGames>(new ColonyGames(std::move(*entry), std::move(*players)));
}

void ColonyGames::choose_match(const std::filesystem::path& database, arena::MatchId match) {
    table_ = database.string() + "-jobs";
    // Matches of two databases may have the same number.
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(database, unknown);
    campaign_ = fmt::format("m{}x{:08x}", match, hash_of(whole.string()) & 0xFFFF'FFFF);
}

std::optional<std::string> ColonyGames::play(arena::PairSource& source) {
    auto board = entry_->board(campaign_, table_);
    if (!board) return board.error();
    const auto seats = [this] { return entry_->seats(players_.reference_speed); };
    return colony::RemoteMatch(**board, players_, seats).play(source);
}

namespace {

class ColonySelfplay final : public training::SelfplayExecutor {
  public:
    ColonySelfplay(std::shared_ptr<ColonyEntry> entry, colony::SelfplayTask task)
        : entry_(std::move(entry)), task_(std::move(task)) {}

    std::optional<std::string> play(std::uint64_t seed, std::optional<std::uint64_t> games,
                                    const std::function<bool(const training::SelfplayGame&)>& take,
                                    const std::stop_token& stop) override {
        std::random_device device;
        // Nothing to be taken up again: what was not kept in the file is played anew, with another
        // seed.
        auto board = entry_->board(fmt::format("s{:08x}{:08x}", device(), device()), {});
        if (!board) return board.error();
        task_.seed = seed;
        return colony::RemoteSelfplay(**board, task_, [this] { return entry_->seats(); })
            .play(games, take, stop);
    }

    [[nodiscard]] std::size_t count() const override { return entry_->workers(); }

  private:
    const std::shared_ptr<ColonyEntry> entry_;
    colony::SelfplayTask task_;
};

}  // namespace

Result<std::unique_ptr<training::SelfplayExecutor>, std::string>
enter_for_selfplay(const ColonyChoice& choice, const SearcherChoice& player,
                   const training::SelfplaySettings& settings, SearcherTable searchers) {
    if (!player.weights.empty())
        return failure(
            std::string("a file of weights stays on its machine; workers cannot play with it"));
    if (!player.network.empty())
        return failure(
            std::string("a network's file stays on its machine; workers have the program's own"));
    if (settings.hash_mib > colony::most_hash_mib)
        return failure(fmt::format("the games of a colony have {} MiB of hash table at most",
                                   colony::most_hash_mib));
    colony::SelfplayTask task;
    task.player.searcher = player.searcher;
    task.player.evaluator = player.evaluator;
    task.player.seed = player.seed;
    task.player.hash_mib = settings.hash_mib;
    task.settings = settings;
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    return std::unique_ptr<training::SelfplayExecutor>(
        std::make_unique<ColonySelfplay>(std::move(*entry), std::move(task)));
}

namespace {

class ColonyTuning final : public tune::TrialExecutor {
  public:
    ColonyTuning(std::shared_ptr<ColonyEntry> entry, const std::string& checkpoint)
        : entry_(std::move(entry)), origin_(origin_of(checkpoint)) {
        if (!checkpoint.empty()) table_ = checkpoint + "-jobs";
    }

    std::optional<std::string> play(const std::string& stage, tune::TrialSource& source) override {
        const std::string campaign = fmt::format("t{:016x}", hash_of(origin_ + '\n' + stage));
        auto board = entry_->board(campaign, table_);
        if (!board) return board.error();
        const auto say_so = [](std::uint64_t trial) {
            print_error(fmt::format("the results are learned anew from pair {} on", trial));
        };
        return colony::RemoteTrials(
                   **board, [this] { return entry_->seats(); }, say_so)
            .play(source);
    }

  private:
    // What tells its jobs from those of other tunings. Without a checkpoint nothing is taken up
    // again.
    [[nodiscard]] static std::string origin_of(const std::string& checkpoint) {
        std::random_device device;
        if (checkpoint.empty()) return fmt::format("{:08x}{:08x}", device(), device());
        std::error_code unknown;
        return std::filesystem::weakly_canonical(checkpoint, unknown).string();
    }

    const std::shared_ptr<ColonyEntry> entry_;
    const std::string origin_;
    std::filesystem::path table_;
};

}  // namespace

Result<std::unique_ptr<tune::TrialExecutor>, std::string>
enter_for_tuning(const ColonyChoice& choice, const std::vector<tune::TrialToPlay>& samples,
                 const std::string& checkpoint, SearcherTable searchers) {
    for (const tune::TrialToPlay& sample : samples) {
        const auto task = colony::pair_of(sample);
        if (!task) return failure(task.error());
        if (auto problem = colony::validate(colony::Task(*task), searchers))
            return failure(std::move(*problem));
    }
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    return std::unique_ptr<tune::TrialExecutor>(
        std::make_unique<ColonyTuning>(std::move(*entry), checkpoint));
}

}  // namespace rookery
