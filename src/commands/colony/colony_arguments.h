// What the subcommands of `rookery colony` are told.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rookery {

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

}  // namespace rookery
