#include "arena/match/schedule.h"

#include <utility>

namespace rookery::arena {
namespace {

void add_pair(Schedule& schedule, std::size_t& pair, std::size_t round, std::size_t one, std::size_t other) {
    for (const auto& [white, black] : {std::pair{one, other}, std::pair{other, one}}) {
        ScheduledGame game;
        game.place = {schedule.size(), pair, round, {{white, black}}};
        game.opening_slot = round;
        schedule.push_back(game);
    }
    ++pair;
}

}  // namespace

Schedule match_schedule(std::size_t games) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; schedule.size() < games; ++round) add_pair(schedule, pair, round, 0, 1);
    schedule.resize(games);
    return schedule;
}

Schedule round_robin_schedule(std::size_t players, std::size_t pairs) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; round < pairs; ++round)
        for (std::size_t one = 0; one < players; ++one)
            for (std::size_t other = one + 1; other < players; ++other)
                add_pair(schedule, pair, round, one, other);
    return schedule;
}

Schedule gauntlet_schedule(std::size_t players, std::size_t pairs) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; round < pairs; ++round)
        for (std::size_t other = 1; other < players; ++other) add_pair(schedule, pair, round, 0, other);
    return schedule;
}

}  // namespace rookery::arena
