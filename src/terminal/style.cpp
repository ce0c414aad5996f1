#include "terminal/style.h"

#include "notation/ascii.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace rookery {
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

// The first of these that is set decides, as POSIX has it.
std::string character_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (std::string value = variable(name); !value.empty()) return value;
    return {};
}

bool names_utf8(std::string_view locale) {
    const std::size_t dot = locale.find('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view charset = locale.substr(dot + 1, locale.find('@') - dot - 1);
    return ascii::equal_ignoring_case(charset, "UTF-8") ||
           ascii::equal_ignoring_case(charset, "UTF8");
}

}  // namespace

TerminalFacts facts_about(int file) {
    return {isatty(file) != 0, variable("TERM"), character_locale(), !variable("NO_COLOR").empty()};
}

Style style_for(const TerminalFacts& facts) {
    Style style;
    // The text console of Linux knows UTF-8, but its font has no chess men.
    style.unicode = names_utf8(facts.locale) && facts.type != "linux";
    style.color =
        facts.is_terminal && !facts.no_color && !facts.type.empty() && facts.type != "dumb";
    return style;
}

}  // namespace rookery
