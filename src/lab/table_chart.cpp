#include "lab/table_chart.h"

#include <fmt/format.h>

namespace rookery::lab {
namespace {

std::string name_of(const Cell& cell) {
    if (const auto* words = std::get_if<std::string>(&cell)) return *words;
    const auto* number = std::get_if<Measured>(&cell);
    return number != nullptr ? fmt::format("{:g}", number->value) : "";
}

arena::BarPanel panel_of(const Table& table, std::size_t column) {
    const Column& head = table.columns[column];
    arena::BarPanel panel{head.name, head.decimals, {}, head.signs};
    for (const auto& row : table.rows) {
        const auto* number = std::get_if<Measured>(&row[column]);
        if (number == nullptr) continue;
        panel.bars.push_back({name_of(row[0]), number->value, number->low.value_or(arena::no_value),
                              number->high.value_or(arena::no_value)});
    }
    return panel;
}

// "Terms added step by step" of "Terms added step by step (400 games each; ...)": a picture has no room for more.
std::string short_title(const Table& table) { return table.title.substr(0, table.title.find(" (")); }

}  // namespace

arena::BarChart bars_of(std::string title, std::span<const Table> tables) {
    arena::BarChart chart{.title = std::move(title)};
    for (const Table& table : tables) {
        for (std::size_t column = 1; column < table.columns.size(); ++column) {
            if (!has_ranges(table, column)) continue;
            arena::BarPanel panel = panel_of(table, column);
            if (tables.size() > 1) panel.title = fmt::format("{}: {}", short_title(table), panel.title);
            chart.panels.push_back(std::move(panel));
        }
    }
    return chart;
}

}  // namespace rookery::lab
