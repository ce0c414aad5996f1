#include "protocol/xboard_text.h"

#include "base/text.h"
#include "chess/draws.h"
#include "chess/movegen.h"
#include "eval/win_rate.h"
#include "notation/coordinate.h"
#include "notation/names.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::xboard {
namespace {

constexpr int mate_base = 100'000;

// These options have commands of their own.
bool has_a_command(std::string_view option) {
    constexpr std::string_view names[] = {"Hash",         "Threads",         "Ponder",
                                          "UCI_Chess960", "UCI_AnalyseMode", "UCI_Opponent",
                                          "UCI_ShowWDL"};
    return std::any_of(std::begin(names), std::end(names), [option](std::string_view name) {
        return ascii::equal_ignoring_case(name, option);
    });
}

std::string option_text(const Option& option, const Settings& defaults) {
    const std::string standard = value_of(defaults, option);
    switch (option.kind) {
        case OptionKind::Button: return "-button";
        case OptionKind::Check: return standard == "true" ? "-check 1" : "-check 0";
        case OptionKind::Spin:
            return fmt::format("-spin {} {} {}", standard, option.lowest, option.highest);
        case OptionKind::String: return standard == "<empty>" ? "-string " : "-string " + standard;
        case OptionKind::Combo: break;
    }
    std::string text = "-combo";
    for (std::string_view choice : option.choices)
        text += fmt::format("{} {}{}", choice == option.choices.front() ? "" : " ///",
                            choice == standard ? "*" : "", choice);
    return text;
}

}  // namespace

std::string feature_lines(std::string_view engine_name, const OptionTable& options) {
    std::string text = fmt::format(
        "feature done=0\n"
        "feature myname=\"{}\" ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1\n"
        "feature reuse=1 analyze=1 colors=0 name=1 sigint=0 sigterm=0 ics=0 pause=0 debug=1\n"
        "feature memory=1 smp=1 nps=1 exclude=1 variants=\"normal,fischerandom\"\n",
        engine_name);
    for (const Option& option : options.all())
        if (!has_a_command(option.name))
            fmt::format_to(std::back_inserter(text), "feature option=\"{} {}\"\n", option.name,
                           option_text(option, options.defaults()));
    return text + "feature done=1\n";
}

std::string comment_line(std::string_view text) { return "# " + printable(text, 400) + "\n"; }

std::string error_line(std::string_view reason, std::string_view command) {
    return fmt::format("Error ({}): {}\n", printable(reason, 200), printable(command, 100));
}

std::string illegal_move_line(std::string_view move, std::string_view reason) {
    if (reason.empty()) return fmt::format("Illegal move: {}\n", printable(move, 40));
    return fmt::format("Illegal move ({}): {}\n", printable(reason, 100), printable(move, 40));
}

std::string move_text(const Position& position, Move move, bool chess960) {
    if (!move.is_castling()) return to_coordinate(position, move, false);
    const File rook = file_of(move.to());
    const bool usual = file_of(move.from()) == File::E && (rook == File::A || rook == File::H);
    if (usual && !chess960) return to_coordinate(position, move, false);
    return move.wing() == Wing::King ? "O-O" : "O-O-O";
}

int score_number(Score score, const Position& root) {
    if (!score.is_mate()) return centipawns(score, root);
    const int moves = score.mate_moves();
    return score.value() > 0 ? mate_base + moves : -mate_base + moves;
}

std::string thinking_line(const Position& root, const LineReport& report,
                          std::chrono::milliseconds elapsed, std::string_view expected) {
    std::string text =
        fmt::format("{} {} {} {}", std::max(report.depth, 1), score_number(report.score, root),
                    elapsed.count() / 10, report.nodes);
    if (!expected.empty()) fmt::format_to(std::back_inserter(text), " ({})", expected);
    Position position = root;
    for (const Move move : report.moves) {
        if (!position.is_legal(move)) break;
        text += ' ';
        text += to_san(position, move);
        position = position.after(move);
    }
    text += '\n';
    return text;
}

std::string status_line(const Position& root, const Progress& progress, bool chess960) {
    const int all = static_cast<int>(count_moves(root));
    const int left = progress.move_number > 0 ? std::max(all - progress.move_number, 0) : 0;
    std::string text = fmt::format("stat01: {} {} {} {} {}", progress.elapsed.count() / 10,
                                   progress.nodes, progress.depth, left, all);
    if (root.is_legal(progress.move)) text += " " + move_text(root, progress.move, chess960);
    return text + "\n";
}

GameEnding declared_ending(const Game& game) {
    const GameEnding ending = game.ending(Claims::Automatic);
    if (ending != GameEnding::DeadPosition || is_dead_by_material(game.position())) return ending;
    if (game.occurrences() >= 3) return GameEnding::ThreefoldRepetition;
    if (game.position().halfmove_clock() >= 100) return GameEnding::FiftyMoves;
    return GameEnding::None;
}

std::string result_line(const Game& game, GameEnding ending) {
    switch (ending) {
        case GameEnding::None: return "* {The game goes on}\n";
        case GameEnding::Checkmate: {
            const Color winner = ~game.position().side_to_move();
            return fmt::format("{} {{{} mates}}\n", winner == Color::White ? "1-0" : "0-1",
                               word_for(winner));
        }
        case GameEnding::Stalemate: return "1/2-1/2 {Stalemate}\n";
        case GameEnding::DeadPosition: return "1/2-1/2 {Draw by insufficient material}\n";
        case GameEnding::FivefoldRepetition:
        case GameEnding::ThreefoldRepetition: return "1/2-1/2 {Draw by repetition}\n";
        case GameEnding::SeventyFiveMoves:
        case GameEnding::FiftyMoves: return "1/2-1/2 {Draw by fifty moves}\n";
    }
    return {};
}

}  // namespace rookery::xboard
