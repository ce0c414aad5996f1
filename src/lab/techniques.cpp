#include "lab/techniques.h"

#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// A setting of the searcher that begins so switches one technique on or off.
constexpr std::string_view prefix = "use_";

std::string plain(std::string_view name) {
    return std::string(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

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
    std::uint64_t nodes = 0;  // of `bench` without the technique
    std::optional<SeriesResult> result;
};

struct Techniques {
    std::string fingerprint;
    std::uint64_t nodes = 0;  // of `bench` with all techniques
    std::vector<TechniqueRow> rows;
    std::optional<std::string> problem;
};

Techniques measure(const TechniquesSettings& settings, const std::vector<std::string>& names,
                   arena::Store& store, SearcherTable searchers, const std::stop_token& stop,
                   const Progress& progress) {
    Techniques measured;
    report(progress, "nodes with all techniques");
    measured.nodes = bench_nodes(searchers, {}, stop).value_or(0);
    measured.fingerprint = fingerprint_of(measured.nodes);
    MatchSeries series(store, settings.series.match_settings({.nodes = settings.nodes}),
                       settings.series.hash_mib, measured.fingerprint, searchers);
    for (const std::string& name : names) {
        if (stop.stop_requested()) break;
        report(progress, fmt::format("nodes without {}", name));
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

ResultTable table_of(Techniques measured, const TechniquesSettings& settings) {
    // The technique that is worth most comes first.
    std::ranges::stable_sort(measured.rows, {},
                             [](const TechniqueRow& row) { return row.result->elo.score.value; });
    ResultTable table{
        .title = fmt::format(
            "The engine without one technique against the whole, {} nodes a move ({}; {})",
            settings.nodes, settings.series.description(), measured.fingerprint),
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

int run_techniques(const TechniquesSettings& settings, SearcherTable searchers) {
    const auto names = chosen_techniques(settings.only, searchers);
    if (!names) return fail_with(names.error(), exit_usage);
    return run_experiment(
        settings.series, true, settings.output, "Without one technique against the whole engine",
        [&](arena::Store* store, const std::stop_token& stop, const Progress& progress) {
            const Techniques measured =
                measure(settings, *names, *store, searchers, stop, progress);
            return Experiment{{table_of(measured, settings)}, measured.problem};
        });
}

}  // namespace rookery::lab
