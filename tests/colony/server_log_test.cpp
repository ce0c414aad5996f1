#include "colony/setup/server_process.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rookery::colony {
namespace {

TEST(ServerLog, RefusedConnectionsAreCounted) {
    std::istringstream log(
        "[13083] 2026/11/16 11:51:18.018764 [INF] Starting nats-server\n"
        "[13083] 2026/11/16 11:51:18.025673 [ERR] 127.0.0.1:36226 - cid:5 - TLS handshake error: "
        "read tcp 127.0.0.1:56819"
        "->127.0.0.1:36226: read: connection reset by peer\n"
        "[13083] 2026/11/16 11:51:19.786978 [ERR] 127.0.0.1:36246 - cid:11 - TLS handshake error: "
        "tls: client didn't provide "
        "a certificate\n"
        "[13083] 2026/11/16 11:51:20.095177 [ERR] 127.0.0.1:36248 - cid:12 - TLS handshake error: "
        "tls: failed to verify "
        "client certificate: x509: certificate signed by unknown authority\n"
        "[13083] 2026/11/16 11:51:20.168982 [INF] Reloaded: authorization users\n"
        "[13083] 2026/11/16 11:51:20.499967 [ERR] 127.0.0.1:36272 - cid:17 - \"v3.4.1:C:attic\" - "
        "authentication error - "
        "User \"\"\n");
    EXPECT_EQ(count_refused_connections(log), 3u);
    EXPECT_EQ(count_refused_connections(std::filesystem::path("/nowhere")), 0u);
}

}  // namespace
}  // namespace rookery::colony
