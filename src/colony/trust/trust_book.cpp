#include "colony/trust/trust_book.h"

#include <fmt/format.h>

namespace rookery::colony {
namespace {

// What was long ago counts half: a rare mistake must not add up for ever.
constexpr int searches_until_half = 16;

std::string words_for(const ClaimTally& tally) {
    return fmt::format("{} of {} entries it shared were false by pawns, and {} searches were misled by them",
                       tally.contradicted, tally.compared, tally.misled);
}

}  // namespace

std::vector<TrustBook::Accusation> TrustBook::add(const std::map<std::string, ClaimTally>& tallies) {
    for (const auto& [member, tally] : tallies) {
        ClaimTally& sum = sums_[member];
        sum.compared += tally.compared;
        sum.contradicted += tally.contradicted;
        sum.misled += tally.misled;
    }
    std::vector<Accusation> caught;
    for (const auto& [member, sum] : sums_)
        if (sum.is_lying()) caught.push_back({member, words_for(sum)});
    for (const Accusation& one : caught) sums_.erase(one.member);
    if (++searches_ % searches_until_half == 0)
        for (auto& [member, sum] : sums_) sum = {sum.compared / 2, sum.contradicted / 2, sum.misled / 2};
    return caught;
}

}  // namespace rookery::colony
