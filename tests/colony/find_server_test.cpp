// Looking for a server on the loopback network, which has addresses enough.
#include "colony/find_server.h"
#include "colony/setup/address.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

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

}  // namespace
}  // namespace rookery::colony
