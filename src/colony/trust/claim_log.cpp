#include "colony/trust/claim_log.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace rookery::colony {
namespace {

// Three pawns and more.
constexpr int wide_margin = 350;
// What was claimed of the move that was chosen, against what it is worth.
constexpr int misleading_margin = 150;
constexpr std::size_t most_claims = 1 << 16;
constexpr std::size_t most_about_one_position = 8;

bool is_at_least(const TableEntry& entry) { return entry.bound == Bound::Lower || entry.bound == Bound::Exact; }
bool is_at_most(const TableEntry& entry) { return entry.bound == Bound::Upper || entry.bound == Bound::Exact; }

// In how many plies it claims a mate; nothing if it claims none.
std::optional<int> claimed_mate(const TableEntry& entry) {
    if (!entry.value.is_mate()) return std::nullopt;
    const bool is_claim = entry.value.value() > 0 ? is_at_least(entry) : is_at_most(entry);
    if (!is_claim) return std::nullopt;
    return std::abs(entry.value.mate_plies());
}

}  // namespace

bool ClaimTally::is_lying() const {
    // Of two honest ones about one in two hundred, and at worst, in one position, one in four.
    constexpr std::uint64_t least_contradicted = 12;
    constexpr std::uint64_t one_in = 3;
    // An honest one now and then sees what our short search cannot: one search in a hundred.
    constexpr std::uint64_t least_misled = 6;
    return (contradicted >= least_contradicted && contradicted * one_in >= compared) || misled >= least_misled;
}

bool is_comparable(const TableEntry& ours, const TableEntry& claimed) {
    if (ours.bound == Bound::None || claimed.bound == Bound::None) return false;
    const auto mate = claimed_mate(claimed);
    return ours.depth >= claimed.depth || (mate && ours.depth > *mate);
}

bool contradicts(const TableEntry& ours, const TableEntry& claimed) {
    if (!is_comparable(ours, claimed)) return false;
    const bool too_good = is_at_least(claimed) && is_at_most(ours) && claimed.value > ours.value + wide_margin;
    const bool too_bad = is_at_most(claimed) && is_at_least(ours) && claimed.value < ours.value - wide_margin;
    return too_good || too_bad;
}

void ClaimLog::add(std::string_view member, const Discoveries& discoveries) {
    const std::scoped_lock lock(mutex_);
    const std::size_t number = number_of(member);
    for (const Discovery& discovery : discoveries) {
        if (count_ >= most_claims) return;
        std::vector<Claim>& about = claims_[discovery.key];
        const auto same = std::ranges::find(about, number, &Claim::member);
        if (same != about.end()) {
            same->entry = discovery.entry;
        } else if (about.size() < most_about_one_position) {
            about.push_back({number, discovery.entry});
            ++count_;
        }
    }
}

bool ClaimLog::empty() const {
    const std::scoped_lock lock(mutex_);
    return count_ == 0;
}

void ClaimLog::compare(Key key, const TableEntry& ours) {
    const std::scoped_lock lock(mutex_);
    const auto about = claims_.find(key);
    if (about == claims_.end()) return;
    std::erase_if(about->second, [&](const Claim& claim) {
        if (!is_comparable(ours, claim.entry)) return false;
        ClaimTally& tally = tallies_[claim.member];
        ++tally.compared;
        if (contradicts(ours, claim.entry)) ++tally.contradicted;
        // One position is one test, however often we come by.
        return true;
    });
}

void ClaimLog::blame(Key key, Score truth) {
    const std::scoped_lock lock(mutex_);
    const auto about = claims_.find(key);
    if (about == claims_.end()) return;
    for (const Claim& claim : about->second)
        if (is_at_most(claim.entry) && claim.entry.value < truth - misleading_margin) ++tallies_[claim.member].misled;
}

std::map<std::string, ClaimTally> ClaimLog::tallies() const {
    const std::scoped_lock lock(mutex_);
    std::map<std::string, ClaimTally> all;
    for (std::size_t i = 0; i < members_.size(); ++i) all.emplace(members_[i], tallies_[i]);
    return all;
}

std::size_t ClaimLog::number_of(std::string_view member) {
    const auto found = std::ranges::find(members_, member);
    if (found != members_.end()) return static_cast<std::size_t>(found - members_.begin());
    members_.emplace_back(member);
    tallies_.emplace_back();
    return members_.size() - 1;
}

}  // namespace rookery::colony
