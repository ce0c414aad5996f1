#include "colony/setup/invitation.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <functional>
#include <string>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;
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

// What is said of an invitation in which one thing is different.
std::string refusal_with(const std::function<void(Json&)>& change) {
    Json json = Json::parse(text_of(fixture().w1));
    change(json);
    return refusal(json.dump());
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Invitation, ComesBackAsItWasWritten) {
    const auto parsed = parse_invitation(text_of(fixture().w1), system_clock::now());
    ASSERT_TRUE(parsed.ok()) << parsed.error();
    EXPECT_EQ(parsed->invitation, fixture().w1);
    EXPECT_EQ(parsed->id, (MemberId{"w1", serial, Role::Worker}));
    EXPECT_EQ(parsed->warning, std::nullopt);
}

TEST(Invitation, SaysWhichFieldIsWrong) {
    EXPECT_TRUE(contains(refusal(""), "is no JSON text"));
    EXPECT_TRUE(contains(refusal("[]"), "is not of the format"));
    EXPECT_TRUE(contains(refusal(std::string(70000, ' ')), "is longer than 65536 bytes"));
    EXPECT_TRUE(contains(refusal_with([](Json& json) { json["format"] = "rookery invitation 2"; }),
                         "is not of the format"));
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

// Whatever becomes of the text: no crash, and nobody else than before.
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
    EXPECT_FALSE(read_invitation(folder.path(), system_clock::now()).ok());
    EXPECT_FALSE(read_invitation(folder / "nothing", system_clock::now()).ok());
    const auto pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_FALSE(read_invitation(pipe, system_clock::now()).ok());
    EXPECT_NE(write_invitation(folder / "no/such/folder", fixture().w1), std::nullopt);
    const auto long_one = folder / "long";
    ASSERT_EQ(write_new_private_file(long_one, std::string(65537, ' ')), std::nullopt);
    const auto read = read_invitation(long_one, system_clock::now());
    ASSERT_FALSE(read.ok());
    EXPECT_TRUE(contains(read.error(), "longer than 65536"));
}

}  // namespace
}  // namespace rookery::colony
