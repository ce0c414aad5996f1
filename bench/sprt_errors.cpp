// How often a sequential test errs: simulated tests of players whose true difference is known.
//
//     bench_sprt_errors [tests] [threads]
//
// Prints a Markdown table: at elo0 the share that accepted H1 should be at most alpha, at elo1 the
// share that accepted H0 at most beta; in between either may come.
#include "arena/statistics/sprt.h"

#include <fmt/format.h>

#include <cstdlib>

int main(int count, char** arguments) {
    using namespace rookery::arena;
    const std::uint64_t tests = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 10'000;
    const std::size_t threads = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 2;
    struct Case {
        SprtSettings settings;
        PairModel model;  // draws and the correlation of the games of a pair
    };
    const Case cases[] = {
        {{0, 10, 0.05, 0.05, EloModel::Logistic}, {0, 0.5, 0}},
        {{0, 5, 0.05, 0.05, EloModel::Logistic}, {0, 0.6, -0.4}},
        {{-10, 0, 0.1, 0.02, EloModel::Logistic}, {0, 0.4, -0.3}},
        {{0, 20, 0.05, 0.05, EloModel::Normalized}, {0, 0.6, -0.3}},
    };
    fmt::print(
        "| test | draws, coupling | true difference | accepted H0 | accepted H1 | mean games |\n"
        "|---|---|---|---|---|---|\n");
    for (const auto& [settings, model] : cases)
        for (const double share : {0.0, 0.5, 1.0}) {
            const double elo = settings.elo0 + share * (settings.elo1 - settings.elo0);
            PairModel at = model;
            at.elo = elo;
            if (settings.model == EloModel::Normalized) at = *with_normalized_elo(model, elo);
            const SimulationResult result = simulate_sprt(
                settings, {*pair_probabilities(at), tests, 1'000'000, 20240, threads});
            fmt::print("| {} | {:.1f}, {:.1f} | {:+.1f} | {:.2f} % | {:.2f} % | {:.0f} |\n",
                       to_text(settings), model.draw_ratio, model.coupling, elo,
                       100 * result.rate_h0(), 100 * result.rate_h1(), result.mean_games());
            std::fflush(stdout);
        }
    return 0;
}
