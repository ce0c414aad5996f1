// Test suites: positions with their solutions, and the judge of the answers.
//
//     bm Qg6 Qh6;                 one of these moves is to be played
//     am Ne5;                     none of these
//     dm 4; or bm #4;             a mate in four moves or fewer is to be announced
//     c8 "10 5"; c9 "f4f5 e3e5";  points for each move, as the Strategic Test Suite has them; the
//     c0 "f5=10, Be5=5";          moves may also stand in c7, or with their points in c0
#pragma once

#include "arena/game/player.h"
#include "base/result.h"
#include "chess/position.h"
#include "notation/epd.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

struct GradedMove {
    Move move;
    int points = 0;

    [[nodiscard]] friend bool operator==(const GradedMove&, const GradedMove&) = default;
};

struct SuitePosition {
    Position position;
    bool chess960 = false;
    std::string id;  // of the record; where it has none, its line
    std::size_t line = 0;

    std::vector<Move> best;
    std::vector<Move> avoid;
    std::optional<int> mate;         // in moves; negative where the side to move is mated
    std::vector<GradedMove> grades;  // empty: no points to be had

    [[nodiscard]] bool is_graded() const { return !grades.empty(); }
    // The points for a move, and the most that a move gets.
    [[nodiscard]] int points_for(Move move) const;
    [[nodiscard]] int most_points() const;
    // Whether the move is expected. If only a mate is expected, every move is right.
    [[nodiscard]] bool is_right(Move move) const;
    // "bm Qg6 Qh6", "am Ne5", "mate in 4"; several of them with commas between.
    [[nodiscard]] std::string expected() const;
};

// The error says what is wrong with the record. It has no line yet, and an id only if it says so.
[[nodiscard]] Result<SuitePosition, std::string> suite_position_of(const Epd& epd);

struct SkippedLine {
    std::size_t line = 0;
    std::string why;

    [[nodiscard]] friend bool operator==(const SkippedLine&, const SkippedLine&) = default;
};

struct Suite {
    std::string name;
    std::vector<SuitePosition> positions;
    std::vector<SkippedLine> skipped;
};

// A bad line is skipped and reported; a text without any good line is an error.
[[nodiscard]] Result<Suite, std::string> read_suite(std::string_view text, std::string name);
// The same from a file, zipped or not. The error names it.
[[nodiscard]] Result<Suite, std::string> load_suite(const std::filesystem::path& path);

// A moment of a search.
struct Moment {
    Duration after{0};
    std::uint64_t nodes = 0;
    int depth = 0;

    [[nodiscard]] friend bool operator==(const Moment&, const Moment&) = default;
};

// The answer of one player to one position.
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

// Follows one search from its first report to its answer. The position must outlive it.
class SuiteJudge {
  public:
    explicit SuiteJudge(const SuitePosition& position) : position_(position) {}

    void add(const Thought& thought);
    // Since when its reports have been right, if they are.
    [[nodiscard]] const std::optional<Moment>& right_since() const { return right_since_; }
    [[nodiscard]] SuiteAnswer judge(const MoveReply& reply);

  private:
    // With the score as far as it says anything about the mate.
    [[nodiscard]] bool is_right(Move move, const std::optional<EngineScore>& score);

    const SuitePosition& position_;
    bool sees_mate_ = false;
    std::optional<Moment> right_since_;
};

// Whether the score announces mate in that many moves or fewer (for a negative number: to be
// mated); nothing if it is a bound that leaves it open.
[[nodiscard]] std::optional<bool> announces_mate(const EngineScore& score, int moves);

// The answer of a player that failed.
[[nodiscard]] SuiteAnswer missed_by_trouble(std::string_view why);

}  // namespace rookery::arena
