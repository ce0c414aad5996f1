#include "commands/cli.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/variant.h"
#include "eval/nnue/network_file.h"
#include "protocol/evaluation_text.h"
#include "training/packed_position.h"

#include <fmt/format.h>

namespace rookery {
namespace {

using namespace classical;

struct EvalArguments {
    PositionOption position;
    std::vector<std::string> left_out;
    std::string network;    // a file; empty: the program's own
    std::string positions;  // a file, of which only values are asked
    bool terms = false;
    bool json = false;
};

// Nothing if a name is not that of a group.
std::optional<Groups> groups_without(const std::vector<std::string>& names) {
    Groups groups = Groups::all();
    for (const std::string& name : names) {
        const auto group = find_group(name);
        if (!group) return std::nullopt;
        groups = groups.without(*group);
    }
    return groups;
}

// For comparisons with the trainer: what the network says to each position, for the side to move
// and without known endings.
int print_values(const std::string& file, const nnue::Network& network) {
    const auto positions = training::positions_of_file(file);
    if (!positions) return fail_with(positions.error());
    for (const Position& position : *positions)
        fmt::print("{}\n", nnue::plain_value(position, network));
    return exit_ok;
}

int run(const EvalArguments& arguments) {
    auto network = Result<std::shared_ptr<const nnue::Network>, std::string>(nnue::default_net());
    if (!arguments.network.empty()) network = nnue::network_from_file(arguments.network);
    if (!network) return fail_with(network.error());
    if (!arguments.positions.empty()) return print_values(arguments.positions, **network);
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    const auto groups = groups_without(arguments.left_out);
    if (!groups)
        return fail_with(fmt::format("--without takes these: {}", group_names()), exit_usage);
    const EvaluationReport report = report_on(*position, default_weights, *groups);
    const nnue::Report by_network = nnue::report_on(*position, **network);
    if (arguments.json)
        fmt::print("{}", evaluation_json(*position, report, by_network));
    else
        fmt::print("by the classical evaluation\n\n{}\nby the network\n\n{}",
                   draw_evaluation(*position, report, {arguments.terms}),
                   draw_evaluation(*position, by_network));
    return exit_ok;
}

}  // namespace

void add_eval_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "eval", "Explain what a position is worth by the classical evaluation and by the network");
    const auto arguments = std::make_shared<EvalArguments>();
    arguments->position.add_as_words(command);
    command.flag("--terms", arguments->terms, "Every term, not only the groups of terms");
    command
        .option("--without", arguments->left_out, "GROUP",
                "Leave a group of terms out; may be repeated")
        .repeatable();
    command.option("--network", arguments->network, "FILE", "Another than the program's own");
    command.option(
        "--positions", arguments->positions, "FILE",
        "One line for each position of a file (.epd or .positions): what the network says");
    command.flag("--json", arguments->json,
                 "Everything as JSON; values in units of the evaluation");
    const Tapered pawn = default_weights.material.pawn;
    command.footer(fmt::format(
        "The evaluation has its own units: a pawn is {} in the middlegame (mg) and {} in the "
        "endgame\n"
        "(eg). Values are for White, in hundreds of units; the number below a piece is what its "
        "side\n"
        "would lose without it. 'score cp' of UCI is another scale, made from win rates.\n"
        "Example: rookery eval 'r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1' --terms",
        pawn.mg(), pawn.eg()));
    command.on_run([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace rookery
