// The configuration of nats-server, made from the members that may connect.
#pragma once

#include "colony/setup/address.h"
#include "colony/setup/members.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace rookery::colony {

struct ServerSettings {
    std::filesystem::path folder;  // absolute
    Address listen;
};

// Names of files in the colony's folder.
inline constexpr const char* authority_certificate_file = "authority.pem";
inline constexpr const char* authority_key_file = "authority.key";
inline constexpr const char* server_certificate_file = "server.pem";
inline constexpr const char* server_key_file = "server.key";
inline constexpr const char* server_config_file = "server.conf";
inline constexpr const char* server_log_file = "server.log";
inline constexpr const char* server_pid_file = "server.pid";
inline constexpr const char* queue_folder = "queues";

// Without members that are revoked or have expired by then: the server checks a certificate's time
// only when a member connects, and disconnects members that it no longer knows.
[[nodiscard]] std::string server_config(const ServerSettings& settings, const Members& members,
                                        Time now);

// A quoted text of the configuration.
[[nodiscard]] std::string config_quoted(std::string_view text);

}  // namespace rookery::colony
