// The configuration of nats-server, written from who may connect.
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

// Whoever is revoked or has expired by then is not in it: the server checks a certificate's time
// only when somebody connects, and those it no longer knows it throws out.
[[nodiscard]] std::string server_config(const ServerSettings& settings, const Members& members,
                                        Time now);

// A text as the configuration writes it; whatever is in it stays in it.
[[nodiscard]] std::string config_quoted(std::string_view text);

}  // namespace rookery::colony
