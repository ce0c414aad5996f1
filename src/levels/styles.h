// Styles: the engine's search with an evaluation that also values how a game is played.
#pragma once

#include "search/searcher.h"

#include <memory>
#include <span>

namespace rookery {

// Likes pieces near the enemy king and pawns that run at it, keeps pieces on the board, and prefers
// a worse position to a draw.
[[nodiscard]] std::unique_ptr<Searcher> make_attacker(const SearcherSetup& setup);
// Likes a sheltered king and exchanged pieces, and takes a draw.
[[nodiscard]] std::unique_ptr<Searcher> make_solid(const SearcherSetup& setup);

[[nodiscard]] std::span<const SearcherSetting> attacker_settings();
[[nodiscard]] std::span<const SearcherSetting> solid_settings();

}  // namespace rookery
