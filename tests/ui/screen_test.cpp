#include "ui/screen.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Style, UsesWhatTheTerminalHas) {
    EXPECT_EQ(style_for({true, "xterm-256color", "en_US.UTF-8", false}), (Style{true, true}));
    EXPECT_EQ(style_for({true, "xterm", "C.utf8", false}), (Style{true, true}));
    EXPECT_EQ(style_for({true, "xterm", "de_DE.UTF-8@euro", false}), (Style{true, true}));
}

TEST(Style, NoColorOnRequestOrOffATerminal) {
    EXPECT_FALSE(style_for({true, "xterm", "C.UTF-8", true}).color);
    EXPECT_FALSE(style_for({false, "xterm", "C.UTF-8", false}).color);
    EXPECT_FALSE(style_for({true, "dumb", "C.UTF-8", false}).color);
    EXPECT_FALSE(style_for({true, "", "C.UTF-8", false}).color);
}

TEST(Style, AsciiWhereThePiecesCannotBeShown) {
    for (const char* locale : {"", "C", "POSIX", "en_US", "en_US.ISO-8859-1", ".", "UTF-8"})
        EXPECT_FALSE(style_for({true, "xterm", locale, false}).unicode) << locale;
    EXPECT_FALSE(style_for({true, "linux", "C.UTF-8", false}).unicode);
}

}  // namespace
}  // namespace rookery
