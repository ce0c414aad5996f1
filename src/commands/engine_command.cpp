#include "arena/players/engine_setup.h"
#include "commands/cli.h"

#include <memory>

namespace rookery {
namespace {

void add_registration(Command engine, Context& context) {
    const Command command = engine.subcommand("add", "Give an engine a name, or change it");
    const auto arguments = std::make_shared<arena::NewEngine>();
    command.argument("NAME", arguments->name, "What to call it").required();
    command.argument("COMMAND", arguments->program, "The program, a path or a name").required();
    command.argument("ARGS", arguments->arguments, "Its arguments; after '--' if they begin so");
    command
        .option("--option", arguments->options, "K=V", "Set on every start, e.g. Hash=64; repeat")
        .one_word_each_time();
    command.option("--protocol", arguments->protocol, "NAME", "uci (default) or xboard")
        .one_of({"uci", "xboard"});
    command.option("--folder", arguments->folder, "FOLDER", "Folder to start it in");
    command.footer("Example: rookery engine add fish /usr/games/stockfish --option Hash=64");
    command.on_run([arguments, &context] {
        context.exit_code = arena::register_engine(*arguments, context.program.searchers);
    });
}

}  // namespace

void add_engine_command(CommandLine& line, Context& context) {
    const Command engine = line.command("engine", "Engines by name: add, list, test, remove");
    engine.require_subcommand();
    add_registration(engine, context);
    engine.subcommand("list", "List the registered engines and our searchers").on_run([&context] {
        context.exit_code = arena::list_engines(context.program.searchers);
    });

    const auto name = std::make_shared<std::string>();
    const Command test = engine.subcommand("test", "Start a player and see what it can do");
    test.argument("PLAYER", *name, "A name, or any player as in a match").required();
    test.footer("Exit codes: 0 it plays, 1 it does not, 2 there is no such player");
    test.on_run([name, &context] {
        context.exit_code = arena::check_engine(*name, context.program.searchers);
    });
    const Command removal = engine.subcommand("remove", "Forget a registered engine");
    removal.argument("NAME", *name, "Its name").required();
    removal.on_run([name, &context] { context.exit_code = arena::remove_engine(*name); });
}

}  // namespace rookery
