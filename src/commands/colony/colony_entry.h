// A command's way into a colony as its coordinator, to have jobs done there.
#pragma once

#include "colony/bus/find_server.h"
#include "colony/jobs/job_dispatcher.h"
#include "colony/live/coordinator_link.h"
#include "colony/live/roster.h"
#include "commands/game_options.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace rookery {

class ColonyEntry {
  public:
    // Finds out which engine this is, which takes a second or two, and connects. Says on stderr who
    // is there.
    [[nodiscard]] static Result<std::shared_ptr<ColonyEntry>, std::string>
    enter(const ColonyChoice& choice, SearcherTable searchers);

    // For the jobs of one campaign, kept in that file.
    [[nodiscard]] Result<std::unique_ptr<colony::JobDispatcher>, std::string>
    board(const std::string& campaign, const std::filesystem::path& table);
    // Who are there and can do jobs.
    [[nodiscard]] std::size_t workers() const { return link_->fit().size(); }
    // How many jobs they can do at a time; with a reference, games by a wall clock that is meant
    // for it.
    [[nodiscard]] std::size_t seats(std::uint64_t reference_speed = 0) const;

    // Of one thread here, undisturbed.
    [[nodiscard]] std::uint64_t own_speed() const { return self_.undisturbed_speed; }
    // On stderr: who can play by a wall clock that is meant for a machine of that speed, and who
    // cannot.
    void say_who_keeps_time(std::uint64_t reference_speed) const;

  private:
    ColonyEntry(std::unique_ptr<colony::CoordinatorLink> link, colony::SelfTest self, int priority,
                SearcherTable searchers)
        : link_(std::move(link)), self_(std::move(self)), priority_(priority),
          searchers_(searchers) {}

    const std::unique_ptr<colony::CoordinatorLink> link_;
    const colony::SelfTest self_;
    const int priority_;
    const SearcherTable searchers_;
};

// How a member looks for its colony's server, when that is not where the invitation says.

// By the networks given, as ADDRESS/BITS, or by those of this machine where none are.
[[nodiscard]] Result<colony::Whereabouts, std::string>
find_near(const colony::BusSettings& settings, const std::vector<std::string>& networks);

}  // namespace rookery
