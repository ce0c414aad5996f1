#include "colony/jobs/away_selfplay.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);
constexpr std::uint64_t games_in_job = 8;
constexpr std::size_t fewest_open = 8;

}  // namespace

std::optional<std::string> AwaySelfplay::play(std::optional<std::uint64_t> games,
                                              const std::function<bool(const training::SelfplayGame&)>& take,
                                              const std::stop_token& stop) {
    while (!stop.stop_requested() && !is_enough_) {
        post_more(games);
        if (const auto event = board_.next(stop, patience)) {
            if (auto problem = hear(*event, take)) return problem;
            continue;
        }
        const JobBoard::State state = board_.state();
        if (state.problem) return state.problem;
        if (open_ > 0 || !state.is_settled) continue;
        if (waiting_.empty()) break;
        ask_for_last_checks();
    }
    board_.forget_campaign();
    return std::nullopt;
}

void AwaySelfplay::post_more(std::optional<std::uint64_t> games) {
    const std::size_t enough = fewest_open + 2 * seats_();
    while (open_ < enough && (!games || next_ < *games)) {
        task_.first = next_;
        task_.games = games ? std::min(games_in_job, *games - next_) : games_in_job;
        board_.post(fmt::format("g{}", next_), task_);
        next_ += task_.games;
        ++open_;
    }
}

std::optional<std::string> AwaySelfplay::hear(const JobEvent& event,
                                              const std::function<bool(const training::SelfplayGame&)>& take) {
    switch (event.kind) {
        case JobEvent::Kind::Finished: {
            auto games = games_of(std::get<SelfplayTask>(event.task), event.results);
            if (!games) return games.error();
            waiting_[event.worker].push_back({event.job, std::move(*games)});
            --open_;
            break;
        }
        case JobEvent::Kind::Confirmed: is_enough_ = !hand_on(event.worker, event.job, take); break;
        case JobEvent::Kind::Withdrawn:
            for (auto& [worker, list] : waiting_)
                std::erase_if(list, [&](const Finished& one) { return one.job == event.job; });
            std::erase_if(waiting_, [](const auto& one) { return one.second.empty(); });
            ++open_;
            break;
        case JobEvent::Kind::Failed: return fmt::format("games cannot be played: {}", event.words);
        case JobEvent::Kind::Begun:
        case JobEvent::Kind::Caught: break;
    }
    return std::nullopt;
}

// What the worker had finished before the one that is confirmed, and that one. False if no more is wanted.
bool AwaySelfplay::hand_on(const std::string& worker, const std::string& confirmed,
                           const std::function<bool(const training::SelfplayGame&)>& take) {
    const auto his = waiting_.find(worker);
    if (his == waiting_.end()) return true;
    std::vector<Finished>& list = his->second;
    const auto last = std::ranges::find(list, confirmed, &Finished::job);
    if (last == list.end()) return true;
    bool is_wanted = true;
    for (auto one = list.begin(); one != last + 1; ++one) {
        for (const training::SelfplayGame& game : one->games) is_wanted = is_wanted && take(game);
        board_.kept(one->job);
    }
    list.erase(list.begin(), last + 1);
    if (list.empty()) waiting_.erase(his);
    return is_wanted;
}

void AwaySelfplay::ask_for_last_checks() {
    for (const auto& [worker, list] : waiting_) board_.check(list.back().job);
}

}  // namespace rookery::colony
