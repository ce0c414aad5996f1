// Players as they are named on the command line.
//
//     stockfish                       one of our searchers, a registered engine, or a program
//     ./my-engine,Hash=64,name=New    a path; settings follow after commas
//     searcher:random                 one of our searchers and nothing else
//
// Settings of our own are in small letters: name, protocol (uci or xboard), folder, arg (once for
// each argument). All others are options of the engine; a searcher knows Hash, Threads, Seed, Level
// and Evaluator; of the classical evaluation Weights, a file, Terms, which groups there are, and
// every weight by its name; Colony, an invitation file, for a searcher that a colony helps;
// HumanPace (1: it answers no sooner than a person would); and the settings that its row in the
// table of searchers lists.
//
//     pvs,Evaluator=classical,Terms=all-mobility,material.knight=350:340
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"
#include "arena/players/registry.h"
#include "arena/players/searcher_player.h"
#include "search/searcher.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::arena {

using PlayerSpec = std::variant<EngineSpec, SearcherSpec>;

[[nodiscard]] const std::string& name_of(const PlayerSpec& spec);

// The folders of PATH, and Debian's folders of games, which PATH often lacks.
[[nodiscard]] std::vector<std::string> program_folders();

// Our searchers come first, then registered names, then programs. The error suggests what is near.
[[nodiscard]] Result<PlayerSpec, std::string>
resolve_player(std::string_view text, const EngineRegistry& registry, SearcherTable searchers,
               const std::vector<std::string>& folders = program_folders());

// For each of the players whose name is that of a registered engine and of one of our searchers,
// which is the one that plays: the list of engines may be older than the searcher.
[[nodiscard]] std::vector<std::string>
notes_of_hidden_engines(const EngineRegistry& registry, SearcherTable searchers,
                        std::span<const std::string> players);

// Not started yet. As many as one likes from one spec; the error is for a searcher not in the
// table.
[[nodiscard]] Result<std::unique_ptr<Player>, std::string> make_player(const PlayerSpec& spec,
                                                                       SearcherTable searchers);

}  // namespace rookery::arena
