// Compares the scores of workers in games by the wall clock.
//
// Such games are not the same twice, so none can be checked by playing it again. But pairs of the
// same encounter have equal chances on every honest machine: their scores (0 to 1, for the first
// player) differ from worker to worker by chance only. A worker is compared with all others
// together, encounter by encounter, by the difference of mean scores in standard errors.
//
// The threshold: an honest worker should be accused in fewer than one of ten thousand long matches,
// with many comparisons during a match. Comparisons are limited: there is one when there is a
// quarter more data than at the last, so a hundred thousand pairs have 38 of them. By chance one
// comparison exceeds 5 standard errors in 6 of 10 million cases, all together in fewer than one of
// 40,000. (With 4.5 it would be one of 4,000.) That holds for the normal distribution; where nearly
// all pairs end alike, a few that do not can be many standard errors. So a difference of two pairs
// is allowed on top. In 280,000 simulated matches of 1,000 pairs (as in watches_test.cpp, with five
// kinds of encounters and 2 to 8 workers) no worker was accused or doubted.
//
// If only two workers differ, it is not clear which of them is wrong. So a worker is accused only
// if it differs that much also from all others without any one of them. Until then there is doubt,
// which is reported. A majority that lies together is believed.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

class ScoreWatch {
  public:
    static constexpr double fewest_pairs = 24;  // on both sides
    static constexpr double most_errors = 5;
    static constexpr double pairs_to_spare = 2;
    static constexpr double between_looks = 1.25;  // as much again to go by

    // The half points of the first player of a pair, 0 to 4.
    void add(const std::string& worker, const std::string& encounter, std::size_t half_points);
    // Its results do not count any more.
    void forget(const std::string& worker);

    struct Finding {
        std::string worker;
        bool is_certain = false;  // else it is one of two that differ
        std::string words;
    };
    // New findings: a certain one until its worker is forgotten, a doubt once.
    [[nodiscard]] std::vector<Finding> look();

  private:
    // Scores that belong together.
    struct Sums {
        double count = 0, sum = 0, squares = 0;

        Sums& operator+=(const Sums& other);
        [[nodiscard]] double mean() const { return sum / count; }
        // The sum of squared distances from the mean.
        [[nodiscard]] double spread() const { return squares - sum * sum / count; }
    };
    using ByEncounter = std::map<std::string, Sums>;
    // One worker against others.
    struct Comparison {
        double own = 0, others = 0;  // pairs in encounters that both have played
        double information = 0;  // equal to so many pairs of its own against any number of others
        double difference = 0;   // of mean scores
        double errors = 0;       // the same in standard errors
        bool is_beyond = false;  // what chance explains
    };

    [[nodiscard]] Comparison compare(const std::string& worker, const std::string& left_out) const;
    [[nodiscard]] std::optional<Finding> finding_for(const std::string& worker,
                                                     const Comparison& with_all);

    std::map<std::string, ByEncounter> workers_;
    std::map<std::string, double> next_look_;  // at that much information
    std::set<std::string> doubted_;
};

// Whether a member floods the bus with messages.
//
// A burst is no flood: a member that was cut off, or was not read for a while, sends much at once.
// So it takes several seconds in a row with too many messages.
class FloodWatch {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    // In one second. A worker that shares all it can sends some hundred messages of together three
    // megabytes.
    static constexpr std::size_t most_messages = 5000;
    static constexpr std::size_t most_bytes = 16 << 20;
    static constexpr int seconds_in_a_row = 3;

    // True once the member floods, and again only after as many more seconds of it.
    [[nodiscard]] bool count(std::string_view member, std::size_t bytes, Instant now);

  private:
    struct Count {
        std::chrono::seconds second{};
        std::size_t messages = 0;
        std::size_t bytes = 0;
        int too_many = 0;  // seconds in a row

        [[nodiscard]] bool is_too_much() const {
            return messages > most_messages || bytes > most_bytes;
        }
    };

    std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace rookery::colony
