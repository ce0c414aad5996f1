#include "notation/printable.h"
#include "terminal/console/arguments.h"
#include "terminal/console/command_table.h"
#include "terminal/console/handlers.h"

#include <fmt/format.h>

namespace rookery::console {
namespace {

std::string usage(const ConsoleCommand& command) {
    if (command.arguments.empty()) return std::string(command.name);
    return fmt::format("{} {}", command.name, command.arguments);
}

std::string list(std::size_t width) {
    constexpr std::size_t indent = 22;
    constexpr std::size_t wide_enough = 60;
    std::string text = paragraphs("The commands; <3> is what a number is if nothing is said:", width);
    for (const ConsoleCommand& command : console_commands()) {
        if (width >= wide_enough)
            text += beside("  " + usage(command), indent, command.summary, width);
        else
            text += fmt::format("{}\n{}", usage(command), beside("", 4, command.summary, width));
    }
    return text + paragraphs("A move, such as e4, Nf3 or e2e4, is made on the board. 'help NAME' explains a command.",
                             width);
}

}  // namespace

ConsoleReply help(ConsoleState& state, const ConsoleCall& call) {
    const std::size_t width = state.screen.width();
    if (call.arguments.empty()) return {list(width)};
    if (const ConsoleCommand* command = find_console_command(call.arguments))
        return {paragraphs(fmt::format("{}: {}\n{}", usage(*command), command->summary, command->explanation), width)};
    const std::string_view near = nearest_console_command(call.arguments);
    return {paragraphs(fmt::format("There is no command '{}'{}", printable(call.arguments, 20),
                                   near.empty() ? "; help lists them." : fmt::format("; did you mean '{}'?", near)),
                       width)};
}

}  // namespace rookery::console
