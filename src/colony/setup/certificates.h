// Certificates and keys as PEM texts: the authority of a colony, its server, its members.
//
// No other file uses OpenSSL. Nothing here reads or writes files, and no error quotes a key.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Identity {
    std::string certificate;
    std::string key;
};

// In every server's certificate beside its addresses, so that a member can insist on it wherever
// the server is reached.
inline constexpr const char* server_host_name = "server.rookery";

// Signs itself, and may sign servers and members but no further authorities.
[[nodiscard]] Result<Identity, std::string> make_authority(std::string_view name, int days);
// The hosts are names and IP addresses.
[[nodiscard]] Result<Identity, std::string>
make_server_identity(const Identity& authority, const std::vector<std::string>& hosts, int days);
// The id is an e-mail address in the certificate, where the server looks for it. A negative number
// of days makes an expired certificate, for tests.
[[nodiscard]] Result<Identity, std::string>
make_member_identity(const Identity& authority, std::string_view member_id, int days);

struct CertificateFacts {
    std::string id;  // the member's; empty if there is none, or more than one
    std::chrono::system_clock::time_point not_before;
    std::chrono::system_clock::time_point not_after;
    // Signed by that authority, which may sign it; the time does not matter.
    bool is_signed_by_authority = false;
    bool is_for_member = false;
    bool is_for_server = false;
};

// The text holds the certificate alone, exactly as it is written here; the same for the authority.
[[nodiscard]] Result<CertificateFacts, std::string> describe(const std::string& certificate,
                                                             const std::string& authority);
// False too if either of them cannot be read.
[[nodiscard]] bool key_fits(const std::string& key, const std::string& certificate);

// Random and fit for secrets; two digits a byte.
[[nodiscard]] Result<std::string, std::string> random_hexadecimal(std::size_t bytes);

}  // namespace rookery::colony
