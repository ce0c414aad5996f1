#include "commands/colony/colony_selfplay.h"

#include "colony/jobs/away_selfplay.h"
#include "commands/colony/colony_entry.h"

#include <fmt/format.h>

#include <random>

namespace rookery {
namespace {

class ColonySelfplay final : public training::GamesElsewhere {
  public:
    ColonySelfplay(std::shared_ptr<ColonyEntry> entry, colony::SelfplayTask task)
        : entry_(std::move(entry)), task_(std::move(task)) {}

    std::optional<std::string> play(std::uint64_t seed, std::optional<std::uint64_t> games,
                                    const std::function<bool(const training::SelfplayGame&)>& take,
                                    const std::stop_token& stop) override {
        std::random_device device;
        // Nothing to be taken up again: what was not kept in the file is played anew, with another seed.
        auto board = entry_->board(fmt::format("s{:08x}{:08x}", device(), device()), {});
        if (!board) return board.error();
        task_.seed = seed;
        return colony::AwaySelfplay(**board, task_, [this] { return entry_->seats(); }).play(games, take, stop);
    }

    [[nodiscard]] std::size_t count() const override { return entry_->workers(); }

  private:
    const std::shared_ptr<ColonyEntry> entry_;
    colony::SelfplayTask task_;
};

}  // namespace

Result<std::unique_ptr<training::GamesElsewhere>, std::string>
enter_for_selfplay(const ColonyChoice& choice, const SearcherChoice& player, const training::SelfplaySettings& settings,
                   SearcherTable searchers) {
    if (!player.weights.empty())
        return failure(std::string("a file of weights stays on its machine; workers cannot play with it"));
    if (!player.network.empty())
        return failure(std::string("a network's file stays on its machine; workers have the program's own"));
    if (settings.hash_mib > colony::most_hash_mib)
        return failure(fmt::format("the games of a colony have {} MiB of hash table at most", colony::most_hash_mib));
    colony::SelfplayTask task;
    task.player.searcher = player.searcher;
    task.player.evaluator = player.evaluator;
    task.player.seed = player.seed;
    task.player.hash_mib = settings.hash_mib;
    task.settings = settings;
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    return std::unique_ptr<training::GamesElsewhere>(
        std::make_unique<ColonySelfplay>(std::move(*entry), std::move(task)));
}

}  // namespace rookery
