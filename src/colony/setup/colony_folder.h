// The files of one colony: their names, and how they are read and written.
#pragma once

#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/members.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

// A colony as its folder describes it.

struct Colony {
    std::string name;
    std::vector<std::string> addresses;  // HOST:PORT
    Address listen;
    Members members;
};

// Nothing here takes the folder's lock; the caller holds it. Functions that write return the
// problem, if there is one.
class ColonyFolder {
  public:
    explicit ColonyFolder(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    // Readable for its owner only; an empty folder that exists can be used.
    [[nodiscard]] std::optional<std::string> create() const;
    // Why no colony can be set up here.
    [[nodiscard]] std::optional<std::string> occupied_problem() const;
    // Why there is no colony here that can be trusted.
    [[nodiscard]] std::optional<std::string> colony_problem() const;

    [[nodiscard]] Result<Colony, std::string> read() const;
    [[nodiscard]] Result<Identity, std::string> read_authority() const;

    struct Ends {
        Time authority;
        Time server;
    };
    [[nodiscard]] Result<Ends, std::string> read_ends() const;

    // Only once in the life of a colony.
    [[nodiscard]] std::optional<std::string> write_authority(const Identity& authority) const;
    [[nodiscard]] std::optional<std::string> write_server(const Identity& server) const;
    [[nodiscard]] std::optional<std::string> write_members(const Members& members) const;
    [[nodiscard]] std::optional<std::string> write_config(const Colony& colony, Time now) const;
    [[nodiscard]] std::optional<std::string> write_description(const Colony& colony) const;

    // Removes what a setup that failed has left.
    void remove_everything() const;

  private:
    [[nodiscard]] Result<std::string, std::string> read_file(const char* name) const;

    std::filesystem::path path_;
};

}  // namespace rookery::colony
