#include "arena/players/player_spec.h"
#include "arena/players/registry.h"
#include "base/text.h"
#include "commands/cli.h"
#include "commands/engine_test.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace rookery {
namespace {

using namespace arena;

struct EngineArguments {
    std::string name;
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> options;
    std::string protocol = "uci";
    std::string folder;
};

int refuse(const std::string& why, int code) {
    print_error(why);
    return code;
}

std::optional<EngineRegistry> load_registry() {
    auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (registry) return std::move(*registry);
    print_error(registry.error());
    return std::nullopt;
}

int save(const EngineRegistry& registry) {
    const auto saved = registry.save(EngineRegistry::default_path());
    return saved ? exit_ok : refuse(saved.error(), exit_failed);
}

// As a player is looked up, so that what is stored is a program that is there.
Result<EngineSpec, std::string> engine_of(const EngineArguments& arguments) {
    if (arguments.program.find(',') != std::string::npos)
        return failure(fmt::format("'{}': options are given with --option",
                                   printable(arguments.program, 200)));
    const auto found = resolve_player(arguments.program, EngineRegistry(), SearcherTable());
    if (!found) return failure(found.error());
    EngineSpec engine = *std::get_if<EngineSpec>(&*found);
    engine.name = arguments.name;
    engine.arguments = arguments.arguments;
    engine.protocol = arguments.protocol == "xboard" ? Protocol::Xboard : Protocol::Uci;
    if (!arguments.folder.empty()) {
        std::error_code error;
        if (!std::filesystem::is_directory(arguments.folder, error))
            return failure(
                fmt::format("--folder: there is no folder '{}'", printable(arguments.folder, 200)));
        engine.folder = std::filesystem::absolute(arguments.folder, error).string();
    }
    for (const std::string& option : arguments.options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(fmt::format("--option: '{}' is not like Hash=64", printable(option)));
        engine.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
    }
    return engine;
}

int add(const EngineArguments& arguments) {
    auto registry = load_registry();
    if (!registry) return exit_failed;
    const auto engine = engine_of(arguments);
    if (!engine) return refuse(engine.error(), exit_usage);
    const auto added = registry->add(*engine);
    if (!added) return refuse(added.error(), exit_usage);
    if (const int code = save(*registry); code != exit_ok) return code;
    fmt::print("{} is registered: {}\n'rookery engine test {}' tries it out.\n", engine->name,
               printable(engine->command, 200), engine->name);
    return exit_ok;
}

int remove(const std::string& name) {
    auto registry = load_registry();
    if (!registry) return exit_failed;
    if (const auto removed = registry->remove(name); !removed)
        return refuse(removed.error(), exit_usage);
    return save(*registry);
}

int list(SearcherTable searchers) {
    const auto registry = load_registry();
    if (!registry) return exit_failed;
    for (const EngineSpec& engine : registry->engines()) {
        std::string line = fmt::format("{:<20} {:<7} {}", engine.name, name_of(engine.protocol),
                                       printable(engine.command, 200));
        for (const std::string& argument : engine.arguments) line += " " + printable(argument, 200);
        for (const auto& [option, value] : engine.options)
            line += fmt::format(", {}={}", printable(option), printable(value));
        if (!engine.folder.empty()) line += fmt::format(", in {}", printable(engine.folder, 200));
        fmt::print("{}\n", line);
    }
    for (const SearcherEntry& entry : searchers)
        fmt::print("{:<20} {:<7} {}\n", entry.name, "own", entry.summary);
    if (registry->engines().empty())
        fmt::print("No engines are registered yet; 'rookery engine add NAME COMMAND' adds one.\n"
                   "Programs on PATH and in /usr/games can be named without it.\n");
    return exit_ok;
}

void add_add(Command engine, Context& context) {
    const Command command = engine.subcommand("add", "Give an engine a name, or change it");
    const auto arguments = std::make_shared<EngineArguments>();
    command.argument("NAME", arguments->name, "What to call it").required();
    command.argument("COMMAND", arguments->program, "The program, a path or a name").required();
    command.argument("ARGS", arguments->arguments, "Its arguments; after '--' if they begin so");
    command.option("--option", arguments->options, "Set on every start, e.g. Hash=64; repeat")
        .type("K=V")
        .one_word_each_time();
    command.option("--protocol", arguments->protocol, "uci (default) or xboard")
        .type("NAME")
        .one_of({"uci", "xboard"});
    command.option("--folder", arguments->folder, "Folder to start it in").type("FOLDER");
    command.footer("Example: rookery engine add fish /usr/games/stockfish --option Hash=64");
    command.on_run([arguments, &context] { context.exit_code = add(*arguments); });
}

}  // namespace

void add_engine_command(CommandLine& line, Context& context) {
    const Command engine = line.command("engine", "Engines by name: add, list, test, remove");
    engine.require_subcommand();
    add_add(engine, context);
    engine.subcommand("list", "List the registered engines and our searchers").on_run([&context] {
        context.exit_code = list(context.program.searchers);
    });

    const auto name = std::make_shared<std::string>();
    const Command test = engine.subcommand("test", "Start a player and see what it can do");
    test.argument("PLAYER", *name, "A name, or any player as in a match").required();
    test.footer("Exit codes: 0 it plays, 1 it does not, 2 there is no such player");
    test.on_run(
        [name, &context] { context.exit_code = test_engine(*name, context.program.searchers); });
    const Command removal = engine.subcommand("remove", "Forget a registered engine");
    removal.argument("NAME", *name, "Its name").required();
    removal.on_run([name, &context] { context.exit_code = remove(*name); });
}

}  // namespace rookery
