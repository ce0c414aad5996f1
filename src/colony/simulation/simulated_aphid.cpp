#include "colony/simulation/simulated_aphid.h"

#include "base/threads.h"
#include "colony/simulation/aphid_tree.h"
#include "colony/simulation/simulated_team.h"
#include "colony/simulation/turns.h"
#include "search/companion.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

namespace rookery::colony {
namespace {

using Time = Pace::Time;

constexpr SearcherSetting settings[] = {
    {"workers", 4, 1, 256},
    {"top_plies", 2, 1, 4},
    {"latency_us", 200, 0, 10'000'000},
    {"nodes_per_second", 50'000, 1, 100'000'000},
};

struct Plan : SimulatedClock {
    std::size_t workers = 4;
    int top_plies = 2;
    Time latency{0};
};

Plan plan_of(const SettingValues& chosen) {
    const auto value = [&](std::string_view name) { return value_of(name, chosen, settings); };
    Plan plan;
    plan.workers = static_cast<std::size_t>(value("workers"));
    plan.top_plies = value("top_plies");
    plan.latency = Time(value("latency_us"));
    plan.nodes_per_second = value("nodes_per_second");
    return plan;
}

// Makes a member's search wait for its turn; nothing is shared.
class Clockwork final : public Companion {
  public:
    Clockwork(std::size_t place, Time began, const Plan& plan, Turns& turns)
        : place_(place), began_(began), plan_(plan), turns_(turns), now_(began) {}

    [[nodiscard]] int deep_enough() const override { return 1000; }
    [[nodiscard]] std::size_t number() const override { return 0; }
    void on_entry(Key, const TableEntry&) override {}
    void on_pause(Table&, std::uint64_t nodes) override { wait(nodes); }

    void wait(std::uint64_t nodes) {
        now_ = began_ + plan_.time_of(nodes);
        turns_.wait(place_, now_);
    }
    [[nodiscard]] Time now() const { return now_; }

  private:
    const std::size_t place_;
    const Time began_;
    const Plan& plan_;
    Turns& turns_;
    Time now_;
};

// One search. Its members run one at a time, so nothing is locked. The coordinator has the last place.
class Aphid {
  public:
    Aphid(const Plan& plan, std::vector<std::unique_ptr<Searcher>>& members, const Root& root, std::vector<Move> moves,
          const Limits& limits, const std::stop_token& stop, SearchListener& listener)
        : plan_(plan), members_(members), limits_(limits), stop_(stop), listener_(listener),
          tree_(root, std::move(moves), plan.top_plies), turns_(members.size() + 1), nodes_(members.size()) {}

    [[nodiscard]] SearchResult run() {
        run_on_threads(members_.size() + 1, [this](std::size_t i) {
            if (i < members_.size())
                work(i);
            else
                coordinate();
            turns_.leave(i);
        });
        for (const std::uint64_t nodes : nodes_) result_.nodes += nodes;
        return result_;
    }

  private:
    static constexpr Time nap = Time(1000);

    struct Answer {
        Time arrival;
        std::size_t leaf = 0;
        int depth = 0;
        Score score;
    };

    void coordinate() {
        Time now{0};
        const Time end = limits_.nodes ? plan_.time_of(*limits_.nodes) : Time::max();
        const int deepest = limits_.depth.value_or(200);
        for (int depth = plan_.top_plies + 1; depth <= deepest && now < end && !stop_.stop_requested();) {
            turns_.wait(members_.size(), now);
            read(now);
            const AphidTree::Pass pass = tree_.search(depth);
            if (!result_.best) result_ = {.best = pass.best, .ponder = {}, .score = pass.score};
            if (pass.unsure == 0) {
                result_.best = pass.best;
                result_.score = pass.score;
                report(depth, now);
                ++depth;
            } else {
                now += nap;
            }
        }
        is_over_.request_stop();
    }

    // What has arrived by then.
    void read(Time now) {
        std::erase_if(answers_, [&](const Answer& answer) {
            if (answer.arrival > now) return false;
            AphidTree::Leaf& leaf = tree_.leaves()[answer.leaf];
            if (answer.depth > leaf.known_depth) {
                leaf.known_depth = answer.depth;
                leaf.known = answer.score;
            }
            return true;
        });
    }

    void report(int depth, Time now) {
        LineReport line;
        line.depth = line.selective_depth = depth;
        line.score = result_.score;
        line.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now);
        line.moves = {result_.best};
        for (const std::uint64_t nodes : nodes_) line.nodes += nodes;
        listener_.on_line(line);
    }

    // Leaves belong to members by turns. Of one's own the least deep that is wanted deeper, and of those the first that
    // the coordinator comes by.
    [[nodiscard]] std::optional<std::size_t> next_leaf(std::size_t member) {
        std::optional<std::size_t> best;
        for (std::size_t i = member; i < tree_.leaves().size(); i += members_.size()) {
            const AphidTree::Leaf& leaf = tree_.leaves()[i];
            if (done(i) >= leaf.wanted) continue;
            const auto urgency = [this](std::size_t which) {
                return std::pair(done(which), tree_.leaves()[which].rank);
            };
            if (!best || urgency(i) < urgency(*best)) best = i;
        }
        return best;
    }
    [[nodiscard]] int done(std::size_t leaf) const { return leaf < done_.size() ? done_[leaf] : 0; }

    void work(std::size_t member) {
        Time now = plan_.latency;
        while (!is_over_.stop_requested()) {
            turns_.wait(member, now);
            const auto which = next_leaf(member);
            if (!which) {
                now += nap;
                continue;
            }
            Clockwork clock(member, now, plan_, turns_);
            Limits own;
            own.depth = done(*which) + 1;
            own.companion = &clock;
            SearchListener nobody;
            const Root root = tree_.leaves()[*which].root;
            const SearchResult found = members_[member]->search(root, own, is_over_.get_token(), nobody);
            clock.wait(found.nodes);
            now = clock.now();
            nodes_[member] += found.nodes;
            if (is_over_.stop_requested()) return;
            if (done_.size() <= *which) done_.resize(*which + 1);
            done_[*which] = *own.depth;
            answers_.push_back({now + plan_.latency, *which, *own.depth, found.score});
        }
    }

    const Plan& plan_;
    std::vector<std::unique_ptr<Searcher>>& members_;
    const Limits& limits_;
    const std::stop_token stop_;
    SearchListener& listener_;
    AphidTree tree_;
    Turns turns_;
    std::stop_source is_over_;
    std::vector<std::uint64_t> nodes_;
    std::vector<int> done_;  // by leaf: how deep its owner has come
    std::deque<Answer> answers_;
    SearchResult result_;
};

class SimulatedAphid final : public SimulatedTeam {
  public:
    explicit SimulatedAphid(const Plan& plan) : SimulatedTeam(plan.workers), plan_(plan) {}

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        std::vector<Move> moves = wanted_moves(root, limits);
        // Nothing is to be divided.
        if (moves.empty()) return members().front()->search(root, limits, std::move(stop), listener);
        return Aphid(plan_, members(), root, std::move(moves), limits, stop, listener).run();
    }

  private:
    const Plan plan_;
};

}  // namespace

std::unique_ptr<Searcher> make_simulated_aphid(const SearcherSetup& setup) {
    return std::make_unique<SimulatedAphid>(plan_of(setup.settings));
}

std::span<const SearcherSetting> simulated_aphid_settings() { return settings; }

}  // namespace rookery::colony
