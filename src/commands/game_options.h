// The options that `match` and `tournament` share.
#pragma once

#include "arena/match/lineup.h"
#include "arena/match/match_settings.h"
#include "commands/cli.h"
#include "commands/rating_arguments.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

// What may be different when a stored match is taken up again.
struct Changes {
    std::optional<std::size_t> length;  // games of a match, pairs of each encounter of a tournament
    std::optional<std::size_t> concurrency;
    bool pin = false;
};

// Whether others play, and as whom we ask them to.
struct ColonyChoice {
    bool wanted = false;
    std::string invitation;                 // empty: that of the colony on this machine
    std::string usual_priority = "normal";  // of the command's games
    std::string priority{};                 // "low", "normal" or "high"; empty: the usual one

    void add_to(Command command);
    [[nodiscard]] bool is_chosen() const { return wanted || !invitation.empty(); }
    // What makes no sense.
    [[nodiscard]] std::optional<std::string> problem() const;
    // As colony::QueueName counts: 0 comes first.
    [[nodiscard]] int rank() const;
};

struct GameOptions {
    std::string control = "3+0.03";
    std::string openings;
    std::optional<std::size_t> plies;
    std::string order = "random";
    std::optional<std::uint64_t> seed;
    bool chess960 = false;
    std::optional<std::size_t> concurrency;
    bool pin = false;
    std::optional<std::string> draw;
    std::optional<std::string> resign;
    std::optional<int> max_moves;
    int grace_ms = 0;
    std::optional<double> timeout_seconds;
    std::string clock = "wall";
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::string name;

    // The object must live as long as the command.
    void add_to(Command command);

    // All but the format, the number of games and the test.
    [[nodiscard]] Result<arena::MatchSettings, std::string> settings(std::size_t players) const;
    [[nodiscard]] arena::LineupRequest request(const arena::MatchSettings& settings) const;
    [[nodiscard]] Changes changes(std::optional<std::size_t> length) const;
};

// Where games are kept and what is made of them; these also go with --resume and --show.
struct ResultOptions {
    std::string database;
    std::string pgn;
    std::string chart;
    std::string ledger;
    bool json = false;
    bool by_opening = false;
    ColonyChoice colony;
    RatingArguments ratings;  // only `tournament` adds these

    void add_to(Command command);
};

}  // namespace rookery
