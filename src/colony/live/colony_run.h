// What the subcommands of `rookery colony` do, and `rookery worker`. Each returns the exit code.
#pragma once

#include "chess/position.h"
#include "search/searcher.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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
// Prints each line of the search as `describe` says it.
using DescribeLine = std::string (*)(const LineReport& report, const Position& position);
[[nodiscard]] int try_colony(const ColonyArguments& arguments, const Position& position,
                             DescribeLine describe);

struct WorkerArguments {
    std::string invitation;
    std::size_t threads = 1;
    std::size_t hash_mib = 64;
    std::optional<std::uint64_t> nodes_per_second;
    int niceness = 10;
    bool idle_only = false;
    bool stay = false;
    bool log_json = false;
    bool find = false;
    std::vector<std::string> networks;
};

// Jobs may name the searchers of the table as players.
[[nodiscard]] int run_worker(const WorkerArguments& arguments, SearcherTable searchers);

}  // namespace rookery::colony
