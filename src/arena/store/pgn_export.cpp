#include "arena/store/pgn_export.h"

#include "base/text.h"
#include "notation/fen.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::arena {
namespace {

using std::chrono::milliseconds;

// Limits the score an engine reports, so that it can be negated.
int limited(int value) { return std::clamp(value, -10'000'000, 10'000'000); }

CommentEval eval_for_white(const EngineScore& score, Color mover, int depth) {
    const int value = mover == Color::White ? limited(score.value) : -limited(score.value);
    CommentEval eval;
    if (score.kind == EngineScore::Kind::Mate)
        eval.mate = value;
    else
        eval.centipawns = value;
    if (depth > 0) eval.depth = depth;
    return eval;
}

std::string remark_of(const MoveRecord& move) {
    std::string text;
    if (move.score) {
        const int value = limited(move.score->value);
        const int size = std::abs(value);
        text = value < 0 ? "-" : "+";
        text += move.score->kind == EngineScore::Kind::Mate
                    ? fmt::format("M{}", size)
                    : fmt::format("{}.{:02}", size / 100, size % 100);
        if (move.depth > 0) text += fmt::format("/{}", move.depth);
        text += ' ';
    }
    // Hundredths in whole numbers: what is printed must not depend on how doubles are rounded.
    const auto hundredths = (std::max(move.spent, Duration(0)).count() + 5'000) / 10'000;
    return text + fmt::format("{}.{:02}s", hundredths / 100, hundredths % 100);
}

std::string comment_of(const MoveRecord& move, Color mover, bool from_book,
                       const PgnExportOptions& options) {
    if (from_book) return options.book ? "book" : "";
    CommentCommands commands;
    if (options.evals && move.score) commands.eval = eval_for_white(*move.score, mover, move.depth);
    if (options.clocks && move.clock_left)
        // PGN has no time below zero.
        commands.clock =
            std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(*move.clock_left));
    if (options.remarks) commands.text = remark_of(move);
    return to_comment(commands);
}

// On one line with single blanks, as comments are read. A brace would end the comment, and the
// reason may quote what an engine said.
std::string reason_of(const GameRecord& record) {
    const bool unsaid = record.reason.empty() && record.result != GameResult::Open;
    const std::string reason =
        printable(unsaid ? describe(record.termination) : record.reason, 1000);
    std::string text;
    for (const char c : reason) {
        if (c == ' ' && (text.empty() || text.back() == ' ')) continue;
        text += c == '{' ? '(' : c == '}' ? ')' : c;
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

void append(std::string& comment, std::string_view text) {
    if (text.empty()) return;
    if (!comment.empty()) comment += comment.ends_with(']') ? " " : ", ";
    comment += text;
}

void set_tags(PgnGame& game, const GameRecord& record, const PgnHeader& header) {
    game.set_tag("Event", header.event);
    game.set_tag("Site", header.site);
    // In UTC, as everything the store keeps: the same game is the same text wherever it is written.
    const std::tm utc = fmt::gmtime(record.started);
    const std::string date = fmt::format("{:%Y.%m.%d}", utc);
    game.set_tag("Date", date);
    game.set_tag("Round", header.round);
    game.set_tag("White", record.players[Color::White]);
    game.set_tag("Black", record.players[Color::Black]);
    game.set_tag("Result", notation_of(record.result));
    game.set_tag("UTCDate", date);
    game.set_tag("UTCTime", fmt::format("{:%H:%M:%S}", utc));
    if (record.chess960) game.set_tag("Variant", "Chess960");
    // A Chess960 game has its start written out even where it is the ordinary one.
    if (record.chess960 || !(record.start == ordinary_start())) {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", to_fen(record.start));
    }
    const TimeControl& white = record.controls[Color::White];
    const TimeControl& black = record.controls[Color::Black];
    if (white == black) {
        game.set_tag("TimeControl", to_pgn_tag(white));
    } else {
        game.set_tag("WhiteTimeControl", to_pgn_tag(white));
        game.set_tag("BlackTimeControl", to_pgn_tag(black));
    }
    game.set_tag("Termination", pgn_word_of(record.termination));
    game.set_tag("PlyCount", std::to_string(game.main.moves.size()));
}

}  // namespace

PgnGame to_pgn_game(const GameRecord& record, const PgnHeader& header,
                    const PgnExportOptions& options) {
    PgnGame game;
    game.start = record.start;
    game.result = record.result;
    Position position = record.start;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        const MoveRecord& move = record.moves[ply];
        if (!position.is_legal(move.move)) break;
        PgnMove written;
        written.move = move.move;
        written.comment =
            comment_of(move, position.side_to_move(), ply < record.opening_plies, options);
        game.main.moves.push_back(std::move(written));
        position.make(move.move);
    }
    append(game.main.moves.empty() ? game.main.comment : game.main.moves.back().comment,
           reason_of(record));
    set_tags(game, record, header);
    return game;
}

std::string to_pgn(const GameRecord& record, const PgnHeader& header,
                   const PgnExportOptions& options) {
    return rookery::to_pgn(to_pgn_game(record, header, options));
}

Result<std::size_t, StoreError> export_pgn(const Store& store, MatchId match,
                                           const PgnExportOptions& options,
                                           const std::function<bool(std::string_view)>& write) {
    const auto info = store.find_match(match);
    if (!info) return failure(info.error());
    PgnHeader header;
    if (!info->setup.name.empty()) header.event = info->setup.name;
    header.site = "Rookery arena";
    std::size_t written = 0;
    auto error = store.for_each_game(match, [&](const StoredGame& game) {
        header.round = std::to_string(game.place.number + 1);
        if (info->setup.kind == MatchKind::Tournament)
            header.round = std::to_string(game.place.round + 1) + "." + header.round;
        if (!write(to_pgn(game.record, header, options))) return false;
        ++written;
        return true;
    });
    if (error) return failure(std::move(*error));
    return written;
}

}  // namespace rookery::arena
