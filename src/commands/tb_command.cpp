#include "chess/movegen.h"
#include "commands/cli.h"
#include "knowledge/tablebase.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "store/json.h"

#include <fmt/format.h>

#include <memory>

namespace rookery {
namespace {

struct ProbeArguments {
    PositionOption position;
    std::string folders;
    bool ignore_fifty_moves = false;
    bool json = false;
};

const char* name_of(Wdl wdl) {
    switch (wdl) {
        case Wdl::Loss: return "loss";
        case Wdl::BlessedLoss: return "draw by the fifty-move rule, else a loss";
        case Wdl::Draw: return "draw";
        case Wdl::CursedWin: return "draw by the fifty-move rule, else a win";
        case Wdl::Win: return "win";
    }
    return "";
}

// The best move's result is that of the position.
TableResult result_of(const Position& position, const std::vector<TableMove>& moves) {
    if (!moves.empty()) return moves.front().after;
    return {position.in_check() ? Wdl::Loss : Wdl::Draw, std::nullopt};
}

std::string mate_text(const TableResult& result) {
    if (!result.mate_plies) return "";
    return fmt::format("{}", (*result.mate_plies + 1) / 2);
}

Json as_json(const TableResult& result, int dtz) {
    Json json{{"wdl", static_cast<int>(result.wdl)}, {"result", name_of(result.wdl)}};
    json["dtz"] = dtz != 0 ? Json(dtz) : Json();
    json["mate_plies"] = result.mate_plies ? Json(*result.mate_plies) : Json();
    return json;
}

void print_json(const Position& position, const std::vector<TableMove>& moves) {
    Json json = as_json(result_of(position, moves), moves.empty() ? 0 : moves.front().dtz);
    json["fen"] = to_fen(position);
    Json list = Json::Array();
    for (const TableMove& one : moves) {
        Json entry = as_json(one.after, one.dtz);
        entry["move"] = to_coordinate(position, one.move, false);
        entry["san"] = to_san(position, one.move);
        list.push_back(std::move(entry));
    }
    json["moves"] = std::move(list);
    fmt::print("{}\n", json.dump(2));
}

void print_text(const Position& position, const std::vector<TableMove>& moves) {
    const TableResult result = result_of(position, moves);
    fmt::print("{}\n{} to move: {}", to_fen(position),
               position.side_to_move() == Color::White ? "White" : "Black", name_of(result.wdl));
    if (moves.empty()) fmt::print(" ({})", position.in_check() ? "checkmate" : "stalemate");
    if (result.mate_plies && *result.mate_plies > 0) fmt::print(", mate in {}", mate_text(result));
    fmt::print("\n");
    if (moves.empty()) return;
    fmt::print("\n{:8}{:>6}{:>6}  {}\n", "move", "DTZ", "mate", "result");
    for (const TableMove& one : moves)
        fmt::print("{:8}{:>6}{:>6}  {}\n", to_san(position, one.move),
                   one.dtz != 0 ? fmt::format("{}", one.dtz) : "", mate_text(one.after),
                   name_of(one.after.wdl));
}

int run_probe(const ProbeArguments& arguments, TablebaseOwner& owner) {
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    const auto opened = owner.open(arguments.folders);
    if (!opened) return fail_with_printable(opened.error());
    if (!opened->notice.empty()) fmt::print(stderr, "{}\n", opened->notice);
    const Tablebase* tables = opened->tables;
    if (tables == nullptr || tables->most_pieces() == 0)
        return fail_with("there are no tables; name a folder with --syzygy");
    const int pieces = popcount(position->occupied());
    if (pieces > tables->most_pieces())
        return fail_with(fmt::format("the position has {} pieces, the tables know up to {}", pieces,
                                     tables->most_pieces()));
    if (position->castling_rooks() != 0)
        return fail_with("tables know no positions in which a side may castle");
    const RankingRules rules{.fifty_moves = !arguments.ignore_fifty_moves};
    const std::vector<TableMove> moves = tables->rank_moves(*position, rules);
    if (moves.empty() && has_legal_move(*position))
        return fail_with("a table that this position needs is missing or damaged");
    if (arguments.json)
        print_json(*position, moves);
    else
        print_text(*position, moves);
    return exit_ok;
}

void add_probe(Command tables, Context& context) {
    const Command command =
        tables.subcommand("probe", "The result of a position and of each of its moves");
    const auto arguments = std::make_shared<ProbeArguments>();
    arguments->position.add_as_words(command);
    command.option("--syzygy", arguments->folders, "FOLDERS",
                   "Syzygy tables, with ':' between folders (default: our own tables)");
    command.flag("--no-fifty-moves", arguments->ignore_fifty_moves,
                 "Leave the fifty-move rule out of account");
    command.flag("--json", arguments->json, "As JSON");
    command.footer(
        R"(DTZ: half-moves until a capture or a pawn move that keeps the result; negative for a loss.
Example: rookery tb probe '8/5k2/6p1/4K1P1/8/8/8/8 w - - 0 1' --syzygy ~/syzygy)");
    command.on_run([arguments, &context] {
        context.exit_code = run_probe(*arguments, *context.program.tables);
    });
}

}  // namespace

void add_tb_command(CommandLine& line, Context& context) {
    const Command tables =
        line.command("tb", "Tables of endgames with few pieces: ask them about a position");
    tables.require_subcommand();
    add_probe(tables, context);
}

}  // namespace rookery
