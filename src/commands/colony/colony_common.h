// What the subcommands of `rookery colony` share: where things are, and how problems are told.
#pragma once

#include "colony/setup/setup.h"
#include "commands/colony/colony_arguments.h"

#include <filesystem>
#include <optional>
#include <string>

namespace rookery {

// Who coordinates on the machine of the server, and who looks at it; their invitations stay in the
// folder.
inline constexpr const char* coordinator_name = "home";
inline constexpr const char* watcher_name = "lookout";

[[nodiscard]] std::filesystem::path folder_of(const ColonyArguments& arguments);
[[nodiscard]] std::filesystem::path invitation_in(const std::filesystem::path& folder,
                                                  const std::string& name);

// Says what went wrong, and gives the exit code.
[[nodiscard]] int failed(const std::string& problem);

// A server that runs must be told who is a member now; one that does not reads it when it starts.
// The problem, if it could not be told.
[[nodiscard]] std::optional<std::string> tell_server(const std::filesystem::path& folder);

// In a new folder, with the invitations of coordinator and watcher in it. The problem, if it did
// not work.
[[nodiscard]] Result<colony::Colony, std::string> found_colony(const std::filesystem::path& folder,
                                                               const colony::SetupPlan& plan);
// So many on this machine, which share its processors; whoever is new is invited. A server that
// runs knows them then. The problem, if it did not work.
[[nodiscard]] std::optional<std::string> start_local_workers(const std::filesystem::path& folder,
                                                             std::size_t count);

// 2026-11-16.
[[nodiscard]] std::string day_of(colony::Time time);
// On stderr, for every certificate that ends within a month.
void warn_of_expiry(const std::filesystem::path& folder);

}  // namespace rookery
