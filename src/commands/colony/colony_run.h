// The actions of the subcommands of `rookery colony`. Each returns the exit code.
#pragma once

#include "chess/position.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rookery::colony {

struct ColonyArguments {
    std::string folder;  // empty: the usual one
    std::string name = "home";
    std::vector<std::string> addresses;
    int port = 4233;
    std::string member;
    std::string role = "worker";
    int days = 365;
    std::string output;
    bool json = false;
    bool prometheus = false;
    bool watch = false;
    std::size_t workers = 0;  // on this machine
    int seconds = 10;
    std::string invitation;
    std::vector<std::string> networks;  // none: those of this machine
    bool save = false;
};

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

}  // namespace rookery::colony
