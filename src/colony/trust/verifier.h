// A second opinion on a move that was found with help: a short search of our own, with a table that
// has never had entries of others.
//
// If it would play another move, it searches the positions of the found line from its end to the
// root, so that it knows in the little time what lies deep in this line; then it compares the two
// moves. Its results on the way are compared with the claims of others.
#pragma once

#include "colony/messages.h"
#include "colony/sharing.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rookery::colony {

// The claims of other members in one search (their shared entries) are compared with results of our
// own. A search of our own that never saw their entries meets some of the same positions. Searches
// prune differently, so one different result proves nothing; a much different result at no less
// depth, again and again, does.

// The counts of one member.
struct ClaimTally {
    std::uint64_t compared = 0;
    std::uint64_t contradicted = 0;
    // Searches whose move depended on its claims and was clearly worse than another.
    std::uint64_t misled = 0;

    // More contradictions than honest engines have.
    [[nodiscard]] bool is_lying() const;
};

// Whether the two contradict each other by a wide margin; `ours` is at least as deep, or deep
// enough to see the mate that is claimed.
[[nodiscard]] bool contradicts(const TranspositionEntry& ours, const TranspositionEntry& claimed);

class ClaimLog {
  public:
    // From any thread.
    void add(std::string_view member, const Discoveries& discoveries);
    [[nodiscard]] bool empty() const;

    // A result of our own that no claim has influenced.
    void compare(Key key, const TranspositionEntry& ours);
    // The search ended with a move to the position of that key, which is worth no more than `score`
    // for the side to move there. A member that claimed it to be worth much less has misled us.
    void blame(Key key, Score truth);

    [[nodiscard]] std::map<std::string, ClaimTally> tallies() const;

  private:
    struct Claim {
        std::size_t member = 0;
        TranspositionEntry entry;
    };

    [[nodiscard]] std::size_t number_of(std::string_view member);

    mutable std::mutex mutex_;
    std::vector<std::string> members_;
    std::vector<ClaimTally> tallies_;  // by number
    std::unordered_map<Key, std::vector<Claim>> claims_;
    std::size_t count_ = 0;
};

// The record of all members, from search to search.
class TrustBook {
  public:
    struct Accusation {
        std::string member;
        std::string why;
    };

    // After a search. Returns the members that are now distrusted; their record is deleted, so that
    // they start from the beginning if they are pardoned.
    [[nodiscard]] std::vector<Accusation> add(const std::map<std::string, ClaimTally>& tallies);

  private:
    std::map<std::string, ClaimTally> sums_;
    int searches_ = 0;
};

// Why the report of a worker is impossible: a move that is not legal or was not to be searched, a
// mate that is none. Only the node count of a report is used; but a worker with impossible reports
// is broken or lies, and its entries are not to be trusted either.
[[nodiscard]] std::optional<std::string> validate_line(const Position& root,
                                                       const std::vector<Move>& search_moves,
                                                       const FoundMessage& message);

// The same for a node count after so long, by a worker of that measured speed. The limit is high,
// because the speed depends on the position and clocks differ.
[[nodiscard]] std::optional<std::string> validate_nodes(std::uint64_t nodes, std::uint64_t speed,
                                                        std::chrono::milliseconds elapsed);

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
        Score claimed;
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
[[nodiscard]] bool is_overruled(Score claimed, Score found, Score rival, int depth);

}  // namespace rookery::colony
