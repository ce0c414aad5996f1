// Everything that decides how a match is played, except the players: as a value, as the JSON that
// is stored with the match so that it can be resumed, and as settings for the runner.
#pragma once

#include "arena/match/match_runner.h"
#include "arena/openings/opening.h"
#include "arena/players/player_spec.h"
#include "arena/statistics/ratings.h"
#include "arena/statistics/sprt.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// The known ratings of the players of a tournament, and the parameters of the simple formulas.

using KnownRatings = std::vector<std::optional<double>>;

struct RatingSettings {
    KnownRatings known;   // by player; those beyond the end are not known
    double k = 20;        // of the update after each game
    double start = 1500;  // where that update begins for players without a known rating

    [[nodiscard]] std::optional<double> known_of(std::size_t player) const;
    [[nodiscard]] bool any_known() const;

    [[nodiscard]] friend bool operator==(const RatingSettings&, const RatingSettings&) = default;
};

// Each text is "stockfish=2800", or several of these with commas between them. The error names the
// part that is wrong and, where a name is, those that are near to it.
[[nodiscard]] Result<KnownRatings, std::string>
parse_ratings(const std::vector<std::string>& texts, const std::vector<std::string>& names);

// The ratings on the command line.
struct RatingTexts {
    std::vector<std::string> known;  // for parse_ratings
    std::optional<double> k;
    std::optional<double> start;

    [[nodiscard]] bool given() const { return !known.empty() || k || start; }
    // Replaces in the settings what was given. The problem, if there is one.
    [[nodiscard]] std::optional<std::string> apply_to(RatingSettings& settings,
                                                      const std::vector<std::string>& names) const;
};

// The list is anchored to all known ratings.
[[nodiscard]] RatingOptions rating_options_of(const RatingSettings& settings);

struct OpeningSettings {
    std::string file;  // empty: random openings
    std::optional<std::size_t> plies;
    Order order = Order::Random;
    bool chess960 = false;
    // How many the file had when the match began; another number means another file.
    std::size_t count = 0;

    [[nodiscard]] friend bool operator==(const OpeningSettings&, const OpeningSettings&) = default;
};

enum class Format : std::uint8_t { Match, RoundRobin, Gauntlet };

struct MatchSettings {
    Format format = Format::Match;
    std::size_t games = 100;            // of a match
    std::size_t pairs = 1;              // of each encounter of a tournament
    std::vector<TimeControl> controls;  // one for each player
    OpeningSettings openings;
    std::uint64_t seed = 0;
    Adjudication adjudication;
    Duration grace{0};
    // How long to wait for a player beyond its clock; by default 10 seconds, or 2 minutes where
    // there is no wall clock. The stored name is patience_us.
    std::optional<Duration> timeout;
    std::optional<double> nodes_per_second;
    // For machines of different speed that play by the wall clock: the nodes per second of the
    // machine for which the clocks are meant.
    std::optional<std::uint64_t> reference_speed;
    std::optional<SprtSettings> sprt;
    std::size_t concurrency = 1;
    bool pin = false;        // every game to processors of its own
    RatingSettings ratings;  // of a tournament
};

[[nodiscard]] std::string to_json(const MatchSettings& settings);
[[nodiscard]] Result<MatchSettings, std::string> match_settings_from(std::string_view json);

// A player as it was resolved, so that a changed registry does not change a match that is resumed.
[[nodiscard]] std::string to_json(const PlayerSpec& spec);
[[nodiscard]] Result<PlayerSpec, std::string> player_spec_from(std::string_view json);

// "move=40,moves=8,score=10", "moves=4,score=600"; what is left out keeps its default.
[[nodiscard]] Result<Adjudication::Draw, std::string> parse_draw(std::string_view text);
[[nodiscard]] Result<Adjudication::Resign, std::string> parse_resign(std::string_view text);
// "nodes:NPS", or "wall" for none. "nodes:auto" gives clock_to_be_measured.
inline constexpr double clock_to_be_measured = 0;
[[nodiscard]] Result<std::optional<double>, std::string> parse_clock(std::string_view text);

// Why a match cannot be played like this, if it cannot.
[[nodiscard]] std::optional<std::string> validate(const MatchSettings& settings);

// More games of a match or more pairs of each encounter. The problem, if it would be fewer.
[[nodiscard]] std::optional<std::string> lengthen(MatchSettings& settings, std::size_t length);

[[nodiscard]] Schedule schedule_of(const MatchSettings& settings, std::size_t players);

// The opening file, which must have as many openings as when the match began.
[[nodiscard]] Result<OpeningBook, std::string> load_book(const OpeningSettings& settings);

// Reads the opening file. The contestants' controls are set; their makers are the caller's.
// `settings.openings.count` is checked where it is not 0, and set where it is.
[[nodiscard]] Result<RunnerSettings, std::string> runner_settings_of(MatchSettings& settings);

}  // namespace rookery::arena
