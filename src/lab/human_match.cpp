#include "lab/human_match.h"

#include "arena/players/player_spec.h"
#include "engine/make_searcher.h"
#include "lab/measurement.h"
#include "lab/test_positions.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;
using training::HumanMove;

// Whether each move was predicted, and how likely the network found it.
struct HumanGuess {
    bool is_right = false;
    double probability = 0;
};
using HumanGuesses = std::vector<HumanGuess>;

constexpr double of_95_percent = 1.96;

struct HumanPredictorColumn {
    std::string name;
    HumanGuesses guesses;
};

HumanGuesses guess_by_network(const std::shared_ptr<const human::HumanNetwork>& network,
                              const std::vector<HumanMove>& moves, std::size_t threads,
                              const std::stop_token& stop, const Progress& progress) {
    const auto make = [&] {
        return [predictor = human::HumanPredictor(network)](const HumanMove& human) mutable {
            const human::HumanPrediction prediction = predictor.predict(human.situation);
            const auto found =
                std::ranges::find(prediction.moves, human.move, &human::HumanMoveChance::move);
            return HumanGuess{prediction.moves[0].move == human.move, found->probability};
        };
    };
    return ask_about<HumanGuess>(moves, threads, make, "network", stop, progress);
}

HumanGuesses guess_by_searcher(const arena::SearcherSpec& spec, SearcherTable searchers,
                               std::uint64_t nodes, const std::vector<HumanMove>& moves,
                               std::size_t threads, const std::stop_token& stop,
                               const Progress& progress) {
    const auto make = [&] {
        std::shared_ptr<Searcher> searcher = std::move(*make_searcher(spec.choice(), searchers));
        searcher->resize(spec.resources);
        return [searcher, nodes, stop](const HumanMove& human) {
            NoListener listener;
            Limits limits;
            limits.nodes = nodes;
            searcher->new_game();
            Root root(human.situation.position);
            root.last_moves = human.situation.last;
            const Move best = searcher->search(root, limits, stop, listener).best;
            return HumanGuess{best == human.move, 0};
        };
    };
    return ask_about<HumanGuess>(moves, threads, make, spec.name, stop, progress);
}

// A share in percent, with its 95 % interval.
Measured percent(std::size_t right, std::size_t all) {
    if (all == 0) return {};
    const double share = static_cast<double>(right) / static_cast<double>(all);
    const double error = of_95_percent * std::sqrt(share * (1 - share) / static_cast<double>(all));
    return {100 * share, 100 * (share - error), 100 * (share + error)};
}

ResultTable table_of(const HumanMatchSettings& settings, const std::vector<HumanMove>& moves,
                     const std::vector<HumanPredictorColumn>& columns) {
    ResultTable table{.title = "Moves of people predicted, by the rating of the player",
                      .key = "human_match"};
    table.columns = {{"rating", "rating"}, {.name = "moves", .key = "moves", .grouped = true}};
    for (const HumanPredictorColumn& column : columns) {
        table.columns.push_back(percent_column(column.name, key_of(column.name)));
        if (column.name == "network")
            table.columns.push_back(percent_column("its probability", "probability"));
    }
    const auto add_row = [&](const std::string& name, const auto& is_in) {
        std::size_t count = 0;
        for (const HumanMove& move : moves) count += std::size_t{is_in(move)};
        if (count == 0) return;
        auto& row = table.rows.emplace_back();
        row.emplace_back(name);
        row.emplace_back(Measured{static_cast<double>(count)});
        for (const HumanPredictorColumn& column : columns) {
            std::size_t right = 0;
            double sum = 0;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                if (!is_in(moves[i])) continue;
                right += std::size_t{column.guesses[i].is_right};
                sum += column.guesses[i].probability;
            }
            row.emplace_back(percent(right, count));
            if (column.name == "network")
                row.emplace_back(Measured{100 * sum / static_cast<double>(count)});
        }
    };
    for (std::size_t band = 0; band < human_bands; ++band)
        add_row(human_band_name(band), [band](const HumanMove& move) {
            return human_band_of(move.situation.rating) == band;
        });
    add_row("all of these", [](const HumanMove&) { return true; });
    table.notes = {fmt::format("From ply {} on; searchers with {} nodes a move; 95 % intervals.",
                               settings.sample.first_ply, settings.nodes)};
    return table;
}

Result<std::vector<arena::SearcherSpec>, std::string> specs_of(const HumanMatchSettings& settings,
                                                               SearcherTable searchers) {
    std::vector<arena::SearcherSpec> specs;
    for (const std::string& text : settings.searchers) {
        const auto spec = arena::resolve_player("searcher:" + text, {}, searchers);
        if (!spec) return failure(spec.error());
        specs.push_back(std::get<arena::SearcherSpec>(*spec));
        if (const auto problem = validate(specs.back().choice(), searchers))
            return failure(*problem);
    }
    return specs;
}

}  // namespace

int run_human_match(const HumanMatchSettings& settings, SearcherTable searchers) {
    const auto network = human::HumanNetwork::from_file_or_built_in(settings.network);
    if (!network) return fail_with_printable(network.error());
    const auto specs = specs_of(settings, searchers);
    if (!specs) return fail_with_printable(specs.error(), exit_usage);
    const auto read = read_sample(settings.sample);
    if (!read) return fail_with_printable(read.error());
    const std::vector<HumanMove>& moves = *read;
    const std::size_t threads = settings.sample.threads;
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        std::vector<HumanPredictorColumn> columns;
        columns.push_back({"network", guess_by_network(*network, moves, threads, stop, progress)});
        for (const arena::SearcherSpec& spec : *specs)
            columns.push_back({spec.name, guess_by_searcher(spec, searchers, settings.nodes, moves,
                                                            threads, stop, progress)});
        return columns;
    });
    if (done.stopped) return fail_with("interrupted", exit_interrupted);
    const ResultTable table = table_of(settings, moves, done.value);
    arena::print_tables({&table, 1});
    return settings.output.write({&table, 1}) ? exit_ok : exit_failed;
}

}  // namespace rookery::lab
