// A bus whose server does not answer, and the search for a server.
#include "colony/bus.h"

#include "colony/setup/address.h"

#include "colony_helpers.h"
#include "live_helpers.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace rookery::colony {
namespace {

// Accepts connections in the place of a server, and sends nothing.
class SilentServer {
  public:
    explicit SilentServer(const Address& address) : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const int yes = 1;
        ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(address.port);
        inet_pton(AF_INET, address.host.c_str(), &where.sin_addr);
        is_listening_ = ::bind(listener_, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0 &&
                        ::listen(listener_, 16) == 0;
    }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;
    ~SilentServer() {
        ::close(listener_);
        if (guest_ >= 0) ::close(guest_);
    }

    [[nodiscard]] bool is_listening() const { return is_listening_; }
    // Returns when a client has connected.
    [[nodiscard]] bool has_guest() {
        pollfd waiting{listener_, POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(std::chrono::milliseconds(long_enough).count())) !=
            1)
            return false;
        guest_ = ::accept(listener_, nullptr, nullptr);
        return guest_ >= 0;
    }
    // Whether it has not given up.
    [[nodiscard]] bool guest_waits() const {
        pollfd waiting{guest_, POLLIN, 0};
        return ::poll(&waiting, 1, 0) == 0;
    }

  private:
    int listener_;
    int guest_ = -1;
    bool is_listening_ = false;
};

TEST(Bus, CallsDoNotWaitForASilentServer) {
    const TestColony colony;
    const Invitation invitation = colony.invited("home", Role::Coordinator);
    colony.start();
    // The attempt takes so long that the call returns before only if it does not wait for its end.
    auto bus = must(Bus::connect({.invitation = invitation, .timeout = long_enough}));
    auto subscription = std::make_unique<Bus::Subscription>(
        must(bus->subscribe("rk.alive.*", [](const BusMessage&) {})));
    ASSERT_TRUE(bus->is_connected());
    ASSERT_EQ(stop_server(colony.folder), std::nullopt);
    {
        SilentServer silent(*parse_address(invitation.addresses.front()));
        ASSERT_TRUE(silent.is_listening());
        ASSERT_TRUE(silent.has_guest());
        for (int i = 0; i < 1000; ++i) bus->publish("rk.all", "words");
        subscription.reset();
        EXPECT_TRUE(comes_true([&] { return !bus->is_connected(); }));
        EXPECT_TRUE(silent.guest_waits());
    }
    colony.start();
    EXPECT_TRUE(comes_true([&] { return bus->is_connected(); }));
    EXPECT_TRUE(bus->flush(long_enough));
}

TEST(Bus, LastMessagesArriveBeforeClosing) {
    const TestColony colony;
    const Invitation invitation = colony.invited("home", Role::Coordinator);
    const Invitation mine = colony.invited("a");
    colony.start();
    TestClient worker(mine);
    TestSubscription orders(worker, "rk.order.a");
    {
        const auto bus = must(Bus::connect({.invitation = invitation, .timeout = long_enough}));
        for (int i = 0; i < 100; ++i) bus->publish("rk.order.a", std::to_string(i));
    }
    for (int i = 0; i < 100; ++i) ASSERT_EQ(orders.next(), std::to_string(i));
}

// The end of a subscription while messages arrive must not crash the library.
TEST(Bus, SubscriptionsMayEndWhileMessagesArrive) {
    const TestColony colony;
    const Invitation sender_in = colony.invited("a");
    const Invitation listener = colony.invited("b");
    colony.start();
    const auto from = must(Bus::connect({.invitation = sender_in, .timeout = long_enough}));
    const auto to = must(Bus::connect({.invitation = listener, .timeout = long_enough}));
    std::jthread talk([&](const std::stop_token& stop) {
        while (!stop.stop_requested())
            if (!from->publish("rk.share.a", std::string(200, 'x'))) std::this_thread::yield();
    });
    for (int i = 0; i < 300; ++i) {
        std::atomic<int> heard = 0;
        const auto ear = must(to->subscribe("rk.share.*", [&](const BusMessage&) { ++heard; }));
        ASSERT_TRUE(comes_true([&] { return heard > 10; })) << i;
    }
}

using namespace std::chrono_literals;
constexpr auto long_time = 60s;

TEST(SerialExecutor, DoesEverythingInOrder) {
    std::vector<int> done;
    {
        SerialExecutor executor(100);
        for (int i = 0; i < 50; ++i)
            EXPECT_TRUE(executor.give(1, [&done, i] { done.push_back(i); }));
        EXPECT_TRUE(executor.finish(long_time));
        EXPECT_EQ(done.size(), 50u);
        EXPECT_TRUE(executor.give(0, [&done] { done.push_back(50); }));
    }
    ASSERT_EQ(done.size(), 51u) << "also the tasks that waited at the end";
    for (int i = 0; i <= 50; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(SerialExecutor, NeverBlocksAndLimitsItsQueue) {
    SerialExecutor executor(10);
    std::promise<void> release;
    EXPECT_TRUE(executor.give(4, [future = release.get_future().share()] { future.wait(); }));
    EXPECT_FALSE(executor.finish(1ms)) << "it is at work";
    // The first may still wait, or be at work already.
    int taken = 0;
    while (taken < 100 && executor.give(4, [] {})) ++taken;
    EXPECT_LE(taken, 2);
    EXPECT_TRUE(executor.give(0, [] {})) << "a task without bytes is always taken";
    release.set_value();
    EXPECT_TRUE(executor.finish(long_time));
    EXPECT_TRUE(executor.give(10, [] {})) << "there is room again";
}

std::string validate(std::string_view text) {
    const auto network = parse_network(text);
    return network ? "none" : network.error();
}

TEST(Network, OnlySmallOnes) {
    EXPECT_EQ(must(parse_network("192.168.1.77/24")), (Network{0xC0A80100, 24}));
    EXPECT_EQ(must(parse_network("192.168.1.77/24")).text(), "192.168.1.0/24");
    EXPECT_EQ(must(parse_network("127.0.0.9/29")).hosts(),
              (std::vector<std::string>{"127.0.0.9", "127.0.0.10", "127.0.0.11", "127.0.0.12",
                                        "127.0.0.13", "127.0.0.14"}));
    EXPECT_EQ(must(parse_network("10.0.0.0/22")).hosts().size(), 1022u);
    for (const char* text : {"", "/", "10.0.0.0", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/24x",
                             "10.0.0/24", "::1/24", "a/24"})
        EXPECT_NE(validate(text), "none") << text;
    EXPECT_EQ(validate("10.0.0.0/8"),
              "'10.0.0.0/8' is no network: the bits must be a number from 22 to 30");
    EXPECT_EQ(validate("10.0.0.0/31"),
              "'10.0.0.0/31' is no network: the bits must be a number from 22 to 30");
}

TEST(Network, OurOwnAreNotTheLoopback) {
    for (const Network& one : default_nets()) EXPECT_NE(one.first >> 24, 127u) << one.text();
}

struct FindServer : testing::Test {
    // A colony that listens on one address of the loopback network.
    static Colony founded(const std::filesystem::path& folder, const char* host,
                          std::uint16_t port) {
        return must(
            found(folder, {.name = "home", .addresses = {host}, .listen = host, .port = port}));
    }
    static Result<FoundServer, std::string> look(const Invitation& invitation) {
        return find_server({.invitation = invitation, .timeout = long_enough},
                           {must(parse_network("127.0.0.0/28"))}, long_enough / 60);
    }

    TemporaryFolder base;
};

TEST_F(FindServer, FindsOnlyItsOwnServer) {
    const auto other_folder = base / "other", folder = base / "colony";
    const Colony other = founded(other_folder, "127.0.0.3", 0);
    const std::uint16_t port = other.listen.port;
    (void)founded(folder, "127.0.0.5", port);
    Invitation mine = must(invite(folder, {.name = "attic"}));
    mine.addresses = {Address{"127.0.0.14", port}.text()};
    (void)must(start_server(other_folder));
    {
        const auto found = look(mine);
        ASSERT_FALSE(found.ok()) << found->address;
        EXPECT_EQ(found.error(), "the server of colony home is not in 127.0.0.0/28 (1 other "
                                 "servers are, or would not have us)");
    }
    (void)must(start_server(folder));
    {
        const auto found = look(mine);
        ASSERT_TRUE(found.ok()) << found.error();
        EXPECT_EQ(found->address, (Address{"127.0.0.5", port}.text()));
        EXPECT_TRUE(found->bus->is_connected());
    }
    EXPECT_EQ(stop_server(other_folder), std::nullopt);
    EXPECT_EQ(stop_server(folder), std::nullopt);
}

TEST(Bus, EveryRefusalSaysWhatToDo) {
    Invitation attic{.colony = "home", .member = "attic"};
    attic.addresses = {"nas:4233", "10.0.0.1:4233"};
    const auto words = [&](natsStatus status, std::string_view library) {
        return entry_problem(status, library, attic);
    };
    const std::string revoked =
        words(NATS_CONNECTION_AUTH_FAILED, "(conn.c:1905): Authorization Violation");
    EXPECT_TRUE(contains(revoked, "invitation of attic was revoked or replaced by a newer one"));
    EXPECT_TRUE(contains(revoked, "colony invite attic'"));
    EXPECT_TRUE(revoked.ends_with(" (Authorization Violation)")) << "not where in the library";
    attic.role = Role::Coordinator;
    EXPECT_TRUE(contains(revoked_problem(attic), "colony invite attic --role coordinator'"));
    const std::string away = words(NATS_NO_SERVER, "");
    EXPECT_TRUE(contains(away, "no server answers at nas:4233, 10.0.0.1:4233;")) << away;
    EXPECT_TRUE(contains(away, "colony up'") && contains(away, "colony find FILE --save'"));
    EXPECT_FALSE(contains(away, "()"));
    EXPECT_TRUE(contains(words(NATS_TIMEOUT, "Timeout"), "did not answer in time"));
    EXPECT_TRUE(contains(
        words(NATS_SSL_ERROR, "SSL handshake error: 20:unable to get local issuer certificate"),
        "does not belong to colony home"));
    EXPECT_TRUE(contains(words(NATS_SSL_ERROR, "10:certificate has expired"), "colony renew'"));
    EXPECT_TRUE(contains(words(NATS_SSL_ERROR, "alert"), "no encrypted connection"));
    for (const natsStatus other :
         {NATS_PROTOCOL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_CONNECTION_CLOSED})
        EXPECT_TRUE(contains(words(other, "x"), "is not the server of colony home")) << other;
    EXPECT_TRUE(contains(words(NATS_ERR, "maximum connections exceeded"), "as it permits"));
    EXPECT_TRUE(contains(words(NATS_ERR, "something new"), "does not let us in (something new)"));
}

}  // namespace
}  // namespace rookery::colony
