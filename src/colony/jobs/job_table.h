// The coordinator's jobs in an SQLite file: what is wanted, who has it, what came out.
//
// The queue forgets what a server loses and believes whoever acknowledges; this does not. A
// campaign that is taken up again finds here who played what, and what came out but was not kept
// elsewhere yet.
#pragma once

#include "colony/jobs/job.h"
#include "colony/jobs/task_check.h"
#include "store/database.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

enum class JobState : std::uint8_t { Waiting, Held, Done };

struct JobRow {
    Job job;
    JobState state = JobState::Waiting;
    std::string worker{};      // who holds it or has done it
    int attempts = 0;          // how often it was handed out
    std::uint64_t number = 0;  // in the queue; 0: it is not there
    TaskResults results{};     // empty once they are kept elsewhere
    // Of a pair by the wall clock that is done: the half points of its first player.
    std::optional<std::size_t> half_points{};
};

// Not for several threads at once. Errors are sentences that name the file.
class JobTable {
  public:
    // An empty path keeps it in memory.
    [[nodiscard]] static Result<JobTable, std::string> open(const std::filesystem::path& path,
                                                            std::string campaign);

    // Of the campaign. What cannot be read is left out: it is only done again.
    [[nodiscard]] Result<std::vector<JobRow>, std::string> load() const;
    // In the place of the one with that id, if there is one.
    [[nodiscard]] std::optional<std::string> save(const JobRow& row);
    [[nodiscard]] std::optional<std::string> erase(const std::string& id);
    // The whole campaign.
    [[nodiscard]] std::optional<std::string> erase_all();

  private:
    [[nodiscard]] std::optional<std::string> save_score(const std::string& id,
                                                        std::size_t half_points);

    JobTable(store::Database database, std::string campaign)
        : database_(std::move(database)), campaign_(std::move(campaign)) {}

    store::Database database_;
    std::string campaign_;
};

}  // namespace rookery::colony
