// Games that are played somewhere else, two by two: who does that sees the match only through this.
#pragma once

#include "arena/game/referee.h"
#include "arena/match/schedule.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// The games of one pair that are still to be played: both, or one where the other was played before.
struct PairToPlay {
    struct One {
        ScheduledGame scheduled;
        GameSettings settings;
    };
    std::vector<One> games;
};

class PairSource {
  public:
    virtual ~PairSource() = default;

    // The next one, or nothing when no more are wanted; later there may be some again.
    [[nodiscard]] virtual std::optional<PairToPlay> next() = 0;
    // False once the results are clear: what has not been finished need not be.
    [[nodiscard]] virtual bool wants_unfinished() const = 0;
    [[nodiscard]] virtual const ScheduledGame& game(std::size_t number) const = 0;

    virtual void began(std::size_t number) = 0;
    // The names of the players must be in the record.
    virtual void finished(std::size_t number, GameRecord record) = 0;
    // It was finished, but falsely: it does not count, and will be finished again.
    virtual void withdrawn(std::size_t number) = 0;

    // From outside, or because something went wrong.
    [[nodiscard]] virtual std::stop_token give_up() const = 0;
};

class PairsElsewhere {
  public:
    virtual ~PairsElsewhere() = default;

    // Until the source gives no more and what it gave is finished or no longer wanted. What ended it before its time, if anything did.
    [[nodiscard]] virtual std::optional<std::string> play(PairSource& source) = 0;
};

}  // namespace rookery::arena
