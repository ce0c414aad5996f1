// `lab boards`: measures and prints.
#pragma once

#include "commands/lab_output.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

struct BoardsArguments {
    std::vector<std::string> boards;  // ids; none means all
    std::optional<int> repeats;
    std::optional<int> depth;  // of the search
    std::optional<int> perft_depth;
    std::size_t threads = 1;
    bool pseudo_legal = false;
    std::string evaluator = "full";  // one of board_evaluators()
    bool quick = false;
    LabOutput output;
};

// What one may type.
[[nodiscard]] std::vector<std::string> board_ids();
[[nodiscard]] std::vector<std::string> board_evaluators();

struct Context;
// Adds it to the command `lab`.
void add_lab_boards(Command lab, Context& context);

// Returns the exit code.
[[nodiscard]] int run_boards(const BoardsArguments& arguments);

}  // namespace rookery
