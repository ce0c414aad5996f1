#include "ui/text.h"

#include "ui/messages.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Hints, NameTheProgramAsItWasStarted) {
    setenv("ROOKERY_COMMAND", "./rookery", 1);
    EXPECT_EQ(command_name(), "./rookery");
    EXPECT_EQ(as_called("rookery play; 'rookery COMMAND --help' (rookery engine list)\nrookery x"),
              "./rookery play; './rookery COMMAND --help' (./rookery engine list)\n./rookery x");
    EXPECT_EQ(as_called("from rookery.org, a rookery"), "from rookery.org, a rookery");
    unsetenv("ROOKERY_COMMAND");
    EXPECT_EQ(command_name(), "rookery") << "a test program has another name";
}

TEST(Hints, QuoteWordsForTheShell) {
    EXPECT_EQ(shell_word("games/a-1.db"), "games/a-1.db");
    EXPECT_EQ(shell_word("my games.db"), "'my games.db'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
}

TEST(TimeText, SaysTwoUnitsAtMost) {
    EXPECT_EQ(time_text(0), "0 s");
    EXPECT_EQ(time_text(0.2), "1 s");
    EXPECT_EQ(time_text(59), "59 s");
    EXPECT_EQ(time_text(59.2), "1 min 0 s");
    EXPECT_EQ(time_text(200), "3 min 20 s");
    EXPECT_EQ(time_text(3700), "1 h 1 min");
    EXPECT_EQ(time_text(7500), "2 h 5 min");
    EXPECT_EQ(time_text(90000), "1 d 1 h");
    EXPECT_EQ(time_text(1e300), "11574 d 1 h");
}

TEST(ShortCount, ThreeDigitsAndAUnit) {
    EXPECT_EQ(short_count(0), "0");
    EXPECT_EQ(short_count(999), "999");
    EXPECT_EQ(short_count(1000), "1.00k");
    EXPECT_EQ(short_count(12345), "12.3k");
    EXPECT_EQ(short_count(999'499), "999k");
    EXPECT_EQ(short_count(999'999), "1.00M");
    EXPECT_EQ(short_count(4'560'000), "4.56M");
    EXPECT_EQ(short_count(2e9), "2.00G");
}

TEST(Fitted, CutsByCharacters) {
    EXPECT_EQ(fitted("abcdef", 6), "abcdef");
    EXPECT_EQ(fitted("abcdef", 5), "abcd~");
    EXPECT_EQ(fitted("♞♞♞", 2), "♞~");
    EXPECT_EQ(fitted("", 0), "");
}

TEST(Wrap, BreaksAtBlanks) {
    EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
    EXPECT_EQ(wrapped("one two three", 8), "one two\nthree\n");
    EXPECT_EQ(wrapped("incomprehensible it", 5), "incomprehensible\nit\n");
    EXPECT_EQ(wrapped("", 5), "\n");
    EXPECT_EQ(wrapped("♞♞♞ ♞♞", 6), "♞♞♞ ♞♞\n");
}

}  // namespace
}  // namespace rookery
