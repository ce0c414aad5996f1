// What others have claimed in one search, and how it compares with what is known for sure.
//
// A search of our own that never saw their entries meets some of the same positions. Searches differ in what they leave
// out, so one that sees a position otherwise proves nothing; one that sees it quite otherwise, at no less depth, again
// and again, does.
#pragma once

#include "colony/sharing/discovery.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
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

// Whether the two cannot both be true, by a wide margin; `ours` is at least as deep, or deep enough to see the mate that
// is claimed.
[[nodiscard]] bool contradicts(const TableEntry& ours, const TableEntry& claimed);
// Whether anything can be said of the claim by what we know.
[[nodiscard]] bool is_comparable(const TableEntry& ours, const TableEntry& claimed);

class ClaimLog {
  public:
    // From any thread.
    void add(std::string_view member, const Discoveries& discoveries);
    [[nodiscard]] bool empty() const;

    // What we found ourselves, untouched by any claim.
    void compare(Key key, const TableEntry& ours);
    // The search ended with a move to the position of that key, which is worth no more than that for whoever is to move
    // there. Whoever claimed that it is worth much less has misled us.
    void blame(Key key, Score truth);

    [[nodiscard]] std::map<std::string, ClaimTally> tallies() const;

  private:
    struct Claim {
        std::size_t member = 0;
        TableEntry entry;
    };

    [[nodiscard]] std::size_t number_of(std::string_view member);

    mutable std::mutex mutex_;
    std::vector<std::string> members_;
    std::vector<ClaimTally> tallies_;  // by number
    std::unordered_map<Key, std::vector<Claim>> claims_;
    std::size_t count_ = 0;
};

}  // namespace rookery::colony
