#include "arena/statistics/result_table.h"

#include "base/files.h"
#include "base/text.h"
#include "store/json.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace rookery::arena {
namespace {

using Texts = std::vector<std::string>;

std::string number_text(double value, const Column& column) {
    if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
    // Adding 0.0 turns "-0" into "0".
    const double unit = std::pow(10, column.decimals);
    const double rounded = std::round(value * unit) / unit + 0.0;
    if (column.grouped && rounded >= 0) return grouped(static_cast<std::uint64_t>(rounded));
    return column.signs ? fmt::format("{:+.{}f}", rounded, column.decimals)
                        : fmt::format("{:.{}f}", rounded, column.decimals);
}

std::string cell_text(const Cell& cell, const Column& column) {
    if (const auto* words = std::get_if<std::string>(&cell)) return *words;
    const auto* number = std::get_if<Measured>(&cell);
    if (number == nullptr) return "";
    std::string text = number_text(number->value, column);
    if (number->low && number->high)
        text += fmt::format(" ({} to {})", number_text(*number->low, column),
                            number_text(*number->high, column));
    return text;
}

std::vector<Texts> texts_of(const ResultTable& table) {
    std::vector<Texts> lines(1);
    for (const Column& column : table.columns) lines[0].push_back(column.name);
    for (const auto& row : table.rows) {
        Texts line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line.push_back(cell_text(row[i], table.columns[i]));
        lines.push_back(std::move(line));
    }
    return lines;
}

bool is_of_words(const ResultTable& table, std::size_t column) {
    return std::ranges::any_of(table.rows, [&](const auto& row) {
        return std::holds_alternative<std::string>(row[column]);
    });
}

// Quoted where it holds a character that CSV gives a meaning to.
std::string csv_words(std::string_view words) {
    if (words.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(words);
    std::string quoted = "\"";
    for (const char c : words) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string csv_number(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? fmt::format("{}", *number) : "";
}

std::string csv_of(const ResultTable& table) {
    std::string text;
    const auto add = [&](bool is_first, const std::string& field) {
        text += (is_first ? "" : ",") + field;
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string& key = table.columns[i].key;
        add(i == 0, csv_words(key));
        if (has_ranges(table, i)) text += fmt::format(",{0}_low,{0}_high", key);
    }
    text += '\n';
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto* words = std::get_if<std::string>(&row[i]);
            const auto* number = std::get_if<Measured>(&row[i]);
            add(i == 0, words != nullptr    ? csv_words(*words)
                        : number != nullptr ? csv_number(number->value)
                                            : "");
            if (!has_ranges(table, i)) continue;
            add(false, number != nullptr ? csv_number(number->low) : "");
            add(false, number != nullptr ? csv_number(number->high) : "");
        }
        text += '\n';
    }
    return text;
}

Json json_number(const std::optional<double>& number) {
    if (!number || !std::isfinite(*number)) return nullptr;
    // Whole numbers are written without a decimal point.
    if (*number == std::floor(*number) && std::abs(*number) < 9e15)
        return static_cast<std::int64_t>(*number);
    return *number;
}

Json json_of(const Cell& cell) {
    if (const auto* words = std::get_if<std::string>(&cell)) return *words;
    const auto* number = std::get_if<Measured>(&cell);
    if (number == nullptr) return nullptr;
    if (!number->low && !number->high) return json_number(number->value);
    return {{"value", json_number(number->value)},
            {"low", json_number(number->low)},
            {"high", json_number(number->high)}};
}

std::string name_of(const Cell& cell) {
    if (const auto* words = std::get_if<std::string>(&cell)) return *words;
    const auto* number = std::get_if<Measured>(&cell);
    return number != nullptr ? fmt::format("{:g}", number->value) : "";
}

BarPanel panel_of(const ResultTable& table, std::size_t column) {
    const Column& head = table.columns[column];
    BarPanel panel{head.name, head.decimals, {}, head.signs};
    for (const auto& row : table.rows) {
        const auto* number = std::get_if<Measured>(&row[column]);
        if (number == nullptr) continue;
        panel.bars.push_back({name_of(row[0]), number->value, number->low.value_or(no_value),
                              number->high.value_or(no_value)});
    }
    return panel;
}

// "Terms added step by step" of "Terms added step by step (400 games each; ...)": a picture has no
// room for more.
std::string short_title(const ResultTable& table) {
    return table.title.substr(0, table.title.find(" ("));
}

bool write_or_print_error(const std::string& path, const std::string& text) {
    const auto problem = replace_file(path, text);
    if (problem) print_printable_error(*problem);
    return !problem;
}

}  // namespace

bool has_ranges(const ResultTable& table, std::size_t column) {
    return std::ranges::any_of(table.rows, [&](const auto& row) {
        const auto* number = std::get_if<Measured>(&row[column]);
        return number != nullptr && number->low.has_value();
    });
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

std::string text_of(const ResultTable& table) {
    const std::vector<Texts> lines = texts_of(table);
    std::string text = table.title.empty() ? "" : table.title + "\n\n";
    for (const Texts& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            std::size_t width = 0;
            for (const Texts& other : lines) width = std::max(width, characters(other[i]));
            const std::string padding(width - characters(line[i]), ' ');
            if (i > 0) row += "  ";
            row += is_of_words(table, i) ? line[i] + padding : padding + line[i];
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + '\n';
    }
    if (!table.notes.empty()) text += '\n';
    for (const std::string& note : table.notes) text += note + '\n';
    return text;
}

std::string csv_of(std::span<const ResultTable> tables) {
    std::string text;
    for (const ResultTable& table : tables) {
        if (tables.size() > 1)
            text += fmt::format("{}# {}\n", text.empty() ? "" : "\n", table.title);
        text += csv_of(table);
    }
    return text;
}

std::string json_of(std::span<const ResultTable> tables) {
    Json all = Json::object();
    for (const ResultTable& table : tables) {
        Json rows = Json::array();
        for (const auto& row : table.rows) {
            Json one = Json::object();
            for (std::size_t i = 0; i < row.size(); ++i)
                one[table.columns[i].key] = json_of(row[i]);
            rows.push_back(std::move(one));
        }
        all[table.key] = {
            {"title", table.title}, {"rows", std::move(rows)}, {"notes", table.notes}};
    }
    return all.dump(1) + '\n';
}

BarChart bars_of(std::string title, std::span<const ResultTable> tables) {
    BarChart chart{.title = std::move(title)};
    for (const ResultTable& table : tables) {
        for (std::size_t column = 1; column < table.columns.size(); ++column) {
            if (!has_ranges(table, column)) continue;
            BarPanel panel = panel_of(table, column);
            if (tables.size() > 1)
                panel.title = fmt::format("{}: {}", short_title(table), panel.title);
            chart.panels.push_back(std::move(panel));
        }
    }
    return chart;
}

bool TableOutput::write(std::span<const ResultTable> tables,
                        const std::function<std::string()>& draw) const {
    if (!json.empty() && !write_or_print_error(json, json_of(tables))) return false;
    if (!csv.empty() && !write_or_print_error(csv, csv_of(tables))) return false;
    return chart.empty() || !draw || write_or_print_error(chart, draw());
}

void print_tables(std::span<const ResultTable> tables) {
    for (const ResultTable& table : tables) fmt::print("{}\n", text_of(table));
    std::fflush(stdout);
}

}  // namespace rookery::arena
