#include "colony/setup/members.h"

#include "colony/setup/address.h"
#include "colony/setup/server.h"

#include "colony_helpers.h"
#include "store/json.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <functional>
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
    const std::string text = server_config("/colony", {"127.0.0.1", 4000}, members, day(50));
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

using namespace std::chrono_literals;
using std::chrono::system_clock;

constexpr const char* serial = "00112233445566778899aabbccddeeff";

// Two members of one colony and one of another, made once: keys take time.
struct Fixture {
    Identity authority = must(make_authority("home", 400));
    Identity foreign = must(make_authority("home", 400));

    [[nodiscard]] Invitation made_by(const Identity& signer, const std::string& name,
                                     int days = 300) const {
        const MemberId id{name, serial, Role::Worker};
        Identity identity = must(make_member_identity(signer, id.text(), days));
        return {.colony = "home",
                .member = name,
                .role = Role::Worker,
                .addresses = {"10.0.0.1:4233", "[fe80::1]:4233", "box.example:4000"},
                .authority = signer.certificate,
                .certificate = std::move(identity.certificate),
                .key = std::move(identity.key)};
    }
    Invitation w1 = made_by(authority, "w1");
    Invitation w2 = made_by(authority, "w2");
    Invitation stranger = made_by(foreign, "w1");
};

const Fixture& fixture() {
    static const Fixture made;
    return made;
}

std::string refusal(std::string_view text) {
    const auto parsed = parse_invitation(text, system_clock::now());
    return parsed ? "" : parsed.error();
}

// The error for an invitation in which one field is different.
std::string refusal_with(const std::function<void(Json&)>& change) {
    Json json = Json::parse(text_of(fixture().w1));
    change(json);
    return refusal(json.dump());
}

TEST(Invitation, ComesBackAsItWasWritten) {
    const auto parsed = parse_invitation(text_of(fixture().w1), system_clock::now());
    ASSERT_TRUE(parsed.ok()) << parsed.error();
    EXPECT_EQ(parsed->invitation, fixture().w1);
    EXPECT_EQ(parsed->id, (MemberId{"w1", serial, Role::Worker}));
    EXPECT_EQ(parsed->warning, std::nullopt);
}

TEST(Invitation, SaysWhichFieldIsWrong) {
    const std::string stranger = "is not an invitation; '";
    EXPECT_TRUE(contains(refusal(""), "is empty; copy the file again"));
    for (const char* text : {"[]", "{}", "7", "words", "{\"format\": 1}",
                             "\x7F"
                             "ELF"})
        EXPECT_TRUE(refusal(text).starts_with(stranger)) << refusal(text);
    EXPECT_TRUE(refusal(std::string(70000, ' ')).starts_with(stranger));
    EXPECT_TRUE(refusal_with([](Json& json) {
                    json["format"] = "rookery colony 1";
                }).starts_with(stranger));
    EXPECT_TRUE(contains(refusal_with([](Json& json) { json["format"] = "rookery invitation 2"; }),
                         "is an invitation of another version of Rookery ('rookery invitation 2'"));
    const std::string whole = text_of(fixture().w1);
    EXPECT_TRUE(contains(refusal(whole.substr(0, whole.size() - 9)), "is a damaged invitation"));
    EXPECT_TRUE(
        contains(refusal_with([](Json& json) { json["extra"] = 1; }), "unknown field 'extra'"));
    EXPECT_TRUE(
        contains(refusal_with([](Json& json) { json["role"] = "king"; }), "unknown role 'king'"));
    EXPECT_TRUE(contains(refusal_with([](Json& json) { json["role"] = "watcher"; }),
                         "not for the watcher 'w1'"));
    EXPECT_TRUE(contains(refusal_with([](Json& json) { json["addresses"] = Json::array(); }),
                         "1 to 16 addresses"));
    EXPECT_TRUE(
        contains(refusal_with([](Json& json) { json["addresses"] = {"a b:1"}; }), "wrong address"));
    EXPECT_TRUE(
        contains(refusal_with([](Json& json) { json["addresses"] = {1}; }), "not a list of texts"));
    for (const char* field :
         {"colony", "member", "role", "addresses", "authority", "certificate", "key"}) {
        EXPECT_TRUE(
            contains(refusal_with([&](Json& json) { json.erase(field); }), "lacks the field"))
            << field;
        EXPECT_NE(refusal_with([&](Json& json) { json[field] = 7; }), "") << field;
        EXPECT_NE(refusal_with([&](Json& json) { json[field] = nullptr; }), "") << field;
        EXPECT_NE(refusal_with([&](Json& json) { json[field] = ""; }), "") << field;
    }
    std::string doubled = text_of(fixture().w1);
    doubled.insert(1, "\"member\": \"w2\",");
    EXPECT_TRUE(contains(refusal(doubled), "has 'member' twice"));
}

TEST(Invitation, NamesFollowTheRule) {
    for (const char* name : {"", "W1", "1w", "-w", "w 1", "w.1", "w*", "w>", "w\n", "wörker",
                             "abcdefghijklmnopqrstuvwxyz0123456"})
        EXPECT_TRUE(
            contains(refusal_with([&](Json& json) { json["member"] = name; }), "cannot be a name"))
            << name;
}

TEST(Invitation, CertificatesMustAgree) {
    const Fixture& all = fixture();
    EXPECT_TRUE(contains(refusal_with([&](Json& json) { json["member"] = "w2"; }),
                         "not for the worker 'w2'"));
    EXPECT_TRUE(
        contains(refusal_with([&](Json& json) { json["certificate"] = all.w2.certificate; }),
                 "not for the worker 'w1'"));
    EXPECT_TRUE(
        contains(refusal_with([&](Json& json) { json["certificate"] = all.stranger.certificate; }),
                 "not signed by its authority"));
    EXPECT_TRUE(
        contains(refusal_with([&](Json& json) { json["authority"] = all.stranger.authority; }),
                 "not signed by its authority"));
    EXPECT_TRUE(contains(refusal_with([&](Json& json) { json["authority"] = all.w2.certificate; }),
                         "not signed by its authority"));
    EXPECT_TRUE(
        contains(refusal_with([&](Json& json) { json["key"] = all.w2.key; }), "does not fit"));
    EXPECT_TRUE(contains(refusal_with([&](Json& json) { json["key"] = "none"; }), "does not fit"));
    EXPECT_TRUE(
        contains(refusal_with([&](Json& json) { json["certificate"] = all.authority.certificate; }),
                 "not for the worker"));
}

TEST(Invitation, NoRefusalShowsTheKey) {
    const std::string middle = fixture().w1.key.substr(60, 20);
    EXPECT_FALSE(contains(refusal_with([](Json& json) { json["member"] = json["key"]; }), middle));
    EXPECT_FALSE(
        contains(refusal_with([](Json& json) { json["certificate"] = json["key"]; }), middle));
    EXPECT_FALSE(contains(
        refusal_with([](Json& json) { json["key"] = json["key"].get<std::string>() + "x"; }),
        middle));
}

TEST(Invitation, TimeDecides) {
    const std::string text = text_of(fixture().w1);
    const auto now = system_clock::now();
    EXPECT_EQ(parse_invitation(text, now + 285 * 24h)->warning, std::nullopt);
    const auto soon = parse_invitation(text, now + 290 * 24h + 1h);
    ASSERT_TRUE(soon.ok());
    EXPECT_TRUE(contains(soon->warning.value_or(""), "expires in 9 days"))
        << soon->warning.value_or("");
    const auto late = parse_invitation(text, now + 301 * 24h + 1h);
    ASSERT_FALSE(late.ok());
    EXPECT_TRUE(contains(late.error(), "expired 1 day ago; ask for a new invitation"))
        << late.error();
    const auto early = parse_invitation(text, now - 24h);
    ASSERT_FALSE(early.ok());
    EXPECT_TRUE(contains(early.error(), "set the clock"));
}

// A changed text is refused or read without a crash, and never names another member.
RC_GTEST_PROP(Invitation, AMutationIsNeverAnotherMember, ()) {
    const std::string original = text_of(fixture().w1);
    std::string text = original;
    const std::string base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const int changes = *rc::gen::inRange(1, 4);
    for (int i = 0; i < changes && !text.empty(); ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        switch (*rc::gen::inRange(0, 6)) {
            case 5: text[at] = *rc::gen::elementOf(base64); break;
            case 0: text[at] = *rc::gen::arbitrary<char>(); break;
            case 1: text.erase(at, *rc::gen::inRange<std::size_t>(1, 40)); break;
            case 2: text.insert(at, *rc::gen::string<std::string>()); break;
            case 3: text.resize(at); break;
            default: {
                // A piece of another member's, at the same place.
                const std::string other = text_of(fixture().w2);
                const std::size_t size = *rc::gen::inRange<std::size_t>(1, 900);
                if (at < other.size()) text.replace(at, size, other.substr(at, size));
            }
        }
    }
    const auto parsed = parse_invitation(text, system_clock::now());
    if (!parsed) return;
    const Invitation& who = parsed->invitation;
    RC_ASSERT(key_fits(who.key, who.certificate));
    const bool is_first =
        parsed->id.name == "w1" && who.member == "w1" && who.key == fixture().w1.key;
    const bool is_second =
        parsed->id.name == "w2" && who.member == "w2" && who.key == fixture().w2.key;
    RC_ASSERT(is_first || is_second);
    // All of the other's text was needed for it.
    RC_ASSERT(is_first || who.certificate == fixture().w2.certificate);
    RC_ASSERT(who.authority == fixture().authority.certificate);
}

TEST(InvitationFile, IsPrivateAndNeverOverwritten) {
    const TemporaryFolder folder;
    const auto path = folder / "w1.rookery";
    const mode_t before = ::umask(0);
    EXPECT_EQ(write_invitation(path, fixture().w1), std::nullopt);
    ::umask(before);
    EXPECT_EQ(mode_of(path), 0600U);
    const auto again = write_invitation(path, fixture().w2);
    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(contains(*again, "exists already"));
    const auto read = read_invitation(path, system_clock::now());
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->invitation, fixture().w1);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
        << "nothing is left beside it";
}

TEST(InvitationFile, FileReadableByOthersIsRefused) {
    const TemporaryFolder folder;
    const auto path = folder / "it's mine";
    ASSERT_EQ(write_invitation(path, fixture().w1), std::nullopt);
    for (const mode_t mode : {0644U, 0640U, 0604U, 0620U, 0601U}) {
        ::chmod(path.c_str(), mode);
        const auto read = read_invitation(path, system_clock::now());
        ASSERT_FALSE(read.ok());
        EXPECT_TRUE(
            contains(read.error(), "run: chmod 600 '" + (folder / "it").string() + "'\\''s mine'"))
            << read.error();
    }
    ::chmod(path.c_str(), 0400);
    EXPECT_TRUE(read_invitation(path, system_clock::now()).ok());
}

TEST(InvitationFile, NonFilesAreRefusedAtOnce) {
    const TemporaryFolder folder;
    const auto refused = [](const std::filesystem::path& path) {
        const auto read = read_invitation(path, system_clock::now());
        return read ? "" : read.error();
    };
    EXPECT_EQ(refused(folder.path()), folder.path().string() + " is a folder, not a file");
    EXPECT_TRUE(refused(folder / "nothing")
                    .starts_with((folder / "nothing").string() + " does not exist; '"))
        << refused(folder / "nothing");
    const auto pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_FALSE(read_invitation(pipe, system_clock::now()).ok());
    EXPECT_NE(write_invitation(folder / "no/such/folder", fixture().w1), std::nullopt);
    const auto long_one = folder / "long";
    ASSERT_EQ(write_new_private_file(long_one, std::string(65537, ' ')), std::nullopt);
    EXPECT_TRUE(refused(long_one).starts_with(long_one.string() + " is not an invitation;"));
}

// What a file is comes before who can read it.
TEST(InvitationFile, OtherFilesAreNotCalledKeys) {
    const TemporaryFolder folder;
    const auto program = std::filesystem::read_symlink("/proc/self/exe");
    const auto text = folder / "text";
    const auto old = folder / "old.rookery";
    ASSERT_EQ(write_new_private_file(text, "words"), std::nullopt);
    ASSERT_EQ(write_new_private_file(old, R"({"format": "rookery invitation 0"})"), std::nullopt);
    for (const auto& path : {text, old}) ::chmod(path.c_str(), 0755);
    for (const auto& path : {program, text, old}) {
        const auto read = read_invitation(path, system_clock::now());
        ASSERT_FALSE(read.ok());
        EXPECT_TRUE(read.error().starts_with(path.string() + " is "));
        EXPECT_FALSE(contains(read.error(), "chmod")) << read.error();
    }
}

}  // namespace
}  // namespace rookery::colony
