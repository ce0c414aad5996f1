#include "commands/rescore_games.h"

#include "commands/game_files.h"
#include "commands/selfplay_files.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rookery {
namespace {

using namespace training;
using Json = nlohmann::ordered_json;
using Problem = std::optional<std::string>;

// How the new file says where its games come from: who scored them, and who played them.
Result<std::string, std::string> origin_of(const RescoreOrder& order) {
    Json json;
    json["rescored_by"] = Json::parse(player_text(order.choice, order.signature));
    json["rescored_by"]["soft_nodes"] = order.settings.soft_nodes;
    json["rescored_by"]["disagreement"] = order.settings.disagreement;
    for (const std::string& name : order.files) {
        const auto file = GamesInFile::open(name);
        if (!file) return failure(file.error());
        json["played_by"].push_back(origin_json(file->origin()));
    }
    return json.dump();
}

// How many games the new file has already.
Result<std::uint64_t, std::string> games_in(const std::string& name) {
    auto file = GamesInFile::open(name);
    if (!file) return failure(file.error());
    std::uint64_t count = 0;
    while (const auto games = file->next()) count += games->size();
    // It would go on at the wrong game.
    if (!file->is_whole()) return failure(name + ": it is damaged; choose another file");
    return count;
}

std::string progress_text(const RescoreCounts& counts, std::uint64_t there, double seconds) {
    const std::uint64_t searched = counts.searched;
    return fmt::format(
        "{} games ({} were there), {} positions, {} searched, {:.0f} a second, scores moved by "
        "{:.0f}",
        counts.games + there, there, counts.looked_at.load(), searched,
        seconds > 0 ? static_cast<double>(searched) / seconds : 0,
        searched > 0 ? static_cast<double>(counts.moved) / static_cast<double>(searched) : 0);
}

// All files, but for the games that are there. Says whether something was left out of them.
Problem rescore_all(RescoreRun& run, const RescoreOrder& order, std::uint64_t there,
                    GameFileWriter& output, const std::stop_token& stop, bool& is_whole) {
    std::uint64_t skip = there;
    for (const std::string& name : order.files) {
        if (stop.stop_requested()) break;
        auto file = GamesInFile::open(name);
        if (!file) return file.error();
        while (auto games = file->next()) {
            const auto known =
                static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(skip, games->size()));
            games->erase(games->begin(), games->begin() + known);
            skip -= static_cast<std::uint64_t>(known);
            if (Problem problem = run.add(std::move(*games), output, stop)) return problem;
        }
        is_whole &= file->is_whole();
    }
    return output.close();
}

}  // namespace

int rescore_games(const RescoreOrder& order, SearcherTable searchers) {
    const auto fail = [](const std::string& why) {
        print_printable_error(why);
        return exit_failed;
    };
    const auto origin = origin_of(order);
    if (!origin) return fail(origin.error());
    // First, for it takes a block away that was cut off.
    auto file = open_to_add(order.output, *origin);
    if (!file) return fail(file.error());
    const auto there = games_in(order.output);
    if (!there) return fail(there.error());
    RescoreRun run(
        order.settings, [&] { return make_searcher(order.choice, searchers); }, order.threads);
    if (const Problem problem = run.prepare()) return fail(*problem);

    ProgressLine line(long_work_pace);
    const auto text = [&] { return progress_text(run.counts(), *there, line.seconds()); };
    bool is_whole = true;
    const auto done = run_watched(
        line,
        [&](const std::stop_token& stop) {
            return rescore_all(run, order, *there, *file, stop, is_whole);
        },
        text);
    fmt::print(stderr, "{}\n{}\n", text(), order.output);
    if (done.value) return fail(*done.value);
    if (done.stopped) return exit_interrupted;
    return is_whole ? exit_ok : exit_failed;
}

}  // namespace rookery
