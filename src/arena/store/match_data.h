// A match, its players and its games as the store keeps them.
#pragma once

#include "arena/game/game_record.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

using MatchId = std::int64_t;

enum class MatchKind : std::uint8_t { Match, Tournament };
enum class MatchState : std::uint8_t { Open, Finished, Abandoned };

struct PlayerEntry {
    std::string name;
    std::string spec;      // how it was asked for
    std::string settings;  // all that decides how it plays, JSON

    [[nodiscard]] friend bool operator==(const PlayerEntry&, const PlayerEntry&) = default;
};

struct MatchSetup {
    std::string name;
    MatchKind kind = MatchKind::Match;
    std::string settings;  // JSON; the store does not look into it
    std::uint64_t seed = 0;
    std::vector<PlayerEntry> players;  // games refer to them by index

    [[nodiscard]] friend bool operator==(const MatchSetup&, const MatchSetup&) = default;
};

struct MatchInfo {
    MatchId id = 0;
    MatchSetup setup;
    std::chrono::system_clock::time_point created;
    MatchState state = MatchState::Open;
};

// Where a game belongs in its match. All counted from zero.
struct GamePlace {
    std::size_t number = 0;
    std::size_t pair = 0;
    std::size_t round = 0;
    ByColor<std::size_t> players{{0, 1}};

    [[nodiscard]] friend bool operator==(const GamePlace&, const GamePlace&) = default;
};

// The part of a game that statistics need.
struct GameSummary {
    GamePlace place;
    std::optional<std::size_t> opening;
    GameResult result = GameResult::Open;
    Termination termination = Termination::Unfinished;
    std::size_t plies = 0;
    ByColor<std::optional<Duration>> latency;
};

struct StoredGame {
    GamePlace place;
    GameRecord record;
};

struct MatchListing {
    MatchInfo info;
    std::size_t games = 0;
    std::size_t failures = 0;  // games that a player lost by failing
    bool in_progress = false;  // some program is running it right now
};

struct MatchProgress {
    MatchInfo info;
    std::vector<GameSummary> finished;  // by number
};

// Enumerations as the words in the database, which must never change. The words for people are in
// describe().

[[nodiscard]] std::string_view word_of(MatchKind kind);
[[nodiscard]] std::string_view word_of(MatchState state);
[[nodiscard]] std::string_view word_of(Termination termination);

[[nodiscard]] std::optional<MatchKind> match_kind_of(std::string_view word);
[[nodiscard]] std::optional<MatchState> match_state_of(std::string_view word);
[[nodiscard]] std::optional<Termination> termination_of(std::string_view word);

}  // namespace rookery::arena
