// A program's connection to a colony as its coordinator, to have jobs done there. It prints on
// stderr which workers are there, and which are caught with false results.
#pragma once

#include "colony/jobs/job_executor.h"
#include "colony/live/coordinator_link.h"
#include "colony/live/roster.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace rookery::colony {

class JobClient : public std::enable_shared_from_this<JobClient> {
  public:
    // Finds out which engine this is, which takes a second or two, and connects. The priority is
    // that of the jobs, as QueueName counts.
    [[nodiscard]] static Result<std::shared_ptr<JobClient>, std::string>
    connect(const std::filesystem::path& invitation, int priority, SearcherTable searchers);

    // The jobs of one run, kept in that file; without a file nothing can be resumed. A reference
    // speed says that they are games by a wall clock that is meant for it.
    [[nodiscard]] Result<JobSource, std::string> open(const std::string& run,
                                                      const std::filesystem::path& table,
                                                      std::uint64_t reference_speed = 0);

    // In nodes a second of one thread here, undisturbed.
    [[nodiscard]] std::uint64_t own_speed() const { return self_.undisturbed_speed; }
    // On stderr: which workers can play by a wall clock that is meant for a machine of that speed.
    void print_timed_workers(std::uint64_t reference_speed) const;

  private:
    JobClient(std::unique_ptr<CoordinatorLink> link, SelfTest self, int priority,
              SearcherTable searchers)
        : link_(std::move(link)), self_(std::move(self)), priority_(priority),
          searchers_(searchers) {}

    // How many jobs the workers can do at a time.
    [[nodiscard]] std::size_t seats(std::uint64_t reference_speed) const;

    const std::unique_ptr<CoordinatorLink> link_;
    const SelfTest self_;
    const int priority_;
    const SearcherTable searchers_;
};

}  // namespace rookery::colony
