// A second opinion on a move that was found with the help of others: a short search of our own,
// with a table that has never heard a word of theirs.
//
// If it would play another move, it walks back along the line that was found, from its end to the
// root, so that it sees what that rests on although it has little time; then it compares the two.
// What it finds out on the way is held against what others claimed.
#pragma once

#include "colony/trust/claim_log.h"
#include "search/searcher.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace rookery::colony {

struct VerificationBudget {
    using Clock = std::chrono::steady_clock;

    std::optional<std::uint64_t> nodes{};
    std::optional<Clock::time_point> deadline{};
};

struct Verdict {
    Move best;
    Score score;    // of the best, where the move found was overruled
    Score found;    // what the move found is worth to us, by our own search
    int depth = 0;  // of our own search
    bool overruled = false;
};

class Verifier {
  public:
    explicit Verifier(std::unique_ptr<Searcher> own);

    void new_game() { own_->new_game(); }

    // The move found, what it is said to be worth, and the line that begins with it; `search_moves`
    // as in Limits. Without a budget it says that all is well.
    struct Question {
        Move found;
        Score promised;
        std::vector<Move> line;
    };
    [[nodiscard]] Verdict verify(const Root& root, const std::vector<Move>& search_moves,
                                 const Question& question, const VerificationBudget& budget,
                                 ClaimLog& claims);

  private:
    const std::unique_ptr<Searcher> own_;
};

// Whether the move found is to be given up for the rival, by what our own search thinks of both at
// that depth. Who saw further may have seen more: so only if the move does not hold what it
// promised and the other is clearly better, or if the other is better by far.
[[nodiscard]] bool is_overruled(Score promised, Score found, Score rival, int depth);

}  // namespace rookery::colony
