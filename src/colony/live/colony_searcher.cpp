#include "colony/live/colony_searcher.h"

#include "colony/live/helped_search.h"
#include "colony/live/roster.h"
#include "colony/sharing.h"
#include "notation/coordinate.h"
#include "search/pvs/pvs_searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SearcherSetting settings_table[] = {
    {"nodes_per_second", 0, 0, 100'000'000},  // of the coordinator's own part; 0: no limit
};

class ColonySearcher final : public Searcher {
  public:
    ColonySearcher(std::unique_ptr<Connector> connector, const EngineMaker& make,
                   std::optional<std::uint64_t> nodes_per_second)
        : connector_(std::move(connector)), own_(make()), verifier_(make()),
          nodes_per_second_(nodes_per_second) {}

    void new_game() override {
        ++game_;
        forget_all();
        verifier_.new_game();
    }
    void resize(const Resources& resources) override { own_->resize(resources); }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        InfoForwarder forwarder(listener, [this] { return news(); });
        const auto link = connector_->link();
        if (link) {
            link->reload_quarantine();
            forget_distrusted(*link);
        }
        // With several lines there is no second opinion, so help is not used.
        if (limits.multi_pv > 1 && remembers_others_) forget_all();
        const bool ends_by_itself =
            limits.nodes || limits.soft_nodes || limits.hard_deadline || limits.soft_deadline;
        // A worker that is not there when a short search begins helps with the next one, for which
        // something is kept back.
        const bool has_helpers = link && !link->fit().empty();
        const bool is_helped =
            limits.multi_pv <= 1 && (!ends_by_itself || has_helpers || remembers_others_);
        const SearchResult result = is_helped || nodes_per_second_
                                        ? search_with_others(root, limits, stop, forwarder)
                                        : own_->search(root, limits, std::move(stop), forwarder);
        forwarder.forward_news();
        return result;
    }

  private:
    [[nodiscard]] SearchResult search_with_others(const Root& root, const Limits& limits,
                                                  const std::stop_token& stop,
                                                  InfoForwarder& forwarder) {
        HelpedSearch help(*connector_, root, limits.search_moves, game_);
        forwarder.set_help(&help);
        SearchResult result = search_with(help, root, limits, stop, forwarder);
        forwarder.set_help(nullptr);
        // A limit on nodes counts the coordinator's own nodes.
        if (!limits.nodes) result.nodes += help.nodes_of_others();
        return result;
    }

    [[nodiscard]] SearchResult search_with(HelpedSearch& help, const Root& root,
                                           const Limits& limits, const std::stop_token& stop,
                                           InfoForwarder& forwarder) {
        const auto began = Clock::now();
        WallPace pace(nodes_per_second_, stop);
        SharingCompanion companion(0, sharing_among(help.members()), pace, help);
        Limits ours = without_reserve(limits, began);
        ours.companion = &companion;
        SearchResult result = own_->search(root, ours, stop, forwarder);
        if (!result.best) return result;
        // The last line of our search: it is longer than the one in its result.
        const bool is_told =
            !forwarder.own().line.empty() && forwarder.own().line.front() == result.best;
        const CandidatePv own =
            is_told ? forwarder.own()
                    : CandidatePv{forwarder.own().depth, result.score, {result.best}};
        const CandidatePv found = forwarder.best_of(own);
        const bool is_anothers = found.line != own.line || found.depth != own.depth;
        forwarder.conclude(found);
        if (is_anothers) {
            result.best = found.line.front();
            result.ponder = found.line.size() > 1 ? found.line[1] : Move();
            result.score = found.score;
        }
        // A search without shared entries, now and in the table, needs no second opinion.
        remembers_others_ = remembers_others_ || !help.claims().empty();
        if (!remembers_others_ && !is_anothers) return result;
        return judged(help, root, limits, {result, found.line},
                      {began, Clock::now(), stop.stop_requested()}, forwarder);
    }

    struct Finding {
        SearchResult result;
        std::vector<Move> line;
    };
    [[nodiscard]] SearchResult judged(HelpedSearch& help, const Root& root, const Limits& limits,
                                      const Finding& finding, const SearchEnd& end,
                                      InfoForwarder& forwarder) {
        const SearchResult& result = finding.result;
        VerificationBudget budget = reserve_of(limits, end);
        if (nodes_per_second_ && budget.deadline) {
            const double seconds =
                std::chrono::duration<double>(*budget.deadline - end.now).count();
            const auto nodes =
                static_cast<std::uint64_t>(seconds * static_cast<double>(*nodes_per_second_));
            budget.nodes = std::min(nodes, budget.nodes.value_or(nodes));
        }
        const Verdict verdict =
            verifier_.verify(root, limits.search_moves, {result.best, result.score, finding.line},
                             budget, help.claims());
        quarantine_accused(help);
        if (!verdict.overruled) return result;
        forwarder.on_notice(fmt::format(
            "colony: {} rests on the word of others and does not hold; it is {}",
            to_coordinate(root.position, result.best), to_coordinate(root.position, verdict.best)));
        forwarder.forward({verdict.depth, verdict.score, {verdict.best}});
        return {.best = verdict.best, .ponder = {}, .score = verdict.score, .nodes = result.nodes};
    }

    void quarantine_accused(HelpedSearch& help) {
        const auto link = help.link();
        if (!link) return;
        for (const TrustBook::Accusation& one : book_.add(help.claims().tallies()))
            link->quarantine(one.member, one.why);
        forget_distrusted(*link);
    }

    // Entries of a distrusted worker are still in the table.
    void forget_distrusted(const CoordinatorLink& link) {
        std::vector<std::string> caught = link.quarantined();
        const bool is_news = !std::ranges::includes(forgotten_, caught);
        forgotten_ = std::move(caught);
        if (is_news) forget_all();
    }

    void forget_all() {
        own_->new_game();
        remembers_others_ = false;
    }

    [[nodiscard]] std::vector<std::string> news() {
        std::vector<std::string> all = connector_->news();
        if (const auto link = connector_->link())
            for (std::string& one : roster_diff_.changes(link->present()))
                all.push_back(std::move(one));
        return all;
    }

    const std::unique_ptr<Connector> connector_;
    const std::unique_ptr<Searcher> own_;
    Verifier verifier_;
    const std::optional<std::uint64_t> nodes_per_second_;  // of our own part
    RosterDiff roster_diff_;
    std::uint64_t game_ = 0;
    bool remembers_others_ = false;  // their entries are in our table
    TrustBook book_;
    std::vector<std::string> forgotten_;  // distrusted workers whose entries were cleared; sorted
};

std::optional<std::uint64_t> node_limit_of(const SettingValues& values) {
    for (const auto& [name, value] : values)
        if (name == "nodes_per_second" && value > 0) return static_cast<std::uint64_t>(value);
    return std::nullopt;
}

}  // namespace

std::unique_ptr<Searcher> make_colony_searcher(std::unique_ptr<Connector> connector,
                                               const EngineMaker& make,
                                               std::optional<std::uint64_t> nodes_per_second) {
    return std::make_unique<ColonySearcher>(std::move(connector), make, nodes_per_second);
}

std::unique_ptr<Searcher> make_colony(const SearcherSetup& setup) {
    ConnectorSettings way{.invitation = setup.colony.empty() ? usual_invitation()
                                                             : std::filesystem::path(setup.colony),
                          .build_id = own_build_id};
    return make_colony_searcher(std::make_unique<Connector>(std::move(way)), make_own_pvs,
                                node_limit_of(setup.settings));
}

std::span<const SearcherSetting> colony_settings() { return settings_table; }

namespace {

using namespace std::chrono_literals;
using Duration = Limits::Instant::duration;

// One of so many equal parts.
constexpr int parts = 25;
constexpr Duration least_time = 2ms;
constexpr Duration most_time = 2s;
constexpr Duration most_if_stopped = 15ms;
constexpr std::uint64_t least_nodes = 4000;

std::uint64_t reserved_nodes(std::uint64_t limit) {
    return std::max(limit / parts, std::min(limit / 4, least_nodes));
}

Limits::Instant earlier(Limits::Instant deadline, Limits::Instant now) {
    const Duration whole = std::max(deadline - now, Duration::zero());
    return deadline - std::min(whole, std::max(whole / parts, least_time));
}

}  // namespace

Limits without_reserve(const Limits& limits, Limits::Instant now) {
    Limits less = limits;
    if (less.nodes) less.nodes = *less.nodes - reserved_nodes(*less.nodes);
    if (less.soft_nodes) less.soft_nodes = *less.soft_nodes - *less.soft_nodes / parts;
    if (less.hard_deadline) less.hard_deadline = earlier(*less.hard_deadline, now);
    if (less.soft_deadline) less.soft_deadline = earlier(*less.soft_deadline, now);
    return less;
}

VerificationBudget reserve_of(const Limits& limits, const SearchEnd& end) {
    VerificationBudget budget;
    if (limits.nodes) budget.nodes = reserved_nodes(*limits.nodes);
    const Duration share = std::clamp((end.now - end.began) / (parts - 1), least_time, most_time);
    Limits::Instant deadline =
        end.now + (end.was_told_to_stop ? std::min(share, most_if_stopped) : share);
    if (const auto later = limits.delay(); limits.hard_deadline && later)
        deadline = std::min(deadline, *limits.hard_deadline + *later);
    // Where only nodes are limited, time must not decide.
    if (!limits.nodes || limits.hard_deadline || end.was_told_to_stop) budget.deadline = deadline;
    return budget;
}

}  // namespace rookery::colony
