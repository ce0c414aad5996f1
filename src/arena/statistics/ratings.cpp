#include "arena/statistics/ratings.h"

#include "arena/statistics/elo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

namespace rookery::arena {
namespace {

// Lower triangle L with L·Lᵀ = matrix.
std::optional<SquareMatrix> cholesky(const SquareMatrix& matrix) {
    const std::size_t n = matrix.size();
    SquareMatrix lower(n);
    for (std::size_t column = 0; column < n; ++column) {
        for (std::size_t row = column; row < n; ++row) {
            double rest = matrix(row, column);
            for (std::size_t k = 0; k < column; ++k) rest -= lower(row, k) * lower(column, k);
            if (row == column) {
                if (!(rest > 0)) return std::nullopt;
                lower(row, column) = std::sqrt(rest);
            } else {
                lower(row, column) = rest / lower(column, column);
            }
        }
    }
    return lower;
}

}  // namespace

std::optional<SquareMatrix> inverse_of(const SquareMatrix& matrix) {
    const std::optional<SquareMatrix> lower = cholesky(matrix);
    if (!lower) return std::nullopt;
    const std::size_t n = matrix.size();
    // The inverse of the triangle, by forward substitution of each unit vector.
    SquareMatrix part(n);
    for (std::size_t column = 0; column < n; ++column) {
        for (std::size_t row = column; row < n; ++row) {
            double rest = row == column ? 1 : 0;
            for (std::size_t k = column; k < row; ++k) rest -= (*lower)(row, k) * part(k, column);
            part(row, column) = rest / (*lower)(row, row);
        }
    }
    SquareMatrix inverse(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t k = i; k < n; ++k) sum += part(k, i) * part(k, j);
            inverse(i, j) = inverse(j, i) = sum;
        }
    }
    return inverse;
}

namespace {

std::vector<double> product_of(const SquareMatrix& matrix, const std::vector<double>& vector) {
    assert(vector.size() == matrix.size());
    std::vector<double> product(vector.size());
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = 0; j < matrix.size(); ++j) product[i] += matrix(i, j) * vector[j];
    return product;
}

// Players that are all connected by games. Strengths are natural logarithms of odds: 400 Elo are
// ln 10.
struct GroupSolution {
    std::vector<double> strengths;  // with mean 0
    SquareMatrix covariance;        // for dispersion 1, relative to the mean
    bool propped = false;           // needed the virtual draws
};

double expected(double difference) { return 1 / (1 + std::exp(-difference)); }

// Which players a chain of points leads to from player 0: along it, or against its direction.
std::size_t reached(std::size_t players, const std::vector<Meeting>& meetings, bool forwards) {
    std::vector<std::vector<std::size_t>> next(players);
    for (const Meeting& meeting : meetings) {
        const bool gave = meeting.games.draws + meeting.games.losses > 0;
        const bool took = meeting.games.draws + meeting.games.wins > 0;
        if (forwards ? took : gave) next[meeting.first].push_back(meeting.second);
        if (forwards ? gave : took) next[meeting.second].push_back(meeting.first);
    }
    std::vector<char> seen(players, 0);
    std::vector<std::size_t> open = {0};
    seen[0] = 1;
    std::size_t count = 1;
    while (!open.empty()) {
        const std::size_t player = open.back();
        open.pop_back();
        for (std::size_t other : next[player]) {
            if (seen[other] != 0) continue;
            seen[other] = 1;
            ++count;
            open.push_back(other);
        }
    }
    return count;
}

// Ford's condition: a largest likelihood exists where, however the players are split in two, each
// part has taken something from the other.
bool has_maximum(std::size_t players, const std::vector<Meeting>& meetings) {
    return reached(players, meetings, true) == players &&
           reached(players, meetings, false) == players;
}

class Solver {
  public:
    Solver(std::size_t players, const std::vector<Meeting>& meetings, double virtual_draws)
        : meetings_(meetings), virtual_draws_(virtual_draws), strengths_(players) {}

    // Newton's method. The likelihood is concave, so with steps kept short while far away and
    // halved where they do not help it arrives from anywhere.
    void solve() {
        constexpr double longest_step = 2;
        double likelihood = likelihood_of(strengths_);
        for (int round = 0; round < 200; ++round) {
            const std::optional<SquareMatrix> inverse = inverse_of(information());
            if (!inverse) return;
            std::vector<double> step = product_of(*inverse, gradient());
            double largest = 0;
            for (double part : step) largest = std::max(largest, std::abs(part));
            if (largest < 1e-12) return;
            double factor = std::min(1.0, longest_step / largest);
            for (int halving = 0; halving < 60; ++halving, factor /= 2) {
                std::vector<double> tried = strengths_;
                for (std::size_t i = 0; i < tried.size(); ++i) tried[i] += factor * step[i];
                const double found = likelihood_of(tried);
                // Close to the top differences drown in rounding: a full step is still right there.
                if (found < likelihood && largest > 1e-6) continue;
                strengths_ = std::move(tried);
                likelihood = found;
                break;
            }
        }
    }

    GroupSolution result() const {
        const std::size_t n = strengths_.size();
        GroupSolution solution;
        solution.propped = virtual_draws_ > 0;
        const double mean =
            std::accumulate(strengths_.begin(), strengths_.end(), 0.0) / static_cast<double>(n);
        for (double strength : strengths_) solution.strengths.push_back(strength - mean);
        solution.covariance = SquareMatrix(n);
        const std::optional<SquareMatrix> inverse = inverse_of(information());
        if (!inverse) return solution;
        // Relative to the mean: rows and columns centred.
        std::vector<double> means(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                means[i] += (*inverse)(i, j) / static_cast<double>(n);
        const double overall =
            std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                solution.covariance(i, j) = (*inverse)(i, j) - means[i] - means[j] + overall;
        return solution;
    }

  private:
    double likelihood_of(const std::vector<double>& strengths) const {
        double sum = 0;
        for (const Meeting& meeting : meetings_) {
            const double games = static_cast<double>(meeting.games.total());
            const double d = strengths[meeting.first] - strengths[meeting.second];
            // points·log E + (games - points)·log(1 - E), written so that neither can overflow.
            sum += meeting.games.points() * d - games * log_one_plus_exp(d);
        }
        for (double strength : strengths)
            sum += virtual_draws_ * (strength / 2 - log_one_plus_exp(strength));
        return sum;
    }

    static double log_one_plus_exp(double x) {
        return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
    }

    std::vector<double> gradient() const {
        std::vector<double> slope(strengths_.size());
        for (const Meeting& meeting : meetings_) {
            const double games = static_cast<double>(meeting.games.total());
            const double d = strengths_[meeting.first] - strengths_[meeting.second];
            const double surplus = meeting.games.points() - games * expected(d);
            slope[meeting.first] += surplus;
            slope[meeting.second] -= surplus;
        }
        for (std::size_t i = 0; i < slope.size(); ++i)
            slope[i] += virtual_draws_ * (0.5 - expected(strengths_[i]));
        return slope;
    }

    SquareMatrix information() const {
        const std::size_t n = strengths_.size();
        SquareMatrix matrix(n);
        double largest = 0;
        for (const Meeting& meeting : meetings_) {
            const double e = expected(strengths_[meeting.first] - strengths_[meeting.second]);
            const double weight = static_cast<double>(meeting.games.total()) * e * (1 - e);
            matrix(meeting.first, meeting.first) += weight;
            matrix(meeting.second, meeting.second) += weight;
            matrix(meeting.first, meeting.second) -= weight;
            matrix(meeting.second, meeting.first) -= weight;
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double e = expected(strengths_[i]);
            matrix(i, i) += virtual_draws_ * e * (1 - e);
            largest = std::max(largest, matrix(i, i));
        }
        // Games say nothing about the level of all players together, so the matrix has no inverse.
        // Any weight on the sum of all gives it one, and leaves everything relative to the mean as
        // it is. Virtual draws fix the level already.
        if (virtual_draws_ == 0)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    matrix(i, j) += std::max(largest, 1.0) / static_cast<double>(n);
        return matrix;
    }

    const std::vector<Meeting>& meetings_;
    double virtual_draws_;
    std::vector<double> strengths_;
};

GroupSolution solve_group(std::size_t players, const std::vector<Meeting>& meetings,
                          double virtual_draws) {
    if (players == 1) return {{0.0}, SquareMatrix(1), false};
    Solver solver(players, meetings, has_maximum(players, meetings) ? 0 : virtual_draws);
    solver.solve();
    return solver.result();
}

constexpr double elo_per_unit = 400 / std::numbers::ln10;

std::optional<std::string> validate(std::size_t players, const std::vector<Meeting>& meetings,
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
// added on each side, so that a few draws do not look like certainty.
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
        // Exactly, without a rounding error.
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
        // The variance of the player's rating less the mean of the anchors.
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
    if (std::optional<std::string> problem = validate(players, meetings, options))
        return failure(*std::move(problem));
    return Builder(players, meetings, options).build();
}

namespace {

// For 50, 51, … 100 percent; below 50 the same with the sign changed.
constexpr std::array<int, 51> differences = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,   // 50
    72,  80,  87,  95,  102, 110, 117, 125, 133, 141,  // 60
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,  // 70
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,  // 80
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,  // 90
    800,
};

constexpr double bonus_per_half_point = 20;

}  // namespace

double expected_score(double difference) { return score_of_elo(difference); }

double updated_rating(double rating, double opponent, double score, double k) {
    return rating + k * (score - expected_score(rating - opponent));
}

int fide_difference(int percent) {
    assert(percent >= 0 && percent <= 100);
    return percent >= 50 ? differences[static_cast<std::size_t>(percent - 50)]
                         : -differences[static_cast<std::size_t>(50 - percent)];
}

int percent_of(PlayedScore score) {
    assert(score.games > 0 && score.half_points <= 2 * score.games);
    // In whole numbers: 37.5 must not become 37.4999.
    const std::uint64_t games = score.games;
    return static_cast<int>((100 * std::uint64_t{score.half_points} + games) / (2 * games));
}

double performance_rating(double mean_of_opponents, PlayedScore score) {
    assert(score.games > 0 && score.half_points <= 2 * score.games);
    return mean_of_opponents + elo_of_score(score.half_points / (2.0 * score.games));
}

double fide_performance_rating(double mean_of_opponents, PlayedScore score) {
    return mean_of_opponents + fide_difference(percent_of(score));
}

int fide_initial_rating(std::span<const double> opponents, PlayedScore score) {
    assert(!opponents.empty());
    const double sum = std::accumulate(opponents.begin(), opponents.end(), 0.0);
    // The regulations round the mean before anything is added to it.
    const double mean = std::round(sum / static_cast<double>(opponents.size()));
    if (score.half_points <= score.games)
        return static_cast<int>(fide_performance_rating(mean, score));
    return static_cast<int>(mean + bonus_per_half_point * (score.half_points - score.games));
}

}  // namespace rookery::arena
