// The results of a test suite for programs.
#pragma once

#include "arena/suite/suite_position.h"
#include "arena/suite/suite_sums.h"

#include <string>
#include <vector>

namespace rookery::arena {

struct SuiteReport {
    const Suite& suite;
    const SuiteAnswers& answers;
    std::vector<std::string> players;  // names
    std::vector<std::string> specs;    // as they were asked for
    TimeControl limits;
    double seconds = 0;  // all of it took
    bool complete = true;

    [[nodiscard]] std::vector<SuiteSums> sums() const {
        return sums_of(suite.positions, answers, players.size());
    }
};

[[nodiscard]] std::string json_report(const SuiteReport& report);

}  // namespace rookery::arena
