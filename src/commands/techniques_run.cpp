#include "commands/techniques_run.h"

#include "arena/players/player_spec.h"
#include "base/text.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {
namespace {

using namespace lab;

constexpr std::string_view prefix = "use_";

std::string plain(std::string_view name) {
    return std::string(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

// Every technique can be switched off by a setting of the engine's searcher.
std::vector<std::string> all_techniques(SearcherTable searchers) {
    std::vector<std::string> names;
    for (const SearcherSetting& one : searchers.front().settings())
        if (one.name.starts_with(prefix)) names.push_back(plain(one.name));
    return names;
}

Result<std::vector<std::string>, std::string>
chosen_techniques(const std::vector<std::string>& only, SearcherTable searchers) {
    const std::vector<std::string> all = all_techniques(searchers);
    if (only.empty()) return all;
    std::vector<std::string> chosen;
    for (const std::string& name : only) {
        if (std::ranges::find(all, plain(name)) == all.end())
            return failure(fmt::format("there is no technique '{}'{}", printable(name),
                                       did_you_mean(plain(name), all)));
        chosen.push_back(plain(name));
    }
    return chosen;
}

struct TechniqueRow {
    std::string name;
    std::uint64_t nodes = 0;  // of the positions of bench without it
    std::optional<SeriesResult> result;
};

struct Techniques {
    std::string fingerprint;
    std::uint64_t nodes = 0;  // with all of them
    std::vector<TechniqueRow> rows;
    std::optional<std::string> problem;
};

Techniques measure(const TechniquesArguments& arguments, const std::vector<std::string>& names,
                   arena::Store& store, SearcherTable searchers, const std::stop_token& stop,
                   const Progress& progress) {
    Techniques measured;
    tell(progress, "nodes with all techniques");
    measured.nodes = bench_nodes(searchers, {}, stop).value_or(0);
    measured.fingerprint = fingerprint_of(measured.nodes);
    MatchSeries series(store, arguments.series.settings({.nodes = arguments.nodes}),
                       arguments.series.hash_mib, measured.fingerprint, searchers);
    for (const std::string& name : names) {
        if (stop.stop_requested()) break;
        tell(progress, fmt::format("nodes without {}", name));
        const std::string setting = std::string(prefix) + name;
        TechniqueRow row{name, bench_nodes(searchers, {{setting, 0}}, stop).value_or(0), {}};
        auto played = series.play({fmt::format("without {}", name),
                                   fmt::format("pvs,name=without,{}=0", setting), "pvs,name=whole"},
                                  stop, progress);
        if (!played) {
            measured.problem = played.error();
            break;
        }
        row.result = *played;
        if (row.result) measured.rows.push_back(std::move(row));
    }
    return measured;
}

ResultTable table_of(Techniques measured, const TechniquesArguments& arguments) {
    // What matters most comes first.
    std::ranges::stable_sort(measured.rows, {},
                             [](const TechniqueRow& row) { return row.result->elo.score.value; });
    ResultTable table{
        .title = fmt::format(
            "The engine without one technique against the whole, {} nodes a move ({}; {})",
            arguments.nodes, arguments.series.in_words(), measured.fingerprint),
        .key = "techniques"};
    table.columns = {{"without", "technique"},
                     {"nodes to depth, ×", "nodes_ratio", 2},
                     {"score", "score"},
                     {"Elo", "elo", 0, true}};
    for (const TechniqueRow& row : measured.rows)
        table.rows.push_back(
            {row.name,
             Measured{static_cast<double>(row.nodes) / static_cast<double>(measured.nodes)},
             score_cell(row.result), elo_cell(row.result)});
    table.notes = {"Elo with 95 % intervals; nodes of the positions of 'rookery bench' as a "
                   "multiple of the whole's."};
    return table;
}

}  // namespace

int run_techniques(const TechniquesArguments& arguments, SearcherTable searchers) {
    const auto names = chosen_techniques(arguments.only, searchers);
    if (!names) {
        print_error(names.error());
        return exit_usage;
    }
    if (!arguments.output.can_write()) return exit_failed;
    auto store = arguments.series.open();
    if (!store) return exit_failed;
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return measure(arguments, *names, *store, searchers, stop, progress);
    });
    const std::vector<ResultTable> tables = {table_of(done.value, arguments)};
    return finish_series(tables, done.value.problem, done.stopped, arguments.output,
                         "Without one technique against the whole engine");
}

}  // namespace rookery
