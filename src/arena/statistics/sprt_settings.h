// What a sequential test asks, and the text it is given as.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace rookery::arena {

// On which scale the bounds of a test are meant. Logistic Elo is the score; normalised Elo is the
// score in units of its deviation, so that the same bounds need about the same number of games
// whatever the openings and the time control.
enum class EloModel : unsigned char { Logistic, Normalized };

struct SprtSettings {
    double elo0 = 0;      // H0: the first player is no better than this
    double elo1 = 5;      // H1: it is at least this good
    double alpha = 0.05;  // chance to accept H1 where H0 is true
    double beta = 0.05;   // chance to accept H0 where H1 is true
    EloModel model = EloModel::Logistic;

    [[nodiscard]] friend bool operator==(const SprtSettings&, const SprtSettings&) = default;
};

// No engine match is that uneven, and the likelihoods stay in a range where they are accurate.
inline constexpr double max_sprt_elo = 500;

// Why a test with these settings makes no sense, if it makes none.
[[nodiscard]] std::optional<std::string> problem_with(const SprtSettings& settings);

// "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized", separated by blanks or commas, in any
// order. The two Elo must be given; the rest has the values above.
[[nodiscard]] Result<SprtSettings, std::string> parse_sprt(std::string_view text);

// The same text back.
[[nodiscard]] std::string to_text(const SprtSettings& settings);

}  // namespace rookery::arena
