// Plays the trials of a tuning by games, several at a time.
#pragma once

#include "arena/game/time_control.h"
#include "arena/openings/opening.h"
#include "tune/spsa.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace rookery::tune {

struct SpsaGames {
    std::string searcher;
    arena::TimeControl control;
    std::size_t hash_mib = 8;
    std::size_t threads = 1;  // pairs at a time
    // Of the pair of that number.
    std::function<Result<arena::Opening, std::string>(std::size_t)> opening;
};

class SpsaRun {
  public:
    SpsaRun(Spsa spsa, SpsaGames games, SearcherTable searchers)
        : spsa_(std::move(spsa)), games_(std::move(games)), searchers_(searchers) {}

    // Until the plan is done, or the token says stop; pairs in hand are then dropped. The error says what
    // went wrong.
    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop);

    // A copy, at any time.
    [[nodiscard]] Spsa state() const;

  private:
    void play_trials(const std::stop_token& stop);
    [[nodiscard]] Result<std::optional<double>, std::string> balance_of(const SpsaTrial& trial,
                                                                        const std::stop_token& stop) const;

    mutable std::mutex mutex_;
    Spsa spsa_;
    std::optional<std::string> problem_;
    const SpsaGames games_;
    const SearcherTable searchers_;
};

}  // namespace rookery::tune
