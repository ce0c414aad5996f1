// The server as a process.
#include "colony/setup/server.h"

#include "base/files.h"
#include "colony/setup/address.h"

#include "colony_helpers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

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

// On Debian the PATH of an ordinary user lacks the folder of the program.
TEST(ServerProcess, IsFoundWhereDebianPutsIt) {
    const TestColony colony;
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", "/usr/games", 1);
    const std::string words = refusal(colony.folder);
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(words, "");
}

// Beside the folder of the build, where the launcher unpacks it.
TEST(ServerProcess, IsFoundWhereTheLauncherUnpacksIt) {
    const TestColony colony;
    const std::string name = "server-of-test-" + std::to_string(::getpid());
    const auto build = std::filesystem::read_symlink("/proc/self/exe") / "../../..";
    const auto place = build.lexically_normal() / "packages/nats-server/usr/sbin";
    std::filesystem::create_directories(place);
    std::ofstream(place / name) << "#!/bin/sh\necho it was started\n";
    std::filesystem::permissions(place / name, std::filesystem::perms::owner_all);
    const std::string words = refusal(colony.folder, {.program = name});
    EXPECT_TRUE(contains(words, "it was started")) << words;
    // PATH of another user may name folders, or hold files, that must not be used.
    std::ofstream(colony.base.path() / name) << "not a program";
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", colony.base.path().c_str(), 1);
    const std::string again = refusal(colony.folder, {.program = name});
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_TRUE(contains(again, "it was started")) << again;
    std::filesystem::remove(place / name);
    // Only what this test has made.
    std::error_code not_empty;
    for (auto folder = place; folder.filename() != "build" && !not_empty;
         folder = folder.parent_path())
        std::filesystem::remove(folder, not_empty);
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
    // If it kept the lock, no other command could work here.
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

using namespace std::chrono_literals;

Identity authority_of(const TestColony& colony) {
    return {must(read_private_file(colony.folder / authority_certificate_file, 10000)),
            must(read_private_file(colony.folder / authority_key_file, 10000))};
}

// The same member with another certificate.
Invitation with_identity(Invitation invitation, Identity identity) {
    invitation.certificate = std::move(identity.certificate);
    invitation.key = std::move(identity.key);
    return invitation;
}

std::string id_of(const TestColony& colony, const char* name) {
    return must(load_colony(colony.folder)).members.find(name)->id.text();
}

TEST(ServerAccess, MembersConnectAndReachTheirCoordinator) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    colony.start();
    TestClient one(worker);
    TestClient two(boss);
    ASSERT_TRUE(one.connected());
    ASSERT_TRUE(two.connected());
    TestSubscription alive(two, "rk.alive.*");
    TestSubscription orders(one, "rk.order.w1");
    one.publish("rk.alive.w1", "here");
    EXPECT_EQ(alive.next(), "here");
    two.publish("rk.order.w1", "go");
    EXPECT_EQ(orders.next(), "go");
}

TEST(ServerAccess, StrangersAreRefused) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const std::string id = id_of(colony, "w1");
    colony.start();
    EXPECT_FALSE(TestClient(worker, false).connected()) << "without a certificate";

    const Identity foreign = must(make_authority("home authority", 10));
    EXPECT_FALSE(
        TestClient(with_identity(worker, must(make_member_identity(foreign, id, 10)))).connected())
        << "by a foreign authority of the same name";

    const Identity ours = authority_of(colony);
    EXPECT_FALSE(
        TestClient(with_identity(worker, must(make_member_identity(ours, id, -1)))).connected())
        << "expired";
    EXPECT_FALSE(
        TestClient(with_identity(worker, must(make_member_identity(ours, "w2" + id.substr(2), 10))))
            .connected())
        << "signed, but not in the register";
    EXPECT_FALSE(
        TestClient(with_identity(worker, must(make_server_identity(ours, {"127.0.0.1"}, 10))))
            .connected())
        << "a server is no member";

    EXPECT_TRUE(
        TestClient(with_identity(worker, must(make_member_identity(ours, id, 10)))).connected());
    EXPECT_TRUE(TestClient(worker).connected());
}

TEST(ServerAccess, OnlyTheRevokedMemberIsDisconnected) {
    const TestColony colony;
    const Invitation bad = colony.invited("bad");
    const Invitation good = colony.invited("good");
    colony.start();
    TestClient one(bad);
    TestClient two(good);
    ASSERT_TRUE(one.connected());
    ASSERT_EQ(revoke(colony.folder, "bad"), std::nullopt);
    colony.reload();
    EXPECT_TRUE(one.is_disconnected());
    EXPECT_FALSE(TestClient(bad).connected());
    EXPECT_EQ(natsConnection_Flush(two.get()), NATS_OK);
}

TEST(ServerAccess, ANewInvitationEndsTheOldOne) {
    const TestColony colony;
    const Invitation before = colony.invited("w1");
    colony.start();
    TestClient old(before);
    ASSERT_TRUE(old.connected());
    const Invitation now = colony.invited("w1");
    colony.reload();
    EXPECT_TRUE(old.is_disconnected());
    EXPECT_FALSE(TestClient(before).connected());
    EXPECT_TRUE(TestClient(now).connected());
}

TEST(ServerAccess, MembersTrustTheColonysServerOnly) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    colony.start();
    EXPECT_FALSE(TestClient(worker, true, "other.rookery").connected());
    Invitation deceived = worker;
    deceived.authority = must(make_authority("home authority", 10)).certificate;
    EXPECT_FALSE(TestClient(deceived).connected());
}

// A server with a member's certificate is not accepted as the colony's server.
TEST(ServerAccess, AMemberIsNoServer) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const std::string id = id_of(colony, "w1");
    const Identity member = must(make_member_identity(authority_of(colony), id, 10));
    ASSERT_EQ(replace_private_file(colony.folder / server_certificate_file, member.certificate),
              std::nullopt);
    ASSERT_EQ(replace_private_file(colony.folder / server_key_file, member.key), std::nullopt);
    colony.start();
    EXPECT_FALSE(TestClient(worker).connected());
}

TEST(ServerAccess, RolesHaveTheirSubjectsAndNoOthers) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    const Invitation watcher = colony.invited("eye", Role::Watcher);
    colony.start();
    struct Case {
        const Invitation& who;
        std::vector<std::string> publish, not_publish, hear, not_hear;
    };
    const Case cases[] = {
        {worker,
         {"rk.alive.w1", "rk.found.w1.boss", "rk.share.w1", "rk.result.w1.job.3", "rk.log.w1",
          "$JS.API.CONSUMER.MSG.NEXT.JOBS.games"},
         {"rk.order.w1", "rk.answer.w1", "rk.alive.w2", "rk.found.w2.boss", "rk.share.w2",
          "rk.result.w2.x", "rk.all", "rk.job.x", "rk.gone", "_INBOX.boss.1", "_INBOX.w1.1",
          "$JS.API.STREAM.DELETE.JOBS", "$JS.API.STREAM.CREATE.X",
          "$JS.API.CONSUMER.MSG.NEXT.OTHER.games", "$JS.API.CONSUMER.DELETE.JOBS.games",
          "$SYS.REQ.SERVER.PING", "x"},
         {"rk.order.w1", "rk.answer.w1", "rk.all", "rk.share.*", "_INBOX.w1.>"},
         {"rk.order.w2", "rk.answer.w2", "rk.order.*", "rk.found.>", "rk.alive.*", "rk.result.>",
          "rk.job.>", "rk.gone", "_INBOX.boss.>", "_INBOX.>", "$SYS.>", "$JS.>", ">", "*"}},
        {boss,
         {"rk.order.w1", "rk.answer.w1", "rk.all", "rk.share.boss", "rk.job.x",
          "$JS.API.STREAM.NAMES", "$JS.ACK.JOBS.x"},
         {"rk.alive.w1", "rk.found.w1.boss", "rk.share.w1", "rk.result.w1.x", "rk.gone",
          "_INBOX.w1.1", "$SYS.x"},
         {"rk.alive.*", "rk.found.*.boss", "rk.share.*", "rk.result.>", "rk.log.*", "rk.gone",
          "_INBOX.boss.>"},
         {"rk.found.*.other", "rk.found.>", "rk.order.*", "_INBOX.w1.>", "$SYS.>", ">"}},
        {watcher,
         {},
         {"rk.all", "rk.alive.eye", "rk.log.eye", "rk.order.w1", "_INBOX.eye.1", "$JS.API.INFO",
          "x"},
         {"rk.alive.*", "rk.log.*", "_INBOX.eye.>"},
         {"rk.order.*", "rk.found.>", "rk.result.>", "rk.share.*", "rk.gone", ">"}},
    };
    for (const Case& one : cases) {
        const TestClient client(one.who);
        ASSERT_TRUE(client.connected());
        for (const auto& subject : one.publish) EXPECT_TRUE(client.may_publish(subject)) << subject;
        for (const auto& subject : one.not_publish)
            EXPECT_FALSE(client.may_publish(subject)) << subject;
        for (const auto& subject : one.hear) EXPECT_TRUE(client.may_subscribe(subject)) << subject;
        for (const auto& subject : one.not_hear)
            EXPECT_FALSE(client.may_subscribe(subject)) << subject;
    }
}

TEST(ServerAccess, CoordinatorsAreToldOfLostConnections) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    colony.start();
    TestClient listener(boss);
    TestSubscription gone(listener, gone_subject);
    { const TestClient short_lived(worker); }
    const auto news = gone.next();
    ASSERT_TRUE(news.has_value());
    EXPECT_NE(news->find("\"user\":\"" + id_of(colony, "w1") + "\""), std::string::npos) << *news;
}

// The permissions to take jobs are enough for the calls that a worker uses.
TEST(ServerAccess, AWorkerTakesJobsFromAQueue) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    colony.start();
    TestClient coordinator(boss);
    jsCtx* queues = nullptr;
    ASSERT_EQ(natsConnection_JetStream(&queues, coordinator.get(), nullptr), NATS_OK);
    ASSERT_NO_FATAL_FAILURE(make_games_queue(queues));
    ASSERT_EQ(js_Publish(nullptr, queues, "rk.job.games", "play", 4, nullptr, nullptr), NATS_OK);

    TestClient member(worker);
    jsCtx* jobs = nullptr;
    ASSERT_EQ(natsConnection_JetStream(&jobs, member.get(), nullptr), NATS_OK);
    jsSubOptions which;
    jsSubOptions_Init(&which);
    which.Stream = jobs_stream;
    which.Consumer = "games";
    natsSubscription* subscription = nullptr;
    ASSERT_EQ(js_PullSubscribe(&subscription, jobs, nullptr, nullptr, nullptr, &which, nullptr),
              NATS_OK);
    natsMsgList list{};
    ASSERT_EQ(natsSubscription_Fetch(&list, subscription, 1, 60000, nullptr), NATS_OK);
    ASSERT_EQ(list.Count, 1);
    EXPECT_STREQ(natsMsg_GetData(list.Msgs[0]), "play");
    EXPECT_EQ(natsMsg_AckSync(list.Msgs[0], nullptr, nullptr), NATS_OK);
    natsMsgList_Destroy(&list);
    natsSubscription_Destroy(subscription);

    jsStreamInfo* info = nullptr;
    ASSERT_EQ(js_GetStreamInfo(&info, queues, jobs_stream, nullptr, nullptr), NATS_OK);
    EXPECT_EQ(info->State.Msgs, 0U);
    jsStreamInfo_Destroy(info);
    jsCtx_Destroy(jobs);
    jsCtx_Destroy(queues);
    EXPECT_EQ(member.last_error(), "");
}

constexpr const char* hello =
    "CONNECT {\"verbose\":false,\"headers\":true,\"protocol\":1}\r\nPING\r\n";

TEST(ServerAccess, TooLargeMessageEndsTheConnection) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    colony.start();
    RawClient client(worker);
    ASSERT_TRUE(client.is_secure());
    EXPECT_NE(client.greeting().find("\"max_payload\":262144"), std::string::npos)
        << client.greeting();
    client.send(hello);
    ASSERT_NE(client.heard_until("PONG").find("PONG"), std::string::npos);
    client.send("PUB rk.alive.w1 262145\r\n");
    EXPECT_NE(client.heard_until("Payload").find("Maximum Payload"), std::string::npos);

    RawClient other(worker);
    other.send(hello);
    ASSERT_NE(other.heard_until("PONG").find("PONG"), std::string::npos);
    other.send("PUB " + std::string(5000, 'x'));
    EXPECT_NE(other.heard_until("never").find("-ERR 'maximum control line exceeded'"),
              std::string::npos);
}

TEST(ServerAccess, OldVersionsOfTlsAreRefused) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    colony.start();
    EXPECT_FALSE(RawClient(worker, TLS1_VERSION).is_secure());
    EXPECT_FALSE(RawClient(worker, TLS1_1_VERSION).is_secure());
    EXPECT_EQ(RawClient(worker, TLS1_2_VERSION).version(), "TLSv1.2");
    EXPECT_EQ(RawClient(worker).version(), "TLSv1.3");
}

// A worker that hangs is disconnected after two pings without an answer, and the coordinator is
// informed of it.
TEST(ServerAccess, SilentClientIsDisconnected) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation boss = colony.invited("boss", Role::Coordinator);
    colony.start();
    TestClient listener(boss);
    TestSubscription gone(listener, gone_subject);
    RawClient silent(worker);
    silent.send(hello);
    const auto news = gone.next();
    ASSERT_TRUE(news.has_value());
    EXPECT_NE(news->find("Stale Connection"), std::string::npos) << *news;
}

// A weakness of the server (see members.h): if it ever changes, the
// rule that receivers follow can be dropped.
TEST(ServerAccess, MisdirectedServerAnswersHoldNoTextOfTheWorker) {
    const TestColony colony;
    const Invitation worker = colony.invited("w1");
    const Invitation victim = colony.invited("w2");
    colony.start();
    TestClient sender(worker);
    TestClient target(victim);
    TestSubscription orders(target, "rk.order.w2");
    sender.publish("$JS.API.CONSUMER.INFO.JOBS.games", "MINE", "rk.order.w2");
    const auto heard = orders.next();
    ASSERT_TRUE(heard.has_value());
    EXPECT_EQ(heard->find("MINE"), std::string::npos);
    EXPECT_NE(heard->find("io.nats.jetstream.api.v1.consumer_info_response"), std::string::npos)
        << *heard;
}

}  // namespace
}  // namespace rookery::colony
