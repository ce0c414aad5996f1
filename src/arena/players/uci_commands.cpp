#include "arena/players/uci_commands.h"

#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rookery::arena {
namespace {

std::int64_t in_milliseconds(Duration duration) {
    return std::max<std::int64_t>(
        1, std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

void append_clocks(std::string& text, const MoveRequest& request) {
    const auto out = std::back_inserter(text);
    for (Color color : both_colors) {
        const auto& clock = request.clocks[color];
        if (!clock) continue;
        const char letter = color == Color::White ? 'w' : 'b';
        fmt::format_to(out, " {}time {}", letter, in_milliseconds(clock->left));
        if (clock->increment.count() > 0)
            fmt::format_to(
                out, " {}inc {}", letter,
                std::chrono::duration_cast<std::chrono::milliseconds>(clock->increment).count());
    }
    const auto& own = request.clocks[request.game.position().side_to_move()];
    if (own->moves_to_go > 0) fmt::format_to(out, " movestogo {}", own->moves_to_go);
}

}  // namespace

void append_position(std::string& text, const Game& game, bool chess960) {
    static const Position usual_start =
        Position::start();  // dear to make, and asked for every move
    if (!chess960 && game.start() == usual_start) {
        text += "position startpos";
    } else {
        text += "position fen ";
        // Of Chess960 some engines know only the notation with files.
        text += to_fen(game.start(), chess960 ? FenStyle::Shredder : FenStyle::XFen);
    }
    if (game.plies() > 0) text += " moves";
    for (std::size_t ply = 0; ply < game.plies(); ++ply) {
        text += ' ';
        text += to_coordinate(game.position_at(ply), game.moves()[ply], chess960);
    }
    text += '\n';
}

void append_go(std::string& text, const MoveRequest& request) {
    const std::size_t before = text.size();
    const auto out = std::back_inserter(text);
    text += "go";
    const std::size_t bare = text.size();
    // The opponent's clock alone would look like having no time oneself.
    if (request.clocks[request.game.position().side_to_move()]) append_clocks(text, request);
    if (request.per_move) fmt::format_to(out, " movetime {}", in_milliseconds(*request.per_move));
    if (request.nodes) fmt::format_to(out, " nodes {}", *request.nodes);
    if (request.depth) fmt::format_to(out, " depth {}", *request.depth);
    // Without any limit an engine would think for ever.
    if (text.size() == bare) text.replace(before, std::string::npos, "go depth 1");
    text += '\n';
}

}  // namespace rookery::arena
