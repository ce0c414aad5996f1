// Whether one worker's games come out otherwise than those of the others.
//
// Games by the wall clock are not the same twice, so none can be checked by playing it again. But
// pairs of the same encounter have the same chances on every honest machine: their scores (0 to 1,
// seen from the first player) differ from worker to worker by chance only. A worker is compared
// with all others together, encounter by encounter, by the difference of its mean scores in
// standard errors.
//
// How sure one must be. An honest worker should be accused in fewer than one of ten thousand long
// matches, and we look again and again while a match goes on. Looks are rationed: there is one when
// there is a quarter more to go by than at the last, so a hundred thousand pairs see 38 of them. By
// chance one look finds more than 5 standard errors in 6 of 10 million cases, all together in fewer
// than one of 40,000. (With 4.5 it would be one of 4,000.) That holds for the normal distribution;
// where nearly all pairs come out alike, a few that do not can be many standard errors. So two
// pairs' worth of difference are forgiven on top. In 280,000 simulated matches of 1,000 pairs (as
// in score_watch_test.cpp, with five kinds of encounters and 2 to 8 workers) nobody was accused,
// nor doubted.
//
// If only two differ, nobody knows which is false. So a worker counts as found out only if it
// differs that much also from all others without any one of them: nobody's word alone decides.
// Until then there is doubt, which is told. A majority that lies together is believed.
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

    // A pair, seen from the first player of its encounter: 0 to 4 half points.
    void add(const std::string& worker, const std::string& encounter, std::size_t half_points);
    // What it brought does not count any more.
    void forget(const std::string& worker);

    struct Finding {
        std::string worker;
        bool is_certain = false;  // else it is one of two who differ
        std::string words;
    };
    // What the last additions have brought to light, each certain one until it is forgotten, each
    // doubt once.
    [[nodiscard]] std::vector<Finding> look();

  private:
    // Scores that belong together.
    struct Sums {
        double count = 0, sum = 0, squares = 0;

        Sums& operator+=(const Sums& other);
        [[nodiscard]] double mean() const { return sum / count; }
        // Of squared distances from the mean.
        [[nodiscard]] double spread() const { return squares - sum * sum / count; }
    };
    using ByEncounter = std::map<std::string, Sums>;
    // One worker beside others.
    struct Comparison {
        double own = 0, others = 0;  // pairs in encounters that both have played
        double information = 0;      // about so many pairs of its own, if the others had any number
        double difference = 0;       // of mean scores
        double errors = 0;           // the same in standard errors
        bool is_beyond = false;      // chance
    };

    [[nodiscard]] Comparison compare(const std::string& worker, const std::string& left_out) const;
    [[nodiscard]] std::optional<Finding> judge(const std::string& worker,
                                               const Comparison& with_all);

    std::map<std::string, ByEncounter> workers_;
    std::map<std::string, double> next_look_;  // at that much information
    std::set<std::string> doubted_;
};

// Whether somebody says more than anybody has to say.
//
// A burst is no flood: who was cut off for a while, or was not read, has much to say at once. So it
// takes several seconds, one after the other, each with too much.

class FloodWatch {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    // In one second. A worker that shares all it can says some hundred things, of three megabytes.
    static constexpr std::size_t most_letters = 5000;
    static constexpr std::size_t most_bytes = 16 << 20;
    static constexpr int seconds_in_a_row = 3;

    // True once the member floods, and again only after as many seconds more of it.
    [[nodiscard]] bool hear(std::string_view member, std::size_t bytes, Instant now);

  private:
    struct Count {
        std::chrono::seconds second{};
        std::size_t messages = 0;
        std::size_t bytes = 0;
        int too_many = 0;  // seconds in a row

        [[nodiscard]] bool is_too_much() const {
            return messages > most_letters || bytes > most_bytes;
        }
    };

    std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace rookery::colony
