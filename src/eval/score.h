// The score of a position for the side to move.
//
// Three ranges in one number: evaluations around zero, proven tablebase results beyond them, and
// mates beyond those, nearer mates further out. Centipawns appear only where a protocol prints
// them.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>

namespace rookery {

class Score {
  public:
    static constexpr std::int32_t max_plies = 1024;  // no search is deeper
    static constexpr std::int32_t mate_value = 32000;
    static constexpr std::int32_t tablebase_value = mate_value - max_plies;
    static constexpr std::int32_t max_evaluation = tablebase_value - max_plies - 1;
    // Evaluations from here on are endgames known to be won; their differences show the way to the
    // mate.
    static constexpr std::int32_t known_win = 5000;

    constexpr Score() = default;
    constexpr explicit Score(std::int32_t value) : value_(value) {}

    [[nodiscard]] static constexpr Score draw() { return Score(0); }
    [[nodiscard]] static constexpr Score infinite() { return Score(mate_value + 1); }
    // The side to move mates, or is mated, after that many plies.
    [[nodiscard]] static constexpr Score mate_in(int plies) { return Score(mate_value - plies); }
    [[nodiscard]] static constexpr Score mated_in(int plies) { return Score(plies - mate_value); }
    // A win or loss proven by tablebases, that many plies from the position they know.
    [[nodiscard]] static constexpr Score win_in(int plies) {
        return Score(tablebase_value - plies);
    }
    [[nodiscard]] static constexpr Score loss_in(int plies) {
        return Score(plies - tablebase_value);
    }

    [[nodiscard]] constexpr std::int32_t value() const { return value_; }
    [[nodiscard]] constexpr bool is_mate() const {
        return value_ >= mate_value - max_plies + 1 || value_ <= -mate_value + max_plies - 1;
    }
    [[nodiscard]] constexpr bool is_decided() const {
        return value_ > max_evaluation || value_ < -max_evaluation;
    }
    [[nodiscard]] constexpr bool is_known_endgame() const {
        return !is_decided() && (value_ >= known_win || value_ <= -known_win);
    }
    // Plies to mate; positive if the side to move gives it. Only for a mate.
    [[nodiscard]] constexpr int mate_plies() const {
        assert(is_mate());
        return value_ > 0 ? mate_value - value_ : -(mate_value + value_);
    }
    // The same in moves, as people and protocols count; mated now is 0.
    [[nodiscard]] constexpr int mate_moves() const {
        const int plies = mate_plies();
        return value_ > 0 ? (plies + 1) / 2 : plies / 2;
    }

    [[nodiscard]] constexpr Score operator-() const { return Score(-value_); }
    [[nodiscard]] friend constexpr Score operator+(Score a, int b) { return Score(a.value_ + b); }
    [[nodiscard]] friend constexpr Score operator-(Score a, int b) { return Score(a.value_ - b); }
    [[nodiscard]] friend constexpr auto operator<=>(Score, Score) = default;

  private:
    std::int32_t value_ = 0;
};

}  // namespace rookery
