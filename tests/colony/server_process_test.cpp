// The server as a process.
#include "colony/setup/server_process.h"

#include "base/files.h"
#include "colony/setup/address.h"
#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string refusal(const fs::path& folder, const ServerStart& start = {}) {
    const auto started = start_server(folder, start);
    return started ? "" : started.error();
}

// The ports on which a process listens, by the system's own lists.
std::set<int> ports_of(pid_t process) {
    const std::string home = "/proc/" + std::to_string(process);
    std::set<std::string> sockets;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(home + "/fd", error)) {
        const std::string target = fs::read_symlink(entry.path(), error).string();
        if (target.starts_with("socket:[")) sockets.insert(target.substr(8, target.size() - 9));
    }
    std::set<int> ports;
    for (const char* list : {"/net/tcp", "/net/tcp6"}) {
        std::ifstream file(home + list);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string number, local, remote, state, skipped, inode;
            words >> number >> local >> remote >> state;
            for (int i = 0; i < 5; ++i) words >> skipped;
            words >> inode;
            if (state == "0A" && sockets.contains(inode))
                ports.insert(std::stoi(local.substr(local.find(':') + 1), nullptr, 16));
        }
    }
    return ports;
}

TEST(ServerProcess, StartsIsFoundAndStops) {
    const TestColony colony;
    EXPECT_EQ(running_server(colony.folder), std::nullopt);
    const RunningServer first = must(start_server(colony.folder));
    EXPECT_FALSE(first.was_running);
    EXPECT_EQ(running_server(colony.folder), first.process);
    EXPECT_EQ(::getsid(first.process), first.process) << "a session of its own";
    const RunningServer second = must(start_server(colony.folder));
    EXPECT_TRUE(second.was_running);
    EXPECT_EQ(second.process, first.process);
    EXPECT_EQ(stop_server(colony.folder), std::nullopt);
    EXPECT_EQ(::kill(first.process, 0), -1) << "nothing is left of it";
    EXPECT_EQ(running_server(colony.folder), std::nullopt);
    EXPECT_EQ(stop_server(colony.folder), std::nullopt) << "harmless the second time";
    EXPECT_FALSE(must(start_server(colony.folder)).was_running) << "and again";
}

TEST(ServerProcess, ListensForMembersAndForNothingElse) {
    const TestColony colony;
    const RunningServer server = must(start_server(colony.folder));
    EXPECT_EQ(ports_of(server.process), std::set<int>{colony.colony.listen.port});
}

TEST(ServerProcess, SaysWhyItDoesNotStart) {
    const TestColony colony;
    EXPECT_TRUE(contains(refusal(colony.folder, {.program = "no-such-nats-server"}),
                         "./rookery install colony"));
    EXPECT_TRUE(contains(refusal(colony.base.path()), "there is no colony in"));
    // A damaged key: the server's own words are shown.
    std::ofstream(colony.folder / server_key_file) << "no key";
    const std::string words = refusal(colony.folder);
    EXPECT_TRUE(contains(words, "the server ended at once") && contains(words, "X509")) << words;
    EXPECT_EQ(running_server(colony.folder), std::nullopt);
}

TEST(ServerProcess, ATakenPortIsNotMistakenForItsOwn) {
    const TestColony one;
    one.start();
    const TestColony two;
    SetupPlan plan = local_plan();
    plan.port = one.colony.listen.port;
    static_cast<void>(must(found(two.base / "same", plan)));
    const std::string words = refusal(two.base / "same");
    EXPECT_TRUE(contains(words, "port " + std::to_string(plan.port) + " is taken")) << words;
}

// An ordinary user's PATH on Debian lacks the folder in which the program lies.
TEST(ServerProcess, IsFoundWhereDebianPutsIt) {
    const TestColony colony;
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", "/usr/games", 1);
    const std::string words = refusal(colony.folder);
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(words, "");
}

// A file that names another process must not bring it a signal.
TEST(ServerProcess, AnotherProcessIsLeftAlone) {
    const TestColony one;
    const TestColony two;
    const RunningServer server = must(start_server(one.folder));
    for (const pid_t other : {server.process, ::getpid(), pid_t{1}, pid_t{-1}, pid_t{0}}) {
        std::ofstream(two.folder / server_pid_file) << other;
        EXPECT_EQ(running_server(two.folder), std::nullopt) << other;
        EXPECT_EQ(stop_server(two.folder), std::nullopt);
        EXPECT_TRUE(reload_server(two.folder).has_value());
    }
    EXPECT_EQ(running_server(one.folder), server.process);
}

TEST(ServerProcess, ABrokenConfigurationIsReportedAndTheOldOneStays) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    colony.start();
    std::ofstream(colony.folder / server_config_file, std::ios::app) << "nonsense {\n";
    const auto problem = reload_server(colony.folder);
    ASSERT_TRUE(problem.has_value());
    EXPECT_TRUE(contains(*problem, "refuses its new configuration")) << *problem;
    EXPECT_TRUE(TestClient(worker).connected());
    EXPECT_EQ(refresh_config(colony.folder), std::nullopt);
    EXPECT_EQ(reload_server(colony.folder), std::nullopt);
}

TEST(ServerProcess, ARenewedCertificateIsTakenWithoutAStop) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    colony.start();
    TestClient before(worker);
    ASSERT_EQ(renew_server(colony.folder), std::nullopt);
    EXPECT_EQ(reload_server(colony.folder), std::nullopt);
    EXPECT_EQ(natsConnection_Flush(before.get()), NATS_OK);
    EXPECT_TRUE(TestClient(worker).connected());
}

TEST(ServerProcess, OneThatHangsIsKilled) {
    const TestColony colony;
    const RunningServer server = must(start_server(colony.folder));
    ::kill(server.process, SIGSTOP);
    EXPECT_EQ(stop_server(colony.folder, 100ms), std::nullopt);
    EXPECT_EQ(::kill(server.process, 0), -1);
}

TEST(ServerProcess, AfterAKillItStartsAgain) {
    const TestColony colony;
    const RunningServer server = must(start_server(colony.folder));
    const auto handle = ProcessHandle::open(server.process);
    ASSERT_TRUE(handle.has_value());
    handle->send(SIGKILL);
    EXPECT_TRUE(handle->has_ended(long_enough));
    EXPECT_EQ(running_server(colony.folder), std::nullopt) << "its file is still there";
    EXPECT_NE(must(start_server(colony.folder)).process, server.process);
}

TEST(ServerProcess, OldLogsGo) {
    const TestColony colony;
    for (const char* time : {"2024.01", "2024.02", "2024.03", "2024.04", "2024.05"})
        std::ofstream(colony.folder / (std::string(server_log_file) + "." + time)) << "old";
    colony.start();
    EXPECT_FALSE(fs::exists(colony.folder / "server.log.2024.01"));
    EXPECT_FALSE(fs::exists(colony.folder / "server.log.2024.02"));
    EXPECT_TRUE(fs::exists(colony.folder / "server.log.2024.03"));
    EXPECT_TRUE(fs::exists(colony.folder / "server.log.2024.05"));
    EXPECT_TRUE(fs::exists(colony.folder / server_log_file));
}

// Everything that comes from outside into the configuration is the folder's name.
TEST(ServerProcess, AnOddFolderDoesNotBreakOutOfItsQuotes) {
    const TemporaryFolder base;
    for (const char* name :
         {"a \"b\" {c}", "back\\slash\\x41 $HOME", "# no comment ' // ; , ]", "new\nline", "ünï"}) {
        const auto folder = base / name;
        static_cast<void>(must(found(folder, local_plan())));
        const auto started = start_server(folder);
        ASSERT_TRUE(started.ok()) << started.error();
        EXPECT_TRUE(fs::exists(folder / server_log_file));
        EXPECT_EQ(running_server(folder / "."), started->process);
        EXPECT_EQ(stop_server(folder), std::nullopt);
    }
}

TEST(ServerProcess, InheritsNoOpenFiles) {
    const TestColony colony;
    const int open_file = ::open("/dev/null", O_RDONLY);
    const RunningServer server = must(start_server(colony.folder));
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator("/proc/" + std::to_string(server.process) + "/fd", error))
        EXPECT_NE(fs::read_symlink(entry.path(), error), colony.folder / "lock");
    ::close(open_file);
    // Had it the lock, nobody else could work here.
    EXPECT_TRUE(invite(colony.folder, {.name = "w1"}).ok());
}

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
