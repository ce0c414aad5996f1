// The parameters of a player that are tuned by games: settings of a searcher, or halves of the
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

    // Settings whose names begin with one of these, or all tunable settings.
    [[nodiscard]] static Result<TunedParameters, std::string>
    settings_of(const SearcherEntry& entry, const std::vector<std::string>& only);
    // Both halves of the weights whose names begin with one of these; without names, the study's
    // six. A step is a tenth of the start of a half, or of the other half if that is 0; at least 1.
    // With Start::Study the parameters of the study start with its values, all others with our own.
    [[nodiscard]] static Result<TunedParameters, std::string>
    weights(const std::vector<std::string>& names, Start start);

    [[nodiscard]] const std::vector<TunedParameter>& all() const { return parameters_; }
    // Empty for settings; otherwise one for each parameter, the two of a weight next to each other.
    [[nodiscard]] const std::vector<WeightHalf>& halves() const { return halves_; }

    // Gives the player these values.
    void apply(const Choice& choice, arena::SearcherSpec& player) const;
    // The same as settings on the command line, ",material.knight=238:472", without values that
    // equal those of `base`.
    [[nodiscard]] std::string text_of(const Choice& choice, const Choice& base) const;

  private:
    std::vector<TunedParameter> parameters_;
    std::vector<WeightHalf> halves_;
};

// The value in the engine's default weights.
[[nodiscard]] int own_value(const WeightHalf& half);
// In hundredths of a pawn, with the sign the study would give it.
[[nodiscard]] double in_centipawns(const WeightHalf& half, double value);
// The study's name for the weight, or ours.
[[nodiscard]] std::string short_name(std::size_t weight);

}  // namespace rookery::tune
