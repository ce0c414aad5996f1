// Any bytes as what came out of a job: no crash, and what is accepted is a whole game by the rules
// that says the same when it is written again.
//
// The first byte chooses the task, the second says how many hundredths of the rest the first of two
// games has.
#include "arena/game/game_record.h"
#include "colony/jobs/job.h"
#include "colony/jobs/task.h"
#include "notation/coordinate.h"
#include "training/game_codec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;
using namespace rookery::colony;

void require(bool condition) {
    if (!condition) std::abort();
}

PairTask pair_by_nodes() {
    PairTask task;
    for (arena::TimeControl& control : task.controls) control.nodes = 500;
    task.adjudication.resign = arena::Adjudication::Resign{2, 900};
    task.adjudication.max_moves = 60;
    task.games = {{1, 0}, {2, 1}};
    return task;
}
PairTask pair_by_clock() {
    PairTask task;
    task.nodes_per_second = 1000;
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("10+0.1");
    task.adjudication.draw = arena::Adjudication::Draw{};
    task.games = {{1, 0}, {2, 1}};
    return task;
}
PairTask pair_by_wall() {
    PairTask task = pair_by_clock();
    task.nodes_per_second = 0;
    task.reference_speed = 100'000;
    task.grace = std::chrono::milliseconds(40);
    return task;
}
// The moves of the opening were not checked before.
PairTask pair_with_opening() {
    PairTask task = pair_by_clock();
    Position position = task.opening.start;
    for (const char* text : {"e2e4", "e7e5"}) {
        task.opening.moves.push_back(*parse_coordinate(position, text));
        position.make(task.opening.moves.back());
    }
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("depth=3");
    return task;
}
// Without random moves every game begins from the same position.
SelfplayTask selfplay() {
    SelfplayTask task;
    task.settings.opening_plies = 0;
    task.settings.longest = 60;
    task.games = 2;
    return task;
}

void check(const PairTask& task, const TaskResults& results) {
    const auto records = outcomes_of(task, results);
    require(records.ok() == !validate(Task(task), results));
    if (!records) return require(!records.error().empty());
    require(records->size() == task.games.size());
    TaskResults again;
    for (const arena::GameRecord& record : *records) {
        require(record.result != GameResult::Open);
        require(!is_failure_of(task, record));
        again.push_back(arena::encode_moves(record.moves));
    }
    require(!difference_between(Task(task), results, again));
    require(nodes_of(Task(task), results) >= nodes_of(Task(task), again));
}

void check(const SelfplayTask& task, const TaskResults& results) {
    const auto games = outcomes_of(task, results);
    require(games.ok() == !validate(Task(task), results));
    if (!games) return require(!games.error().empty());
    TaskResults again;
    for (const training::SelfplayGame& game : *games) again.push_back(training::encode(game));
    require(!difference_between(Task(task), results, again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t first = rest.size() * (data[1] % 101) / 100;
    const TaskResults results{std::string(rest.substr(0, first)), std::string(rest.substr(first))};
    switch (data[0] % 5) {
        case 0: check(pair_by_nodes(), results); break;
        case 1: check(pair_by_clock(), results); break;
        case 3: check(pair_with_opening(), results); break;
        case 4: check(pair_by_wall(), results); break;
        default: check(selfplay(), results); break;
    }
    return 0;
}
