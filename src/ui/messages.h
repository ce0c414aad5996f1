// Messages on stderr that begin with the name of the program, and its exit codes.
#pragma once

#include "base/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace rookery {

// They are part of the interface of the program and listed in its help.
inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;          // the command line makes no sense
inline constexpr int exit_missing = 3;        // something needed is not there
inline constexpr int exit_rejected = 4;       // a sequential test accepted H0
inline constexpr int exit_undecided = 5;      // a sequential test ran out of games
inline constexpr int exit_refused = 75;       // the colony needs another version of this program
inline constexpr int exit_interrupted = 130;  // ended by Ctrl-C, as shells count it

// The program as it was started, for hints that can be typed: "./rookery" from the launcher, which
// sets the variable, or the path of the program itself.
[[nodiscard]] inline std::string command_name() {
    if (const char* name = std::getenv("ROOKERY_COMMAND"); name != nullptr && *name != '\0')
        return printable(name, 200);
    const std::string_view started = program_invocation_name;
    return started.ends_with("rookery") ? printable(started, 200) : "rookery";
}

// A word as it must be typed in a shell: in quotes if it holds more than letters, digits and
// harmless signs.
[[nodiscard]] inline std::string shell_word(std::string_view word) {
    const auto harmless = [](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) ||
               std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
    };
    bool plain = !word.empty();
    std::string quoted = "'";
    for (const char c : word) {
        plain = plain && harmless(c);
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return plain ? std::string(word) : quoted + "'";
}

// The same text with the program's name as it was started in place of "rookery" before the name of
// a command, for help texts full of examples.
[[nodiscard]] inline std::string as_called(std::string_view text) {
    constexpr std::string_view name = "rookery ";
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\'' ||
                                 text[at - 1] == '\n' || text[at - 1] == '(';
        const std::size_t next = at + name.size();
        if (begins_word && text.substr(at).starts_with(name) && next < text.size() &&
            (ascii::is_letter(text[next]) || text[next] == '-')) {
            result += command_name();
            at = next - 1;
        } else {
            result += text[at++];
        }
    }
    return result;
}

inline void print_error(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

// The same for text that contains foreign bytes, such as names of files or lines from them.
inline void print_printable_error(std::string_view text) { print_error(printable(text, 2000)); }

// Prints why a command cannot go on and returns its exit code.
[[nodiscard]] inline int fail_with(std::string_view why, int code = exit_failed) {
    print_error(why);
    return code;
}
[[nodiscard]] inline int fail_with_printable(std::string_view why, int code = exit_failed) {
    return fail_with(printable(why, 2000), code);
}

}  // namespace rookery
