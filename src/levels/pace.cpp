#include "levels/pace.h"

#include "base/math.h"
#include "base/random.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace rookery {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds without_clock{3000};
constexpr int opening_moves = 6;

milliseconds until(Limits::Instant then, Limits::Instant now) {
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(then - now));
}

// The one legal move, or a recapture.
bool needs_no_thought(const Root& root) {
    const MoveList moves = legal_moves(root.position);
    if (moves.size() < 2) return true;
    const Move last = root.last_moves.front();
    return last && std::ranges::any_of(moves, [&](Move move) {
               return move.to() == last.to() && root.position.is_capture(move);
           });
}

class PacedSearcher final : public Searcher {
  public:
    PacedSearcher(std::unique_ptr<Searcher> searcher, std::uint64_t seed)
        : searcher_(std::move(searcher)), seed_(seed) {}

    void new_game() override { searcher_->new_game(); }
    void resize(const Resources& resources) override { searcher_->resize(resources); }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const auto began = Limits::Instant::clock::now();
        const SearchResult result = searcher_->search(root, limits, stop, listener);
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait_until(lock, stop, began + human_delay(root, limits, began, seed_),
                         [] { return false; });
        return result;
    }

  private:
    std::unique_ptr<Searcher> searcher_;
    std::uint64_t seed_;
};

}  // namespace

milliseconds human_delay(const Root& root, const Limits& limits, Limits::Instant now,
                         std::uint64_t seed) {
    if (limits.nodes || limits.soft_nodes || limits.depth || limits.mate) return milliseconds(0);
    milliseconds usual = without_clock;
    if (limits.soft_deadline)
        usual = until(*limits.soft_deadline, now);
    else if (limits.hard_deadline)
        usual = std::min(usual, until(*limits.hard_deadline, now) / 2);
    double share = 1;
    if (root.position.fullmove_number() <= opening_moves) share *= 0.4;
    if (needs_no_thought(root)) share *= 0.3;
    // From a third to three times as long, the middle being likeliest.
    SplitMix dice(root.position.key() ^ (seed * 0x9E3779B97F4A7C15ULL));
    const double chance = in_unit(dice.next()) + in_unit(dice.next()) - 1;
    share *= natural_exp(natural_log(3.0) * chance);
    auto delay =
        milliseconds(static_cast<milliseconds::rep>(share * static_cast<double>(usual.count())));
    if (limits.hard_deadline) delay = std::min(delay, until(*limits.hard_deadline, now) / 2);
    return delay;
}

std::unique_ptr<Searcher> at_human_pace(std::unique_ptr<Searcher> searcher, std::uint64_t seed) {
    return std::make_unique<PacedSearcher>(std::move(searcher), seed);
}

}  // namespace rookery
