#include "notation/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery {
namespace {

TEST(Printable, OrdinaryTextStaysAsItIs) {
    EXPECT_EQ(printable("Nf3 is a move."), "Nf3 is a move.");
    EXPECT_EQ(printable("Müller – Владимир ♘"), "Müller – Владимир ♘");
    EXPECT_EQ(printable(""), "");
}

TEST(Printable, ControlCharactersAreReplaced) {
    EXPECT_EQ(printable(std::string_view("a\0b\x01\x7F", 5)), "a?b??");
    EXPECT_EQ(printable("a\tb\nc\rd"), "a b c d");
}

TEST(Printable, C1ControlsAreReplacedInUtf8AndAsBytes) {
    EXPECT_EQ(printable("a\xC2\x9B"
                        "31mb"),
              "a?31mb");
    EXPECT_EQ(printable("a\x9B"
                        "31mb"),
              "a?31mb");
}

TEST(Printable, EscapeSequencesVanish) {
    EXPECT_EQ(printable("\x1B[31mred\x1B[0m"), "red");
    EXPECT_EQ(printable("\x1B]0;title\x07text"), "text");
    EXPECT_EQ(printable("\x1B]8;;http://x\x1B\\link"), "link");
    EXPECT_EQ(printable("\x1B"
                        "cgone"),
              "gone");
    EXPECT_EQ(printable("\x1B(0box"), "box");
    EXPECT_EQ(printable("end\x1B"), "end");
    EXPECT_EQ(printable("end\x1B["), "end");
    EXPECT_EQ(printable("\x1B[31\nx"), " x");
}

TEST(Printable, WritingDirectionCannotBeTurned) {
    EXPECT_EQ(printable("a\u202Eb\u202Cc\u2066d\u2069e"), "abcde");
    EXPECT_EQ(printable("a\u2065b"), "a\u2065b");
}

TEST(Printable, BrokenUtf8IsReplaced) {
    EXPECT_EQ(printable("\xC3"), "?");
    EXPECT_EQ(printable("\xC0\xAF"), "??");            // too long a form of '/'
    EXPECT_EQ(printable("\xED\xA0\x80"), "???");       // half a surrogate pair
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "????");  // beyond the last code point
    EXPECT_EQ(printable("M\xFCller"), "M?ller");
}

TEST(Printable, LongTextIsCutWithDots) {
    EXPECT_EQ(printable("0123456789", 10), "0123456789");
    EXPECT_EQ(printable("0123456789a", 10), "0123456...");
    EXPECT_EQ(printable("abc", 2), "ab");
    EXPECT_EQ(printable("ééééé", 8), "éé...");
    EXPECT_EQ(printable(std::string(1000000, 'x'), 5), "xx...");
}

RC_GTEST_PROP(Printable, NothingDangerousIsEverLeft, (const std::string& text)) {
    const std::string shown = printable(text, 40);
    RC_ASSERT(shown.size() <= 40u);
    RC_ASSERT(printable(shown, 40) == shown);
    for (char c : shown) RC_ASSERT(static_cast<unsigned char>(c) >= ' ' && c != '\x7F');
    RC_ASSERT(to_utf8(shown) == shown);
}

TEST(Utf8, OtherBytesAreTakenForLatin1) {
    EXPECT_EQ(to_utf8("M\xFCller"), "Müller");
    EXPECT_EQ(to_utf8("Müller"), "Müller");
    EXPECT_EQ(to_utf8("\xE4\xF6\xFC"), "äöü");
}

TEST(Utf8, CutsBetweenCharacters) {
    EXPECT_EQ(cut_utf8("aé", 2), "a");
    EXPECT_EQ(cut_utf8("aé", 3), "aé");
    EXPECT_EQ(cut_utf8("♘♘", 5), "♘");
    EXPECT_EQ(cut_utf8("♘", 0), "");
}

TEST(Ascii, NumbersHaveDigitsOnlyAndALimit) {
    EXPECT_EQ(ascii::parse_number("0", 150), 0);
    EXPECT_EQ(ascii::parse_number("150", 150), 150);
    EXPECT_EQ(ascii::parse_number("151", 150), -1);
    EXPECT_EQ(ascii::parse_number("007", 150), 7);
    for (const char* bad : {"", "-1", "+1", "1 ", "1.0", "x", "99999999999999999999"})
        EXPECT_EQ(ascii::parse_number(bad, 150), -1) << bad;
    EXPECT_EQ(ascii::parse_number("2147483647", 2147483647), 2147483647);
    EXPECT_EQ(ascii::parse_number("2147483648", 2147483647), -1);
}

TEST(TextError, TellsThePlace) {
    EXPECT_EQ(describe(TextError{"no king", 4}), "column 5: no king");
    EXPECT_EQ(describe(TextError{"no king", 0, 7}), "line 7, column 1: no king");
}

}  // namespace
}  // namespace rookery
