// A command's way into a colony as its coordinator, to have jobs done there.
#pragma once

#include "colony/jobs/job_board.h"
#include "colony/live/coordinator_link.h"
#include "commands/game_options.h"

#include <filesystem>
#include <memory>
#include <string>

namespace rookery {

class ColonyEntry {
  public:
    // Finds out which engine this is, which takes a second or two, and connects. Says on stderr who is there.
    [[nodiscard]] static Result<std::shared_ptr<ColonyEntry>, std::string> enter(const ColonyChoice& choice,
                                                                                 SearcherTable searchers);

    // For the jobs of one campaign, kept in that file.
    [[nodiscard]] Result<std::unique_ptr<colony::JobBoard>, std::string> board(const std::string& campaign,
                                                                               const std::filesystem::path& table);
    // Who are there and can do jobs, and how many at a time.
    [[nodiscard]] std::size_t workers() const { return link_->fit().size(); }
    [[nodiscard]] std::size_t seats() const;

  private:
    [[nodiscard]] static Result<std::shared_ptr<ColonyEntry>, std::string> connect(const ColonyChoice& choice,
                                                                                   SearcherTable searchers);
    ColonyEntry(std::unique_ptr<colony::CoordinatorLink> link, std::uint64_t bench, int priority,
                SearcherTable searchers)
        : link_(std::move(link)), bench_(bench), priority_(priority), searchers_(searchers) {}

    const std::unique_ptr<colony::CoordinatorLink> link_;
    const std::uint64_t bench_;
    const int priority_;
    const SearcherTable searchers_;
};

}  // namespace rookery
