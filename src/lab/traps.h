// Positions with a trap: many of the moves allow a mate in two, others do not.
//
// Who looks at all replies to a move, at all answers to those, and at the next replies cannot fall
// into one. Who only samples what may follow can, and that is what these positions are for.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "lab/result_table.h"
#include "search/searcher.h"
#include "training/game_codec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
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

// What it takes. A mate in one would be seen by anyone who looks one reply ahead, so no move may
// allow that.
struct TrapRules {
    int fewest_moves = 10;
    // Of losing moves. Where almost every move loses there is a threat to be parried rather than a
    // trap.
    double lowest_share = 0.25;
    double highest_share = 0.75;
};

// The trap of a position, if it has one. There is none in check, nor for who can mate in two
// himself.
[[nodiscard]] std::optional<Trap> trap_in(const Position& position, const TrapRules& rules = {});

// As a record of a test suite: the losing moves are those to avoid (am).
[[nodiscard]] std::string to_epd(const Trap& trap);
// The error names the line and what is wrong. Nothing is proven again here.
[[nodiscard]] Result<std::vector<Trap>, std::string> read_traps(std::string_view text);

// data/positions/mate_traps.epd, as it was when the program was built.
[[nodiscard]] std::string_view own_traps();

// Forced mates by trying everything: no evaluation, no table, nothing left out. Slow, and therefore
// a proof.
//
// Repetitions and fifty moves are not looked at.

// Whether the side to move gives mate with so many of its own moves or fewer, whatever the other
// side plays.
[[nodiscard]] bool can_mate_within(const Position& position, int moves);

// Whether the side to move is mate, or will be with so many of the opponent's moves whatever it
// plays.
[[nodiscard]] bool is_mated_within(const Position& position, int moves);

// Looks for traps in games the engine played against itself.

struct TrapSearch {
    TrapRules rules;
    // Falling is only worth something where the search thought the position could be held.
    int lowest_score = -200;
};

// The traps of one game, but no more than one: its neighbours would mostly be the same again.
[[nodiscard]] std::optional<Trap> trap_in(const training::SelfplayGame& game,
                                          const TrapSearch& search);

// How often a searcher falls into the traps.

// Who is tried. Of two limits the narrower counts.
struct TrapPlayer {
    const SearcherEntry* searcher = nullptr;
    SettingValues settings;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int seeds = 1;  // each sees every trap

    // "mcts, solver=0".
    [[nodiscard]] std::string name() const;
};

struct Share {
    double lowest = 0;
    double highest = 1;
};
// Where a share lies that was seen so often, in 95 of 100 cases (Wilson). A share of trials may be
// any number.
[[nodiscard]] Share plausible_share(double seen, double trials);

struct TrapTally {
    std::uint64_t asked = 0;
    std::uint64_t fell = 0;
    std::size_t traps = 0;

    [[nodiscard]] double share() const {
        return asked == 0 ? 0 : static_cast<double>(fell) / static_cast<double>(asked);
    }
    // As if every trap had been tried once: the seeds are no independent witnesses, the traps are.
    [[nodiscard]] Share plausible() const {
        return plausible_share(share(), static_cast<double>(traps));
    }
};

// Every trap is a new game. Stopped early, it counts what was asked.
[[nodiscard]] TrapTally try_traps(const TrapPlayer& player, const std::vector<Trap>& traps,
                                  const std::stop_token& stop = {}, const Progress& progress = {});

// The share of falls of who plays any move: known without trying.
[[nodiscard]] double random_share(const std::vector<Trap>& traps);

}  // namespace rookery::lab
