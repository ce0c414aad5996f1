// The coordinator's jobs in an SQLite file: what is wanted, which worker has it, the results.
//
// A server can lose its queue, and any worker can acknowledge a job there; so only this table
// counts. A run that is resumed finds here which worker played which job, and the results that the
// caller has not stored yet.
#pragma once

#include "colony/jobs/job.h"
#include "colony/jobs/task.h"
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
    std::string worker{};      // holds it or has done it
    int attempts = 0;          // how often it was handed out
    std::uint64_t number = 0;  // in the queue; 0: it is not there
    TaskResults results{};     // empty once the caller has stored them
    // The half points of the first player, of a finished pair by the wall clock.
    std::optional<std::size_t> half_points{};
};

// Not for several threads at once. Errors are sentences that name the file.
class JobTable {
  public:
    // An empty path keeps it in memory.
    [[nodiscard]] static Result<JobTable, std::string> open(const std::filesystem::path& path,
                                                            std::string run_name);

    // The jobs of the run. Rows that cannot be read are left out, so they are done again.
    [[nodiscard]] Result<std::vector<JobRow>, std::string> load() const;
    // Replaces the row with that id, if there is one.
    [[nodiscard]] std::optional<std::string> save(const JobRow& row);
    [[nodiscard]] std::optional<std::string> erase(const std::string& id);
    // All jobs of the run.
    [[nodiscard]] std::optional<std::string> erase_all();

  private:
    [[nodiscard]] std::optional<std::string> save_score(const std::string& id,
                                                        std::size_t half_points);

    JobTable(store::Database database, std::string run_name)
        : database_(std::move(database)), run_(std::move(run_name)) {}

    store::Database database_;
    std::string run_;
};

}  // namespace rookery::colony
