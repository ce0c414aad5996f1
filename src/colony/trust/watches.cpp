#include "colony/trust/watches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::colony {

ScoreWatch::Sums& ScoreWatch::Sums::operator+=(const Sums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
    return *this;
}

void ScoreWatch::add(const std::string& worker, const std::string& encounter,
                     std::size_t half_points) {
    const double score = static_cast<double>(half_points) / 4;
    workers_[worker][encounter] += {1, score, score * score};
}

void ScoreWatch::forget(const std::string& worker) {
    workers_.erase(worker);
    next_look_.erase(worker);
    doubted_.erase(worker);
}

std::vector<ScoreWatch::Finding> ScoreWatch::look() {
    std::vector<Finding> findings;
    for (const auto& [worker, scores] : workers_) {
        const Comparison now = compare(worker, {});
        if (now.own < fewest_pairs || now.others < fewest_pairs) continue;
        double& next = next_look_[worker];
        if (now.information < next) continue;
        next = now.information * between_looks;
        if (auto finding = finding_for(worker, now)) findings.push_back(std::move(*finding));
    }
    return findings;
}

std::optional<ScoreWatch::Finding> ScoreWatch::finding_for(const std::string& worker,
                                                           const Comparison& with_all) {
    if (!with_all.is_beyond) return std::nullopt;
    Finding finding{worker, true, {}};
    for (const auto& [other, scores] : workers_) {
        if (other == worker) continue;
        const Comparison without = compare(worker, other);
        const bool agrees = without.is_beyond && without.difference * with_all.difference > 0;
        if (!agrees) finding.is_certain = false;
    }
    if (!finding.is_certain && !doubted_.insert(worker).second) return std::nullopt;
    finding.words = fmt::format(
        "its pairs bring the first player {:.2f} points {} than the same pairs bring elsewhere ({} "
        "beside {} pairs, {:.1f} standard errors)",
        2 * std::abs(with_all.difference), with_all.difference > 0 ? "more" : "less", with_all.own,
        with_all.others, std::abs(with_all.errors));
    return finding;
}

ScoreWatch::Comparison ScoreWatch::compare(const std::string& worker,
                                           const std::string& left_out) const {
    Comparison result;
    double weighted = 0;
    double spread = 0;
    double freedom = 0;
    for (const auto& [encounter, own] : workers_.at(worker)) {
        Sums others;
        for (const auto& [name, scores] : workers_) {
            if (name == worker || name == left_out) continue;
            if (const auto same = scores.find(encounter); same != scores.end())
                others += same->second;
        }
        if (others.count == 0) continue;
        const double weight = own.count * others.count / (own.count + others.count);
        result.own += own.count;
        result.others += others.count;
        result.information += weight;
        weighted += weight * (own.mean() - others.mean());
        spread += own.spread() + others.spread();
        freedom += own.count + others.count - 2;
    }
    if (result.own < fewest_pairs || result.others < fewest_pairs || freedom <= 0) return result;
    const double error = std::sqrt(std::max(0.0, spread) / freedom * result.information);
    result.difference = weighted / result.information;
    result.errors = weighted / std::max(error, 1e-9);
    result.is_beyond = std::abs(weighted) > most_errors * error + pairs_to_spare;
    return result;
}

bool FloodWatch::count(std::string_view member, std::size_t bytes, Instant now) {
    auto place = counts_.find(member);
    if (place == counts_.end()) place = counts_.emplace(member, Count{}).first;
    Count& count = place->second;
    const auto second = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch());
    if (second != count.second) {
        const bool goes_on =
            count.is_too_much() && second - count.second == std::chrono::seconds(1);
        count = {.second = second, .too_many = goes_on ? count.too_many : 0};
    }
    const bool was_too_much = count.is_too_much();
    ++count.messages;
    count.bytes += bytes;
    if (was_too_much || !count.is_too_much()) return false;
    if (++count.too_many < seconds_in_a_row) return false;
    count.too_many = 0;
    return true;
}

}  // namespace rookery::colony
