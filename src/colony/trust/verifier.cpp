#include "colony/trust/verifier.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::colony {
namespace {

// Three pawns and more.
constexpr int wide_margin = 350;
// The margin between the claim for the chosen move and its value.
constexpr int misleading_margin = 150;
constexpr std::size_t most_claims = 1 << 16;
constexpr std::size_t most_about_one_position = 8;

bool is_at_least(const TranspositionEntry& entry) {
    return entry.bound == Bound::Lower || entry.bound == Bound::Exact;
}
bool is_at_most(const TranspositionEntry& entry) {
    return entry.bound == Bound::Upper || entry.bound == Bound::Exact;
}

// The plies to the mate that it claims, if it claims one.
std::optional<int> claimed_mate(const TranspositionEntry& entry) {
    if (!entry.value.is_mate()) return std::nullopt;
    const bool is_claim = entry.value.value() > 0 ? is_at_least(entry) : is_at_most(entry);
    if (!is_claim) return std::nullopt;
    return std::abs(entry.value.mate_plies());
}

// Whether our result can be compared with the claim.
bool is_comparable(const TranspositionEntry& ours, const TranspositionEntry& claimed) {
    if (ours.bound == Bound::None || claimed.bound == Bound::None) return false;
    const auto mate = claimed_mate(claimed);
    return ours.depth >= claimed.depth || (mate && ours.depth > *mate);
}

}  // namespace

bool ClaimTally::is_lying() const {
    // Two honest engines contradict each other in about one of two hundred positions, and at worst,
    // in one position, in one of four.
    constexpr std::uint64_t least_contradicted = 12;
    constexpr std::uint64_t one_in = 3;
    // An honest member now and then sees what our short search cannot: in one search of a hundred.
    constexpr std::uint64_t least_misled = 6;
    return (contradicted >= least_contradicted && contradicted * one_in >= compared) ||
           misled >= least_misled;
}

bool contradicts(const TranspositionEntry& ours, const TranspositionEntry& claimed) {
    if (!is_comparable(ours, claimed)) return false;
    const bool too_good =
        is_at_least(claimed) && is_at_most(ours) && claimed.value > ours.value + wide_margin;
    const bool too_bad =
        is_at_most(claimed) && is_at_least(ours) && claimed.value < ours.value - wide_margin;
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

void ClaimLog::compare(Key key, const TranspositionEntry& ours) {
    const std::scoped_lock lock(mutex_);
    const auto about = claims_.find(key);
    if (about == claims_.end()) return;
    std::erase_if(about->second, [&](const Claim& claim) {
        if (!is_comparable(ours, claim.entry)) return false;
        ClaimTally& tally = tallies_[claim.member];
        ++tally.compared;
        if (contradicts(ours, claim.entry)) ++tally.contradicted;
        // A position is counted once, however often the search meets it.
        return true;
    });
}

void ClaimLog::blame(Key key, Score truth) {
    const std::scoped_lock lock(mutex_);
    const auto about = claims_.find(key);
    if (about == claims_.end()) return;
    for (const Claim& claim : about->second)
        if (is_at_most(claim.entry) && claim.entry.value < truth - misleading_margin)
            ++tallies_[claim.member].misled;
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

namespace {

// Old counts are halved: rare mistakes must not add up for ever.
constexpr int searches_until_half = 16;

std::string words_for(const ClaimTally& tally) {
    return fmt::format(
        "{} of {} entries it shared were false by pawns, and {} searches were misled by them",
        tally.contradicted, tally.compared, tally.misled);
}

}  // namespace

std::vector<TrustBook::Accusation>
TrustBook::add(const std::map<std::string, ClaimTally>& tallies) {
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
        for (auto& [member, sum] : sums_)
            sum = {sum.compared / 2, sum.contradicted / 2, sum.misled / 2};
    return caught;
}

namespace {

// An endgame can be searched several times as fast as the positions of the speed test.
constexpr double fastest_of_measured = 8;
// And a machine may have been busy during the test.
constexpr double least_speed = 100'000;
constexpr double grace_seconds = 2;

bool is_checkmate(const Position& position) {
    return position.in_check() && legal_moves(position).empty();
}

}  // namespace

std::optional<std::string> validate_line(const Position& root,
                                         const std::vector<Move>& search_moves,
                                         const FoundMessage& message) {
    const Score score(message.score);
    // A line may end before the mate that it claims, but it must not go on after it.
    const bool claims_mate = score.is_mate() && message.bound == LineReport::Bound::Exact;
    const auto mate_after = claims_mate ? static_cast<std::size_t>(std::abs(score.mate_plies()))
                                        : message.line.size() + 1;
    Position at = root;
    for (std::size_t i = 0; i < message.line.size(); ++i) {
        if (i == mate_after) break;
        const auto move = parse_coordinate(at, message.line[i]);
        if (!move)
            return fmt::format("it reported the illegal move {} of its line",
                               printable(message.line[i]));
        const bool is_wanted = i > 0 || search_moves.empty() ||
                               std::ranges::find(search_moves, *move) != search_moves.end();
        if (!is_wanted)
            return fmt::format("it reported {}, which was not to be searched", message.line[i]);
        at = at.after(*move);
    }
    if (message.line.size() >= mate_after && !is_checkmate(at))
        return fmt::format("it reported a mate in {} plies that is none", mate_after);
    return std::nullopt;
}

std::optional<std::string> validate_nodes(std::uint64_t nodes, std::uint64_t speed,
                                          std::chrono::milliseconds elapsed) {
    const double seconds = std::chrono::duration<double>(elapsed).count() + grace_seconds;
    const double most =
        std::max(static_cast<double>(speed), least_speed) * fastest_of_measured * seconds;
    if (static_cast<double>(nodes) <= most) return std::nullopt;
    return fmt::format("it reported {} nodes after {:.1f} s, with a measured speed of {} a second",
                       nodes, std::chrono::duration<double>(elapsed).count(), speed);
}

namespace {

using Clock = VerificationBudget::Clock;

constexpr std::size_t hash_mib = 16;
constexpr std::size_t longest_walk = 8;
constexpr int least_depth = 4;
constexpr int clear_difference = 80;
constexpr int broken_claim = 100;
constexpr int great_difference = 250;

// Compares the results of our own search with the claims.
class ClaimComparer final : public Companion {
  public:
    explicit ClaimComparer(ClaimLog& claims) : claims_(claims) {}

    [[nodiscard]] int deep_enough() const override { return 3; }
    [[nodiscard]] std::size_t number() const override { return 0; }
    void on_entry(Key key, const TranspositionEntry& entry) override {
        claims_.compare(key, entry);
    }
    void on_pause(TranspositionTable&, std::uint64_t) override {}

  private:
    ClaimLog& claims_;
};

struct LastLine final : SearchListener {
    void on_line(const LineReport& report) override {
        if (report.bound == LineReport::Bound::Exact) last = report;
    }
    LineReport last;
};

// Divides a budget.
class BudgetLeft {
  public:
    explicit BudgetLeft(const VerificationBudget& budget) : left_(budget) {}

    // One of so many equal parts of the rest.
    [[nodiscard]] Limits part(std::size_t parts) const {
        Limits limits;
        if (left_.nodes) limits.nodes = std::max<std::uint64_t>(1, *left_.nodes / parts);
        if (left_.deadline) {
            const auto now = Clock::now();
            const auto whole = std::max(*left_.deadline - now, Clock::duration::zero());
            limits.hard_deadline = now + whole / static_cast<std::int64_t>(parts);
        }
        return limits;
    }
    void spend(std::uint64_t nodes) {
        if (left_.nodes) *left_.nodes -= std::min(*left_.nodes, nodes);
    }

  private:
    VerificationBudget left_;
};

// The positions along the line, the first of them after its first move.
std::vector<Root> positions_along(const Root& root, const std::vector<Move>& line) {
    std::vector<Root> all;
    for (const Move move : line) {
        const Root& at = all.empty() ? root : all.back();
        if (all.size() == longest_walk || !at.position.is_legal(move)) break;
        all.push_back(at.after(move));
    }
    return all;
}

// In decided positions pawns matter less.
int weight_of(Score score) {
    constexpr int all_but_decided = 600;
    const int value = score.value();
    const int beyond = std::max(0, std::abs(value) - all_but_decided);
    return value > 0 ? std::min(value, all_but_decided) + beyond / 4
                     : std::max(value, -all_but_decided) - beyond / 4;
}

}  // namespace

Verifier::Verifier(std::unique_ptr<Searcher> own) : own_(std::move(own)) {
    own_->resize({.hash_mib = hash_mib, .threads = 1});
}

bool is_overruled(Score claimed, Score found, Score rival, int depth) {
    if (depth < least_depth) return false;
    const int difference = weight_of(rival) - weight_of(found);
    const bool is_unfounded = weight_of(claimed) - weight_of(found) > broken_claim;
    return difference > (is_unfounded ? clear_difference : great_difference);
}

namespace {

// One verification and its searches.
class Verification {
  public:
    struct Opinion {
        Move best;
        Score score;
        int depth = 0;
    };

    Verification(Searcher& own, const Root& root, const VerificationBudget& budget,
                 ClaimLog& claims)
        : own_(own), root_(root), budget_(budget), comparer_(claims) {}

    [[nodiscard]] Opinion of_all(const std::vector<Move>& search_moves, std::size_t parts) {
        Limits limits = budget_.part(parts);
        limits.search_moves = search_moves;
        return search(root_, limits);
    }
    [[nodiscard]] Opinion of_one(Move move, int depth, std::size_t parts) {
        Limits limits = budget_.part(parts);
        limits.search_moves = {move};
        limits.depth = depth;
        return search(root_, limits);
    }
    // From the end of a line to its beginning, with half of what is left.
    void walk_back(const std::vector<Move>& line) {
        const std::vector<Root> way = positions_along(root_, line);
        for (std::size_t i = way.size(); i > 0; --i) (void)search(way[i - 1], budget_.part(i * 2));
    }

  private:
    Opinion search(const Root& at, Limits limits) {
        limits.companion = &comparer_;
        LastLine said;
        const SearchResult result = own_.search(at, limits, {}, said);
        budget_.spend(result.nodes);
        return {result.best, result.score, said.last.depth};
    }

    Searcher& own_;
    const Root& root_;
    BudgetLeft budget_;
    ClaimComparer comparer_;
};

}  // namespace

Verdict Verifier::verify(const Root& root, const std::vector<Move>& search_moves,
                         const Question& question, const VerificationBudget& budget,
                         ClaimLog& claims) {
    Verdict verdict{.best = question.found};
    if (!budget.nodes && !budget.deadline) return verdict;
    Verification verification(*own_, root, budget, claims);
    const Verification::Opinion rival = verification.of_all(search_moves, 3);
    verdict.found = rival.score;
    verdict.depth = rival.depth;
    if (!rival.best || rival.best == question.found) return verdict;

    const auto is_worse = [&](const Verification::Opinion& found,
                              const Verification::Opinion& other) {
        verdict.found = found.score;
        verdict.depth = std::min(found.depth, other.depth);
        return is_overruled(question.claimed, found.score, other.score, verdict.depth);
    };
    const Verification::Opinion first =
        verification.of_one(question.found, std::max(1, rival.depth), 3);
    if (!is_worse(first, rival)) return verdict;
    // The found line may be too deep for our search; and the rival may not hold in a second search.
    verification.walk_back(question.line);
    const Verification::Opinion found = verification.of_one(question.found, rival.depth + 1, 2);
    const Verification::Opinion other = verification.of_one(rival.best, rival.depth + 1, 1);
    const bool is_deeper = std::min(found.depth, other.depth) >= verdict.depth;
    if (is_deeper && !is_worse(found, other)) return verdict;
    verdict.best = rival.best;
    verdict.score = is_deeper ? other.score : rival.score;
    verdict.overruled = true;
    claims.blame(root.position.after(question.found).key(), -verdict.found);
    return verdict;
}

}  // namespace rookery::colony
