#include "commands/lab_output.h"

#include "base/files.h"
#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace rookery {
namespace {

bool written(const std::string& path, const std::string& text) {
    const auto problem = replace_file(path, text);
    if (problem) print_error(printable(*problem, 2000));
    return !problem;
}

}  // namespace

void LabOutput::add_to(Command command, bool with_chart) {
    command.option("--json", json, "Also write the tables (JSON)").type("FILE");
    command.option("--csv", csv, "Also write the tables (CSV)").type("FILE");
    if (with_chart) command.option("--chart", chart, "Also draw a picture (SVG)").type("FILE");
}

bool LabOutput::can_write() const {
    for (const std::string& path : {json, csv, chart}) {
        if (path.empty()) continue;
        std::error_code unknown;
        const bool is_new = !std::filesystem::exists(path, unknown);
        if (!std::ofstream(path, std::ios::app)) {
            print_error(fmt::format("{} cannot be written", printable(path, 2000)));
            return false;
        }
        if (is_new) std::filesystem::remove(path, unknown);
    }
    return true;
}

bool LabOutput::write(std::span<const lab::ResultTable> tables,
                      const std::function<std::string()>& draw) const {
    if (!json.empty() && !written(json, lab::json_of(tables))) return false;
    if (!csv.empty() && !written(csv, lab::csv_of(tables))) return false;
    return chart.empty() || !draw || written(chart, draw());
}

void print_tables(std::span<const lab::ResultTable> tables) {
    for (const lab::ResultTable& table : tables) fmt::print("{}\n", lab::text_of(table));
    std::fflush(stdout);
}

}  // namespace rookery
