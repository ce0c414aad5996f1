// The numbers of a player that are tuned by games: settings of a searcher, or halves of the
// evaluation's weights.
#pragma once

#include "arena/players/searcher_player.h"
#include "tune/game_tuner.h"

#include <string>
#include <vector>

namespace rookery::tune {

// The middlegame or the endgame half of a weight.
struct WeightHalf {
    std::size_t weight = 0;
    bool endgame = false;
};

class TunedParameters {
  public:
    enum class Start { Study, Own };

    // Settings whose names begin with one of these, or all that are meant to be tuned.
    [[nodiscard]] static Result<TunedParameters, std::string>
    settings_of(const SearcherEntry& entry, const std::vector<std::string>& only);
    // Both halves of the weights whose names begin so; without names, the study's six. A step is a
    // tenth of where a half starts, or of where the other half does if that is 0; at least 1. The
    // study's values stand for the study's parameters only; all others start with our own.
    [[nodiscard]] static Result<TunedParameters, std::string>
    weights(const std::vector<std::string>& names, Start start);

    [[nodiscard]] const std::vector<TunedParameter>& numbers() const { return numbers_; }
    // Empty for settings; otherwise as many as there are numbers, a weight's two next to each
    // other.
    [[nodiscard]] const std::vector<WeightHalf>& halves() const { return halves_; }

    // Gives the player these numbers.
    void apply(const Choice& choice, arena::SearcherSpec& player) const;
    // The same in words, as a player's settings: ",material.knight=238:472". Without what is as in
    // `base`.
    [[nodiscard]] std::string text_of(const Choice& choice, const Choice& base) const;

  private:
    std::vector<TunedParameter> numbers_;
    std::vector<WeightHalf> halves_;
};

// The engine's own value.
[[nodiscard]] int own_value(const WeightHalf& half);
// In hundredths of a pawn, with the sign the study would give it.
[[nodiscard]] double in_centipawns(const WeightHalf& half, double value);
// The study's name for the weight, or ours.
[[nodiscard]] std::string short_name(std::size_t weight);

}  // namespace rookery::tune
