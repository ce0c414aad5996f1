#include "arena/statistics/rating_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rookery::arena {

namespace {

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

}  // namespace

GroupSolution solve_group(std::size_t players, const std::vector<Meeting>& meetings,
                          double virtual_draws) {
    if (players == 1) return {{0.0}, SquareMatrix(1), false};
    Solver solver(players, meetings, has_maximum(players, meetings) ? 0 : virtual_draws);
    solver.solve();
    return solver.result();
}

}  // namespace rookery::arena
