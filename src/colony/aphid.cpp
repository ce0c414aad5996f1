#include "colony/aphid.h"

#include "base/threads.h"
#include "chess/draws.h"
#include "chess/movegen.h"
#include "colony/simulated_colony.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rookery::colony {
namespace {

bool is_draw(const Root& at) {
    const auto before = std::span(at.keys).first(at.keys.size() - 1);
    return at.position.halfmove_clock() >= 100 || is_dead(at.position) ||
           std::ranges::find(before, at.position.key()) != before.end();
}

// Late moves are searched less deep, unless the score surprises.
int reduction_of(std::size_t number) {
    return number < 3 ? 0 : static_cast<int>(std::log2(static_cast<double>(number)) * 0.9);
}

}  // namespace

AphidTree::AphidTree(const Root& root, std::vector<Move> moves, int top_plies)
    : root_(root), moves_(std::move(moves)), top_plies_(top_plies) {}

AphidTree::Pass AphidTree::search(int depth) {
    Pass pass;
    pass.score = search(root_, -Score::infinite(), Score::infinite(), 0, depth, pass);
    return pass;
}

Score AphidTree::search(const Root& at, Score alpha, Score beta, int ply, int depth, Pass& pass) {
    ++pass.nodes;
    if (ply > 0 && is_draw(at)) return Score::draw();
    const std::vector<Move> moves = sorted_moves(at, ply);
    if (moves.empty()) return at.position.in_check() ? Score::mated_in(ply) : Score::draw();
    if (ply == top_plies_) return look_up(at, depth, pass);
    Score best = -Score::infinite();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Root next = at.after(moves[i]);
        const int reduced = std::max(1, depth - 1 - reduction_of(i));
        Score score = -search(next, -beta, -alpha, ply + 1, reduced, pass);
        if (score > alpha && reduced < depth - 1)
            score = -search(next, -beta, -alpha, ply + 1, depth - 1, pass);
        if (score > best) {
            best = score;
            if (ply == 0) pass.best = moves[i];
        }
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    last_[at.position.key()] = best;
    return best;
}

Score AphidTree::look_up(const Root& at, int depth, Pass& pass) {
    const auto [place, is_new] = places_.try_emplace(at.position.key(), leaves_.size());
    if (is_new) leaves_.push_back({.root = at, .known = evaluator_.evaluate(at.position)});
    Leaf& leaf = leaves_[place->second];
    leaf.wanted = std::max(leaf.wanted, depth);
    leaf.rank = pass.nodes;
    if (leaf.known_depth < depth) ++pass.unsure;
    last_[at.position.key()] = leaf.known;
    return leaf.known;
}

std::vector<Move> AphidTree::sorted_moves(const Root& at, int ply) const {
    std::vector<std::pair<int, Move>> all;
    const MoveList legal = legal_moves(at.position);
    for (const Move move : legal) {
        if (ply == 0 && std::ranges::find(moves_, move) == moves_.end()) continue;
        const auto known = last_.find(at.position.after(move).key());
        // Moves without a value come last, captures before the rest.
        const int unknown =
            at.position.is_capture(move) ? Score::mate_value + 1 : Score::mate_value + 2;
        all.emplace_back(known == last_.end() ? unknown : known->second.value(), move);
    }
    std::ranges::stable_sort(all, {}, &std::pair<int, Move>::first);
    std::vector<Move> moves;
    for (const auto& [value, move] : all) moves.push_back(move);
    return moves;
}

namespace {

using SimTime = Pace::Time;

constexpr SearcherSetting aphid_table[] = {
    {"workers", 4, 1, 256},
    {"top_plies", 2, 1, 4},
    {"latency_us", 200, 0, 10'000'000},
    {"nodes_per_second", 50'000, 1, 100'000'000},
};

struct Plan : SimulatedClock {
    std::size_t workers = 4;
    int top_plies = 2;
    SimTime latency{0};
};

Plan plan_of(const SettingValues& chosen) {
    const auto value = [&](std::string_view name) { return value_of(name, chosen, aphid_table); };
    Plan plan;
    plan.workers = static_cast<std::size_t>(value("workers"));
    plan.top_plies = value("top_plies");
    plan.latency = SimTime(value("latency_us"));
    plan.nodes_per_second = value("nodes_per_second");
    return plan;
}

// Makes a member's search wait for its turn; nothing is shared.
class Clockwork final : public Companion {
  public:
    Clockwork(std::size_t place, SimTime began, const Plan& plan, Turns& turns)
        : place_(place), began_(began), plan_(plan), turns_(turns), now_(began) {}

    [[nodiscard]] int deep_enough() const override { return 1000; }
    [[nodiscard]] std::size_t number() const override { return 0; }
    void on_entry(Key, const TranspositionEntry&) override {}
    void on_pause(TranspositionTable&, std::uint64_t nodes) override { wait(nodes); }

    void wait(std::uint64_t nodes) {
        now_ = began_ + plan_.time_of(nodes);
        turns_.wait(place_, now_);
    }
    [[nodiscard]] SimTime now() const { return now_; }

  private:
    const std::size_t place_;
    const SimTime began_;
    const Plan& plan_;
    Turns& turns_;
    SimTime now_;
};

// One search. Its members run one at a time, so there are no locks. The coordinator has the last
// place.
class Aphid {
  public:
    Aphid(const Plan& plan, std::vector<std::unique_ptr<Searcher>>& members, const Root& root,
          std::vector<Move> moves, const Limits& limits, const std::stop_token& stop,
          SearchListener& listener)
        : plan_(plan), members_(members), limits_(limits), stop_(stop), listener_(listener),
          tree_(root, std::move(moves), plan.top_plies), turns_(members.size() + 1),
          nodes_(members.size()) {}

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
    static constexpr SimTime nap = SimTime(1000);

    struct Answer {
        SimTime arrival;
        std::size_t leaf = 0;
        int depth = 0;
        Score score;
    };

    void coordinate() {
        SimTime now{0};
        const SimTime end = limits_.nodes ? plan_.time_of(*limits_.nodes) : SimTime::max();
        const int deepest = limits_.depth.value_or(200);
        const auto may_go_on = [&](int depth) {
            return depth <= deepest && now < end && !stop_.stop_requested() &&
                   !(limits_.hard_deadline &&
                     std::chrono::steady_clock::now() >= *limits_.hard_deadline);
        };
        for (int depth = plan_.top_plies + 1; !result_.best || may_go_on(depth);) {
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

    // The messages that have arrived by then.
    void read(SimTime now) {
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

    void report(int depth, SimTime now) {
        LineReport line;
        line.depth = line.selective_depth = depth;
        line.score = result_.score;
        line.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now);
        line.moves = {result_.best};
        for (const std::uint64_t nodes : nodes_) line.nodes += nodes;
        listener_.on_line(line);
    }

    // Leaves belong to members by turns. A member takes the least deep of its leaves that are
    // wanted deeper, of these the first in the order of the last pass.
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
        SimTime now = plan_.latency;
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
            NoListener no_listener;
            const Root root = tree_.leaves()[*which].root;
            const SearchResult found =
                members_[member]->search(root, own, is_over_.get_token(), no_listener);
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
    std::vector<int> done_;  // by leaf: the depth that its owner has reached
    std::deque<Answer> answers_;
    SearchResult result_;
};

class SimulatedAphid final : public SimulatedTeam {
  public:
    explicit SimulatedAphid(const Plan& plan) : SimulatedTeam(plan.workers), plan_(plan) {}

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const MoveList moves = wanted_moves(root.position, limits);
        // There is nothing to divide.
        if (moves.empty())
            return members().front()->search(root, limits, std::move(stop), listener);
        return Aphid(plan_, members(), root, {moves.begin(), moves.end()}, limits, stop, listener)
            .run();
    }

  private:
    const Plan plan_;
};

}  // namespace

std::unique_ptr<Searcher> make_simulated_aphid(const SearcherSetup& setup) {
    return std::make_unique<SimulatedAphid>(plan_of(setup.settings));
}

std::span<const SearcherSetting> simulated_aphid_settings() { return aphid_table; }

}  // namespace rookery::colony
