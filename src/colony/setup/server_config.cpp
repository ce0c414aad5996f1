#include "colony/setup/server_config.h"

#include "colony/setup/members.h"

#include <fmt/format.h>

namespace rookery::colony {
namespace {

// The server waits a second for the answer to a ping, twice, so a worker that hangs is noticed
// soon. The limits on messages are far above what members need and far below what would hurt. No
// line opens a port for monitoring or for other servers.
constexpr const char* limits = R"(max_payload: 256KB
max_pending: 16MB
max_connections: 256
max_subscriptions: 256
max_control_line: 4KB
write_deadline: "5s"
ping_interval: "1s"
ping_max: 2
authorization { timeout: 5 }
)";

// This server speaks TLS 1.2 and 1.3 and has no setting for it; of the ciphers of 1.2 only those
// with forward secrecy.
constexpr const char* ciphers = R"(    cipher_suites: [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305"
    ]
)";

// The system account has no users. The events that coordinators need are exported under a subject
// of ours.
constexpr const char* system_account = R"(    SYSTEM {
        exports: [ { stream: "$SYS.ACCOUNT.*.DISCONNECT", accounts: ["COLONY"] } ]
    }
)";

std::string allowed(const std::vector<std::string>& subjects) {
    // An empty list of allowed subjects would allow all.
    if (subjects.empty()) return R"({ deny: ">" })";
    std::string list;
    for (const std::string& subject : subjects)
        list += (list.empty() ? "" : ", ") + config_quoted(subject);
    return fmt::format("{{ allow: [{}] }}", list);
}

std::string user_of(const Member& member) {
    const Permissions permissions = permissions_of(member.role(), member.name());
    return fmt::format("            {{ user: {}, permissions: {{\n"
                       "                publish: {}\n"
                       "                subscribe: {}\n"
                       "            }} }}\n",
                       config_quoted(member.id.text()), allowed(permissions.publish),
                       allowed(permissions.subscribe));
}

std::string colony_account(const Members& members, Time now) {
    std::string users;
    for (const Member& member : members.list())
        if (member.may_connect(now)) users += user_of(member);
    return fmt::format("    COLONY {{\n"
                       "        jetstream: enabled\n"
                       "        imports: [ {{ stream: {{ account: SYSTEM, subject: "
                       "\"$SYS.ACCOUNT.COLONY.DISCONNECT\" }}, "
                       "to: {} }} ]\n"
                       "        default_permissions: {{ publish: {{ deny: \">\" }}, subscribe: {{ "
                       "deny: \">\" }} }}\n"
                       "        users: [\n{}        ]\n"
                       "    }}\n",
                       config_quoted(gone_subject), users);
}

}  // namespace

std::string config_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += {'\\', c};
        else if (byte < 0x20 || byte == 0x7F)
            quoted += fmt::format("\\x{:02X}", byte);
        else
            quoted += c;
    }
    return quoted + '"';
}

std::string server_config(const ServerSettings& settings, const Members& members, Time now) {
    const auto file = [&](const char* name) {
        return config_quoted((settings.folder / name).string());
    };
    std::string text =
        "# Written by rookery whenever members change: what is edited here is lost.\n";
    text += fmt::format("listen: {}\n", config_quoted(settings.listen.text()));
    text += fmt::format("pid_file: {}\n", file(server_pid_file));
    text += fmt::format("log_file: {}\nlogfile_size_limit: 8MB\n", file(server_log_file));
    text += limits;
    text += fmt::format("tls {{\n    cert_file: {}\n    key_file: {}\n    ca_file: {}\n"
                        "    verify_and_map: true\n    timeout: 5\n",
                        file(server_certificate_file), file(server_key_file),
                        file(authority_certificate_file));
    text += ciphers;
    text += fmt::format(
        "}}\njetstream {{ store_dir: {}, max_memory_store: 64MB, max_file_store: 4GB }}\n",
        file(queue_folder));
    text += "system_account: SYSTEM\naccounts {\n";
    text += system_account;
    text += colony_account(members, now);
    return text + "}\n";
}

}  // namespace rookery::colony
