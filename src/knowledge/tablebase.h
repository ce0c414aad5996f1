// Endgame tables: the result of every position with few pieces under perfect play.
//
// Searchers and the engine ask through this interface. The tables are in tablebases/: Syzygy files,
// and mate tables of our own. main() makes one owner for all engines of the program.
#pragma once

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

// Win, draw or loss for the side to move. A cursed win and a blessed loss are draws, but only by
// the fifty-move rule.
enum class Wdl : std::int8_t { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

[[nodiscard]] constexpr Wdl operator-(Wdl wdl) {
    return static_cast<Wdl>(-static_cast<std::int8_t>(wdl));
}

struct TableResult {
    Wdl wdl = Wdl::Draw;
    // Of a won or lost position, where the tables count to the mate: the plies until then if both
    // sides play perfectly.
    std::optional<int> mate_plies;

    [[nodiscard]] friend bool operator==(const TableResult&, const TableResult&) = default;
};

// A legal move of a position that tables know.
struct TableMove {
    Move move{};
    TableResult after;  // for the side that makes the move; plies include it
    // Distance to zeroing (DTZ): plies, this move included, until a capture or a pawn move that
    // keeps the result; negative if the side that makes the move loses. 0 is a draw, or not known.
    int dtz = 0;
    // The greatest is best. Moves of equal rank keep the result equally well; a win makes progress
    // with each of them.
    int rank = 0;
};

struct RankingRules {
    // A position of the game has occurred twice since the last capture or pawn move: every move has
    // to make progress now.
    bool has_repeated = false;
    // Cursed wins are draws.
    bool fifty_moves = true;
};

class Tablebase {
  public:
    virtual ~Tablebase() = default;

    // Positions with more pieces, kings counted, are not known; 0 without tables.
    [[nodiscard]] virtual int most_pieces() const = 0;
    // The result as if no move had been counted yet for the fifty-move rule. Nothing if the tables
    // do not know it: too many pieces, castling rights, a file that is missing. For any thread.
    [[nodiscard]] virtual std::optional<TableResult> probe(const Position& position) const = 0;
    // All legal moves, the best first, with respect to the moves that are counted already; empty if
    // one of them is not known. For any thread, but slow: once for a root.
    [[nodiscard]] virtual std::vector<TableMove> rank_moves(const Position& position,
                                                            const RankingRules& rules) const = 0;
};

// The tables of a program. Engines ask it for theirs; it outlives them.
class TablebaseOwner {
  public:
    virtual ~TablebaseOwner() = default;

    struct Opened {
        const Tablebase* tables = nullptr;
        std::string notice;  // what was found, and files that are damaged
    };
    // Tables of Syzygy in these folders (with ':' between them), and our own in the data folder; no
    // folder means only the latter. For any thread.
    [[nodiscard]] virtual Result<Opened, std::string> open(const std::string& folders) = 0;
};

}  // namespace rookery
