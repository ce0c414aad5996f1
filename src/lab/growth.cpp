#include "lab/growth.h"

#include "base/files.h"
#include "lab/convergence.h"
#include "lab/node_growth.h"
#include "lab/thread_gain.h"
#include "lab/traps.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <system_error>

namespace rookery::lab {
namespace {

using arena::ResultTable;

// Only mcts plays by chance; mcts-ab is the same with every seed.
int seeds_for(std::string_view searcher, int wanted) { return searcher == "mcts" ? wanted : 1; }

// One run of the command. Each part returns an exit code; the next part begins only after exit_ok.
class GrowthRun {
  public:
    GrowthRun(const GrowthSettings& settings, SearcherTable searchers)
        : settings_(settings), searchers_(searchers) {}

    [[nodiscard]] int nodes() {
        for (const NamedPosition& position : positions_or(growth_positions())) {
            GrowthPlan plan{.most_nodes = settings_.most_nodes};
            plan.depth = settings_.depth.value_or(plan.depth);
            const auto done =
                run_watched([&](const std::stop_token& stop, const Progress& progress) {
                    return measure_growth(position, plan, stop, progress);
                });
            show(nodes_table(done.value));
            show(branching_table(done.value));
            if (done.stopped) return exit_interrupted;
            const std::string name = "nodes-" + position.name + ".svg";
            if (const int code = write_chart(name, nodes_chart(done.value)); code != exit_ok)
                return code;
        }
        return exit_ok;
    }

    [[nodiscard]] int threads() {
        std::vector<NamedPosition> positions = positions_or(growth_positions());
        ThreadPlan plan{.most_threads = settings_.threads, .turns = settings_.turns};
        plan.depth = settings_.depth.value_or(plan.depth);
        const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
            return measure_threads(positions, plan, stop, progress);
        });
        show(threads_table(done.value, plan, positions.size()));
        return done.stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] int convergence() {
        ConvergencePlan plan;
        plan.last = settings_.rounds.value_or(plan.last);
        const int seeds = settings_.seeds.value_or(plan.seeds);
        std::vector<Convergence> all;
        for (const NamedPosition& position : positions_or(convergence_positions()))
            for (const char* name : {"mcts", "mcts-ab"}) {
                plan.seeds = seeds_for(name, seeds);
                const auto done =
                    run_watched([&](const std::stop_token& stop, const Progress& progress) {
                        return measure_convergence(position, searcher(name), plan, stop, progress);
                    });
                show(convergence_table(done.value));
                if (done.stopped) return exit_interrupted;
                all.push_back(done.value);
            }
        return write_chart("convergence.svg", convergence_chart(all));
    }

    [[nodiscard]] int traps() {
        std::string text(own_traps());
        if (!settings_.traps.empty()) {
            const auto file = text_of_file(settings_.traps);
            if (!file) return fail_with(file.error());
            text = *file;
        }
        const auto traps = read_traps(text);
        if (!traps) return fail_with(settings_.traps + ' ' + traps.error());
        if (traps->empty()) return fail_with(settings_.traps + " has no traps");
        ResultTable table = traps_table(*traps);
        bool stopped = false;
        for (const TrapPlayer& player : trap_players()) {
            const auto done =
                run_watched([&](const std::stop_token& stop, const Progress& progress) {
                    return try_traps(player, *traps, stop, progress);
                });
            if ((stopped = done.stopped)) break;
            table.rows.push_back(trap_row(player, done.value));
        }
        show(std::move(table));
        return stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] const std::vector<ResultTable>& tables() const { return tables_; }

  private:
    // Prints each table as soon as it is complete.
    void show(ResultTable table) {
        arena::print_tables({&table, 1});
        tables_.push_back(std::move(table));
    }

    [[nodiscard]] std::vector<NamedPosition> positions_or(std::vector<NamedPosition> usual) const {
        if (settings_.position) return {{"position", *settings_.position}};
        return usual;
    }

    // Tree searches with 100, 1000, ... rounds, with and without the solver, then full-width
    // searches of depth 1 to 4.
    [[nodiscard]] std::vector<TrapPlayer> trap_players() const {
        std::vector<TrapPlayer> players;
        const int seeds = settings_.seeds.value_or(3);
        constexpr std::uint64_t usual_rounds = 1'000;
        for (const char* name : {"mcts", "mcts-ab"})
            for (const int solver : {0, 1})
                for (std::uint64_t rounds = 100; rounds <= settings_.rounds.value_or(usual_rounds);
                     rounds *= 10)
                    players.push_back({&searcher(name),
                                       {{"solver", solver}},
                                       rounds,
                                       {},
                                       seeds_for(name, seeds)});
        for (int depth = 1; depth <= 4; ++depth)
            players.push_back({&searcher("iterative"), {}, {}, depth, 1});
        return players;
    }

    [[nodiscard]] const SearcherEntry& searcher(std::string_view name) const {
        const SearcherEntry* entry = find_searcher(searchers_, name);
        assert(entry != nullptr);
        return *entry;
    }

    [[nodiscard]] int write_chart(const std::string& name, const std::string& svg) const {
        if (settings_.charts.empty()) return exit_ok;
        std::string file = name;
        std::replace(file.begin(), file.end(), ' ', '-');
        std::error_code unknown;
        std::filesystem::create_directories(settings_.charts, unknown);
        const auto problem = replace_file(std::filesystem::path(settings_.charts) / file, svg);
        return problem ? fail_with(*problem) : exit_ok;
    }

    const GrowthSettings& settings_;
    SearcherTable searchers_;
    std::vector<ResultTable> tables_;
};

struct GrowthPart {
    const char* name;
    int (GrowthRun::*run)();
};

constexpr GrowthPart all_growth_parts[] = {
    {"nodes", &GrowthRun::nodes},
    {"threads", &GrowthRun::threads},
    {"convergence", &GrowthRun::convergence},
    {"traps", &GrowthRun::traps},
};

}  // namespace

std::vector<std::string> growth_parts() {
    std::vector<std::string> names;
    for (const GrowthPart& part : all_growth_parts) names.emplace_back(part.name);
    return names;
}

int run_growth(const GrowthSettings& settings, SearcherTable searchers) {
    GrowthRun run(settings, searchers);
    const auto is_wanted = [&](const GrowthPart& part) {
        return settings.parts.empty() || std::ranges::any_of(settings.parts, [&](const auto& name) {
                   return part.name == (name == former_convergence ? "convergence" : name);
               });
    };
    int code = exit_ok;
    for (const GrowthPart& part : all_growth_parts)
        if (is_wanted(part) && code == exit_ok) code = (run.*part.run)();
    // Results of an interrupted run are written, too.
    if (!settings.output.write(run.tables())) return exit_failed;
    return code;
}

}  // namespace rookery::lab
