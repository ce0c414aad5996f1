#include "colony/live/colony_searcher.h"

#include "colony/live/company.h"
#include "colony/live/helped_search.h"
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

// Tells what the searcher tells, with the nodes of all; and between that what happens in the colony.
class Herald final : public SearchListener {
  public:
    using News = std::function<std::vector<std::string>()>;

    Herald(SearchListener& listener, News news) : listener_(listener), news_(std::move(news)) { tell_news(); }

    // Whose nodes count, and who is to hear how deep we are.
    void set_help(HelpedSearch* help) { help_ = help; }

    void on_line(const LineReport& report) override {
        tell_news();
        LineReport told = report;
        if (help_ != nullptr) {
            help_->note_depth(report.depth);
            told.nodes += help_->nodes_of_others();
        }
        if (auto voice = voice_of(report)) best_ = std::move(*voice);
        listener_.on_line(told);
    }
    void on_tree(const TreeReport& report) override { listener_.on_tree(report); }
    void on_current_move(int depth, Move move, int number) override {
        tell_news();
        listener_.on_current_move(depth, move, number);
    }
    void on_notice(std::string_view text) override { listener_.on_notice(text); }

    void tell_news() {
        for (const std::string& one : news_()) listener_.on_notice(one);
    }
    // The last that was called the best.
    [[nodiscard]] const std::vector<Move>& best_line() const { return best_.line; }
    [[nodiscard]] int depth() const { return best_.depth; }

  private:
    SearchListener& listener_;
    const News news_;
    HelpedSearch* help_ = nullptr;
    Voice best_;
};

class ColonySearcher final : public Searcher {
  public:
    ColonySearcher(std::unique_ptr<Entrance> entrance, const EngineMaker& make, const ColonySearchSettings& settings)
        : entrance_(std::move(entrance)), own_(make()), verifier_(make()), settings_(settings) {}

    void new_game() override {
        own_->new_game();
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
        const bool ends_by_itself = limits.nodes || limits.soft_nodes || limits.hard_deadline || limits.soft_deadline;
        // Who is not there when a short search begins comes to the next one, for which something is kept back.
        const bool is_helped = limits.lines <= 1 && (!ends_by_itself || (link && !link->fit().empty()));
        const SearchResult result = is_helped || settings_.nodes_per_second
                                        ? search_with_others(root, limits, stop, herald)
                                        : own_->search(root, limits, std::move(stop), herald);
        herald.tell_news();
        return result;
    }

  private:
    [[nodiscard]] SearchResult search_with_others(const Root& root, const Limits& limits, const std::stop_token& stop,
                                                  Herald& herald) {
        HelpedSearch help(*entrance_, root, limits.only_moves);
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
        const bool is_anothers = result.best && believe_better(help, result, herald, began);
        // What nobody has touched needs no second opinion.
        if ((help.claims().empty() && !is_anothers) || !result.best) return result;
        return judged(help, root, limits, result, {began, Clock::now(), stop.stop_requested()}, herald);
    }

    // Others may have come further than we have.
    static bool believe_better(const HelpedSearch& help, SearchResult& result, Herald& herald, Clock::time_point began) {
        const auto better = help.better_than({herald.depth(), result.score, {result.best}});
        if (!better) return false;
        result.best = better->line.front();
        result.ponder = better->line.size() > 1 ? better->line[1] : Move();
        result.score = better->score;
        LineReport report;
        report.depth = report.selective_depth = better->depth;
        report.score = better->score;
        report.nodes = result.nodes;
        report.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
        report.moves = better->line;
        herald.on_line(report);
        return true;
    }

    [[nodiscard]] SearchResult judged(HelpedSearch& help, const Root& root, const Limits& limits,
                                      const SearchResult& result, const SearchEnd& end, Herald& herald) {
        VerificationBudget budget = reserve_of(limits, end);
        if (settings_.nodes_per_second && budget.deadline) {
            const double seconds = std::chrono::duration<double>(*budget.deadline - end.now).count();
            const auto nodes = static_cast<std::uint64_t>(seconds * static_cast<double>(*settings_.nodes_per_second));
            budget.nodes = std::min(nodes, budget.nodes.value_or(nodes));
        }
        const Verdict verdict = verifier_.verify(
            root, limits.only_moves, {result.best, result.score, herald.best_line()}, budget, help.claims());
        hold_to_account(help);
        if (!verdict.overruled) return result;
        herald.on_notice(fmt::format("colony: {} rests on the word of others and does not hold; it is {}",
                                     to_coordinate(root.position, result.best),
                                     to_coordinate(root.position, verdict.best)));
        LineReport report;
        report.depth = verdict.depth;
        report.score = verdict.score;
        report.nodes = result.nodes;
        report.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - end.began);
        report.moves = {verdict.best};
        herald.on_line(report);
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
        if (is_news) own_->new_game();
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
    return make_colony_searcher(std::make_unique<Entrance>(std::move(way)), make_classical_pvs,
                                settings_of(setup.settings));
}

std::span<const SearcherSetting> colony_settings() { return settings_table; }

}  // namespace rookery::colony
