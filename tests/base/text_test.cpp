#include "base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

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

TEST(ParseNumber, TakesTheWholeText) {
    EXPECT_EQ(parse_number<int>("-12"), -12);
    EXPECT_EQ(parse_number<std::uint16_t>("65535"), 65535);
    EXPECT_EQ(parse_number<std::uint16_t>("65536"), std::nullopt);
    EXPECT_EQ(parse_number<double>("2.5e1"), 25.0);
    for (const char* bad : {"", "-", "+1", " 1", "1 ", "1x", "99999999999999999999"})
        EXPECT_EQ(parse_number<int>(bad), std::nullopt) << bad;
}

TEST(ParseNumber, TakesASignWhereItMay) {
    EXPECT_EQ(parse_signed_number<int>("+12"), 12);
    EXPECT_EQ(parse_signed_number<int>("-12"), -12);
    EXPECT_EQ(parse_signed_number<double>("+0.5"), 0.5);
    for (const char* bad : {"", "+", "+-1", "++1"})
        EXPECT_EQ(parse_signed_number<int>(bad), std::nullopt) << bad;
}

TEST(ParseNumber, DecimalHasNoExponent) {
    EXPECT_EQ(parse_decimal("0.5"), 0.5);
    EXPECT_EQ(parse_decimal("-3"), -3.0);
    for (const char* bad : {"", "1e3", "inf", "nan", "0x1"})
        EXPECT_EQ(parse_decimal(bad), std::nullopt) << bad;
}

TEST(ParseNumber, HexadecimalHasAtMostSixtyFourBits) {
    EXPECT_EQ(parse_hexadecimal("ffffffffffffffff"), ~std::uint64_t{0});
    for (const char* bad : {"", "0x1", "g", "10000000000000000"})
        EXPECT_EQ(parse_hexadecimal(bad), std::nullopt) << bad;
}

TEST(ParseNumber, BeyondTheRangeIsTheNearestWithinIt) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(parse_clamped_number("+7"), 7);
    EXPECT_EQ(parse_clamped_number("-7"), -7);
    EXPECT_EQ(parse_clamped_number("99999999999999999999"), most);
    EXPECT_EQ(parse_clamped_number("-99999999999999999999"), -most);
    for (const char* bad : {"", "+", "-", "+-1", "1x", "1.0"})
        EXPECT_EQ(parse_clamped_number(bad), std::nullopt) << bad;
}

TEST(ParseNumber, DigitsHaveALimit) {
    EXPECT_EQ(parse_digits("0", 150), 0);
    EXPECT_EQ(parse_digits("150", 150), 150);
    EXPECT_EQ(parse_digits("151", 150), std::nullopt);
    EXPECT_EQ(parse_digits("007", 150), 7);
    for (const char* bad : {"", "-1", "+1", "1 ", "1.0", "x", "99999999999999999999"})
        EXPECT_EQ(parse_digits(bad, 150), std::nullopt) << bad;
    EXPECT_EQ(parse_digits("2147483647", 2147483647), 2147483647);
    EXPECT_EQ(parse_digits("2147483648", 2147483647), std::nullopt);
}

TEST(EditDistance, CountsEdits) {
    EXPECT_EQ(edit_distance("perft", "perft"), 0);
    EXPECT_EQ(edit_distance("pefrt", "perft"), 1);
    EXPECT_EQ(edit_distance("prft", "perft"), 1);
    EXPECT_EQ(edit_distance("perfts", "perft"), 1);
    EXPECT_EQ(edit_distance("", "uci"), 3);
    EXPECT_EQ(edit_distance("abc", ""), 3);
}

using Names = std::vector<std::string>;

TEST(NearNames, AreSuggested) {
    EXPECT_EQ(did_you_mean("hsh", Names{"Hash", "Threads"}), "; did you mean Hash?");
    EXPECT_EQ(did_you_mean("hash", Names{"Clear Hash", "Hash", "Ponder"}),
              "; did you mean Hash or Clear Hash?");
    EXPECT_EQ(did_you_mean("zzz", Names{"Hash"}), "");
    EXPECT_EQ(did_you_mean("", Names{"Hash"}), "");
}

TEST(NearNames, FindTheNearestOrNothing) {
    const Names names = {"play", "uci", "perft", "d"};
    EXPECT_EQ(nearest_name("pefrt", names), "perft");
    EXPECT_EQ(nearest_name("paly", names), "play");
    EXPECT_EQ(nearest_name("uic", names), "uci");
    EXPECT_EQ(nearest_name("bench", names), "");
    EXPECT_EQ(nearest_name("x", names), "");
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name(std::string(100000, 'p'), names), "");
}

TEST(TextError, TellsThePlace) {
    EXPECT_EQ(describe(TextError{"no king", 4}), "column 5: no king");
    EXPECT_EQ(describe(TextError{"no king", 0, 7}), "line 7, column 1: no king");
}

}  // namespace
}  // namespace rookery
