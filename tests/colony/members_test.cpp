#include "colony/setup/members.h"

#include "colony/setup/address.h"
#include "colony/setup/server_config.h"
#include "colony_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <string>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

constexpr const char* serial_one = "00000000000000000000000000000001";
constexpr const char* serial_two = "00000000000000000000000000000002";

Time day(int number) { return Time{} + number * 24h; }

Member member(std::string name, const char* serial, Role role = Role::Worker, int expires = 100) {
    return {{std::move(name), serial, role}, day(1), day(expires), MemberState::Active};
}

TEST(Names, IdsComeBack) {
    const MemberId id{"w-1", serial_one, Role::Coordinator};
    EXPECT_EQ(id.text(), std::string("w-1.") + serial_one + "@coordinator.rookery");
    EXPECT_EQ(MemberId::from_text(id.text()), id);
    const std::string text = id.text();
    for (const std::string& wrong :
         {std::string(), std::string("w-1"), text.substr(3), text + "x", "W" + text,
          text.substr(0, 20), std::string("w1.1@worker.rookery"),
          std::string("w1.") + serial_one + "@king.rookery",
          std::string("w1@worker.") + serial_one + ".rookery", "w." + text})
        EXPECT_EQ(MemberId::from_text(wrong), std::nullopt) << wrong;
}

TEST(Address, Forms) {
    const auto text = [](std::string_view given, std::uint16_t port = 0) {
        const auto parsed = parse_address(given, port);
        return parsed ? parsed->text() : "refused";
    };
    EXPECT_EQ(text("box:4000"), "box:4000");
    EXPECT_EQ(text("box", 4233), "box:4233");
    EXPECT_EQ(text("10.0.0.1:4000", 4233), "10.0.0.1:4000");
    EXPECT_EQ(text("[::1]:4000"), "[::1]:4000");
    EXPECT_EQ(text("[::1]", 4233), "[::1]:4233");
    for (const char* wrong : {"", "box", "box:", "box:0", "box:65536", "box:-1", "box:1x", ":4000",
                              "::1", "[::1", "[box]:1", "[::1]x", "a b:1", "a/b:1", "user@box:1",
                              "10.0.0.300:1", "nats://box:1", "a,b:1"})
        EXPECT_EQ(text(wrong), "refused") << wrong;
}

TEST(Members, ANewOneTakesTheNamesPlace) {
    Members members;
    members.put(member("w1", serial_one));
    members.put(member("w2", serial_one));
    members.put(member("w1", serial_two, Role::Watcher));
    ASSERT_EQ(members.list().size(), 2U);
    EXPECT_EQ(members.find("w1")->id.serial, serial_two);
    EXPECT_EQ(members.find("w1")->role(), Role::Watcher);
    EXPECT_EQ(members.find("w3"), nullptr);
    EXPECT_TRUE(members.revoke("w2"));
    EXPECT_FALSE(members.revoke("w3"));
    EXPECT_FALSE(members.find("w2")->may_connect(day(2)));
    EXPECT_TRUE(members.find("w1")->may_connect(day(2)));
    EXPECT_FALSE(members.find("w1")->may_connect(day(100)));
}

TEST(Members, TextComesBack) {
    Members members;
    EXPECT_EQ(must(Members::from_text(members.text())), members);
    members.put(member("w1", serial_one));
    members.put(member("c", serial_two, Role::Coordinator));
    EXPECT_TRUE(members.revoke("c"));
    EXPECT_EQ(must(Members::from_text(members.text())), members);
}

TEST(Members, TamperedFilesAreRefused) {
    Members members;
    members.put(member("w1", serial_one));
    members.put(member("w2", serial_two));
    const std::string text = members.text();
    const auto refused_with = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        const std::size_t at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return !Members::from_text(changed.replace(at, from.size(), to)).ok();
    };
    EXPECT_TRUE(refused_with("\"name\": \"w1\"", "\"name\": \"w2\""));
    EXPECT_TRUE(refused_with("\"role\": \"worker\"", "\"role\": \"coordinator\""));
    EXPECT_TRUE(refused_with("@worker.rookery", "@coordinator.rookery"));
    EXPECT_TRUE(refused_with("\"active\"", "\"maybe\""));
    EXPECT_TRUE(refused_with("8640000", "\"never\""));
    EXPECT_TRUE(refused_with("8640000", "-1"));
    EXPECT_TRUE(refused_with("8640000", "18446744073709551615"));
    EXPECT_TRUE(refused_with("8640000", "9223372036854775807"));
    EXPECT_TRUE(refused_with("rookery members 1", "rookery members 2"));
    EXPECT_TRUE(refused_with("\"state\"", "\"state\": \"active\", \"state\""));
    std::string twice = text;
    for (std::size_t at = 0; (at = twice.find("w2", at)) != std::string::npos;)
        twice.replace(at, 2, "w1");
    EXPECT_FALSE(Members::from_text(twice).ok());
}

TEST(Config, HoldsOnlyMembersThatMayConnect) {
    Members members;
    members.put(member("w1", serial_one));
    members.put(member("gone", serial_two));
    members.put(member("late", serial_two, Role::Worker, 10));
    EXPECT_TRUE(members.revoke("gone"));
    const std::string text = server_config({"/colony", {"127.0.0.1", 4000}}, members, day(50));
    EXPECT_NE(text.find("\"w1." + std::string(serial_one) + "@worker.rookery\""),
              std::string::npos);
    EXPECT_EQ(text.find("gone."), std::string::npos);
    EXPECT_EQ(text.find("late."), std::string::npos);
    EXPECT_NE(text.find("verify_and_map: true"), std::string::npos);
    EXPECT_EQ(text.find("http"), std::string::npos);
    EXPECT_EQ(text.find("allow_responses"), std::string::npos);
}

// By the quoting a text can neither end early nor begin anything else.
RC_GTEST_PROP(Config, QuotedTextStaysInItsQuotes, (const std::string& text)) {
    const std::string quoted = config_quoted(text);
    RC_ASSERT(quoted.size() >= 2 && quoted.front() == '"' && quoted.back() == '"');
    std::string back;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        RC_ASSERT(quoted[i] != '"' && static_cast<unsigned char>(quoted[i]) >= 0x20);
        if (quoted[i] != '\\') {
            back += quoted[i];
        } else if (quoted[++i] == 'x') {
            back += static_cast<char>(std::stoi(quoted.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            back += quoted[i];
        }
    }
    RC_ASSERT(back == text);
}

TEST(Permissions, MembersPublishOnlyUnderTheirOwnName) {
    for (const Role role : {Role::Worker, Role::Coordinator, Role::Watcher})
        for (const std::string& subject : permissions_of(role, "me").publish) {
            EXPECT_EQ(subject.find("rk.gone"), std::string::npos);
            EXPECT_NE(subject, ">");
            for (const char* kind :
                 {"rk.alive.", "rk.found.", "rk.share.", "rk.result.", "rk.log."})
                EXPECT_TRUE(!subject.starts_with(kind) ||
                            subject.substr(std::string(kind).size()).starts_with("me"));
        }
    EXPECT_TRUE(permissions_of(Role::Watcher, "me").publish.empty());
}

}  // namespace
}  // namespace rookery::colony
