#include "colony/trust/verifier.h"

#include "search/searcher.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace rookery::colony {
namespace {

using Clock = VerificationBudget::Clock;

constexpr std::size_t hash_mib = 16;
constexpr std::size_t longest_walk = 8;
constexpr int least_depth = 4;
constexpr int clear_difference = 80;
constexpr int broken_promise = 100;
constexpr int great_difference = 250;

// Compares the results of our own search with the claims.
class Auditor final : public Companion {
  public:
    explicit Auditor(ClaimLog& claims) : claims_(claims) {}

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
class Purse {
  public:
    explicit Purse(const VerificationBudget& budget) : left_(budget) {}

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
std::vector<Root> stations(const Root& root, const std::vector<Move>& line) {
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

bool is_overruled(Score promised, Score found, Score rival, int depth) {
    if (depth < least_depth) return false;
    const int difference = weight_of(rival) - weight_of(found);
    const bool is_broken = weight_of(promised) - weight_of(found) > broken_promise;
    return difference > (is_broken ? clear_difference : great_difference);
}

namespace {

// One verification and its searches.
class Hearing {
  public:
    struct Opinion {
        Move best;
        Score score;
        int depth = 0;
    };

    Hearing(Searcher& own, const Root& root, const VerificationBudget& budget, ClaimLog& claims)
        : own_(own), root_(root), purse_(budget), auditor_(claims) {}

    [[nodiscard]] Opinion of_all(const std::vector<Move>& search_moves, std::size_t parts) {
        Limits limits = purse_.part(parts);
        limits.search_moves = search_moves;
        return search(root_, limits);
    }
    [[nodiscard]] Opinion of_one(Move move, int depth, std::size_t parts) {
        Limits limits = purse_.part(parts);
        limits.search_moves = {move};
        limits.depth = depth;
        return search(root_, limits);
    }
    // From the end of a line to its beginning, with half of what is left.
    void walk_back(const std::vector<Move>& line) {
        const std::vector<Root> way = stations(root_, line);
        for (std::size_t i = way.size(); i > 0; --i) (void)search(way[i - 1], purse_.part(i * 2));
    }

  private:
    Opinion search(const Root& at, Limits limits) {
        limits.companion = &auditor_;
        LastLine said;
        const SearchResult result = own_.search(at, limits, {}, said);
        purse_.spend(result.nodes);
        return {result.best, result.score, said.last.depth};
    }

    Searcher& own_;
    const Root& root_;
    Purse purse_;
    Auditor auditor_;
};

}  // namespace

Verdict Verifier::verify(const Root& root, const std::vector<Move>& search_moves,
                         const Question& question, const VerificationBudget& budget,
                         ClaimLog& claims) {
    Verdict verdict{.best = question.found};
    if (!budget.nodes && !budget.deadline) return verdict;
    Hearing hearing(*own_, root, budget, claims);
    const Hearing::Opinion rival = hearing.of_all(search_moves, 3);
    verdict.found = rival.score;
    verdict.depth = rival.depth;
    if (!rival.best || rival.best == question.found) return verdict;

    const auto is_worse = [&](const Hearing::Opinion& found, const Hearing::Opinion& other) {
        verdict.found = found.score;
        verdict.depth = std::min(found.depth, other.depth);
        return is_overruled(question.promised, found.score, other.score, verdict.depth);
    };
    const Hearing::Opinion first = hearing.of_one(question.found, std::max(1, rival.depth), 3);
    if (!is_worse(first, rival)) return verdict;
    // The found line may be too deep for our search; and the rival may not hold in a second search.
    hearing.walk_back(question.line);
    const Hearing::Opinion found = hearing.of_one(question.found, rival.depth + 1, 2);
    const Hearing::Opinion other = hearing.of_one(rival.best, rival.depth + 1, 1);
    const bool is_deeper = std::min(found.depth, other.depth) >= verdict.depth;
    if (is_deeper && !is_worse(found, other)) return verdict;
    verdict.best = rival.best;
    verdict.score = is_deeper ? other.score : rival.score;
    verdict.overruled = true;
    claims.blame(root.position.after(question.found).key(), -verdict.found);
    return verdict;
}

}  // namespace rookery::colony
