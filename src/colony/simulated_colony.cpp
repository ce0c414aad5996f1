#include "colony/simulated_colony.h"

#include "base/threads.h"
#include "search/pvs/pvs_searcher.h"

#include <algorithm>
#include <deque>

namespace rookery::colony {
namespace {

using SimTime = Pace::Time;

constexpr SearcherSetting simulation_settings[] = {
    {"workers", 4, 1, 256},
    {"entries_per_second", 0, 0, 100'000'000},  // that each may share; 0: as a colony of that size
    {"interval_us", 0, 0, 10'000'000},          // between two messages of one; 0: likewise
    {"latency_us", 200, 0, 10'000'000},
    {"nodes_per_second", 50'000, 1, 100'000'000},
    // For comparison: each searches some of the root moves, and nothing is shared.
    {"split_root", 0, 0, 1},
};

struct SimulationPlan : SimulatedClock {
    std::size_t workers = 4;
    SharingSettings sharing;
    SimTime latency{0};
    bool splits_root = false;
};

SimulationPlan simulation_plan(const SettingValues& chosen) {
    const auto value = [&](std::string_view name) {
        return value_of(name, chosen, simulation_settings);
    };
    SimulationPlan plan;
    plan.workers = static_cast<std::size_t>(value("workers"));
    plan.sharing = sharing_among(plan.workers);
    if (const int entries = value("entries_per_second"); entries > 0)
        plan.sharing.entries_per_second = static_cast<std::uint64_t>(entries);
    if (const int interval = value("interval_us"); interval > 0)
        plan.sharing.interval = SimTime(interval);
    plan.latency = SimTime(value("latency_us"));
    plan.nodes_per_second = value("nodes_per_second");
    plan.splits_root = value("split_root") != 0;
    return plan;
}

// A simulated network: messages arrive after a latency, by the senders' own clocks. Used by one
// thread at a time.
class SimulatedNetwork {
  public:
    SimulatedNetwork(std::size_t members, SimTime latency) : latency_(latency), waiting_(members) {}

    void broadcast(std::size_t sender, SimTime now, const Discoveries& discoveries) {
        for (std::size_t i = 0; i < waiting_.size(); ++i)
            if (i != sender) waiting_[i].push_back({now + latency_, discoveries});
    }
    // The messages that have arrived by then.
    [[nodiscard]] Discoveries receive(std::size_t receiver, SimTime now) {
        Discoveries arrived;
        auto& queue = waiting_[receiver];
        while (!queue.empty() && queue.front().arrival <= now) {
            const Discoveries& batch = queue.front().discoveries;
            arrived.insert(arrived.end(), batch.begin(), batch.end());
            queue.pop_front();
        }
        return arrived;
    }

  private:
    struct Batch {
        SimTime arrival;
        Discoveries discoveries;
    };

    const SimTime latency_;
    std::vector<std::deque<Batch>> waiting_;  // by member, in the order of arrival
};

// A member's clock and its channel to the others.
class Seat final : public Pace, public Channel {
  public:
    Seat(std::size_t number, const SimulationPlan& plan, Turns& turns, SimulatedNetwork& network)
        : number_(number), plan_(plan), turns_(turns), network_(network) {}

    [[nodiscard]] SimTime reach(std::uint64_t nodes) override {
        now_ = plan_.time_of(nodes);
        turns_.wait(number_, now_);
        return now_;
    }
    void send(Discoveries discoveries) override {
        // Entries about the root moves of other members are of no use.
        if (!plan_.splits_root) network_.broadcast(number_, now_, discoveries);
    }
    [[nodiscard]] Discoveries receive() override { return network_.receive(number_, now_); }

  private:
    const std::size_t number_;
    const SimulationPlan& plan_;
    Turns& turns_;
    SimulatedNetwork& network_;
    SimTime now_{0};
};

// Receives the reports of all members and forwards the best, with the simulated time. They report
// one at a time, as they search.
class ReportCollector {
  public:
    ReportCollector(const SimulationPlan& plan, SearchListener& listener)
        : plan_(plan), listener_(listener), candidates_(plan.workers) {}

    void on_report(std::size_t member, const LineReport& report) {
        if (const auto candidate = candidate_of(report)) {
            candidates_[member] = *candidate;
            const CandidatePv* better = better_than(candidates_.front());
            const bool is_believed =
                better == nullptr ? member == 0 : better == &candidates_[member];
            if (!is_believed) return;
        } else if (member > 0) {
            return;
        }
        LineReport told = report;
        told.elapsed =
            std::chrono::duration_cast<std::chrono::milliseconds>(plan_.time_of(report.nodes));
        listener_.on_line(told);
    }
    // The report that is better than the result of the first member, if there is one.
    [[nodiscard]] const CandidatePv* better_than(const SearchResult& own) const {
        return better_than(CandidatePv{candidates_.front().depth, own.score, {own.best}});
    }

  private:
    [[nodiscard]] const CandidatePv* better_than(const CandidatePv& own) const {
        const auto others = std::span(candidates_).subspan(1);
        if (!plan_.splits_root) return more_convincing(own, others);
        const CandidatePv* best = &own;
        for (const CandidatePv& candidate : others)
            if (!candidate.line.empty() && candidate.score > best->score) best = &candidate;
        return best == &own ? nullptr : best;
    }

    const SimulationPlan& plan_;
    SearchListener& listener_;
    std::vector<CandidatePv> candidates_;
};

class MemberListener final : public SearchListener {
  public:
    MemberListener(ReportCollector& collector, std::size_t number)
        : collector_(collector), number_(number) {}
    void on_line(const LineReport& report) override { collector_.on_report(number_, report); }

  private:
    ReportCollector& collector_;
    const std::size_t number_;
};

class SimulatedColony final : public SimulatedTeam {
  public:
    explicit SimulatedColony(const SimulationPlan& plan)
        : SimulatedTeam(plan.workers), plan_(plan) {}

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        Turns turns(plan_.workers);
        SimulatedNetwork network(plan_.workers, plan_.latency);
        ReportCollector collector(plan_, listener);
        std::stop_source enough;
        const std::stop_callback outside(stop, [&] { enough.request_stop(); });
        std::vector<SearchResult> results(plan_.workers);
        run_on_threads(plan_.workers, [&](std::size_t i) {
            Seat seat(i, plan_, turns, network);
            SharingCompanion companion(i, plan_.sharing, seat, seat);
            MemberListener member_listener(collector, i);
            Limits own = i == 0 ? limits : Limits{.search_moves = limits.search_moves};
            if (plan_.splits_root)
                own.search_moves = part_of(wanted_moves(root.position, limits), i);
            own.companion = &companion;
            results[i] = members()[i]->search(root, own, i == 0 ? stop : enough.get_token(),
                                              member_listener);
            if (i == 0) enough.request_stop();
            turns.leave(i);
        });
        return concluded(results, collector);
    }

  private:
    // Every n-th move; a member without a move gets the first one.
    [[nodiscard]] std::vector<Move> part_of(const MoveList& moves, std::size_t member) const {
        std::vector<Move> part;
        for (std::size_t i = member; i < moves.size(); i += plan_.workers) part.push_back(moves[i]);
        if (part.empty() && !moves.empty()) part.push_back(moves[0]);
        return part;
    }

    [[nodiscard]] static SearchResult concluded(const std::vector<SearchResult>& results,
                                                const ReportCollector& collector) {
        SearchResult result = results.front();
        if (const CandidatePv* better = result.best ? collector.better_than(result) : nullptr) {
            result.best = better->line.front();
            result.ponder = better->line.size() > 1 ? better->line[1] : Move();
            result.score = better->score;
        }
        result.nodes = 0;
        for (const SearchResult& one : results) result.nodes += one.nodes;
        return result;
    }

    const SimulationPlan plan_;
};

}  // namespace

std::unique_ptr<Searcher> make_simulated_colony(const SearcherSetup& setup) {
    return std::make_unique<SimulatedColony>(simulation_plan(setup.settings));
}

std::span<const SearcherSetting> simulated_colony_settings() { return simulation_settings; }

int value_of(std::string_view name, const SettingValues& chosen,
             std::span<const SearcherSetting> table) {
    for (const auto& [key, number] : chosen)
        if (key == name) return number;
    return std::ranges::find(table, name, &SearcherSetting::name)->standard;
}

SimulatedTeam::SimulatedTeam(std::size_t members) {
    for (std::size_t i = 0; i < members; ++i) members_.push_back(make_own_pvs());
}

void SimulatedTeam::new_game() {
    for (const auto& member : members_) member->new_game();
}

void SimulatedTeam::resize(const Resources& resources) {
    for (const auto& member : members_)
        member->resize({.hash_mib = resources.hash_mib, .threads = 1});
}

Turns::Turns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) runners_.push_back(std::make_unique<Runner>());
}

void Turns::wait(std::size_t who, SimTime time) {
    std::unique_lock lock(mutex_);
    Runner& self = *runners_[who];
    self.has_come = true;
    self.time = time;
    choose();
    self.turn.wait(lock, [&] { return running_ == &self; });
}

void Turns::leave(std::size_t who) {
    const std::scoped_lock lock(mutex_);
    runners_[who]->has_left = true;
    choose();
}

void Turns::choose() {
    Runner* next = nullptr;
    for (const auto& runner : runners_) {
        if (runner->has_left) continue;
        if (!runner->has_come) return;
        if (next == nullptr || runner->time < next->time) next = runner.get();
    }
    running_ = next;
    if (next != nullptr) next->turn.notify_one();
}

}  // namespace rookery::colony
