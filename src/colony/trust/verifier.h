// A second opinion on a move that was found with help: a short search of our own, with a table that
// has never had entries of others.
//
// If it would play another move, it searches the positions of the found line from its end to the
// root, so that it sees the point of the line although it has little time; then it compares the two
// moves. Its results on the way are compared with the claims of others.
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
    Score found;    // the value of the move found, by our own search
    int depth = 0;  // of our own search
    bool overruled = false;
};

class Verifier {
  public:
    explicit Verifier(std::unique_ptr<Searcher> own);

    void new_game() { own_->new_game(); }

    // The move found, its claimed score, and the line that begins with it; `search_moves` as in
    // Limits. Without a budget the move is accepted.
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

// Whether the rival replaces the move found, by our own scores of both at that depth. A deeper
// search may have seen more: so only if the move does not reach the claimed score and the rival is
// clearly better, or if the rival is better by far.
[[nodiscard]] bool is_overruled(Score promised, Score found, Score rival, int depth);

}  // namespace rookery::colony
