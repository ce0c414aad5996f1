// A searcher that plays like a person of a given rating.
//
// The human network says how likely such a person plays each move. A short search looks at the
// likely ones, because a person sees more than the network does: a move that loses much becomes
// less likely, the more so the higher the rating. Then a move is drawn.
#pragma once

#include "levels/human_network.h"
#include "search/searcher.h"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace rookery::human {

inline constexpr int lowest_rating = 600;
inline constexpr int highest_rating = 2600;

// The chance to play a move is proportional to p^trust * exp(-care * lost), where p is the chance
// that the network gives, and `lost` the points the search says it loses (0 to 1), by the curve of
// people's games. Fitted to games of people (`rookery human fit`).
struct HumanModel {
    double trust = 1;
    double care = 0;
};
[[nodiscard]] HumanModel model_of(int rating);

struct HumanCandidate {
    Move move;
    double probability = 0;  // by the network
    Score score{};           // of the short search, for the side to move
    double lost = 0;         // points below the best candidate
    double chance = 0;       // to be played
};

// The likely moves of a prediction: together nearly all of the probability.
[[nodiscard]] std::vector<HumanCandidate> likely_moves(const HumanPrediction& prediction);
// Searches each of them with so many nodes. Ends early, and returns false, if the token or a
// deadline says so; candidates not reached keep lost = 0. Adds to `nodes`.
bool search_candidates(std::vector<HumanCandidate>& candidates, const Root& root,
                       Searcher& searcher, std::uint64_t nodes_each, const Limits& limits,
                       const std::stop_token& stop, std::uint64_t& nodes);
void set_chances(std::vector<HumanCandidate>& candidates, const HumanModel& model);

// Settings: `elo`, a rating on lichess, and `nodes`, of the short search for each move.
[[nodiscard]] std::unique_ptr<Searcher> make_human(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> human_settings();

}  // namespace rookery::human
