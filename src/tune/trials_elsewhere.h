// Trials of a tuner that are played somewhere else: who does that sees the tuning only through this.
#pragma once

#include "arena/game/referee.h"
#include "arena/players/searcher_player.h"
#include "tune/game_tuner.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace rookery::tune {

// Both games of a trial, `one` first as White; they have the numbers 2 n - 1 and 2 n.
struct TrialToPlay {
    std::uint64_t number = 0;  // from 1
    arena::SearcherSpec one, other;
    arena::TimeControl control;
    arena::Opening opening;
    arena::Adjudication adjudication;
};

class TrialSource {
  public:
    virtual ~TrialSource() = default;

    // The next one, or nothing while results are awaited and when all is done.
    [[nodiscard]] virtual std::optional<TrialToPlay> next() = 0;
    virtual void finished(std::uint64_t number, const TrialResult& result) = 0;
    // What was told of that trial is not true. Whatever was proposed from it on is forgotten, for the result may have
    // had a part in it: next() begins there again.
    virtual void withdrawn(std::uint64_t number) = 0;

    // From outside, or because something went wrong.
    [[nodiscard]] virtual std::stop_token give_up() const = 0;
};

class TrialsElsewhere {
  public:
    virtual ~TrialsElsewhere() = default;

    // Until the source gives no more and what it gave is finished for good. A tuning has stages, each with trials of its
    // own that are numbered anew. What ended it before its time, if anything did.
    [[nodiscard]] virtual std::optional<std::string> play(const std::string& stage, TrialSource& source) = 0;
};

}  // namespace rookery::tune
