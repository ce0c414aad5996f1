#include "protocol/uci_text.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "eval/win_rate.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::uci {
namespace {

// Appends a move that a searcher reported. An illegal move is never sent to the client.
bool append_move(std::string& text, Position& position, Move move, bool chess960) {
    if (!position.is_legal(move)) return false;
    text += ' ';
    text += to_coordinate(position, move, chess960);
    position = position.after(move);
    return true;
}

std::string diagram(const Position& position) {
    constexpr std::string_view edge = "  +---+---+---+---+---+---+---+---+\n";
    std::string text(edge);
    for (int rank = 7; rank >= 0; --rank) {
        text += fmt::format("{} ", rank + 1);
        for (int file = 0; file < 8; ++file) {
            const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
            const char letter =
                position.is_empty(square) ? ' ' : letter_of(position.piece_on(square));
            text += fmt::format("| {} ", letter);
        }
        text += "|\n";
        text += edge;
    }
    return text + "    a   b   c   d   e   f   g   h\n";
}

}  // namespace

std::string info_string(std::string_view text) {
    return "info string " + printable(text, 400) + "\n";
}

std::string option_lines(const OptionTable& options) {
    std::string text;
    for (const Option& option : options.all()) {
        text += fmt::format("option name {} type ", option.name);
        const std::string standard = value_of(options.defaults(), option);
        switch (option.kind) {
            case OptionKind::Button: text += "button"; break;
            case OptionKind::Check: text += "check default " + standard; break;
            case OptionKind::String: text += "string default " + standard; break;
            case OptionKind::Spin:
                text += fmt::format("spin default {} min {} max {}", standard, option.lowest,
                                    option.highest);
                break;
            case OptionKind::Combo:
                text += fmt::format("combo default {} var {}", standard,
                                    fmt::join(option.choices, " var "));
                break;
        }
        text += '\n';
    }
    return text;
}

std::string score_text(Score score, const Position& root) {
    if (score.is_mate()) return fmt::format("mate {}", score.mate_moves());
    return fmt::format("cp {}", centipawns(score, root));
}

std::string info_line(const Position& root, const LineReport& report, bool chess960,
                      bool show_wdl) {
    std::string text = fmt::format("info depth {}", report.depth);
    const auto out = std::back_inserter(text);
    if (report.selective_depth > 0) fmt::format_to(out, " seldepth {}", report.selective_depth);
    fmt::format_to(out, " multipv {} score {}", report.line, score_text(report.score, root));
    if (report.bound == LineReport::Bound::Lower) text += " lowerbound";
    if (report.bound == LineReport::Bound::Upper) text += " upperbound";
    if (show_wdl) {
        const WinDrawLoss chances = win_draw_loss(report.score, root);
        fmt::format_to(out, " wdl {} {} {}", chances.win, chances.draw, chances.loss);
    }
    const auto milliseconds =
        static_cast<std::uint64_t>(std::max<std::int64_t>(report.elapsed.count(), 1));
    fmt::format_to(out, " nodes {} nps {} hashfull {} tbhits {} time {}", report.nodes,
                   report.nodes * 1000 / milliseconds, report.hashfull, report.table_hits,
                   report.elapsed.count());
    if (!report.moves.empty()) text += " pv";
    Position position = root;
    for (Move move : report.moves)
        if (!append_move(text, position, move, chess960)) break;
    text += '\n';
    return text;
}

std::string current_move_line(const Position& root, int depth, Move move, int number,
                              bool chess960) {
    return fmt::format("info depth {} currmove {} currmovenumber {}\n", depth,
                       to_coordinate(root, move, chess960), number);
}

std::string best_move_line(const Position& root, const SearchResult& result, bool chess960) {
    Position position = root;
    std::string text = "bestmove";
    if (!append_move(text, position, result.best, chess960)) return "bestmove (none)\n";
    if (position.is_legal(result.ponder)) {
        text += " ponder";
        append_move(text, position, result.ponder, chess960);
    }
    text += '\n';
    return text;
}

std::string perft_lines(const Position& root, const PerftResult& result, bool chess960) {
    if (result.stopped)
        return info_string(
            fmt::format("perft stopped: {} nodes counted, incomplete", result.nodes));
    std::string text;
    for (const PerftCount& count : result.moves)
        text += fmt::format("{}: {}\n", to_coordinate(root, count.move, chess960), count.nodes);
    return text + fmt::format("\nNodes searched: {}\n\n", result.nodes);
}

std::string bench_line(const BenchResult& result) {
    return fmt::format("{} nodes {} nps\n", result.nodes, result.nodes_per_second());
}

std::string compiler_lines() {
#if defined(__clang__)
    constexpr std::string_view compiler = "clang++ " __clang_version__;
#elif defined(__GNUC__)
    constexpr std::string_view compiler = "g++ " __VERSION__;
#else
    constexpr std::string_view compiler = "an unknown compiler";
#endif
    std::string sets;
#ifdef __SSE4_2__
    sets += " SSE4.2";
#endif
#ifdef __AVX2__
    sets += " AVX2";
#endif
#ifdef __AVX512BW__
    sets += " AVX512";
#endif
#if defined(__BMI2__) && !defined(ROOKERY_NO_PEXT)
    constexpr std::string_view sliders = "PEXT";
#else
    constexpr std::string_view sliders = "magic multiplication";
#endif
#ifdef NDEBUG
    constexpr std::string_view asserts = "off";
#else
    constexpr std::string_view asserts = "on";
#endif
    return fmt::format("Compiled by     {}, C++ {}\nInstructions   {}\nSliders by      {}\n"
                       "Asserts         {}\n",
                       compiler, __cplusplus, sets.empty() ? " the common ones" : sets, sliders,
                       asserts);
}

std::string describe(const Position& position, bool chess960) {
    std::string checkers;
    for (Square square : squares(position.checkers())) {
        checkers += ' ';
        append_square(checkers, square);
    }
    return fmt::format("{}\nFen: {}\nKey: {:016X}\nCheckers:{}\nLegal moves: {}\n",
                       diagram(position),
                       to_fen(position, chess960 ? FenStyle::Shredder : FenStyle::XFen),
                       position.key(), checkers, count_moves(position));
}

std::string_view help_lines() {
    return "uci                              name, author and options\n"
           "isready                          answers readyok, also during a search\n"
           "setoption name N value V         sets an option\n"
           "ucinewgame                       forgets the last game\n"
           "position startpos|fen F [moves M ...]\n"
           "go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]\n"
           "   [movestogo N] [mate N] [infinite] [ponder] [searchmoves M ...]\n"
           "go perft N                       counts the leaves of the tree of moves\n"
           "stop, ponderhit                  end a search, or its pondering\n"
           "d                                shows the position\n"
           "eval                             explains what it is worth\n"
           "flip                             swaps the colours\n"
           "bench [N]                        searches fixed positions, N plies deep\n"
           "compiler                         how the program was compiled\n"
           "# ...                            a comment\n"
           "quit                             ends the program\n";
}

}  // namespace rookery::uci
