// What is known of everybody's word, from search to search.
#pragma once

#include "colony/trust/claim_log.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rookery::colony {

class TrustBook {
  public:
    struct Accusation {
        std::string member;
        std::string why;
    };

    // After a search. Who has been caught now; of him nothing is kept, so that he starts anew if he is pardoned.
    [[nodiscard]] std::vector<Accusation> add(const std::map<std::string, ClaimTally>& tallies);

  private:
    std::map<std::string, ClaimTally> sums_;
    int searches_ = 0;
};

}  // namespace rookery::colony
