#include "commands/growth_run.h"

#include "base/file_text.h"
#include "commands/complain.h"
#include "commands/exit_codes.h"
#include "commands/growth_tables.h"
#include "commands/watched_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <system_error>

namespace rookery {
namespace {

using namespace lab;

// Of what decides by chance; mcts-ab does not.
int seeds_for(std::string_view searcher, int wanted) { return searcher == "mcts" ? wanted : 1; }

// One run of the command. Each part gives an exit code; other than 0, the next is not begun.
class GrowthRun {
  public:
    // The position is the one to look at instead of the usual ones.
    GrowthRun(const GrowthArguments& arguments, std::optional<Position> position, SearcherTable searchers)
        : arguments_(arguments), position_(std::move(position)), searchers_(searchers) {}

    [[nodiscard]] int nodes() {
        for (const NamedPosition& position : positions_or(growth_positions())) {
            GrowthPlan plan{.most_nodes = arguments_.most_nodes};
            plan.depth = arguments_.depth.value_or(plan.depth);
            const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
                return measure_growth(position, plan, stop, progress);
            });
            show(nodes_table(done.value));
            show(branching_table(done.value));
            if (done.stopped) return exit_interrupted;
            const std::string name = "nodes-" + position.name + ".svg";
            if (const int code = write_chart(name, nodes_chart(done.value)); code != exit_ok) return code;
        }
        return exit_ok;
    }

    [[nodiscard]] int threads() {
        std::vector<NamedPosition> positions = positions_or(growth_positions());
        ThreadPlan plan{.most_threads = arguments_.threads, .turns = arguments_.turns};
        plan.depth = arguments_.depth.value_or(plan.depth);
        const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
            return measure_threads(positions, plan, stop, progress);
        });
        show(threads_table(done.value, plan, positions.size()));
        return done.stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] int settling() {
        SettlingPlan plan;
        plan.last = arguments_.rounds.value_or(plan.last);
        const int seeds = arguments_.seeds.value_or(plan.seeds);
        std::vector<Settling> all;
        for (const NamedPosition& position : positions_or(settling_positions()))
            for (const char* name : {"mcts", "mcts-ab"}) {
                plan.seeds = seeds_for(name, seeds);
                const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
                    return measure_settling(position, searcher(name), plan, stop, progress);
                });
                show(settling_table(done.value));
                if (done.stopped) return exit_interrupted;
                all.push_back(done.value);
            }
        return write_chart("settling.svg", settling_chart(all));
    }

    [[nodiscard]] int traps() {
        std::string text(own_traps());
        if (!arguments_.traps.empty()) {
            const auto file = text_of_file(arguments_.traps);
            if (!file) return complaint(file.error());
            text = *file;
        }
        const auto traps = read_traps(text);
        if (!traps) return complaint(arguments_.traps + ' ' + traps.error());
        if (traps->empty()) return complaint(arguments_.traps + " has no traps");
        Table table = traps_table(*traps);
        bool stopped = false;
        for (const TrapPlayer& player : trap_players()) {
            const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
                return try_traps(player, *traps, stop, progress);
            });
            if ((stopped = done.stopped)) break;
            table.rows.push_back(trap_row(player, done.value));
        }
        show(std::move(table));
        return stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }

  private:
    // Each as soon as it is there.
    void show(Table table) {
        print_tables({&table, 1});
        tables_.push_back(std::move(table));
    }

    [[nodiscard]] std::vector<NamedPosition> positions_or(std::vector<NamedPosition> usual) const {
        if (position_) return {{"position", *position_}};
        return usual;
    }

    // Rounds by tens, the solver on and off; then those who look at everything, depth by depth.
    [[nodiscard]] std::vector<TrapPlayer> trap_players() const {
        std::vector<TrapPlayer> players;
        const int seeds = arguments_.seeds.value_or(3);
        constexpr std::uint64_t usual_rounds = 1'000;
        for (const char* name : {"mcts", "mcts-ab"})
            for (const int solver : {0, 1})
                for (std::uint64_t rounds = 100; rounds <= arguments_.rounds.value_or(usual_rounds); rounds *= 10)
                    players.push_back({&searcher(name), {{"solver", solver}}, rounds, {}, seeds_for(name, seeds)});
        for (int depth = 1; depth <= 4; ++depth) players.push_back({&searcher("iterative"), {}, {}, depth, 1});
        return players;
    }

    [[nodiscard]] const SearcherEntry& searcher(std::string_view name) const {
        const SearcherEntry* entry = find_searcher(searchers_, name);
        assert(entry != nullptr);
        return *entry;
    }

    [[nodiscard]] int write_chart(const std::string& name, const std::string& svg) const {
        if (arguments_.charts.empty()) return exit_ok;
        std::string file = name;
        std::replace(file.begin(), file.end(), ' ', '-');
        std::error_code unknown;
        std::filesystem::create_directories(arguments_.charts, unknown);
        const auto problem = replace_file(std::filesystem::path(arguments_.charts) / file, svg);
        return problem ? complaint(*problem) : exit_ok;
    }

    [[nodiscard]] static int complaint(const std::string& why) {
        complain(why);
        return exit_failed;
    }

    const GrowthArguments& arguments_;
    const std::optional<Position> position_;
    SearcherTable searchers_;
    std::vector<Table> tables_;
};

struct Part {
    const char* name;
    int (GrowthRun::*run)();
};

constexpr Part parts[] = {
    {"nodes", &GrowthRun::nodes},
    {"threads", &GrowthRun::threads},
    {"settling", &GrowthRun::settling},
    {"traps", &GrowthRun::traps},
};

}  // namespace

std::vector<std::string> growth_parts() {
    std::vector<std::string> names;
    for (const Part& part : parts) names.emplace_back(part.name);
    return names;
}

int run_growth(const GrowthArguments& arguments, SearcherTable searchers) {
    std::optional<Position> position;
    if (arguments.position.is_given()) {
        position = arguments.position.position();
        if (!position) return exit_usage;
    }
    if (!arguments.output.can_write()) return exit_failed;
    GrowthRun run(arguments, position, searchers);
    const auto is_wanted = [&](const Part& part) {
        return arguments.parts.empty() || std::ranges::find(arguments.parts, part.name) != arguments.parts.end();
    };
    int code = exit_ok;
    for (const Part& part : parts)
        if (is_wanted(part) && code == exit_ok) code = (run.*part.run)();
    // What was measured until somebody interrupted is worth keeping, too.
    if (!arguments.output.write(run.tables())) return exit_failed;
    return code;
}

}  // namespace rookery
