// The handlers of the console's commands. Each takes its arguments as text; if they make no sense,
// the reply gives the reason and nothing changes.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "terminal/console/command_table.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rookery::console {

// handlers.cpp
[[nodiscard]] ConsoleReply help(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply evaluate(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply count(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply bench(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply game(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply compare(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply play(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply uci(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply xboard(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply quit(ConsoleState& state, const ConsoleCall& call);

// position_commands.cpp: also for moves and positions typed alone
[[nodiscard]] ConsoleReply position(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply show_board(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply moves(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply undo(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply load(ConsoleState& state, const ConsoleCall& call);
// The commands that a game has, too.
[[nodiscard]] ConsoleReply about_board(ConsoleState& state, const ConsoleCall& call);

// The board, and the side to move or the result.
[[nodiscard]] std::string situation(const ConsoleState& state);

// The text is what the command position takes.
[[nodiscard]] ConsoleReply set_position(ConsoleState& state, std::string_view text);

// The text is what the command moves takes, with at least one move.
[[nodiscard]] ConsoleReply make_moves(ConsoleState& state, std::string_view text);

// Reads SAN, coordinates and sloppy forms as long as only one move can be meant. The error is a
// sentence.
[[nodiscard]] Result<Move, std::string> move_named(const Position& position, std::string_view name);

// Whether the text has the form of a move, legal or not.
[[nodiscard]] bool looks_like_move(const Position& position, std::string_view text);

// The game after all moves; the error says which one cannot be made and why.
[[nodiscard]] Result<Game, std::string> with_moves(Game game,
                                                   std::span<const std::string_view> names);

// thinking_commands.cpp
[[nodiscard]] ConsoleReply go(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply mcts(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply mctsab(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply minimax(ConsoleState& state, const ConsoleCall& call);

inline constexpr std::chrono::milliseconds usual_time{3000};

struct ThinkRequest {
    std::string searcher{};  // with settings after commas; empty: none was given
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<std::chrono::milliseconds> time{};

    [[nodiscard]] Limits limits(Limits::Instant now) const;
};

// "[SEARCHER] [MS] [depth N] [nodes N] [movetime MS] [infinite]"; without limits the usual time.
// The error is a sentence.
[[nodiscard]] Result<ThinkRequest, std::string> parse_request(std::string_view arguments,
                                                              SearcherTable searchers);

// Whether the word names a searcher of the table; settings may follow it.
[[nodiscard]] bool names_searcher(std::string_view word, SearcherTable searchers);

}  // namespace rookery::console
