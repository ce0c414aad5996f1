#include "lab/solving.h"

#include "base/random.h"
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace rookery::lab {
namespace {

using arena::Measured;

constexpr double earliest_part = 8;
constexpr int moments_to_double = 2;  // looks at the curves while the time doubles
constexpr int factors_to_double = 16;
constexpr double lowest_factor = 0.25;
constexpr std::size_t draws = 1000;

std::vector<double> moments_until(double seconds) {
    std::vector<double> moments;
    const int count = static_cast<int>(std::log2(earliest_part)) * moments_to_double;
    for (int i = 0; i <= count; ++i)
        moments.push_back(seconds * std::exp2(static_cast<double>(i - count) / moments_to_double));
    return moments;
}

std::vector<double> factors() {
    std::vector<double> all;
    const int count =
        static_cast<int>(std::log2(longest_head_start / lowest_factor)) * factors_to_double;
    for (int i = 0; i <= count; ++i)
        all.push_back(lowest_factor * std::exp2(static_cast<double>(i) / factors_to_double));
    return all;
}

// At how many of the moments the test position was solved, with a clock that runs `factor` times as
// fast.
int times_solved(const TestPosition& test_position, const Thoughts& thoughts,
                 std::span<const double> moments, double factor) {
    return static_cast<int>(std::ranges::count_if(moments, [&](double moment) {
        return test_position.is_solved_by(played_after(thoughts, moment * factor));
    }));
}

// The factor at which the sum of one worker equals that of many.
double meeting_point(std::span<const double> all_factors, std::span<const double> one,
                     double many) {
    std::size_t i = 0;
    while (i < one.size() && one[i] < many) ++i;
    if (i == one.size()) return all_factors.back();
    // If the curve is flat there, several factors fit; the one nearest to 1 is taken.
    if (one[i] == many) {
        std::size_t last = i;
        while (last + 1 < one.size() && one[last + 1] == many) ++last;
        return std::clamp(1.0, all_factors[i], all_factors[last]);
    }
    if (i == 0) return all_factors.front();
    const double rest = (many - one[i - 1]) / (one[i] - one[i - 1]);
    return all_factors[i - 1] * std::pow(all_factors[i] / all_factors[i - 1], rest);
}

class SolvingCurves {
  public:
    SolvingCurves(std::span<const TestPosition> test_positions, std::span<const Thoughts> one,
                  std::span<const Thoughts> many, double seconds) {
        const std::vector<double> moments = moments_until(seconds);
        for (std::size_t i = 0; i < test_positions.size(); ++i) {
            many_.push_back(times_solved(test_positions[i], many[i], moments, 1));
            std::vector<int>& row = one_.emplace_back();
            for (const double factor : factors_)
                row.push_back(times_solved(test_positions[i], one[i], moments, factor));
        }
    }

    // The factor by the test positions with these numbers; a number may occur several times.
    [[nodiscard]] double factor(std::span<const std::size_t> numbers) const {
        std::vector<double> sums(factors_.size());
        double many = 0;
        for (const std::size_t number : numbers) {
            many += many_[number];
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += one_[number][i];
        }
        // More time must not solve fewer positions.
        for (std::size_t i = 1; i < sums.size(); ++i) sums[i] = std::max(sums[i], sums[i - 1]);
        return meeting_point(factors_, sums, many);
    }

  private:
    const std::vector<double> factors_ = factors();
    std::vector<std::vector<int>> one_;  // by test position and factor
    std::vector<int> many_;
};

Measured by_solving(const SolvingCurves& curves, std::size_t test_positions) {
    std::vector<std::size_t> numbers(test_positions);
    for (std::size_t i = 0; i < test_positions; ++i) numbers[i] = i;
    Measured gain{curves.factor(numbers)};
    Random random(1);
    std::vector<double> drawn;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        for (std::size_t& number : numbers) number = random.below(test_positions);
        drawn.push_back(curves.factor(numbers));
    }
    std::ranges::sort(drawn);
    gain.low = drawn[draws / 40];
    gain.high = drawn[draws - 1 - draws / 40];
    return gain;
}

// Empty if the depth was not reached.
std::optional<double> time_to(const Thoughts& thoughts, int depth) {
    const auto there = std::ranges::find_if(
        thoughts, [&](const Thought& thought) { return thought.depth >= depth; });
    return there == thoughts.end() ? std::nullopt : std::optional(there->seconds);
}

int depth_after(const Thoughts& thoughts, double seconds) {
    int depth = 0;
    for (const Thought& thought : thoughts)
        if (thought.seconds <= seconds) depth = std::max(depth, thought.depth);
    return depth;
}

Measured by_depth(std::span<const Thoughts> one, std::span<const Thoughts> many, double seconds) {
    double sum = 0, squares = 0, count = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const int depth = depth_after(one[i], seconds);
        const auto ours = time_to(one[i], depth);
        // Searches that end at once are left out.
        if (!ours || *ours < seconds / 100) continue;
        const double theirs = std::max(time_to(many[i], depth).value_or(seconds), seconds / 1000);
        const double ratio = std::log(*ours / theirs);
        sum += ratio;
        squares += ratio * ratio;
        ++count;
    }
    if (count < 2) return {1};
    const double mean = sum / count;
    const double error = std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1));
    return {std::exp(mean), std::exp(mean - 1.96 * error), std::exp(mean + 1.96 * error)};
}

}  // namespace

void ThoughtRecorder::on_line(const LineReport& report) {
    if (report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty())
        return;
    thoughts_.push_back({std::chrono::duration<double>(report.elapsed).count(), report.depth,
                         report.moves.front()});
}

std::vector<Thoughts> think(std::span<const TestPosition> test_positions,
                            const SearcherFactory& make, const std::function<Limits()>& limits,
                            std::size_t threads, const std::stop_token& stop,
                            const Progress& progress) {
    std::vector<Thoughts> all(test_positions.size());
    std::atomic<std::size_t> next = 0;
    ProgressCounter counter(progress, "thinking", test_positions.size());
    run_on_threads(threads, [&](std::size_t) {
        const auto searcher = make();
        for (std::size_t i = next++; i < test_positions.size() && !stop.stop_requested();
             i = next++) {
            searcher->new_game();
            ThoughtRecorder recorder;
            (void)searcher->search(Root(test_positions[i].position), limits(), stop, recorder);
            all[i] = recorder.thoughts();
            counter.count_one();
        }
    });
    return all;
}

Move played_after(const Thoughts& thoughts, double seconds) {
    Move move;
    for (const Thought& thought : thoughts) {
        if (thought.seconds > seconds) break;
        move = thought.best;
    }
    return move;
}

double share_solved(std::span<const TestPosition> test_positions, std::span<const Thoughts> all,
                    double seconds) {
    if (test_positions.empty()) return 0;
    double solved = 0;
    for (std::size_t i = 0; i < test_positions.size(); ++i)
        solved += test_positions[i].is_solved_by(played_after(all[i], seconds)) ? 1 : 0;
    return solved / static_cast<double>(test_positions.size());
}

SolvingGain solving_gain(std::span<const TestPosition> test_positions,
                         std::span<const Thoughts> one, std::span<const Thoughts> many,
                         double seconds) {
    if (test_positions.empty()) return {};
    return {share_solved(test_positions, one, seconds), share_solved(test_positions, many, seconds),
            by_solving({test_positions, one, many, seconds}, test_positions.size()),
            by_depth(one, many, seconds)};
}

}  // namespace rookery::lab
