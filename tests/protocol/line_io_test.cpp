#include "protocol/line_io.h"

#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <sstream>
#include <vector>

namespace rookery {
namespace {

std::vector<std::string> lines_of(const std::string& text, std::size_t max_length) {
    std::istringstream input(text);
    std::vector<std::string> lines;
    std::string line;
    for (;;) {
        switch (read_line(input, line, max_length)) {
            case LineStatus::End: return lines;
            case LineStatus::TooLong: lines.push_back("<too long>"); break;
            case LineStatus::Line: lines.push_back(line); break;
        }
    }
}

using Lines = std::vector<std::string>;

TEST(LineInput, SplitsAtEitherEnd) {
    EXPECT_EQ(lines_of("a\nb\r\n\nc", 10), (Lines{"a", "b", "", "c"}));
    EXPECT_EQ(lines_of("", 10), Lines{});
    EXPECT_EQ(lines_of("\n", 10), Lines{""});
}

TEST(LineInput, SkipsLongLinesWhole) {
    EXPECT_EQ(lines_of("12345\n123456\n1234567890123456789\nok", 5),
              (Lines{"12345", "<too long>", "<too long>", "ok"}));
}

TEST(LineInput, KeepsAnyByte) {
    const std::string bytes("\0\xff\x1b", 3);
    EXPECT_EQ(lines_of(bytes + "\n", 10), Lines{bytes});
}

constexpr SearcherEntry searchers[] = {
    {"random", "any move", [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     }}};

// The output of the program.
std::string conversation(Dialect expected, const std::string& input) {
    std::istringstream in(input);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::tmpfile(), std::fclose);
    run_loop({"Rookery test", searchers, 1}, expected, in, out.get());
    std::rewind(out.get());
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), out.get()))
        text.append(buffer.data(), got);
    return text;
}

TEST(Loop, TheFirstWordDecidesTheProtocol) {
    for (const Dialect expected : {Dialect::Uci, Dialect::Xboard}) {
        EXPECT_EQ(conversation(expected, "uci\nquit\n").rfind("id name Rookery test\n", 0), 0u);
        EXPECT_EQ(
            conversation(expected, "\n  xboard\r\nprotover 2\nquit\n").rfind("feature done=0\n", 0),
            0u);
    }
}

TEST(Loop, OtherWordsKeepTheExpectedProtocol) {
    EXPECT_EQ(conversation(Dialect::Uci, "isready\nxboard\n"),
              "readyok\ninfo string unknown command 'xboard'; help lists them\n");
    EXPECT_EQ(conversation(Dialect::Xboard, "ping 1\nuci\nping 2\nquit\nping 3\n"),
              "pong 1\nError (unknown command): uci\npong 2\n");
}

TEST(Loop, EndsWithTheInput) {
    for (const Dialect expected : {Dialect::Uci, Dialect::Xboard})
        for (const char* input : {"", "\n\n", "quit", "xboard", "uci"})
            (void)conversation(expected, input);
    // During an analysis.
    const std::string said = conversation(Dialect::Xboard, "xboard\nnew\nforce\nanalyze\nping 1");
    EXPECT_NE(said.find("pong 1\n"), std::string::npos);
}

TEST(Loop, RefusesALongFirstLine) {
    const std::string line(max_line_length + 1, 'x');
    EXPECT_EQ(
        conversation(Dialect::Uci, line + "\nquit\n").rfind("info string the line is longer", 0),
        0u);
    EXPECT_EQ(conversation(Dialect::Xboard, line + "\nquit\n"), "Error (too long a line): ...\n");
}

}  // namespace
}  // namespace rookery
