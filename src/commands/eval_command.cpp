#include "base/files.h"
#include "commands/cli.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/variant.h"
#include "eval/nnue/default_net.h"
#include "eval/nnue/network_file.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "protocol/evaluation_text.h"
#include "store/json.h"
#include "training/packed_position.h"

#include <fmt/format.h>

#include <algorithm>

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

Json halves(Tapered value) { return {{"mg", value.mg()}, {"eg", value.eg()}}; }

Json sides_json(const Sides& sides) {
    return {{"white", halves(sides.sum[Color::White])}, {"black", halves(sides.sum[Color::Black])}};
}

Json group_json(const GroupReport& group) {
    Json json = sides_json(group.sides);
    json["value"] = group.value;
    json["terms"] = Json::object();
    for (const TermReport& term : group.terms) {
        Json entry = sides_json(term.sides);
        entry["count"] = {{"white", term.count[Color::White]}, {"black", term.count[Color::Black]}};
        entry["meaning"] = term.family->meaning;
        json["terms"][std::string(term.family->name)] = std::move(entry);
    }
    return json;
}

Json shares_json(const BySquare<std::optional<int>>& shares, const Position& position) {
    Json json = Json::object();
    for (Square square : squares(position.occupied()))
        if (shares[square]) json[square_name(square)] = *shares[square];
    return json;
}

Json network_json(const Position& position, const nnue::Report& report) {
    Json json{{"value", report.value}, {"bucket", report.bucket}, {"by_bucket", report.by_bucket}};
    if (!report.ending.empty()) json["ending"] = report.ending;
    json["shares"] = shares_json(report.shares, position);
    return json;
}

std::string as_json(const Position& position, const EvaluationReport& report,
                    const nnue::Report& by_network) {
    Json json{{"fen", to_fen(position)}, {"value", report.value}};
    if (report.ending.empty()) {
        json["phase"] = report.phase;
        json["scale"] = report.scale;
        json["together"] = halves(report.total);
        for (const GroupReport& group : report.groups)
            json["groups"][std::string(name_of(group.group))] = group_json(group);
    } else {
        json["ending"] = report.ending;
    }
    json["shares"] = shares_json(report.shares, position);
    json["network"] = network_json(position, by_network);
    return json.dump(2) + '\n';
}

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

using Positions = Result<std::vector<Position>, std::string>;

Positions from_records(const std::string& path, std::string_view bytes) {
    training::PackedPosition record{};
    if (bytes.size() % record.size() != 0)
        return failure(fmt::format("{}: positions have {} bytes each, and it ends within one", path,
                                   record.size()));
    std::vector<Position> positions;
    for (; !bytes.empty(); bytes.remove_prefix(record.size())) {
        std::copy_n(bytes.begin(), record.size(), record.begin());
        const auto position = training::unpacked(record);
        if (!position)
            return failure(fmt::format("{}: number {} is no position", path, positions.size() + 1));
        positions.push_back(*position);
    }
    return positions;
}

Positions from_lines(const std::string& path, std::string_view text) {
    std::vector<Position> positions;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.empty() || line == "\r") continue;
        const auto epd = parse_epd(line);
        if (!epd)
            return failure(fmt::format("{}: line {}: {}", path, number, describe(epd.error())));
        positions.push_back(epd->position);
    }
    return positions;
}

// A file that ends in .positions holds records of 32 bytes, any other file lines of EPD.
Positions positions_of_file(const std::string& path) {
    const auto content = text_of_file(path);
    if (!content) return failure(content.error());
    return path.ends_with(".positions") ? from_records(path, *content) : from_lines(path, *content);
}

// For comparisons with the trainer: what the network says to each position, for the side to move
// and without known endings.
int print_values(const std::string& file, const nnue::Network& network) {
    const auto positions = positions_of_file(file);
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
        fmt::print("{}", as_json(*position, report, by_network));
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
    command.option("--without", arguments->left_out, "Leave a group of terms out; may be repeated")
        .type("GROUP")
        .repeatable();
    command.option("--network", arguments->network, "Another than the program's own").type("FILE");
    command
        .option("--positions", arguments->positions,
                "One line for each position of a file (.epd or .positions): what the network says")
        .type("FILE");
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
