// The results of an experiment: one table that becomes text for people, and CSV or JSON for
// programs.
//
// A cell holds what was measured; how it looks is the column's affair, so that the programs get
// every digit and people only those that mean something.
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

namespace rookery::lab {

// A measured number, and how far it may be off: from low to high.
struct Measured {
    double value = 0;
    std::optional<double> low{}, high{};
};

// Nothing, words, or a number.
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
    std::vector<std::string> notes;       // under it
};

// Does any number there say how far it may be off?
[[nodiscard]] bool has_ranges(const ResultTable& table, std::size_t column);

// "12,345,678".
[[nodiscard]] std::string grouped(std::uint64_t number);

// In columns, words to the left and numbers to the right; numbers with their range in brackets.
[[nodiscard]] std::string text_of(const ResultTable& table);
// The same for a document.
[[nodiscard]] std::string markdown_of(const ResultTable& table);

// A heading and a line for each row; a number with a range gets two more columns, KEY_low and
// KEY_high. Tables are separated by an empty line, each begins with a line "# title".
[[nodiscard]] std::string csv_of(std::span<const ResultTable> tables);

// {"key": {"title": ..., "rows": [{"board": "0x88", "search": {"value":, "low":, "high":}}, ...],
// "notes": [...]}}. What is not finite is null.
[[nodiscard]] std::string json_of(std::span<const ResultTable> tables);

// The measured columns of tables as a picture: a panel for every column whose numbers say how far
// they may be off.

// A row is a bar, named by its first cell; cells without a number are left out.
[[nodiscard]] arena::BarChart bars_of(std::string title, std::span<const ResultTable> tables);

// What an experiment tells while it runs.

// Hears what is being done now, on the thread that does it. May be empty.
using Progress = std::function<void(std::string_view doing)>;

inline void tell(const Progress& progress, std::string_view doing) {
    if (progress) progress(doing);
}

}  // namespace rookery::lab
