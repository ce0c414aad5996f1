// What the subcommands of `rookery colony` do. Each gives the exit code.
#pragma once

#include "chess/position.h"
#include "commands/colony/colony_arguments.h"

namespace rookery {

[[nodiscard]] int init_colony(const ColonyArguments& arguments);
[[nodiscard]] int invite_member(const ColonyArguments& arguments);
[[nodiscard]] int revoke_member(const ColonyArguments& arguments);
[[nodiscard]] int start_colony(const ColonyArguments& arguments);
[[nodiscard]] int stop_colony(const ColonyArguments& arguments);
[[nodiscard]] int show_colony(const ColonyArguments& arguments);
[[nodiscard]] int drain_member(const ColonyArguments& arguments);
[[nodiscard]] int pardon_member(const ColonyArguments& arguments);
[[nodiscard]] int find_colony(const ColonyArguments& arguments);
[[nodiscard]] int renew_colony(const ColonyArguments& arguments);
[[nodiscard]] int try_colony(const ColonyArguments& arguments, const Position& position);

}  // namespace rookery
