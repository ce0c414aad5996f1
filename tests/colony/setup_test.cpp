// The colony as a folder, without a server.
#include "colony/setup/setup.h"

#include "base/files.h"
#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using std::chrono::system_clock;

std::map<std::string, std::string> content_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files[entry.path().filename().string()] = must(text_of_file(entry.path().string()));
    return files;
}

TEST(Setup, MakesAFolderForItsOwnerOnly) {
    const TemporaryFolder base;
    const auto folder = base / "new/colony";
    const mode_t before = ::umask(0);
    const Colony colony = must(found(folder, local_plan()));
    ::umask(before);
    EXPECT_EQ(colony.addresses, std::vector<std::string>{colony.listen.text()});
    EXPECT_NE(colony.listen.port, 0);
    EXPECT_EQ(mode_of(folder), 0700U);
    const auto files = content_of(folder);
    for (const auto& [name, text] : files) EXPECT_EQ(mode_of(folder / name), 0600U) << name;
    for (const char* name : {"authority.pem", "authority.key", "server.pem", "server.key",
                             "members.json", "server.conf", "colony.json", "lock"})
        EXPECT_TRUE(files.contains(name)) << name;
    EXPECT_EQ(files.size(), 8U);
    EXPECT_EQ(must(load_colony(folder)).name, "home");
}

TEST(Setup, NeverTouchesWhatIsThere) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    const auto before = content_of(folder);
    const auto again = found(folder, local_plan());
    ASSERT_FALSE(again.ok());
    EXPECT_TRUE(contains(again.error(), "holds a colony already")) << again.error();
    EXPECT_EQ(content_of(folder), before);

    const auto other = base / "other";
    fs::create_directory(other);
    std::ofstream(other / "letter") << "dear";
    EXPECT_FALSE(found(other, local_plan()).ok());
    EXPECT_EQ(content_of(other).size(), 1U);
    EXPECT_FALSE(found(other / "letter", local_plan()).ok());
    fs::remove(other / "letter");
    fs::permissions(other, fs::perms::all);
    EXPECT_TRUE(found(other, local_plan()).ok()) << "an empty folder will do";
    EXPECT_EQ(mode_of(other), 0700U);
}

TEST(Setup, ProblemsNameTheFolder) {
    const TemporaryFolder base;
    std::ofstream(base / "file") << "words";
    const auto refusal = [](const fs::path& folder) {
        const auto made = found(folder, local_plan());
        return made ? "" : made.error();
    };
    EXPECT_TRUE(contains(refusal(base / "file"), (base / "file").string() + " is a file, not a"));
    EXPECT_TRUE(contains(refusal(base / "file/a/b"),
                         "the folder " + (base / "file/a").string() + " cannot be made"));
    EXPECT_TRUE(contains(refusal("/proc/none"), "the folder /proc/none cannot be made"));
    for (const fs::path& folder : {base / "file/a/b", fs::path("/proc/none")})
        EXPECT_TRUE(contains(refusal(folder), "name another folder with --folder"));
    const auto loaded = load_colony(base / "file");
    ASSERT_FALSE(loaded.ok());
    EXPECT_TRUE(contains(loaded.error(), (base / "file").string() + " is a file"));
}

TEST(Setup, HintsNameTheFolderUnlessItIsTheUsual) {
    const auto usual = must(usual_colony_folder());
    EXPECT_TRUE(colony_command("up", usual).ends_with(" colony up"));
    EXPECT_TRUE(colony_command("up", usual / "").ends_with(" colony up"));
    EXPECT_TRUE(colony_command("up", "/my colony").ends_with(" colony up --folder '/my colony'"));
    const TemporaryFolder base;
    EXPECT_TRUE(contains(load_colony(base.path()).error(),
                         " colony init --folder " + base.path().string() + "' founds one"));
}

TEST(Setup, PlansAreChecked) {
    const TemporaryFolder base;
    const auto refused = [&](const std::function<void(SetupPlan&)>& change) {
        SetupPlan plan = local_plan();
        change(plan);
        return !found(base / "colony", plan).ok() && !fs::exists(base / "colony");
    };
    EXPECT_TRUE(refused([](SetupPlan& plan) { plan.name = "Home"; }));
    EXPECT_TRUE(refused([](SetupPlan& plan) { plan.addresses.clear(); }));
    EXPECT_TRUE(refused([](SetupPlan& plan) { plan.addresses = {"a b"}; }));
    EXPECT_TRUE(refused([](SetupPlan& plan) { plan.listen = "localhost"; }));
    EXPECT_TRUE(refused([](SetupPlan& plan) { plan.listen = "192.0.2.1"; }))
        << "not an address of this machine";
}

TEST(Setup, InvitesARevocableMember) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    const Colony colony = must(found(folder, local_plan()));
    const auto file = base / "attic-1.rookery";
    const Invitation invitation =
        must(invite(folder, {.name = "attic-1", .role = Role::Worker, .file = file}));
    EXPECT_EQ(invitation.addresses, colony.addresses);
    const auto read = read_invitation(file, system_clock::now());
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->invitation, invitation);
    const Members members = must(load_colony(folder)).members;
    ASSERT_NE(members.find("attic-1"), nullptr);
    EXPECT_EQ(members.find("attic-1")->id, read->id);
    EXPECT_EQ(members.find("attic-1")->expires, read->expires);
    EXPECT_TRUE(contains(content_of(folder)["server.conf"], read->id.text()));

    EXPECT_EQ(revoke(folder, "attic-1"), std::nullopt);
    EXPECT_EQ(revoke(folder, "attic-1"), std::nullopt) << "harmless the second time";
    EXPECT_EQ(must(load_colony(folder)).members.find("attic-1")->state, MemberState::Revoked);
    // The name has a dash: no random name of a temporary folder can hold it.
    EXPECT_FALSE(contains(content_of(folder)["server.conf"], "attic-1"));
    EXPECT_FALSE(contains(content_of(folder)["server.conf"], read->id.text()));
    EXPECT_TRUE(contains(revoke(folder, "attic-2").value_or(""), "no member 'attic-2'"));
}

TEST(Setup, AnInvitationThatCannotBeWrittenChangesNothing) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    const auto file = base / "w1.rookery";
    static_cast<void>(must(invite(folder, {.name = "w1", .file = file})));
    const auto before = content_of(folder);
    EXPECT_FALSE(invite(folder, {.name = "w1", .file = file}).ok()) << "the file exists";
    EXPECT_FALSE(invite(folder, {.name = "w2", .file = base / "no/folder"}).ok());
    EXPECT_FALSE(invite(folder, {.name = "W2"}).ok());
    EXPECT_FALSE(invite(folder, {.name = "w2", .days = 0}).ok());
    EXPECT_FALSE(invite(folder, {.name = "w2", .days = 1000000}).ok());
    EXPECT_EQ(content_of(folder), before);
}

TEST(Setup, RenewsTheServer) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    static_cast<void>(must(invite(folder, {.name = "w1"})));
    auto before = content_of(folder);
    ASSERT_EQ(renew_server(folder), std::nullopt);
    auto after = content_of(folder);
    EXPECT_NE(after["server.pem"], before["server.pem"]);
    EXPECT_TRUE(key_fits(after["server.key"], after["server.pem"]));
    EXPECT_TRUE(must(describe(after["server.pem"], after["authority.pem"])).is_signed_by_authority);
    for (const char* same :
         {"authority.pem", "authority.key", "members.json", "server.conf", "colony.json"})
        EXPECT_EQ(after[same], before[same]) << same;
    ASSERT_EQ(renew_server(folder, {"box.example:5000", "10.0.0.1"}), std::nullopt);
    const Colony colony = must(load_colony(folder));
    EXPECT_EQ(colony.addresses,
              (std::vector<std::string>{"box.example:5000",
                                        "10.0.0.1:" + std::to_string(colony.listen.port)}));
    EXPECT_NE(renew_server(folder, {"a b"}), std::nullopt);
}

TEST(Setup, SaysWhatExpires) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    static_cast<void>(must(invite(folder, {.name = "long", .days = 300})));
    static_cast<void>(must(invite(folder, {.name = "short", .days = 5})));
    static_cast<void>(must(invite(folder, {.name = "gone", .days = 5})));
    EXPECT_EQ(revoke(folder, "gone"), std::nullopt);
    const auto names = [&](int days, Time now) {
        std::vector<std::string> found_names;
        for (const Expiry& one : must(expiring(folder, days, now))) found_names.push_back(one.what);
        return found_names;
    };
    using Names = std::vector<std::string>;
    const auto now = system_clock::now();
    EXPECT_EQ(names(1, now), Names{});
    EXPECT_EQ(names(14, now), Names{"short"});
    EXPECT_EQ(names(14, now + 20 * 24h), Names{"short"}) << "has expired";
    EXPECT_EQ(names(20000, now), (Names{"short", "long", "server", "authority"}));
    // The next configuration leaves out members that have expired since.
    EXPECT_EQ(refresh_config(folder), std::nullopt);
}

TEST(Setup, AFolderThatOthersCanEnterIsRefused) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    fs::permissions(folder, fs::perms::owner_all | fs::perms::group_read);
    const auto refused = load_colony(folder);
    ASSERT_FALSE(refused.ok());
    EXPECT_TRUE(contains(refused.error(), "run: chmod 700 '" + folder.string() + "'"))
        << refused.error();
    fs::permissions(folder, fs::perms::owner_all);
    fs::permissions(folder / "authority.key", fs::perms::owner_all | fs::perms::others_read);
    EXPECT_FALSE(invite(folder, {.name = "w1"}).ok());
    EXPECT_FALSE(load_colony(base.path()).ok());
    EXPECT_FALSE(fs::exists(base / "lock")) << "nothing is left where no colony is";
}

// Several threads invite at the same time, as several programs would: no member is lost.
TEST(Setup, CommandsWaitForEachOther) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    static_cast<void>(must(found(folder, local_plan())));
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back(
            [&, i] { EXPECT_TRUE(invite(folder, {.name = "w" + std::to_string(i)}).ok()); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(must(load_colony(folder)).members.list().size(), 8U);
}

TEST(Setup, TwoSetupsMakeOneColony) {
    const TemporaryFolder base;
    const auto folder = base / "colony";
    std::atomic<int> founded = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { founded += found(folder, local_plan()).ok() ? 1 : 0; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(founded, 1);
    EXPECT_TRUE(invite(folder, {.name = "w1"}).ok());
}

}  // namespace
}  // namespace rookery::colony
