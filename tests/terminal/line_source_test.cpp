#include "terminal/line_source.h"

#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <istream>
#include <string>

namespace rookery {
namespace {

using Kind = TypedLine::Kind;

// A pipe that contains a text.
class Pipe {
  public:
    explicit Pipe(const std::string& text) {
        EXPECT_EQ(pipe(ends_), 0);
        EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    ~Pipe() {
        close_input();
        close(ends_[0]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void close_input() {
        if (ends_[1] >= 0) close(ends_[1]);
        ends_[1] = -1;
    }
    [[nodiscard]] int file() const { return ends_[0]; }

  private:
    int ends_[2] = {-1, -1};
};

TEST(TypedLines, GivesLinesAndTheEnd) {
    const Interrupts interrupts;
    Pipe pipe("d\nperft 3\nquit");
    pipe.close_input();
    LineSource source(pipe.file(), interrupts);
    PlainLines lines(source, false);
    for (const char* expected : {"d", "perft 3", "quit"}) {
        const TypedLine line = lines.next("> ");
        EXPECT_EQ(line.kind, Kind::Line);
        EXPECT_EQ(line.text, expected);
    }
    EXPECT_EQ(lines.next("> ").kind, Kind::End);
}

TEST(TypedLines, InterruptsComeOnce) {
    const Interrupts interrupts;
    const Pipe pipe("");
    LineSource source(pipe.file(), interrupts);
    PlainLines lines(source, false);
    kill(getpid(), SIGINT);
    EXPECT_EQ(lines.next("> ").kind, Kind::Interrupted);
    EXPECT_EQ(interrupts.take(), SIGINT);
    EXPECT_EQ(interrupts.take(), 0);
    EXPECT_FALSE(interrupts.pending());
}

TEST(TypedLines, AnotherReaderContinues) {
    const Interrupts interrupts;
    Pipe pipe("uci\nisready\n");
    LineSource source(pipe.file(), interrupts);
    EXPECT_EQ(source.rest(), "");
    EXPECT_EQ(source.next(), "uci");
    EXPECT_EQ(source.rest(), "isready\n");
    Pipe more("quit\nlast");
    more.close_input();
    ContinuedInput buffer("uci\n" + source.rest(), more.file());
    std::istream input(&buffer);
    std::string line;
    for (const char* expected : {"uci", "isready", "quit", "last"}) {
        ASSERT_TRUE(std::getline(input, line));
        EXPECT_EQ(line, expected);
    }
    EXPECT_FALSE(std::getline(input, line));
}

}  // namespace
}  // namespace rookery
