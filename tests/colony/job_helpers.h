// Jobs to be done in tests: short, and the same every time.
#pragma once

#include "colony/jobs/job.h"
#include "colony/jobs/task_check.h"
#include "colony/jobs/task_play.h"

#include "arena/openings/opening.h"
#include "colony_helpers.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace rookery::colony {

inline constexpr SearcherEntry test_searchers[] = {
    {"pvs", "", [](const SearcherSetup& setup) { return make_pvs(setup); }, "network",
     pvs_settings},
    {"random",
     "",
     [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     },
     {},
     nullptr,
     true},
};

inline JobPlayer test_player(const char* searcher, std::uint64_t seed = 1) {
    JobPlayer player;
    player.searcher = searcher;
    player.seed = seed;
    player.hash_mib = 1;
    return player;
}

// The engine against any moves: over soon, and no two pairs alike.
inline PairTask test_pair(std::uint64_t number, std::uint64_t nodes = 500) {
    PairTask task;
    task.players = {test_player("pvs"), test_player("random", 7)};
    for (arena::TimeControl& control : task.controls) control.nodes = nodes;
    task.opening = arena::random_opening(number, 0);
    task.adjudication.resign = arena::Adjudication::Resign{2, 900};
    task.adjudication.max_moves = 60;
    task.games = {{2 * number + 1, 0}, {2 * number + 2, 1}};
    return task;
}

inline SelfplayTask test_selfplay(std::uint64_t first, std::uint64_t games = 2) {
    SelfplayTask task;
    task.player = test_player("pvs");
    task.settings.soft_nodes = 100;
    task.settings.hash_mib = 1;
    task.settings.longest = 60;
    task.seed = 0xFEDC'BA98'7654'3210;
    task.first = first;
    task.games = games;
    return task;
}

inline TaskResults played_here(const Task& task) {
    return must(play_task(task, test_searchers, {})).results;
}

}  // namespace rookery::colony
