#include "terminal/console/console_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace rookery {
namespace {

using test::ConsoleTalk;
using test::has;
using test::width_of;
using Next = ConsoleReply::Next;

TEST(Console, ListsAllCommands) {
    ConsoleTalk talk;
    const std::string list = talk.say("help");
    for (const ConsoleCommand& command : console_commands())
        EXPECT_TRUE(has(list, command.summary)) << command.name;
    EXPECT_LE(width_of(list), 79u);
    EXPECT_EQ(talk.say("?"), list);
}

TEST(Console, HelpFitsNarrowTerminals) {
    ConsoleTalk talk;
    talk.screen.columns = 39;
    EXPECT_LE(width_of(talk.say("help")), 39u);
    for (const ConsoleCommand& command : console_commands())
        EXPECT_LE(width_of(talk.say("help " + std::string(command.name))), 39u) << command.name;
}

TEST(Console, ExplainsEveryCommandWithItsDefault) {
    ConsoleTalk talk;
    for (const ConsoleCommand& command : console_commands()) {
        const std::string text = talk.say("help " + std::string(command.name));
        EXPECT_TRUE(has(text, command.summary)) << command.name;
        EXPECT_TRUE(has(text, "Example: " + std::string(command.name))) << command.name;
        if (command.arguments.empty()) continue;
        // "<3>" and "<debug:false>".
        const std::size_t begin = command.arguments.find_first_of("<:") + 1;
        const std::size_t named = command.arguments.find(':');
        const std::size_t from = named == std::string_view::npos ? begin : named + 1;
        const std::string standard(
            command.arguments.substr(from, command.arguments.size() - from - 1));
        EXPECT_TRUE(has(std::string(command.explanation), standard))
            << command.name << ": " << standard;
    }
    EXPECT_EQ(talk.say("help perfd"), "There is no command 'perfd'; did you mean 'perft'?\n");
    EXPECT_EQ(talk.say("help \x1b[2Jxyzzyx"), "There is no command 'xyzzyx'; help lists them.\n");
}

TEST(ObjectivesOfTheStudy, M9_Commands) {
    for (const char* name :
         {"help", "perft", "position", "d", "mcts", "mctsab", "minimax", "game", "quit"})
        EXPECT_NE(find_console_command(name), nullptr) << name;
    const std::pair<const char*, const char*> defaults[] = {{"perft", "<3>"},
                                                            {"mcts", "<3000>"},
                                                            {"mctsab", "<3000>"},
                                                            {"minimax", "<3000>"},
                                                            {"game", "<debug:false>"}};
    for (const auto& [name, standard] : defaults)
        EXPECT_EQ(find_console_command(name)->arguments, standard);
}

TEST(Console, SuggestsWhatWasMeant) {
    ConsoleTalk talk;
    EXPECT_EQ(talk.say("pefrt 3"), "I do not know 'pefrt'. Did you mean 'perft'?\n");
    EXPECT_EQ(talk.say("xyzzyx"),
              "'xyzzyx' is neither a command nor a move; help lists the commands.\n");
    EXPECT_EQ(talk.say("isready"), "'isready' is a word of UCI; type uci first.\n");
    EXPECT_FALSE(has(talk.say("\x1b[2Jboom"), "\x1b"));
}

TEST(Console, LeavesAndHandsOver) {
    ConsoleTalk talk;
    const std::pair<const char*, Next> lines[] = {
        {"quit", Next::Quit},     {"exit", Next::Quit}, {"QUIT", Next::Quit},  {"uci", Next::Uci},
        {"xboard", Next::Xboard}, {"play", Next::Play}, {"  uci\r", Next::Uci}};
    for (const auto& [line, next] : lines) {
        EXPECT_EQ(talk.say(line), "") << line;
        EXPECT_EQ(talk.reply.next, next) << line;
    }
    for (const char* line : {"", "   ", "# a remark"}) {
        EXPECT_EQ(talk.say(line), "");
        EXPECT_EQ(talk.reply.next, Next::Prompt);
    }
}

TEST(Console, CompletesCommandsAndMoves) {
    const ConsoleTalk talk;
    using Words = std::vector<std::string>;
    const auto complete = [&](std::string_view text) { return talk.console.completions(text); };
    EXPECT_EQ(complete("mc"), (Words{"mcts", "mctsab"}));
    EXPECT_EQ(complete("Nf"), (Words{"Nf3"}));
    EXPECT_EQ(complete("e4 Nf"), (Words{"Nf6"}));
    EXPECT_EQ(complete("help be"), (Words{"bench"}));
    EXPECT_EQ(complete("moves e4 e5 Bb"), (Words{"Bb5"}));
    EXPECT_EQ(complete("position startpos moves e4 e5 Bb"), (Words{"Bb5"}));
    EXPECT_EQ(complete("go it"), (Words{"iterative"}));
    EXPECT_EQ(complete("go de"), (Words{"depth"}));
    EXPECT_EQ(complete("eval mo"), (Words{"mop-up"}));
    EXPECT_EQ(complete("compare 500 mcts-"), (Words{"mcts-ab"}));
    EXPECT_EQ(complete("xyzzy "), Words());
    EXPECT_EQ(complete("").size(), console_commands().size());
}

RC_GTEST_PROP(Console, AnyBytesDoNoHarm, ()) {
    ConsoleTalk talk;
    auto line = *rc::gen::arbitrary<std::string>();
    // What would take its time or leave is not what this is about.
    line = "x" + line;
    const std::string text = talk.say(line);
    RC_ASSERT(talk.reply.next == Next::Prompt);
    RC_ASSERT(!has(text, "\x1b"));
    (void)talk.console.completions(line);
}

}  // namespace
}  // namespace rookery
