#include "commands/colony/colony_tuning.h"

#include "base/hash.h"
#include "colony/jobs/away_trials.h"
#include "colony/jobs/task_play.h"
#include "commands/colony/colony_entry.h"
#include "commands/complain.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>

namespace rookery {
namespace {

class ColonyTuning final : public tune::TrialsElsewhere {
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
            complain(fmt::format("the results are learned anew from pair {} on", trial));
        };
        return colony::AwayTrials(
                   **board, [this] { return entry_->seats(); }, say_so)
            .play(source);
    }

  private:
    // What tells its jobs from those of other tunings. Without a checkpoint nothing is taken up again.
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

Result<std::unique_ptr<tune::TrialsElsewhere>, std::string>
enter_for_tuning(const ColonyChoice& choice, const std::vector<tune::TrialToPlay>& samples,
                 const std::string& checkpoint, SearcherTable searchers) {
    for (const tune::TrialToPlay& sample : samples) {
        const auto task = colony::pair_of(sample);
        if (!task) return failure(task.error());
        if (auto problem = colony::problem_with(colony::Task(*task), searchers)) return failure(std::move(*problem));
    }
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    return std::unique_ptr<tune::TrialsElsewhere>(std::make_unique<ColonyTuning>(std::move(*entry), checkpoint));
}

}  // namespace rookery
