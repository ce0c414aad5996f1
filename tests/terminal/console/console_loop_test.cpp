#include "terminal/console/console.h"

#include "terminal/console/console_helpers.h"

#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <deque>

namespace rookery {
namespace {

using Kind = TypedLine::Kind;
using test::has;

// Gives the lines it was given, then the end. Ctrl-C really comes.
class ScriptedLines final : public TypedLines {
  public:
    explicit ScriptedLines(std::deque<TypedLine> lines) : lines_(std::move(lines)) {}
    TypedLine next(const std::string&) override {
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

// Presses Ctrl-C, or asks to end, as soon as something is shown.
class ImpatientScreen final : public Screen {
  public:
    explicit ImpatientScreen(int signal) : signal_(signal) {}
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
    ImpatientScreen screen(signal);
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
