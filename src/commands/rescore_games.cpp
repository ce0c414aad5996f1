#include "commands/rescore_games.h"

#include "base/stopwatch.h"
#include "commands/context.h"
#include "commands/interruptible.h"
#include "commands/selfplay_files.h"
#include "notation/printable.h"
#include "terminal/live_block.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <filesystem>

namespace rookery {
namespace {

using namespace training;
using Json = nlohmann::ordered_json;
using Problem = std::optional<std::string>;

void complain(const std::string& why) { fmt::print(stderr, "rookery: {}\n", printable(why, 2000)); }

// Every game of a file in turn, as long as visit(games) sees no problem.
Problem visit_blocks(const std::string& name, const std::function<Problem(std::vector<SelfplayGame>)>& visit) {
    auto reader = GameFileReader::open(name);
    if (!reader) return reader.error();
    while (const auto block = reader->next_block()) {
        std::vector<SelfplayGame> games;
        if (!for_each_game(*block, [&](const SelfplayGame& game) { games.push_back(game); }))
            complain(name + ": a block holds a game that cannot be read; the rest of it is left out");
        if (Problem problem = visit(std::move(games))) return problem;
    }
    for (const std::string& problem : reader->problems()) complain(problem);
    return std::nullopt;
}

// How the new file says where its games come from: who scored them, and who played them.
Result<std::string, std::string> origin_of(const RescoreOrder& order) {
    Json json;
    json["rescored_by"] = Json::parse(player_text(order.choice, order.signature));
    json["rescored_by"]["soft_nodes"] = order.settings.soft_nodes;
    json["rescored_by"]["disagreement"] = order.settings.disagreement;
    for (const std::string& file : order.files) {
        const auto reader = GameFileReader::open(file);
        if (!reader) return failure(reader.error());
        json["played_by"].push_back(Json::parse(reader->origin(), nullptr, false));
    }
    return json.dump();
}

Result<std::uint64_t, std::string> games_in(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::uint64_t{0};
    std::uint64_t count = 0;
    const Problem problem = visit_blocks(file, [&](const std::vector<SelfplayGame>& games) {
        count += games.size();
        return Problem();
    });
    if (problem) return failure(*problem);
    return count;
}

std::string progress_line(const RescoreCounts& counts, std::uint64_t there, double seconds) {
    const std::uint64_t searched = counts.searched;
    return fmt::format("{} games ({} were there), {} positions, {} searched, {:.0f} a second, scores moved by {:.0f}",
                       counts.games + there, there, counts.looked_at.load(), searched,
                       seconds > 0 ? static_cast<double>(searched) / seconds : 0,
                       searched > 0 ? static_cast<double>(counts.moved) / static_cast<double>(searched) : 0);
}

// All files, but for the games that are there.
Problem rescore_all(RescoreRun& run, const RescoreOrder& order, std::uint64_t there, GameFileWriter& file,
                    const std::stop_token& stop) {
    std::uint64_t skip = there;
    for (const std::string& name : order.files) {
        if (stop.stop_requested()) break;
        Problem problem = visit_blocks(name, [&](std::vector<SelfplayGame> games) {
            const auto known = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(skip, games.size()));
            games.erase(games.begin(), games.begin() + known);
            skip -= static_cast<std::uint64_t>(known);
            return run.add(std::move(games), file, stop);
        });
        if (problem) return problem;
    }
    return file.close();
}

}  // namespace

int rescore_games(const RescoreOrder& order, SearcherTable searchers) {
    const auto fail = [](const std::string& why) {
        complain(why);
        return exit_failed;
    };
    const auto origin = origin_of(order);
    if (!origin) return fail(origin.error());
    const auto there = games_in(order.output);
    if (!there) return fail(there.error());
    auto file = GameFileWriter::open(order.output, *origin);
    if (!file) return fail(file.error());
    RescoreRun run(order.settings, [&] { return make_searcher(order.choice, searchers); }, order.threads);
    if (const Problem problem = run.prepare()) return fail(*problem);

    const Stopwatch watch;
    LiveBlock block(stderr);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const double interval = terminal ? 0.5 : 30.0;
    double next = interval;
    bool interrupted = false;
    const auto line = [&] { return progress_line(run.counts(), *there, watch.seconds()); };
    const Problem problem = run_interruptibly(
        [&](const std::stop_token& stop) { return rescore_all(run, order, *there, *file, stop); },
        [&] {
            if (watch.seconds() < next) return;
            next = watch.seconds() + interval;
            if (terminal)
                block.show({line().substr(0, block.width())});
            else
                fmt::print(stderr, "{}\n", line());
        },
        [&] { interrupted = true; });
    if (terminal) block.clear();
    fmt::print(stderr, "{}\n{}\n", line(), order.output);
    if (problem) return fail(*problem);
    return interrupted ? exit_interrupted : exit_ok;
}

}  // namespace rookery
