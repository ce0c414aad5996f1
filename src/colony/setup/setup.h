// Sets up a colony and changes it: a folder with its authority, its server's identity, its members,
// and the server's configuration made of them.
//
// Every function takes the folder's lock, reads the files, and leaves either the old state or the
// new one; a configuration that was not written in time is written by the next function.
#pragma once

#include "base/result.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/members.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// A colony as its folder describes it.
struct Colony {
    std::string name;
    std::vector<std::string> addresses;  // HOST:PORT
    Address listen;
    Members members;

    void describe(JsonFields& fields);  // without the members, which have a file of their own
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

// The error says that the system names no home.
[[nodiscard]] Result<std::filesystem::path, std::string> usual_colony_folder();
// A command as it can be typed, for instance "./rookery colony up --folder f" for "up". The option
// is left out for the usual folder.
[[nodiscard]] std::string colony_command(std::string_view words,
                                         const std::filesystem::path& folder);

// Not the usual port of nats-server, which may run here for other programs.
inline constexpr std::uint16_t default_port = 4233;

struct SetupPlan {
    std::string name;
    std::vector<std::string>
        addresses;  // where members reach the server: HOST, or HOST:PORT if that is another port
    std::string listen = "0.0.0.0";
    std::uint16_t port = default_port;  // 0: one that is free now
};

// Makes the folder, readable for its owner only. Never touches a colony, or anything else, that
// exists.
[[nodiscard]] Result<Colony, std::string> found(const std::filesystem::path& folder,
                                                const SetupPlan& plan);

[[nodiscard]] Result<Colony, std::string> load_colony(const std::filesystem::path& folder);

struct InvitationPlan {
    std::string name;
    Role role = Role::Worker;
    int days = 365;
    std::filesystem::path file;  // where the invitation is written; empty: nowhere
};

// An earlier member of that name is no member any more. Nothing has changed if the file could not
// be written.
[[nodiscard]] Result<Invitation, std::string> invite(const std::filesystem::path& folder,
                                                     const InvitationPlan& plan);

// The problem, if it did not work. Afterwards a running server must read its configuration again
// (reload_server).
[[nodiscard]] std::optional<std::string> revoke(const std::filesystem::path& folder,
                                                const std::string& name);

// A new certificate and key for the server, for the same addresses or for those given.
[[nodiscard]] std::optional<std::string>
renew_server(const std::filesystem::path& folder, const std::vector<std::string>& addresses = {});

// Writes the configuration again, without members that have expired since.
[[nodiscard]] std::optional<std::string> refresh_config(const std::filesystem::path& folder);

struct Expiry {
    std::string what;  // "authority", "server", or a member's name
    Time expires;
};

// The certificates that end, or have ended, within so many days from now, the earliest first.
// Revoked members do not count.
[[nodiscard]] Result<std::vector<Expiry>, std::string> expiring(const std::filesystem::path& folder,
                                                                int days, Time now);

}  // namespace rookery::colony
