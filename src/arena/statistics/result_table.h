// The results of an experiment as a table: text for people, CSV and JSON for programs, and bars.
//
// A cell holds the measured value and the column decides how it looks, so that programs get every
// digit and people only the significant ones.
#pragma once

#include "arena/statistics/chart.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::arena {

// A measured number with its range, if the range is known.
struct Measured {
    double value = 0;
    std::optional<double> low{}, high{};
};

// Empty, text, or a number.
using Cell = std::variant<std::monostate, std::string, Measured>;

struct Column {
    std::string name;      // for people: "search, million/s"
    std::string key;       // for programs: "search_speed"
    int decimals = 0;      // of its numbers
    bool signs = false;    // "+12" rather than "12"
    bool grouped = false;  // "12,345" rather than "12345"
};

struct ResultTable {
    std::string title;
    std::string key;  // for programs, where there are several tables
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  // as many cells as columns
    std::vector<std::string> notes;       // printed below the table
};

// Whether any number of the column has a range.
[[nodiscard]] bool has_ranges(const ResultTable& table, std::size_t column);

// "12,345,678".
[[nodiscard]] std::string grouped(std::uint64_t number);

// In columns, text left-aligned and numbers right-aligned; a range follows its number in brackets.
[[nodiscard]] std::string text_of(const ResultTable& table);

// A heading and a line for each row; a number with a range gets two more columns, KEY_low and
// KEY_high. Tables are separated by an empty line, each begins with a line "# title".
[[nodiscard]] std::string csv_of(std::span<const ResultTable> tables);

// {"key": {"title": ..., "rows": [{"board": "0x88", "search": {"value":, "low":, "high":}}, ...],
// "notes": [...]}}. Numbers that are not finite are null.
[[nodiscard]] std::string json_of(std::span<const ResultTable> tables);

// The tables as a bar chart, with a panel for every column whose numbers have ranges. A row is a
// bar, named by its first cell; cells without a number are left out.
[[nodiscard]] arena::BarChart bars_of(std::string title, std::span<const ResultTable> tables);

// The files in which the tables and a picture of them are kept; an empty name means no file.
struct TableOutput {
    std::string json;
    std::string csv;
    std::string chart;

    // draw() is called only if the picture is wanted. False, with a message on stderr, if a file
    // could not be written.
    [[nodiscard]] bool write(std::span<const ResultTable> tables,
                             const std::function<std::string()>& draw = {}) const;
};

// Prints each table with an empty line after it.
void print_tables(std::span<const ResultTable> tables);

}  // namespace rookery::arena
