// Positions with a trap: many of the moves allow a mate in two, others do not. `lab traps` finds
// such positions in games, and `lab growth traps` counts how often searchers fall into them.
//
// A search of all moves three plies deep cannot fall into a trap. A search that only samples the
// moves can, and these positions show how often it does.
#pragma once

#include "arena/statistics/result_table.h"
#include "base/result.h"
#include "chess/position.h"
#include "search/searcher.h"
#include "training/game_codec.h"
#include "ui/progress.h"

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
    // The share of all moves, which is how often a player of random moves falls into the trap.
    [[nodiscard]] double losing_share() const;
};

// The conditions for a trap. In addition no move may allow a mate in one, which any search of two
// plies would see.
struct TrapRules {
    int fewest_moves = 10;
    // The share of losing moves. If almost every move loses, the position has a threat to parry and
    // not a trap.
    double lowest_share = 0.25;
    double highest_share = 0.75;
};

// The trap of a position, if it has one. There is none if the side to move is in check or can mate
// in two itself.
[[nodiscard]] std::optional<Trap> trap_in(const Position& position, const TrapRules& rules = {});

// As EPD for a test suite: the losing moves are those to avoid (am).
[[nodiscard]] std::string to_epd(const Trap& trap);
// The error names the line and what is wrong. The mates are not proven again.
[[nodiscard]] Result<std::vector<Trap>, std::string> read_traps(std::string_view text);

// data/positions/mate_traps.epd, which is built into the program.
[[nodiscard]] std::string_view own_traps();

// Forced mates, proven by trying all moves. Repetitions and the fifty-move rule are ignored.

// Whether the side to move can force mate in this number of its own moves or fewer.
[[nodiscard]] bool can_mate_within(const Position& position, int moves);

// Whether the side to move is mated, or will be in this number of the opponent's moves or fewer.
[[nodiscard]] bool is_mated_within(const Position& position, int moves);

struct TrapSearch {
    TrapRules rules;
    // Only positions that the search of the game did not consider lost.
    int lowest_score = -200;
};

// The first trap of a game. Others in the same game would mostly be the same trap.
[[nodiscard]] std::optional<Trap> trap_in(const training::SelfplayGame& game,
                                          const TrapSearch& search);

// A searcher that is tried on the traps. With two limits the first one reached counts.
struct TrapPlayer {
    const SearcherEntry* searcher = nullptr;
    SettingValues settings;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int seeds = 1;  // each is tried on every trap

    // "mcts, solver=0".
    [[nodiscard]] std::string name() const;
};

struct Share {
    double lowest = 0;
    double highest = 1;
};
// The 95 % interval of a share that was seen in so many trials (Wilson).
[[nodiscard]] Share plausible_share(double seen, double trials);

struct TrapTally {
    std::uint64_t asked = 0;
    std::uint64_t fell = 0;
    std::size_t traps = 0;

    [[nodiscard]] double share() const {
        return asked == 0 ? 0 : static_cast<double>(fell) / static_cast<double>(asked);
    }
    // As if every trap had been tried once, because results of several seeds are not independent.
    [[nodiscard]] Share plausible() const {
        return plausible_share(share(), static_cast<double>(traps));
    }
};

// Every trap is a new game. If stopped, it counts the traps that were tried.
[[nodiscard]] TrapTally try_traps(const TrapPlayer& player, const std::vector<Trap>& traps,
                                  const std::stop_token& stop = {}, const Progress& progress = {});

// The share of traps that a player of random moves falls into.
[[nodiscard]] double random_share(const std::vector<Trap>& traps);

// Without rows; each player adds one.
[[nodiscard]] arena::ResultTable traps_table(const std::vector<Trap>& traps);
[[nodiscard]] std::vector<arena::Cell> trap_row(const TrapPlayer& player, const TrapTally& tally);

// `lab traps`
struct TrapSearchSettings {
    std::vector<std::string> files;
    std::string output;  // empty: standard output
    std::size_t most = 64;
    std::size_t one_in =
        1;  // of the games is searched, so that traps come from all parts of the files
};

// Returns the exit code.
[[nodiscard]] int run_trap_search(const TrapSearchSettings& settings);

}  // namespace rookery::lab
