// What every experiment can leave behind: its tables for programs, and a picture.
#pragma once

#include "commands/cli.h"
#include "lab/result_table.h"

#include <functional>
#include <span>
#include <string>

namespace rookery {

struct LabOutput {
    std::string json;
    std::string csv;
    std::string chart;

    // The object must live as long as the command. Without a chart where nothing can be drawn.
    void add_to(Command command, bool with_chart = true);

    // Hours later is too late to hear that a file cannot be written. False, and words on stderr.
    // Files that are there stay as they are.
    [[nodiscard]] bool can_write() const;

    // The files that were asked for; the picture is drawn only then. False, and words on stderr, if
    // one could not be written.
    [[nodiscard]] bool write(std::span<const lab::ResultTable> tables,
                             const std::function<std::string()>& draw = {}) const;
};

// Each with an empty line after it, at once.
void print_tables(std::span<const lab::ResultTable> tables);

}  // namespace rookery
