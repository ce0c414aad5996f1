// Sets up a colony and changes it: a folder with its authority, its server's identity, its members,
// and the server's configuration made of them.
//
// Every function takes the folder's lock, reads the files, and leaves either the old state or the
// new one; a configuration that was not written in time is written by the next function.
#pragma once

#include "base/result.h"
#include "colony/setup/colony_folder.h"
#include "colony/setup/invitation.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

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

// The problem, if it did not work. A running server must be told (reload_server).
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
