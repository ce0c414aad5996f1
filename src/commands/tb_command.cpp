#include "base/files.h"
#include "base/machine.h"
#include "chess/movegen.h"
#include "commands/cli.h"
#include "knowledge/tablebase.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "store/json.h"
#include "tablebases/mate_table.h"
#include "tablebases/mate_table_generator.h"
#include "tablebases/tablebases.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <system_error>

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
        return fail_with_printable("there are no tables: make them with '" + command_name() +
                                   " tb make', or name a folder with --syzygy");
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

struct TbArguments {
    std::string folder;
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    int pieces = 4;
    std::vector<std::string> endings;
};

Result<std::filesystem::path, std::string> tb_folder(const TbArguments& arguments) {
    if (!arguments.folder.empty()) return std::filesystem::path(arguments.folder);
    return usual_mate_table_folder();
}

// The same, made if it is not there. Only the usual one is made with the folders above it.
Result<std::filesystem::path, std::string> tb_folder_to_write(const TbArguments& arguments) {
    auto folder = tb_folder(arguments);
    if (!folder) return folder;
    std::error_code failed;
    if (arguments.folder.empty())
        std::filesystem::create_directories(*folder, failed);
    else if (!validate_output_folder(*folder, true))
        std::filesystem::create_directory(*folder, failed);
    if (auto problem = validate_output_folder(*folder, true)) return failure(std::move(*problem));
    if (failed) return failure(folder->string() + " cannot be made: " + failed.message());
    return folder;
}

Result<std::vector<const Ending*>, std::string> tb_endings(const TbArguments& arguments) {
    std::vector<const Ending*> endings;
    for (const std::string& name : arguments.endings) {
        const Ending* ending = Ending::find(name);
        if (ending == nullptr)
            return failure(name + " is no ending of three or four pieces; they have names such as "
                                  "KQvK and KRvKN, the stronger side first");
        endings.push_back(ending);
    }
    if (endings.empty())
        for (const Ending& ending : Ending::all())
            if (ending.pieces() <= arguments.pieces) endings.push_back(&ending);
    return endings;
}

int run_tb_make(const TbArguments& arguments) {
    const auto endings = tb_endings(arguments);
    if (!endings) return fail_with_printable(endings.error(), exit_usage);
    const auto folder = tb_folder_to_write(arguments);
    if (!folder) return fail_with_printable(folder.error());
    const MateTableOrder order{*folder, *endings, arguments.threads};
    const auto watched = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return make_mate_tables(order, stop, progress);
    });
    if (!watched.value) return fail_with_printable(watched.value.error());
    const MateTablesMade& result = *watched.value;
    for (const std::string& problem : result.damaged)
        print_printable_error(problem + "; it is made again");
    fmt::print("{}: {} made, {} there already\n", folder->string(), result.made.size(),
               result.kept);
    if (!result.stopped) return exit_ok;
    return fail_with("stopped; the same command goes on from here", exit_interrupted);
}

int run_tb_list(const TbArguments& arguments) {
    const auto folder = tb_folder(arguments);
    if (!folder) return fail_with(folder.error());
    std::uintmax_t bytes = 0;
    std::size_t files = 0;
    std::size_t damaged = 0;
    for (const Ending& ending : Ending::all()) {
        std::error_code unknown;
        const auto path = *folder / MateTable::file_name(ending);
        const std::uintmax_t size = std::filesystem::file_size(path, unknown);
        if (unknown) continue;
        const auto info = MateTable::open_info(path);
        if (!info) {
            ++damaged;
            print_printable_error(info.error());
            continue;
        }
        if (files == 0)
            fmt::print("{:8}{:>12}{:>10}{:>12}\n", "ending", "positions", "mate in", "bytes");
        fmt::print("{:8}{:12}{:10}{:12}\n", ending.name(), info->positions(),
                   (info->longest() + 1) / 2, size);
        bytes += size;
        ++files;
    }
    if (files == 0 && damaged == 0)
        return fail_with_printable("there are no mate tables in " + folder->string() +
                                       "; 'rookery tb make' makes them",
                                   exit_missing);
    fmt::print("{} tables, {:.1f} MB\n", files, static_cast<double>(bytes) / 1e6);
    return damaged > 0 ? exit_failed : exit_ok;
}

void add_tb_folder(Command command, TbArguments& arguments) {
    command.option("--folder", arguments.folder, "DIR",
                   "The folder of the tables (default: tablebases in the data folder)");
}

}  // namespace

void add_tb_command(CommandLine& line, Context& context) {
    const Command tb =
        line.command("tb", "Tables of endgames with few pieces: ask them, make our own");
    tb.require_subcommand();
    add_probe(tb, context);

    const auto arguments = std::make_shared<TbArguments>();
    const Command make = tb.subcommand("make", "Make mate tables; those that are there stay");
    make.argument("ENDING", arguments->endings,
                  "Such as KRvKN, with the endings it leads to (default: all)");
    add_tb_folder(make, *arguments);
    make.option("--threads", arguments->threads, "N", "Threads (default: one per processor)")
        .range(1, 1024);
    make.option("--pieces", arguments->pieces, "N",
                "All endings with at most so many pieces, kings counted: 3 or 4 (default: 4)")
        .whole_range(3, 4);
    make.footer("Example: rookery tb make --pieces 3");
    make.on_run([arguments, &context] { context.exit_code = run_tb_make(*arguments); });

    const Command list = tb.subcommand("list", "List the mate tables that are there");
    add_tb_folder(list, *arguments);
    list.on_run([arguments, &context] { context.exit_code = run_tb_list(*arguments); });
}

}  // namespace rookery
