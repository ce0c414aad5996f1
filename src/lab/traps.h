// Positions with a trap: many of the moves allow a mate in two, others do not.
//
// Who looks at all replies to a move, at all answers to those, and at the next replies cannot fall into one.
// Who only samples what may follow can, and that is what these positions are for.
#pragma once

#include "base/result.h"
#include "chess/position.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::lab {

struct Trap {
    Position position;
    std::string id;
    // After these the opponent mates in two moves, proven by trying everything.
    std::vector<Move> losing;

    [[nodiscard]] bool loses(Move move) const;
    // Of all moves: how often a random mover falls.
    [[nodiscard]] double losing_share() const;
};

// What it takes. A mate in one would be seen by anyone who looks one reply ahead, so no move may allow that.
struct TrapRules {
    int fewest_moves = 10;
    // Of losing moves. Where almost every move loses there is a threat to be parried rather than a trap.
    double lowest_share = 0.25;
    double highest_share = 0.75;
};

// The trap of a position, if it has one. There is none in check, nor for who can mate in two himself.
[[nodiscard]] std::optional<Trap> trap_in(const Position& position, const TrapRules& rules = {});

// As a record of a test suite: the losing moves are those to avoid (am).
[[nodiscard]] std::string to_epd(const Trap& trap);
// The error names the line and what is wrong. Nothing is proven again here.
[[nodiscard]] Result<std::vector<Trap>, std::string> read_traps(std::string_view text);

// data/positions/mate_traps.epd, as it was when the program was built.
[[nodiscard]] std::string_view own_traps();

}  // namespace rookery::lab
