#include "training/rescore.h"

#include "base/threads.h"
#include "chess/game.h"

#include <algorithm>
#include <cstdlib>

namespace rookery::training {

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
    // In portions, so that little is lost when it is stopped.
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
            // Those after it would be out of order.
            if (!game && stop.stop_requested()) return std::nullopt;
            if (!game) return "a game holds a move that cannot be played";
            if (auto problem = file.add(*game)) return problem;
        }
    }
    return std::nullopt;
}

}  // namespace rookery::training
