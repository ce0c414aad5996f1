#include "commands/cli.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rookery {
namespace {

// A program with one command, which has an option of every kind.
struct CommandLineTest : testing::Test {
    CommandLine line{"prog", "A program", "prog 1"};
    Command command = line.command("go", "Goes");
    int depth = 5;
    std::optional<std::size_t> limit;
    double share = 0.5;
    std::string kind;
    std::string heard;
    std::vector<std::string> names;
    std::vector<std::string> files;
    std::vector<std::string> pair;
    std::vector<std::string> groups;
    std::uint64_t list = 0;
    bool quiet = false;
    int runs = 0;

    CommandLineTest() {
        command.option("--depth", depth, "N", "Plies").whole_range(1, 9);
        command.option("--limit", limit, "N", "At most").range(1, 1e6);
        command.option("--share", share, "SHARE", "Of it").range(0, 1);
        command.option("--kind", kind, "KIND", "Which").one_of({"big", "small"});
        command.on_option(
            "--say", [this](const std::string& text) { heard = text; }, "TEXT", "Words");
        command.option("--name", names, "NAME", "A name").one_word_each_time();
        command.option("--pair", pair, "WORDS", "Two").words(1, 2);
        command.option("--group", groups, "GROUP", "A group").repeatable();
        command.option("--list", list, "N", "So many").alone_means("40");
        command.flag("--quiet", quiet, "Say less");
        command.argument("FILE", files, "Files");
        command.on_run([this] { ++runs; });
    }

    // The error for these arguments; empty if the command ran.
    std::string refusal(std::vector<std::string> arguments) {
        const auto refused = line.run(std::move(arguments));
        if (!refused) return "";
        EXPECT_EQ(refused->command, "prog go");
        EXPECT_EQ(runs, 0);
        return refused->why;
    }
};

using Words = std::vector<std::string>;

TEST_F(CommandLineTest, LeavesWhatIsNotGivenAsItWas) {
    EXPECT_EQ(refusal({"go"}), "");
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(depth, 5);
    EXPECT_FALSE(limit);
    EXPECT_EQ(list, 0u);
    EXPECT_EQ(heard, "");
    EXPECT_TRUE(files.empty());
}

TEST_F(CommandLineTest, FillsEveryKindOfValue) {
    EXPECT_EQ(refusal({"go", "one", "--depth", "9", "--limit=7", "--share", "0.25", "--kind", "big",
                       "--say", "hello", "--quiet", "two"}),
              "");
    EXPECT_EQ(depth, 9);
    EXPECT_EQ(limit, 7u);
    EXPECT_EQ(share, 0.25);
    EXPECT_EQ(kind, "big");
    EXPECT_EQ(heard, "hello");
    EXPECT_TRUE(quiet);
    EXPECT_EQ(files, (Words{"one", "two"}));
}

TEST_F(CommandLineTest, CountsTheWordsOfAnOption) {
    EXPECT_EQ(refusal({"go", "--name", "a", "file", "--name", "b", "--pair", "c", "d", "--group",
                       "e", "--group", "f"}),
              "");
    EXPECT_EQ(names, (Words{"a", "b"}));
    EXPECT_EQ(files, (Words{"file"}));
    EXPECT_EQ(pair, (Words{"c", "d"}));
    EXPECT_EQ(groups, (Words{"e", "f"}));
}

TEST_F(CommandLineTest, TakesAValueOrNone) {
    EXPECT_EQ(refusal({"go", "--list"}), "");
    EXPECT_EQ(list, 40u);
    EXPECT_EQ(refusal({"go", "--list", "3"}), "");
    EXPECT_EQ(list, 3u);
}

TEST_F(CommandLineTest, SaysWhyItRefuses) {
    // The words around them are CLI11's.
    const std::vector<std::pair<Words, const char*>> lines = {
        {{"go", "--depth", "10"}, "10"},   {{"go", "--depth", "0"}, "--depth"},
        {{"go", "--depth", "2.5"}, "2.5"}, {{"go", "--share", "1.5"}, "--share"},
        {{"go", "--limit", "2.5"}, "2.5"}, {{"go", "--limit", "0"}, "--limit"},
        {{"go", "--kind", "red"}, "red"},  {{"go", "--say"}, "--say"},
        {{"go", "--bogus"}, "--bogus"},
    };
    for (const auto& [arguments, word] : lines)
        EXPECT_NE(refusal(arguments).find(word), std::string::npos) << arguments.back();
}

TEST_F(CommandLineTest, ShowsMeaningsWithoutRanges) {
    testing::internal::CaptureStdout();
    EXPECT_FALSE(line.run({"go", "--help"}));
    const std::string help = testing::internal::GetCapturedStdout();
    EXPECT_EQ(runs, 0);
    EXPECT_NE(help.find("\n  --depth N                 Plies\n"), std::string::npos) << help;
    EXPECT_NE(help.find("\n  --kind KIND               Which\n"), std::string::npos) << help;
}

TEST_F(CommandLineTest, LetsWhatACommandThrowsThrough) {
    const Command other = line.command("fail", "Fails");
    other.on_run([] { throw std::runtime_error("broken"); });
    EXPECT_THROW((void)line.run({"fail"}), std::runtime_error);
    EXPECT_EQ(line.command_names(), (Words{"go", "fail"}));
}

TEST(CommandLine, AsksForWhatIsRequired) {
    CommandLine line("prog", "A program", "prog 1");
    const Command parent = line.command("engine", "Engines");
    parent.require_subcommand();
    std::string name;
    const Command add = parent.subcommand("add", "Adds one");
    add.argument("NAME", name, "What to call it").required();
    bool added = false;
    add.on_run([&added] { added = true; });
    EXPECT_NE(line.run({"engine"}).value().why.find("subcommand"), std::string::npos);
    const auto refused = line.run({"engine", "add"});
    EXPECT_NE(refused.value().why.find("NAME"), std::string::npos);
    EXPECT_EQ(refused.value().command, "prog engine");
    EXPECT_FALSE(added);
    EXPECT_FALSE(line.run({"engine", "add", "fish"}));
    EXPECT_TRUE(added);
    EXPECT_EQ(name, "fish");
}

}  // namespace
}  // namespace rookery
