// What others have claimed in one search, and how it compares with what is known for sure.
//
// A search of our own that never saw their entries meets some of the same positions. Searches
// differ in what they leave out, so one that sees a position otherwise proves nothing; one that
// sees it quite otherwise, at no less depth, again and again, does.
#pragma once

#include "colony/messages/messages.h"
#include "colony/sharing/sharing.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rookery::colony {

// How one's claims have stood the test.
struct ClaimTally {
    std::uint64_t compared = 0;
    std::uint64_t contradicted = 0;
    // Searches whose move rested on its word and was clearly worse than another.
    std::uint64_t misled = 0;

    // Honest engines contradict each other too, but not so.
    [[nodiscard]] bool is_lying() const;
};

// Whether the two cannot both be true, by a wide margin; `ours` is at least as deep, or deep enough
// to see the mate that is claimed.
[[nodiscard]] bool contradicts(const TranspositionEntry& ours, const TranspositionEntry& claimed);
// Whether anything can be said of the claim by what we know.
[[nodiscard]] bool is_comparable(const TranspositionEntry& ours, const TranspositionEntry& claimed);

class ClaimLog {
  public:
    // From any thread.
    void add(std::string_view member, const Discoveries& discoveries);
    [[nodiscard]] bool empty() const;

    // What we found ourselves, untouched by any claim.
    void compare(Key key, const TranspositionEntry& ours);
    // The search ended with a move to the position of that key, which is worth no more than that
    // for whoever is to move there. Whoever claimed that it is worth much less has misled us.
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

// What is known of everybody's word, from search to search.

class TrustBook {
  public:
    struct Accusation {
        std::string member;
        std::string why;
    };

    // After a search. Who has been caught now; of him nothing is kept, so that he starts anew if he
    // is pardoned.
    [[nodiscard]] std::vector<Accusation> add(const std::map<std::string, ClaimTally>& tallies);

  private:
    std::map<std::string, ClaimTally> sums_;
    int searches_ = 0;
};

// Whether what a worker reports of a search can be true.
//
// Of a report nothing is used but the count of its nodes; but who says what cannot be is broken or
// lies, and then its entries are not to be had either.

// Why it cannot: a move that is not legal or was not to be searched, a mate that is none. Nothing
// if it can.
[[nodiscard]] std::optional<std::string> validate_line(const Position& root,
                                                       const std::vector<Move>& search_moves,
                                                       const FoundMessage& message);

// The same for a count of nodes since so long ago, by a worker who measured that speed. Generous:
// positions differ, and clocks do.
[[nodiscard]] std::optional<std::string> validate_nodes(std::uint64_t nodes, std::uint64_t speed,
                                                        std::chrono::milliseconds elapsed);

}  // namespace rookery::colony
