#include "commands/cli.h"

#include "base/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
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
        EXPECT_EQ(refused->command, "go");
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
    const std::vector<std::pair<Words, const char*>> lines = {
        {{"go", "--depth", "10"}, "--depth: 10 is not between 1 and 9"},
        {{"go", "--depth", "0"}, "--depth: 0 is not between 1 and 9"},
        {{"go", "--depth", "2.5"}, "--depth: '2.5' is not a whole number"},
        {{"go", "--depth", "abc"}, "--depth: 'abc' is not a whole number"},
        {{"go", "--share", "1.5"}, "--share: 1.5 is not between 0 and 1"},
        {{"go", "--share", "x"}, "--share: 'x' is not a number"},
        {{"go", "--limit", "2.5"}, "--limit: '2.5' is not a whole number"},
        {{"go", "--limit", "0"}, "--limit: 0 is not between 1 and 1000000"},
        {{"go", "--kind", "bigg"}, "'bigg' is not one of big, small; did you mean big?"},
        {{"go", "--say"}, "--say needs a value"},
        {{"go", "--bogus"}, "there is no option --bogus"},
        {{"go", "--dept", "3"}, "there is no option --dept; did you mean --depth?"},
        {{"go", "--say", "x", "--gmes", "3"}, "there is no option --gmes"},
        {{"go", "--pair", "a", "b", "--say", "x", "--pair", "c"}, "--pair takes 2 at the most"},
        {{"go", "--quite=3"}, "there is no option --quite; did you mean --quiet?"},
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
    EXPECT_NE(help.find("\nUsage: prog go [OPTIONS] [FILE...]\n"), std::string::npos) << help;
}

TEST_F(CommandLineTest, LetsWhatACommandThrowsThrough) {
    const Command other = line.command("fail", "Fails");
    other.on_run([] { throw std::runtime_error("broken"); });
    EXPECT_THROW((void)line.run({"fail"}), std::runtime_error);
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
    EXPECT_EQ(line.run({"engine"}).value().why, "'engine' needs one of these words: add");
    const auto refused = line.run({"engine", "add"});
    EXPECT_NE(refused.value().why.find("NAME"), std::string::npos);
    EXPECT_EQ(refused.value().command, "engine add");
    EXPECT_FALSE(added);
    EXPECT_FALSE(line.run({"engine", "add", "fish"}));
    EXPECT_TRUE(added);
    EXPECT_EQ(name, "fish");
}

TEST(CommandLine, TheEndOfAHelpBelongsToOneCommand) {
    CommandLine line("prog", "A program", "prog 1");
    line.footer("About the program");
    const Command parent = line.command("engine", "Engines");
    parent.footer("About engines");
    parent.subcommand("list", "Lists them").on_run([] {});
    const auto help_of = [&](Words arguments) {
        testing::internal::CaptureStdout();
        EXPECT_FALSE(line.run(std::move(arguments)));
        return testing::internal::GetCapturedStdout();
    };
    EXPECT_NE(help_of({"--help"}).find("About the program"), std::string::npos);
    EXPECT_NE(help_of({"engine", "--help"}).find("About engines"), std::string::npos);
    EXPECT_EQ(help_of({"engine", "--help"}).find("About the program"), std::string::npos);
    EXPECT_EQ(help_of({"engine", "list", "--help"}).find("About"), std::string::npos);
}

TEST(CommandLine, SuggestsCommandsAtEveryLevel) {
    CommandLine line("prog", "A program", "prog 1");
    const Command parent = line.command("engine", "Engines");
    parent.require_subcommand();
    parent.subcommand("list", "Lists them").on_run([] {});
    int depth = 1;
    std::string part;
    const Command leaf = parent.subcommand("grow", "Grows");
    leaf.option("--depth", depth, "N", "Plies");
    leaf.argument("PART", part, "Of it").one_of({"nodes", "threads"});
    leaf.on_run([] {});
    const std::vector<std::tuple<Words, const char*, const char*>> lines = {
        {{"enginee"}, "unknown command 'enginee'; did you mean engine?", ""},
        {{"qqqqqq"}, "unknown command 'qqqqqq'", ""},
        {{"engine", "lst"}, "unknown command 'engine lst'; did you mean list?", "engine"},
        {{"engine", "zzzzzz"},
         "unknown command 'engine zzzzzz'; 'engine' has list, grow",
         "engine"},
        {{"engine", "list", "more"}, "'more' is a word too many", "engine list"},
        {{"engine", "grow", "nodez"},
         "PART: 'nodez' is not one of nodes, threads; did you mean nodes?",
         "engine grow"},
    };
    for (const auto& [arguments, why, command] : lines) {
        const auto refused = line.run(arguments);
        ASSERT_TRUE(refused) << why;
        EXPECT_EQ(refused->why, why);
        EXPECT_EQ(refused->command, command);
    }
}

// The rule for files that the user names, in front of every command.
struct OutputFileTest : testing::Test {
    CommandLine line{"prog", "A program", "prog 1"};
    std::string output, charts, log, state;
    std::vector<std::string> files;
    bool resume = false;
    int runs = 0;
    std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("outputs_" + std::to_string(getpid()));
    std::string there = (folder / "there").string();

    OutputFileTest() {
        std::filesystem::create_directories(folder);
        EXPECT_FALSE(replace_file(there, "mine"));
        const Command command = line.command("go", "Goes");
        command.argument("FILE", files, "To read");
        command.output_file("--output", output, "FILE", "Out");
        command.output_folder("--charts", charts, "Pictures");
        command.appended_file("--log", log, "Lines");
        command.checkpoint(state, resume, "State");
        command.on_run([this] { ++runs; });
    }
    ~OutputFileTest() override { std::filesystem::remove_all(folder); }

    std::string refusal(Words arguments) {
        arguments.insert(arguments.begin(), "go");
        const auto refused = line.run(std::move(arguments));
        return refused ? refused->why : "";
    }
};

TEST_F(OutputFileTest, NothingIsReplacedWithoutForce) {
    EXPECT_EQ(refusal({"--output", there}),
              "--output: " + there + " is there already; --force replaces it");
    EXPECT_EQ(refusal({"--charts", folder.string()}),
              "--charts: the folder " + folder.string() + " is not empty; --force writes into it");
    EXPECT_EQ(refusal({"--checkpoint", there}),
              "--checkpoint: " + there +
                  " is there already; --resume goes on from it, --force replaces it");
    EXPECT_EQ(runs, 0);
}

TEST_F(OutputFileTest, ForceReplacesWhereverItStands) {
    EXPECT_EQ(refusal({"--output", there, "--force"}), "");
    EXPECT_EQ(refusal({"--force", "--output", there}), "");
    EXPECT_EQ(refusal({"--charts", folder.string(), "--force"}), "");
    EXPECT_EQ(refusal({"--checkpoint", there, "--force"}), "");
    EXPECT_EQ(refusal({"--resume", "--checkpoint", there}), "");
    EXPECT_EQ(refusal({"--log", there}), "");
    EXPECT_EQ(refusal({"--output", there + ".new-one"}), "");
    EXPECT_EQ(runs, 7);
}

TEST_F(OutputFileTest, WhatIsReadIsNotReplacedEvenWithForce) {
    EXPECT_EQ(refusal({there, "--output", there, "--force"}),
              "--output: " + there + " is one of the files to read; name another one");
    const std::string other_way = (folder / "." / "there").string();
    EXPECT_NE(refusal({"--force", "--output", other_way, there}), "");
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(refusal({there, "--output", there + ".other"}), "");
}

TEST_F(OutputFileTest, NoFolderIsMadeForAFile) {
    const std::string nowhere = (folder / "no" / "x").string();
    for (const char* option : {"--output", "--log", "--checkpoint", "--charts"})
        EXPECT_EQ(refusal({option, nowhere + "/y"}),
                  std::string(option) + ": there is no folder " + nowhere);
    EXPECT_EQ(runs, 0);
}

}  // namespace
}  // namespace rookery
