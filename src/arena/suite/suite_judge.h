// Judges what a player thinks and answers about a position of a test suite.
#pragma once

#include "arena/game/player.h"
#include "arena/suite/suite_position.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rookery::arena {

// A moment of a search.
struct Moment {
    Duration after{0};
    std::uint64_t nodes = 0;
    int depth = 0;

    [[nodiscard]] friend bool operator==(const Moment&, const Moment&) = default;
};

// What one player made of one position.
struct SuiteAnswer {
    Move move;  // empty where there was trouble
    bool solved = false;
    int points = 0;
    // Where it is solved: since when it was, without a change of mind.
    std::optional<Moment> solution;
    std::optional<EngineScore> score;
    int depth = 0;
    std::uint64_t nodes = 0;
    Duration spent{0};
    std::string trouble;  // why there is no answer
};

// Hears one search from its first thought to its answer. The position must outlive it.
class SuiteJudge {
  public:
    explicit SuiteJudge(const SuitePosition& position) : position_(position) {}

    void hear(const Thought& thought);
    // Since when its thoughts have been right, if they are.
    [[nodiscard]] const std::optional<Moment>& right_since() const { return right_since_; }
    [[nodiscard]] SuiteAnswer judge(const MoveReply& reply);

  private:
    // With the score as far as it says anything about the mate.
    [[nodiscard]] bool is_right(Move move, const std::optional<EngineScore>& score);

    const SuitePosition& position_;
    bool sees_mate_ = false;
    std::optional<Moment> right_since_;
};

// Whether the score announces mate in that many moves or fewer (for a negative number: to be mated);
// nothing if it is a bound that leaves it open.
[[nodiscard]] std::optional<bool> announces_mate(const EngineScore& score, int moves);

// An answer that never came.
[[nodiscard]] SuiteAnswer missed_by_trouble(std::string why);

}  // namespace rookery::arena
