#include "terminal/console/command_table.h"

#include "base/text.h"
#include "terminal/console/handlers.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace rookery {
namespace {

constexpr std::string_view limit_words = "depth nodes movetime infinite";

constexpr ConsoleCommand own_commands[] = {
    {"help", "", "list the commands, or explain one",
     "help NAME explains a command.\n"
     "Example: help perft",
     console::help, ConsoleWords::Commands},
    {"d", "", "show the board",
     "Shows the board, the side to move, the FEN and the number of legal moves.\n"
     "Example: d",
     console::show_board},
    {"position", "", "set the position, or begin again",
     "Without arguments it is the start position. Otherwise give a FEN or startpos, and moves if "
     "you like; the word fen is optional. A mistake changes nothing.\n"
     "Example: position startpos moves e4 e5 Nf3\n"
     "Example: position 8/6pp/3k4/8/3K1PPP/8/8/8 w - - 0 1",
     console::position, ConsoleWords::None, "startpos fen moves"},
    {"moves", "", "list the legal moves, or make some",
     "Without arguments it lists the legal moves; otherwise it makes the given moves. A move typed "
     "alone is made, too.\n"
     "Example: moves e4 e5 g1f3",
     console::moves, ConsoleWords::Moves},
    {"undo", "<1>", "take moves back",
     "Takes half-moves back, 1 by default.\n"
     "Example: undo 2",
     console::undo},
    {"load", "FILE", "go on with a game",
     "Takes the first game of a PGN file, with the position after its last move.\n"
     "Example: load game.pgn",
     console::load},
    {"go", "<3000>", "let the engine or another searcher think",
     "Thinks for this many milliseconds, 3000 by default. Other limits: depth N, nodes N, "
     "movetime MS, infinite. A searcher may come first, with settings after commas as in a match. "
     "Ctrl-C stops and shows the result so far.\n"
     "Example: go depth 12\n"
     "Example: go alphabeta,Evaluator=mop-up depth 5",
     console::go, ConsoleWords::Searchers, limit_words},
    {"minimax", "<3000>", "let the textbook search think",
     "The searcher iterative thinks for this many milliseconds, 3000 by default: minimax with "
     "alpha-beta, iterative deepening and a table. 'go minimax' is plain minimax. Limits as for "
     "go.\n"
     "Example: minimax 500",
     console::minimax, ConsoleWords::None, limit_words},
    {"mcts", "<3000>", "let Monte-Carlo tree search think",
     "Grows a tree by random games for this many milliseconds, 3000 by default. Shows the most "
     "visited moves and their share of wins. Limits as for go; a node is a playout.\n"
     "Example: mcts 500",
     console::mcts, ConsoleWords::None, limit_words},
    {"mctsab", "<3000>", "the same with alpha-beta at the leaves",
     "The searcher mcts-ab thinks for this many milliseconds, 3000 by default: the tree of mcts "
     "with a short alpha-beta search instead of a random game. Limits as for go.\n"
     "Example: mctsab 500",
     console::mctsab, ConsoleWords::None, limit_words},
    {"compare", "<3000>", "compare all searchers in a table",
     "Each searcher thinks for this many milliseconds, 3000 by default. The table shows the move, "
     "the score, the depth, the speed, and whether the move is that of the first searcher. "
     "Name searchers to compare only those. Searchers of a fixed depth may finish early.\n"
     "Example: compare 1000\n"
     "Example: compare 500 pvs iterative mcts",
     console::compare, ConsoleWords::Searchers},
    {"game", "<debug:false>", "minimax and MCTS play each other",
     "Plays from the present position and shows the board after every move; debug (false by "
     "default) also shows what both think. White is iterative, Black is mcts, with 1000 "
     "milliseconds a move, unless you name two searchers or a time. undo takes the moves back.\n"
     "Example: game debug\n"
     "Example: game iterative mcts-ab 500",
     console::game, ConsoleWords::Searchers, "debug true false"},
    {"play", "", "play a game yourself",
     "Begins at the present position and asks for your side, a level and a clock. After the game "
     "you are back here.\n"
     "Example: play",
     console::play},
    {"eval", "", "explain the value of the position",
     "Shows the network's evaluation, piece by piece. 'eval classical' shows the classical "
     "evaluation by groups, 'eval terms' every term of it; any other evaluator may be named.\n"
     "Example: eval terms\n"
     "Example: eval mop-up",
     console::evaluate, ConsoleWords::Evaluators, "terms"},
    {"perft", "<3>", "count the positions after some half-moves",
     "Counts to this depth, 3 by default, and shows the count of each first move. Ctrl-C stops "
     "it.\n"
     "Example: perft 5",
     console::count},
    {"bench", "<13>", "count the engine's nodes on fixed positions",
     "Searches to this depth, 13 by default. The number of nodes is the same on every machine and "
     "changes only when the engine's play changes.\n"
     "Example: bench 10",
     console::bench},
    {"uci", "", "become a UCI engine",
     "From here on it answers as 'rookery uci' does, until quit or the end of the input.\n"
     "Example: uci",
     console::uci},
    {"xboard", "", "become an xboard engine",
     "From here on it answers as 'rookery xboard' does, until quit or the end of the input.\n"
     "Example: xboard",
     console::xboard},
    {"quit", "", "leave",
     "exit, Ctrl-D and the end of the input do the same.\n"
     "Example: quit",
     console::quit},
};

constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"?", "help"},  {"exit", "quit"},      {"q", "quit"},
    {"board", "d"}, {"mcts-ab", "mctsab"}, {"iterative", "minimax"},
};

}  // namespace

std::span<const ConsoleCommand> console_commands() {
    static const std::vector<ConsoleCommand> all = [] {
        std::vector<ConsoleCommand> commands(std::begin(own_commands), std::end(own_commands));
        // Those that a game has, too, stand behind the ones that change the position.
        auto at = std::ranges::find(commands, "go", &ConsoleCommand::name);
        for (const BoardCommands::Command& shared : BoardCommands::all())
            if (shared.name != "board")  // "d" shows more
                at = commands.insert(at, {shared.name, shared.arguments, shared.summary,
                                          shared.explanation, console::about_board}) +
                     1;
        return commands;
    }();
    return all;
}

const ConsoleCommand* find_console_command(std::string_view word) {
    for (const auto& [other, name] : other_names)
        if (ascii::equal_ignoring_case(word, other)) word = name;
    for (const ConsoleCommand& command : console_commands())
        if (ascii::equal_ignoring_case(word, command.name)) return &command;
    return nullptr;
}

std::string nearest_console_command(std::string_view word) {
    std::vector<std::string> names;
    for (const ConsoleCommand& command : console_commands()) names.emplace_back(command.name);
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

}  // namespace rookery::console
