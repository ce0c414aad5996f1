#include "base/machine.h"
#include "commands/cli.h"
#include "commands/shared_options.h"
#include "lab/human_fit.h"
#include "lab/human_match.h"
#include "levels/human_network.h"
#include "notation/san.h"
#include "store/json.h"
#include "training/human_export.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rookery {
namespace {

using human::HumanNetwork;
using human::HumanPrediction;
using human::HumanPredictor;
using human::HumanSituation;

constexpr const char* human_export_footer =
    R"(A line has six fields with tabs between them: rating of White, rating of Black, time control
(600+5, or -), result, moves in SAN, source. Every move becomes a record. Lines that are no game are
counted and left out; the first ones are reported.

Example: rookery human export games.tsv.zst --output people.moves --held-source someone/archive)";

void add_human_export(Command human, Context& context) {
    const Command command =
        human.subcommand("export", "Turn games of people into records to learn from");
    const auto order = std::make_shared<training::HumanExportOrder>();
    order->threads = std::max<std::size_t>(1, usable_processors().size());
    command.argument("FILE", order->files, "Games, a line each, packed by zstd or not").required();
    command
        .output_file("--output", order->output, "NAME.moves",
                     "What is held back goes to NAME.held.moves and NAME.sources.moves")
        .required();
    command
        .option("--held-source", order->held_sources, "SOURCE",
                "Hold all games of this source back; may be repeated")
        .one_word_each_time();
    command
        .option("--held-of", order->held_of, "N",
                "Hold one game in so many back, by its moves; 0: none (default: 50)")
        .range(0, 1e9);
    command
        .option("--threads", order->threads, "N",
                fmt::format("That read games (default: {})", order->threads))
        .whole_range(1, 1024);
    command.footer(human_export_footer);
    command.on_run([order, command, &context] {
        order->replace = command.is_forced();
        context.exit_code = training::export_human_games(*order);
    });
}

struct HumanPredictArguments {
    PositionOption position;
    std::string network, records, time = "rapid";
    int rating = 1500;
    std::optional<int> opponent_rating;
};

const std::vector<std::string>& time_class_names() {
    static const std::vector<std::string> names = {"unknown", "bullet", "blitz", "rapid",
                                                   "classical"};
    return names;
}

void print_prediction(const Position& position, const HumanPrediction& prediction) {
    for (const human::HumanMoveChance& one : prediction.moves)
        fmt::print("{:8} {:5.1f} %\n", to_san(position, one.move), 100 * one.probability);
    fmt::print("\nwin {:.1f} %, draw {:.1f} %, loss {:.1f} %\n", 100 * prediction.win,
               100 * prediction.draw, 100 * prediction.loss);
}

// For comparisons with the trainer: a line for each record, with the codes of the moves.
int print_predictions_of_records(const std::string& path, HumanPredictor& predictor) {
    const auto moves = training::human_moves_of_file(path);
    if (!moves) return fail_with_printable(moves.error());
    for (const training::HumanMove& human : *moves) {
        const HumanPrediction prediction = predictor.predict(human.situation);
        Json chances = Json::array();
        for (const human::HumanMoveChance& one : prediction.moves)
            chances.push_back(std::pair(one.move.code(), one.probability));
        const Json line = {
            {"results", std::vector<double>{prediction.loss, prediction.draw, prediction.win}},
            {"moves", chances}};
        fmt::print("{}\n", line.dump());
    }
    return exit_ok;
}

int run_human_predict(const HumanPredictArguments& arguments) {
    const auto network = HumanNetwork::from_file_or_built_in(arguments.network);
    if (!network) return fail_with_printable(network.error());
    HumanPredictor predictor(*network);
    if (!arguments.records.empty())
        return print_predictions_of_records(arguments.records, predictor);
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    if (legal_moves(*position).empty()) return fail_with("there is no legal move", exit_usage);
    const auto time = std::ranges::find(time_class_names(), arguments.time);
    const HumanSituation situation{
        .position = *position,
        .rating = arguments.rating,
        .opponent_rating = arguments.opponent_rating.value_or(arguments.rating),
        .time = static_cast<human::TimeClass>(time - time_class_names().begin())};
    print_prediction(*position, predictor.predict(situation));
    return exit_ok;
}

void add_network_option(Command command, std::string& network) {
    command.option("--network", network, "FILE",
                   "A human network (default: the one inside the program)");
}

void add_human_predict(Command human, Context& context) {
    const Command command =
        human.subcommand("predict", "Which moves people would play in a position");
    const auto arguments = std::make_shared<HumanPredictArguments>();
    arguments->position.add_as_words(command);
    add_network_option(command, arguments->network);
    command
        .option("--rating", arguments->rating, "N",
                "Of the side to move, on the scale of lichess (default: 1500)")
        .whole_range(training::lowest_human_rating, training::highest_human_rating);
    command
        .option("--opponent", arguments->opponent_rating, "N",
                "Rating of the other side (default: the same)")
        .whole_range(training::lowest_human_rating, training::highest_human_rating);
    command.option("--time", arguments->time, "CLASS", "Of the game (default: rapid)")
        .one_of(time_class_names());
    command.option("--records", arguments->records, "FILE",
                   "A line of JSON for each record of a file of moves instead");
    command.footer("Example: rookery human predict --rating 1100 "
                   "'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3'");
    command.on_run([arguments, &context] { context.exit_code = run_human_predict(*arguments); });
}

constexpr const char* human_match_footer =
    R"(A move counts as predicted if it is the network's likeliest, or the one that the searcher plays. "Its
probability" is the mean probability that the network gave to the move that was played: so many would
be right if it drew its moves.

Example: rookery human match people.held.moves --player pvs pvs,Level=5)";

void add_sample_options(Command command, lab::HumanSample& sample) {
    sample.threads = std::max<std::size_t>(1, usable_processors().size());
    command.argument("FILE", sample.moves, "Moves that were held back (.moves)").required();
    command
        .option("--per-band", sample.per_band, "N",
                fmt::format("Moves of each rating band, at most; 0: all (default: {})",
                            sample.per_band))
        .range(0, 1e12);
    command
        .option("--first-ply", sample.first_ply, "N",
                "Leave earlier moves out: openings are known by heart (default: 10)")
        .whole_range(0, 255);
    command.option("--seed", sample.seed, "N", "Of the choice of moves (default: 1)")
        .range(0, 1e18);
    command
        .option("--threads", sample.threads, "N",
                fmt::format("Positions at a time (default: {})", sample.threads))
        .whole_range(1, 1024);
}

void add_human_match(Command human, Context& context) {
    const Command command =
        human.subcommand("match", "How many moves of people are predicted, by rating");
    const auto settings = std::make_shared<lab::HumanMatchSettings>();
    add_sample_options(command, settings->sample);
    add_network_option(command, settings->network);
    command.option("--player", settings->searchers, "SEARCHER...",
                   "Searchers with their settings, as in 'match'");
    command
        .option("--nodes", settings->nodes, "N",
                "Of a searcher for a move, unless its level has fewer (default: 1000)")
        .range(1, 1e12);
    add_output_options(command, settings->output, false);
    command.footer(human_match_footer);
    command.on_run([settings, &context] {
        context.exit_code = lab::run_human_match(*settings, context.program.searchers);
    });
}

constexpr const char* human_fit_footer =
    R"(The searcher 'human' draws a move by chances that come from the network and from a short search. This
fits, for each band of ratings, how much either counts, and compares the errors of people and of the
searcher.

Example: rookery human fit people.held.moves --per-band 1000)";

void add_human_fit(Command human, Context& context) {
    const Command command =
        human.subcommand("fit", "Fit the human searcher to moves of people, and compare errors");
    const auto settings = std::make_shared<lab::HumanFitSettings>();
    settings->sample.per_band = 1000;
    add_sample_options(command, settings->sample);
    add_network_option(command, settings->network);
    command
        .option(
            "--nodes", settings->nodes, "N",
            fmt::format("Of the short search for each likely move (default: {})", settings->nodes))
        .range(1, 1e9);
    command
        .option("--judge-nodes", settings->judge_nodes, "N",
                fmt::format("Of the search that says what is an error (default: {})",
                            settings->judge_nodes))
        .range(1, 1e9);
    add_output_options(command, settings->output, false);
    command.footer(human_fit_footer);
    command.on_run([settings, &context] { context.exit_code = lab::run_human_fit(*settings); });
}

}  // namespace

void add_human_command(CommandLine& line, Context& context) {
    const Command command = line.command("human", "A network that predicts the moves of people");
    command.require_subcommand();
    command.footer("'human train' and 'human evaluate' are commands of the launcher.\n"
                   "Example: rookery human export games.tsv.zst --output people.moves\n"
                   "'rookery human export --help' explains it.");
    add_human_export(command, context);
    add_human_predict(command, context);
    add_human_match(command, context);
    add_human_fit(command, context);
}

}  // namespace rookery
