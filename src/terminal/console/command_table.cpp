#include "terminal/console/command_table.h"

#include "base/text.h"
#include "terminal/console/handlers.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace rookery {
namespace {

constexpr ConsoleCommand commands[] = {
    {"help", "", "list the commands, or explain one",
     "help NAME explains a command.\n"
     "Example: help perft",
     console::help, ConsoleWords::Commands},
    {"d", "", "show the board",
     "The board, whose turn it is, the position as FEN, and how many moves there are.\n"
     "Example: d",
     console::show_board},
    {"position", "", "set the position, or begin again",
     "Alone it goes back to the start. Else a FEN follows, or startpos, and then moves if there "
     "are any; the word fen "
     "may be left out. Moves are written as e4 or e2e4. What cannot be understood changes "
     "nothing.\n"
     "Example: position startpos moves e4 e5 Nf3\n"
     "Example: position 8/6pp/3k4/8/3K1PPP/8/8/8 w - - 0 1",
     console::position, ConsoleWords::None, "startpos fen moves"},
    {"moves", "", "list the legal moves, or make some",
     "Alone it lists them; with moves after it, these are made on the board. A move typed without "
     "any command is made, "
     "too.\n"
     "Example: moves e4 e5 g1f3",
     console::moves, ConsoleWords::Moves},
    {"undo", "<1>", "take moves back",
     "Takes back so many half-moves; one (1) by default.\n"
     "Example: undo 2",
     console::undo},
    {"go", "<3000>", "let the engine think, or any searcher",
     "For so many milliseconds (3000 by default); or depth N, nodes N, movetime MS, or "
     "infinite, until Ctrl-C. "
     "A searcher may be named first, with settings after commas as in a match. Ctrl-C ends it with "
     "what was found.\n"
     "Example: go depth 12\n"
     "Example: go alphabeta,Evaluator=mop-up depth 5",
     console::go, ConsoleWords::Searchers, "depth nodes movetime infinite"},
    {"minimax", "<3000>", "let the textbook's search think",
     "For so many milliseconds (3000 by default). The command means the searcher "
     "iterative: minimax with "
     "alpha-beta, deeper and deeper, with a table. The plain one is 'go minimax'. Limits as for "
     "go.\n"
     "Example: minimax 500",
     console::minimax, ConsoleWords::None, "depth nodes movetime infinite"},
    {"mcts", "<3000>", "let Monte-Carlo tree search think",
     "For so many milliseconds (3000 by default): a tree grown by random games. It shows "
     "the moves it tried "
     "most, and how many of the games after them were won. Limits as for go; a node is a playout.\n"
     "Example: mcts 500",
     console::mcts, ConsoleWords::None, "depth nodes movetime infinite"},
    {"mctsab", "<3000>", "the same with alpha-beta at its leaves",
     "For so many milliseconds (3000 by default): the tree of mcts, where a short "
     "alpha-beta search takes the "
     "place of a random game. It is the searcher mcts-ab. Limits as for go.\n"
     "Example: mctsab 500",
     console::mctsab, ConsoleWords::None, "depth nodes movetime infinite"},
    {"compare", "<3000>", "one position to every searcher, as a table",
     "Each thinks for so many milliseconds (3000 by default), one after the other: its "
     "move, what it thinks of "
     "it, how far it came, how fast it was, and whether the strongest would play the same. "
     "Searchers may be named; the "
     "first of them is then the measure. Those of a fixed depth may be done before their time.\n"
     "Example: compare 1000\n"
     "Example: compare 500 pvs iterative mcts",
     console::compare, ConsoleWords::Searchers},
    {"game", "<debug:false>", "minimax and MCTS play each other",
     "From the present position, with the board after every move; debug (or true) shows what both "
     "think, which is "
     "false by default. White is iterative and Black mcts, with 1000 milliseconds a move, "
     "unless two searchers "
     "or a time are named. The moves stay on the board; undo takes them back.\n"
     "Example: game debug\n"
     "Example: game iterative mcts-ab 500",
     console::game, ConsoleWords::Searchers, "debug true false"},
    {"play", "", "play a game yourself",
     "From the present position; it asks for your side, a level and a clock. When it is over, the "
     "console goes on.\n"
     "Example: play",
     console::play},
    {"eval", "", "explain what the position is worth",
     "By the network, piece by piece; classical shows the classical evaluation, group by group, "
     "and "
     "terms every term of it. "
     "With the name of another evaluator, what that says.\n"
     "Example: eval terms\n"
     "Example: eval mop-up",
     console::evaluate, ConsoleWords::Evaluators, "terms"},
    {"perft", "<3>", "count the positions after some half-moves",
     "So many half-moves deep (3 by default), with the count of each first move. Ctrl-C "
     "ends it.\n"
     "Example: perft 5",
     console::count},
    {"bench", "<13>", "the engine's nodes on fixed positions",
     "To so many plies (13 by default): the number of nodes tells whether play has "
     "changed, and is the same on "
     "every machine.\n"
     "Example: bench 10",
     console::bench},
    {"uci", "", "become an engine that speaks UCI",
     "From here on it answers as 'rookery uci' does, until quit or the end of the input.\n"
     "Example: uci",
     console::uci},
    {"xboard", "", "become one that speaks xboard's protocol",
     "From here on it answers as 'rookery xboard' does, until quit or the end of the input.\n"
     "Example: xboard",
     console::xboard},
    {"quit", "", "leave",
     "So do exit, Ctrl-D and the end of the input.\n"
     "Example: quit",
     console::quit},
};

constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"?", "help"},  {"exit", "quit"},      {"q", "quit"},
    {"board", "d"}, {"mcts-ab", "mctsab"}, {"iterative", "minimax"},
};

}  // namespace

std::span<const ConsoleCommand> console_commands() { return commands; }

const ConsoleCommand* find_console_command(std::string_view word) {
    for (const auto& [other, name] : other_names)
        if (ascii::equal_ignoring_case(word, other)) word = name;
    for (const ConsoleCommand& command : commands)
        if (ascii::equal_ignoring_case(word, command.name)) return &command;
    return nullptr;
}

std::string nearest_console_command(std::string_view word) {
    std::vector<std::string> names;
    for (const ConsoleCommand& command : commands) names.emplace_back(command.name);
    return nearest_name(word, names);
}

}  // namespace rookery

namespace rookery::console {

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!(text = ascii::trim(text)).empty()) {
        const auto end = std::find_if(text.begin(), text.end(), ascii::is_space);
        words.push_back(text.substr(0, static_cast<std::size_t>(end - text.begin())));
        text.remove_prefix(words.back().size());
    }
    return words;
}

Result<int, std::string> number_from(std::string_view text, std::string_view what, int lowest,
                                     int highest) {
    const auto number = parse_digits(text, highest);
    if (number && *number >= lowest) return *number;
    return failure(fmt::format("'{}' is not {}, which is a whole number from {} to {}.",
                               printable(text, 20), what, lowest, highest));
}

Result<std::chrono::milliseconds, std::string> milliseconds_from(std::string_view text) {
    constexpr int a_day = 24 * 60 * 60 * 1000;
    const auto number = number_from(text, "a number of milliseconds", 1, a_day);
    if (!number) return failure(number.error());
    return std::chrono::milliseconds(*number);
}

Result<int, std::string> only_number(std::string_view arguments, std::string_view what,
                                     int standard, int lowest, int highest) {
    if (arguments.empty()) return standard;
    return number_from(arguments, what, lowest, highest);
}

std::string paragraphs(std::string_view text, std::size_t width) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += wrapped(text.substr(0, end), width);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string beside(std::string_view label, std::size_t indent, std::string_view text,
                   std::size_t width) {
    constexpr std::size_t narrowest = 16;
    const std::string body = wrapped(text, std::max(narrowest, width - std::min(width, indent)));
    std::string lines = fmt::format("{:<{}}", label, indent);
    for (std::size_t i = 0; i < body.size(); ++i) {
        lines += body[i];
        if (body[i] == '\n' && i + 1 < body.size()) lines.append(indent, ' ');
    }
    return lines;
}

}  // namespace rookery::console
