#include "colony/live/colony_searcher.h"

#include "colony/live/company.h"
#include "colony/live/herald.h"
#include "colony/live/own_kinship.h"
#include "colony/live/second_opinion.h"
#include "colony/sharing/sharing_companion.h"
#include "colony/sharing/wall_pace.h"
#include "colony/trust/trust_book.h"
#include "notation/coordinate.h"
#include "search/pvs/pvs_searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SearcherSetting settings_table[] = {
    {"nodes_per_second", 0, 0, 100'000'000},  // of our own part; 0: as fast as it goes
};

class ColonySearcher final : public Searcher {
  public:
    ColonySearcher(std::unique_ptr<Entrance> entrance, const EngineMaker& make, const ColonySearchSettings& settings)
        : entrance_(std::move(entrance)), own_(make()), verifier_(make()), settings_(settings) {}

    void new_game() override {
        ++game_;
        forget_all();
        verifier_.new_game();
    }
    void resize(const Resources& resources) override { own_->resize(resources); }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        Herald herald(listener, [this] { return news(); });
        const auto link = entrance_->link();
        if (link) {
            link->recall_quarantine();
            forget_liars(*link);
        }
        // With several lines there is no second opinion; so there must be nothing to have one about.
        if (limits.lines > 1 && remembers_others_) forget_all();
        const bool ends_by_itself = limits.nodes || limits.soft_nodes || limits.hard_deadline || limits.soft_deadline;
        // Who is not there when a short search begins comes to the next one, for which something is kept back.
        const bool has_helpers = link && !link->fit().empty();
        const bool is_helped = limits.lines <= 1 && (!ends_by_itself || has_helpers || remembers_others_);
        const SearchResult result = is_helped || settings_.nodes_per_second
                                        ? search_with_others(root, limits, stop, herald)
                                        : own_->search(root, limits, std::move(stop), herald);
        herald.tell_news();
        return result;
    }

  private:
    [[nodiscard]] SearchResult search_with_others(const Root& root, const Limits& limits, const std::stop_token& stop,
                                                  Herald& herald) {
        HelpedSearch help(*entrance_, root, limits.only_moves, game_);
        herald.set_help(&help);
        SearchResult result = search_with(help, root, limits, stop, herald);
        herald.set_help(nullptr);
        // A limit on nodes is one on ours.
        if (!limits.nodes) result.nodes += help.nodes_of_others();
        return result;
    }

    [[nodiscard]] SearchResult search_with(HelpedSearch& help, const Root& root, const Limits& limits,
                                           const std::stop_token& stop, Herald& herald) {
        const auto began = Clock::now();
        WallPace pace(settings_.nodes_per_second, stop);
        SharingCompanion companion(0, sharing_among(help.members()), pace, help);
        Limits ours = without_reserve(limits, began);
        ours.companion = &companion;
        SearchResult result = own_->search(root, ours, stop, herald);
        if (!result.best) return result;
        // The last that our search told is what it came to; it knows more of the line than its result does.
        const bool is_told = !herald.own().line.empty() && herald.own().line.front() == result.best;
        const Voice own = is_told ? herald.own() : Voice{herald.own().depth, result.score, {result.best}};
        const Voice found = herald.believed(own);
        const bool is_anothers = found.line != own.line || found.depth != own.depth;
        herald.conclude(found);
        if (is_anothers) {
            result.best = found.line.front();
            result.ponder = found.line.size() > 1 ? found.line[1] : Move();
            result.score = found.score;
        }
        // What nobody has touched, in this search or in one before, needs no second opinion.
        remembers_others_ = remembers_others_ || !help.claims().empty();
        if (!remembers_others_ && !is_anothers) return result;
        return judged(help, root, limits, {result, found.line}, {began, Clock::now(), stop.stop_requested()}, herald);
    }

    struct Finding {
        SearchResult result;
        std::vector<Move> line;
    };
    [[nodiscard]] SearchResult judged(HelpedSearch& help, const Root& root, const Limits& limits,
                                      const Finding& finding, const SearchEnd& end, Herald& herald) {
        const SearchResult& result = finding.result;
        VerificationBudget budget = reserve_of(limits, end);
        if (settings_.nodes_per_second && budget.deadline) {
            const double seconds = std::chrono::duration<double>(*budget.deadline - end.now).count();
            const auto nodes = static_cast<std::uint64_t>(seconds * static_cast<double>(*settings_.nodes_per_second));
            budget.nodes = std::min(nodes, budget.nodes.value_or(nodes));
        }
        const Verdict verdict = verifier_.verify(
            root, limits.only_moves, {result.best, result.score, finding.line}, budget, help.claims());
        hold_to_account(help);
        if (!verdict.overruled) return result;
        herald.on_notice(fmt::format("colony: {} rests on the word of others and does not hold; it is {}",
                                     to_coordinate(root.position, result.best),
                                     to_coordinate(root.position, verdict.best)));
        herald.tell({verdict.depth, verdict.score, {verdict.best}});
        return {.best = verdict.best, .ponder = {}, .score = verdict.score, .nodes = result.nodes};
    }

    void hold_to_account(HelpedSearch& help) {
        const auto link = help.link();
        if (!link) return;
        for (const TrustBook::Accusation& one : book_.add(help.claims().tallies()))
            link->quarantine(one.member, one.why);
        forget_liars(*link);
    }

    // What a liar has told us is still in the table.
    void forget_liars(const CoordinatorLink& link) {
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
        std::vector<std::string> all = entrance_->news();
        if (const auto link = entrance_->link())
            for (std::string& one : company_.changes(link->present())) all.push_back(std::move(one));
        return all;
    }

    const std::unique_ptr<Entrance> entrance_;
    const std::unique_ptr<Searcher> own_;
    Verifier verifier_;
    const ColonySearchSettings settings_;
    Company company_;
    std::uint64_t game_ = 0;
    bool remembers_others_ = false;  // what they told us is in our table
    TrustBook book_;
    std::vector<std::string> forgotten_;  // in whose place nothing is left in the table; sorted
};

ColonySearchSettings settings_of(const SettingValues& values) {
    ColonySearchSettings settings;
    for (const auto& [name, value] : values) {
        if (name == "nodes_per_second" && value > 0) settings.nodes_per_second = static_cast<std::uint64_t>(value);
    }
    return settings;
}

}  // namespace

std::unique_ptr<Searcher> make_colony_searcher(std::unique_ptr<Entrance> entrance, const EngineMaker& make,
                                               const ColonySearchSettings& settings) {
    return std::make_unique<ColonySearcher>(std::move(entrance), make, settings);
}

std::unique_ptr<Searcher> make_colony(const SearcherSetup& setup) {
    EntranceSettings way{.invitation = setup.colony.empty() ? usual_invitation() : std::filesystem::path(setup.colony),
                         .kinship = own_kinship};
    return make_colony_searcher(std::make_unique<Entrance>(std::move(way)), make_own_pvs,
                                settings_of(setup.settings));
}

std::span<const SearcherSetting> colony_settings() { return settings_table; }

}  // namespace rookery::colony
