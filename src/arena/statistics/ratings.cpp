#include "arena/statistics/ratings.h"

#include "arena/statistics/normal.h"
#include "arena/statistics/rating_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace rookery::arena {

namespace {

constexpr double elo_per_unit = 400 / std::numbers::ln10;

std::optional<std::string> problem_with(std::size_t players, const std::vector<Meeting>& meetings,
                                        const RatingOptions& options) {
    for (const Meeting& meeting : meetings) {
        if (meeting.first >= players || meeting.second >= players)
            return fmt::format("there is no player {}: there are {} players, counted from 0",
                               std::max(meeting.first, meeting.second), players);
        if (meeting.first == meeting.second)
            return fmt::format("player {} cannot meet itself", meeting.first);
    }
    std::vector<bool> anchored(players);
    for (const auto& [player, rating] : options.anchors) {
        if (player >= players)
            return fmt::format("the anchor is player {}, but there are {} players, counted from 0",
                               player, players);
        if (anchored[player]) return fmt::format("player {} is an anchor twice", player);
        anchored[player] = true;
    }
    if (!std::isfinite(options.mean) || !std::ranges::all_of(options.anchors, [](const Anchor& a) {
            return std::isfinite(a.rating);
        }))
        return std::string("the level of a rating list must be a finite number");
    if (!(options.virtual_draws > 0)) return std::string("there must be some virtual draws");
    return std::nullopt;
}

// The group of each player, groups numbered by their first player.
std::vector<std::size_t> groups_of(std::size_t players, const std::vector<Meeting>& meetings) {
    // Each player points to one of its group with a smaller or the same number; following the
    // pointers leads to the smallest.
    std::vector<std::size_t> root(players);
    for (std::size_t i = 0; i < players; ++i) root[i] = i;
    const auto find = [&root](std::size_t i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    for (const Meeting& meeting : meetings) {
        if (meeting.games.total() == 0) continue;
        const std::size_t a = find(meeting.first);
        const std::size_t b = find(meeting.second);
        root[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::size_t> group(players);
    std::size_t count = 0;
    for (std::size_t i = 0; i < players; ++i) group[i] = find(i) == i ? count++ : group[find(i)];
    return group;
}

// How much results vary about their expectations, relative to games without draws. One such game is
// added on each side, lest a handful of draws be taken for certainty.
double dispersion_of(const std::vector<Meeting>& meetings, const std::vector<double>& ratings) {
    double observed = 0.25;
    double possible = 0.25;
    for (const auto& [first, second, games] : meetings) {
        const double e = 1 / (1 + std::exp((ratings[second] - ratings[first]) / elo_per_unit));
        observed += static_cast<double>(games.wins) * (1 - e) * (1 - e) +
                    static_cast<double>(games.draws) * (0.5 - e) * (0.5 - e) +
                    static_cast<double>(games.losses) * e * e;
        possible += static_cast<double>(games.total()) * e * (1 - e);
    }
    return std::min(1.0, observed / possible);
}

class Builder {
  public:
    Builder(std::size_t players, const std::vector<Meeting>& meetings, const RatingOptions& options)
        : meetings_(meetings), options_(options), group_(groups_of(players, meetings)),
          ratings_(players) {
        list_.covariance = SquareMatrix(players);
        list_.anchored = !options.anchors.empty();
        for (std::size_t group : group_) list_.groups = std::max(list_.groups, group + 1);
    }

    RatingList build() {
        for (std::size_t group = 0; group < list_.groups; ++group) rate_group(group);
        list_.dispersion = dispersion_of(meetings_, ratings_);
        const std::size_t players = ratings_.size();
        for (std::size_t i = 0; i < players; ++i)
            for (std::size_t j = 0; j < players; ++j)
                list_.covariance(i, j) *= list_.dispersion * elo_per_unit * elo_per_unit;
        make_rows();
        write_notes();
        return std::move(list_);
    }

  private:
    void rate_group(std::size_t group) {
        std::vector<std::size_t> members;
        std::vector<std::size_t> place(ratings_.size());
        for (std::size_t i = 0; i < ratings_.size(); ++i) {
            if (group_[i] != group) continue;
            place[i] = members.size();
            members.push_back(i);
        }
        std::vector<Meeting> inside;
        for (const Meeting& meeting : meetings_)
            if (meeting.games.total() > 0 && group_[meeting.first] == group)
                inside.push_back({place[meeting.first], place[meeting.second], meeting.games});
        const GroupSolution solution = solve_group(members.size(), inside, options_.virtual_draws);
        if (solution.propped) list_.propped.push_back(group);

        const std::vector<Anchor> anchors = anchors_of(group);
        double level = anchors.empty() ? options_.mean : 0;
        for (const auto& [player, rating] : anchors)
            level += (rating - solution.strengths[place[player]] * elo_per_unit) /
                     static_cast<double>(anchors.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            ratings_[members[i]] = level + solution.strengths[i] * elo_per_unit;
            for (std::size_t j = 0; j < members.size(); ++j)
                list_.covariance(members[i], members[j]) = solution.covariance(i, j);
        }
        // Not a rounding beside it.
        if (anchors.size() == 1) ratings_[anchors.front().player] = anchors.front().rating;
    }

    std::vector<Anchor> anchors_of(std::size_t group) const {
        std::vector<Anchor> anchors;
        for (const Anchor& anchor : options_.anchors)
            if (group_[anchor.player] == group) anchors.push_back(anchor);
        return anchors;
    }

    double error_of(std::size_t player, const GameCounts& games) const {
        const SquareMatrix& c = list_.covariance;
        const std::vector<Anchor> anchors = anchors_of(group_[player]);
        if (anchors.size() == 1 && anchors.front().player == player) return 0;
        // Of the player's rating less the mean of the anchors.
        double variance = c(player, player);
        const auto count = static_cast<double>(anchors.size());
        for (const Anchor& a : anchors) {
            variance -= 2 * c(player, a.player) / count;
            for (const Anchor& b : anchors) variance += c(a.player, b.player) / (count * count);
        }
        if (games.total() == 0) return std::numeric_limits<double>::infinity();
        return deviations_95 * std::sqrt(std::max(0.0, variance));
    }

    void make_rows() {
        list_.rows.resize(ratings_.size());
        std::vector<double> opponents(ratings_.size());
        for (const auto& [first, second, games] : meetings_) {
            list_.rows[first].games += games;
            list_.rows[second].games += games.mirrored();
            opponents[first] += static_cast<double>(games.total()) * ratings_[second];
            opponents[second] += static_cast<double>(games.total()) * ratings_[first];
        }
        for (std::size_t i = 0; i < ratings_.size(); ++i) {
            PlayerRating& row = list_.rows[i];
            row.player = i;
            row.rating = ratings_[i];
            row.group = group_[i];
            row.error = error_of(i, row.games);
            if (row.games.total() > 0)
                row.opponents = opponents[i] / static_cast<double>(row.games.total());
        }
        std::ranges::stable_sort(list_.rows, [](const PlayerRating& a, const PlayerRating& b) {
            return a.group != b.group ? a.group < b.group : a.rating > b.rating;
        });
        for (std::size_t i = 0; i + 1 < list_.rows.size(); ++i)
            list_.rows[i].superiority =
                list_.superiority(list_.rows[i].player, list_.rows[i + 1].player);
    }

    void write_notes() {
        if (list_.groups > 1)
            list_.notes.push_back(
                fmt::format("The players form {} groups without games between them; ratings of "
                            "different groups cannot be compared.",
                            list_.groups));
        if (!list_.propped.empty())
            list_.notes.push_back(
                fmt::format("Some players have won or lost everything against the rest; {} draws "
                            "against the mean were added for each, to keep the ratings finite.",
                            options_.virtual_draws));
    }

    const std::vector<Meeting>& meetings_;
    const RatingOptions& options_;
    std::vector<std::size_t> group_;
    std::vector<double> ratings_;
    RatingList list_;
};

}  // namespace

const PlayerRating& RatingList::of(std::size_t player) const {
    const auto row = std::ranges::find(rows, player, &PlayerRating::player);
    assert(row != rows.end());
    return *row;
}

std::optional<double> RatingList::superiority(std::size_t one, std::size_t other) const {
    const PlayerRating& a = of(one);
    const PlayerRating& b = of(other);
    if (one == other || a.group != b.group) return std::nullopt;
    const double variance =
        covariance(one, one) + covariance(other, other) - 2 * covariance(one, other);
    if (!(variance > 0)) return 0.5;
    return normal_below((a.rating - b.rating) / std::sqrt(variance));
}

Result<RatingList, std::string> rate_players(std::size_t players,
                                             const std::vector<Meeting>& meetings,
                                             const RatingOptions& options) {
    if (std::optional<std::string> problem = problem_with(players, meetings, options))
        return failure(*std::move(problem));
    return Builder(players, meetings, options).build();
}

}  // namespace rookery::arena
