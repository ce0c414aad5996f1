// The results of the experiment on boards as tables, the study's figures beside ours.
#pragma once

#include "lab/board_speeds.h"
#include "lab/table.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rookery::lab {

// What the study measured: million nodes a second, every call a node, and the parts of the time of its search. Its
// machine is not ours, so what can be compared is how its boards stand to each other.
struct StudyFigures {
    std::string_view id;  // of our board of the same idea
    double perft;
    double search;
    double generation;
    double evaluation;
};
// None for a board that the study does not have.
[[nodiscard]] std::optional<StudyFigures> study_figures(std::string_view id);

// Speeds and the parts of the time, and where they were measured threads and pseudo-legal moves.
[[nodiscard]] std::vector<Table> board_tables(const std::vector<BoardSpeed>& boards, const BoardSpeedPlan& plan);

}  // namespace rookery::lab
