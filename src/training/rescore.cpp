#include "training/rescore.h"

#include "base/threads.h"
#include "chess/game.h"
#include "store/json.h"
#include "training/game_statistics.h"
#include "training/selfplay_files.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::training {
namespace {

using Problem = std::optional<std::string>;

// The header of the new file: the player that scored the games, and the origin of the games.
Result<std::string, std::string>
rescored_origin(const RescoreOrder& order, const SearcherChoice& player, std::uint64_t signature) {
    Json json;
    json["rescored_by"] = Json::parse(player_text(player, signature));
    json["rescored_by"]["soft_nodes"] = order.settings.soft_nodes;
    json["rescored_by"]["disagreement"] = order.settings.disagreement;
    for (const std::string& name : order.files) {
        const auto file = GamesInFile::open(name);
        if (!file) return failure(file.error());
        json["played_by"].push_back(origin_json(file->origin()));
    }
    return json.dump();
}

// The number of games that the new file holds already.
Result<std::uint64_t, std::string> games_in(const std::string& name) {
    auto file = GamesInFile::open(name);
    if (!file) return failure(file.error());
    std::uint64_t count = 0;
    while (const auto games = file->next()) count += games->size();
    // In a damaged file the number would be wrong, and rescoring would continue at a wrong game.
    if (!file->is_whole()) return failure(name + ": it is damaged; choose another file");
    return count;
}

std::string rescore_progress(const RescoreCounts& counts, std::uint64_t there, double seconds) {
    const std::uint64_t searched = counts.searched;
    return fmt::format(
        "{} games ({} done earlier), {} positions, {} searched, {:.0f} a second; scores changed by "
        "{:.0f} units on average",
        counts.games + there, there > 0 ? fmt::format("{}", there) : "none",
        counts.looked_at.load(), searched,
        seconds > 0 ? static_cast<double>(searched) / seconds : 0,
        searched > 0 ? static_cast<double>(counts.moved) / static_cast<double>(searched) : 0);
}

// Rescores all files without the games that are in the output already. Sets is_whole to false if
// something was left out.
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

Rescorer::Rescorer(std::unique_ptr<Searcher> searcher, const RescoreSettings& settings,
                   RescoreCounts& counts)
    : searcher_(std::move(searcher)), settings_(settings), counts_(counts) {
    searcher_->resize({.hash_mib = settings_.hash_mib, .threads = 1});
}

int Rescorer::white_score(const Game& game, const Limits& limits, const std::stop_token& stop) {
    NoListener no_listener;
    const Score found = searcher_->search(Root(game), limits, stop, no_listener).score;
    return game.position().side_to_move() == Color::White ? found.value() : -found.value();
}

std::int16_t Rescorer::score_of(const Game& game, std::int16_t old, const std::stop_token& stop) {
    counts_.looked_at.fetch_add(1, std::memory_order_relaxed);
    if (settings_.disagreement > 0) {
        Limits glance;
        glance.depth = 1;
        if (std::abs(white_score(game, glance, stop) - old) < settings_.disagreement) return old;
    }
    Limits limits;
    limits.soft_nodes = settings_.soft_nodes;
    limits.nodes = settings_.soft_nodes * settings_.hard_factor;
    const int fresh = white_score(game, limits, stop);
    counts_.searched.fetch_add(1, std::memory_order_relaxed);
    counts_.moved.fetch_add(static_cast<std::uint64_t>(std::abs(fresh - old)),
                            std::memory_order_relaxed);
    return static_cast<std::int16_t>(fresh);
}

std::optional<SelfplayGame> Rescorer::rescored(SelfplayGame game, const std::stop_token& stop) {
    searcher_->new_game();
    Game played(game.start);
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        ScoredMove& next = game.moves[ply];
        if (ply >= game.opening_plies && filter_.takes(played.position(), next, ply))
            next.white_score = score_of(played, next.white_score, stop);
        if (stop.stop_requested()) return std::nullopt;
        if (!played.play(next.move)) return std::nullopt;
    }
    counts_.games.fetch_add(1, std::memory_order_relaxed);
    return game;
}

std::optional<std::string> RescoreRun::prepare() {
    for (std::size_t i = 0; i < threads_; ++i) {
        auto searcher = make_searcher_();
        if (!searcher) return searcher.error();
        rescorers_.emplace_back(std::move(*searcher), settings_, counts_);
    }
    return std::nullopt;
}

std::optional<std::string> RescoreRun::add(std::vector<SelfplayGame> games, GameFileWriter& file,
                                           const std::stop_token& stop) {
    // In portions, so that little work is lost when it is stopped.
    const std::size_t portion = 16 * threads_;
    for (std::size_t first = 0; first < games.size() && !stop.stop_requested(); first += portion) {
        const std::size_t end = std::min(games.size(), first + portion);
        std::vector<std::optional<SelfplayGame>> done(end - first);
        std::atomic<std::size_t> next = first;
        run_on_threads(threads_, [&](std::size_t thread) {
            for (std::size_t i = next.fetch_add(1); i < end; i = next.fetch_add(1))
                done[i - first] = rescorers_[thread].rescored(std::move(games[i]), stop);
        });
        for (const auto& game : done) {
            // The games after it would be out of order.
            if (!game && stop.stop_requested()) return std::nullopt;
            if (!game) return "a game holds a move that cannot be played";
            if (auto problem = file.add(*game)) return problem;
        }
    }
    return std::nullopt;
}

int rescore_games(const RescoreOrder& order, SearcherTable searchers) {
    SearcherChoice player = order.choice;
    if (player.searcher.empty()) player.searcher = searchers.front().name;
    const auto signature = player_signature(player, searchers);
    if (!signature) return fail_with_printable(signature.error(), exit_usage);
    player = with_evaluator(player, searchers);
    const auto origin = rescored_origin(order, player, *signature);
    if (!origin) return fail_with_printable(origin.error());
    // Opened first, because opening removes a block that was cut off.
    auto file = open_to_add(order.output, *origin);
    if (!file) return fail_with_printable(file.error());
    const auto there = games_in(order.output);
    if (!there) return fail_with_printable(there.error());
    RescoreRun run(
        order.settings, [&] { return make_searcher(player, searchers); }, order.threads);
    if (const Problem problem = run.prepare()) return fail_with_printable(*problem);

    ProgressLine line(long_work_pace);
    const auto text = [&] { return rescore_progress(run.counts(), *there, line.seconds()); };
    bool is_whole = true;
    const auto done = run_watched(
        line,
        [&](const std::stop_token& stop) {
            return rescore_all(run, order, *there, *file, stop, is_whole);
        },
        text);
    fmt::print(stderr, "{}\n{}\n", text(), order.output);
    if (done.value) return fail_with_printable(*done.value);
    if (done.stopped) return exit_interrupted;
    return is_whole ? exit_ok : exit_failed;
}

}  // namespace rookery::training
