#include "base/files.h"
#include "base/machine.h"
#include "commands/cli.h"
#include "tablebases/mate_table.h"
#include "tablebases/mate_table_generator.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <system_error>

namespace rookery {
namespace {

struct TbArguments {
    std::string folder;
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    int pieces = 4;
    std::vector<std::string> endings;
};

// The folder that was given, or the one in the data folder.
Result<std::filesystem::path, std::string> tb_folder(const TbArguments& arguments) {
    if (!arguments.folder.empty()) return std::filesystem::path(arguments.folder);
    auto folder = data_folder();
    if (!folder) return failure(folder.error());
    return *folder / "tablebases";
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
    const Command tb = line.command("tb", "Tables of endings with three and four pieces");
    tb.require_subcommand();
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
