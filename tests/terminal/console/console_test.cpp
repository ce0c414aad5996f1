#include "terminal/console/console.h"

#include "terminal/console/console_helpers.h"
#include "terminal/play/play_session.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>

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
        if (!command.arguments.starts_with('<')) continue;
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
    EXPECT_EQ(talk.say("pefrt 3"), "'pefrt' is not a command. Did you mean 'perft'?\n");
    EXPECT_EQ(talk.say("xyzzyx"),
              "'xyzzyx' is neither a command nor a move; help lists the commands.\n");
    EXPECT_EQ(talk.say("isready"), "'isready' is a command of UCI; type uci first.\n");
    EXPECT_FALSE(has(talk.say("\x1b[2Jboom"), "\x1b"));
}

// A person who knows the words of the one uses them in the other.
TEST(Console, ItsWordsAndThoseOfAGameAreOneSet) {
    ConsoleTalk talk;
    for (const std::string& name : PlaySession::command_names()) {
        const std::string text = talk.say(name);
        EXPECT_FALSE(has(text, "neither a command")) << name << ": " << text;
        EXPECT_FALSE(has(text, "Did you mean")) << name << ": " << text;
    }
    EXPECT_EQ(talk.say("resign"), "'resign' is a command of a game; play begins one.\n");
    for (const ConsoleCommand& command : console_commands()) {
        test::Talk game({.advice = {{Square::E2, Square::E4}}});
        const std::string text = game.say(command.name);
        EXPECT_FALSE(has(text, "is not a move")) << command.name << ": " << text;
    }
}

TEST(Console, NamesTheOpening) {
    ConsoleTalk talk;
    EXPECT_EQ(talk.say("opening"), "This opening has no name yet.\n");
    (void)talk.say("e4 e5 Nf3 Nc6 Bc4 Bc5 a3");
    EXPECT_EQ(talk.say("opening"), "C50 Giuoco Piano\n");
    EXPECT_NE(talk.say("d").find("Opening: C50 Giuoco Piano\n"), std::string::npos);
    EXPECT_NE(talk.say("opening /nothing/here").find("/nothing/here: "), std::string::npos);
    const std::string file = ::testing::TempDir() + "names_of_openings.tsv";
    std::ofstream(file) << "X99\tA line of mine\te4 e5 Nf3 Nc6 Bc4 Bc5 a3\n";
    EXPECT_EQ(talk.say("opening " + file), "X99 A line of mine\n");
    std::ofstream(file) << "X99\tImpossible\te4 Ke7\n";
    EXPECT_NE(talk.say("opening " + file).find("line 1: 'Ke7' is not a move there"),
              std::string::npos);
    std::filesystem::remove(file);
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
    // The letter x keeps the line from being a command that takes long or leaves.
    line = "x" + line;
    const std::string text = talk.say(line);
    RC_ASSERT(talk.reply.next == Next::Prompt);
    RC_ASSERT(!has(text, "\x1b"));
    (void)talk.console.completions(line);
}

using Kind = TypedLine::Kind;

// Returns the given lines, then the end; for an interrupted line it sends a real SIGINT.
class ScriptedLines final : public TypedLines {
  public:
    explicit ScriptedLines(std::deque<TypedLine> lines) : lines_(std::move(lines)) {}
    using TypedLines::next;
    TypedLine next(const PromptMaker&) override {
        if (lines_.empty()) return {Kind::End};
        TypedLine line = lines_.front();
        lines_.pop_front();
        if (line.kind == Kind::Interrupted) kill(getpid(), SIGINT);
        return line;
    }
    [[nodiscard]] std::size_t left() const { return lines_.size(); }

  private:
    std::deque<TypedLine> lines_;
};

// Sends the signal as soon as something is shown.
class InterruptingScreen final : public Screen {
  public:
    explicit InterruptingScreen(int signal) : signal_(signal) {}
    void show(std::string_view text) override {
        shown += text;
        if (signal_ != 0) kill(getpid(), signal_);
        signal_ = 0;
    }
    void show_live(const std::vector<std::string>&) override {}
    [[nodiscard]] bool is_live() const override { return false; }
    [[nodiscard]] std::size_t width() const override { return 79; }

    std::string shown;

  private:
    int signal_;
};

struct Ran {
    ConsoleEnd end;
    std::string shown;
    std::size_t left = 0;
    int games = 0;
};

Ran run(std::deque<TypedLine> script, bool typed, int signal = 0) {
    const Interrupts interrupts;
    InterruptingScreen screen(signal);
    Console console(test::few_searchers(), {}, screen);
    ScriptedLines lines(std::move(script));
    Ran ran{};
    ran.end = run_console_loop(
        console, {lines, screen, interrupts, typed, [&](const Game&) { ++ran.games; }});
    ran.shown = screen.shown;
    ran.left = lines.left();
    return ran;
}

TypedLine line(std::string text) { return {Kind::Line, std::move(text)}; }

TEST(ConsoleLoop, EndsWithTheInput) {
    const Ran ran = run({line("perft 1"), line("play"), line("perft 2")}, true);
    EXPECT_EQ(ran.end, ConsoleEnd::Left);
    EXPECT_TRUE(has(ran.shown, "nodes  20\n"));
    EXPECT_TRUE(has(ran.shown, "nodes  400\n"));
    EXPECT_EQ(ran.games, 1);
}

TEST(ConsoleLoop, LeavesTheRestToOthers) {
    const std::pair<const char*, ConsoleEnd> cases[] = {
        {"quit", ConsoleEnd::Left}, {"uci", ConsoleEnd::Uci}, {"xboard", ConsoleEnd::Xboard}};
    for (const auto& [word, end] : cases) {
        const Ran ran = run({line(word), line("d")}, false);
        EXPECT_EQ(ran.end, end);
        EXPECT_EQ(ran.shown, "");
        EXPECT_EQ(ran.left, 1u);
    }
}

TEST(ConsoleLoop, InterruptAtThePromptLeavesNothing) {
    const Ran ran = run(
        {{Kind::Interrupted, "perf"}, line("perft 1"), {Kind::Interrupted, ""}, line("perft 2")},
        true);
    EXPECT_EQ(ran.end, ConsoleEnd::Left);
    EXPECT_TRUE(has(ran.shown, "nodes  20\n"));
    EXPECT_TRUE(has(ran.shown, "'quit' or Ctrl-D leaves.\n"));
    EXPECT_LT(ran.shown.find("nodes  20\n"), ran.shown.find("leaves."));
    EXPECT_EQ(run({{Kind::Interrupted, ""}, line("perft 1")}, false).end, ConsoleEnd::Interrupted);
}

TEST(ConsoleLoop, InterruptEndsTheCommand) {
    const Ran typed = run({line("go infinite"), line("perft 1")}, true, SIGINT);
    EXPECT_EQ(typed.end, ConsoleEnd::Left);
    EXPECT_TRUE(has(typed.shown, "Best move: "));
    EXPECT_TRUE(has(typed.shown, "nodes  20\n"));
    const Ran piped = run({line("go infinite"), line("perft 1")}, false, SIGINT);
    EXPECT_EQ(piped.end, ConsoleEnd::Interrupted);
    EXPECT_TRUE(has(piped.shown, "Best move: "));
    EXPECT_EQ(piped.left, 1u);
}

TEST(ConsoleLoop, RequestToEndEndsAll) {
    const Ran ran = run({line("go infinite"), line("perft 1")}, true, SIGTERM);
    EXPECT_EQ(ran.end, ConsoleEnd::Interrupted);
    EXPECT_EQ(ran.left, 1u);
}

}  // namespace
}  // namespace rookery
