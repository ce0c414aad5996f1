#include "commands/colony/colony_run.h"
#include "commands/context.h"

#include <memory>

namespace rookery {
namespace {

void add_folder(const Command& command, ColonyArguments& arguments) {
    command.option("--folder", arguments.folder, "Where the colony is kept (default: ~/.local/share/rookery/colony)")
        .type("FOLDER");
}

void add_init(const Command& colony, Context& context) {
    const Command init = colony.subcommand("init", "Found a colony: its authority, its server's configuration");
    const auto arguments = std::make_shared<ColonyArguments>();
    add_folder(init, *arguments);
    init.option("--name", arguments->name, "What it is called (default: home)").type("NAME");
    init.option("--address", arguments->addresses, "How other machines reach this one; several may be given (default: only this "
                                                   "machine)")
        .type("HOST...");
    init.option("--port", arguments->port, "Where the server listens (default: 4233)").type("N").whole_range(1, 65535);
    init.footer("Example: rookery colony init --address 192.168.1.20");
    init.on_run([arguments, &context] { context.exit_code = init_colony(*arguments); });
}

void add_invite(const Command& colony, Context& context) {
    const Command invite = colony.subcommand("invite", "Write the one file that another machine needs");
    const auto arguments = std::make_shared<ColonyArguments>();
    invite.argument("NAME", arguments->member, "Of the new member").required();
    add_folder(invite, *arguments);
    invite.option("--role", arguments->role, "What it may do (default: worker)")
        .type("ROLE")
        .one_of({"worker", "coordinator", "watcher"});
    invite.option("--days", arguments->days, "How long it is valid (default: 365)").type("N").whole_range(1, 3650);
    invite.option("--output", arguments->output, "The file (default: NAME.rookery)").type("FILE");
    invite.footer("Whoever has the file can act for that member: carry it over a safe way. A new invitation of the\n"
                  "same name makes the old one worthless.\n"
                  "Example: rookery colony invite attic, and there: rookery worker attic.rookery");
    invite.on_run([arguments, &context] { context.exit_code = invite_member(*arguments); });
}

void add_revoke(const Command& colony, Context& context) {
    const Command revoke = colony.subcommand("revoke", "Take an invitation back, and throw the member out");
    const auto arguments = std::make_shared<ColonyArguments>();
    revoke.argument("NAME", arguments->member, "The member").required();
    add_folder(revoke, *arguments);
    revoke.on_run([arguments, &context] { context.exit_code = revoke_member(*arguments); });
}

void add_up(const Command& colony, Context& context) {
    const Command up = colony.subcommand("up", "Start the server");
    const auto arguments = std::make_shared<ColonyArguments>();
    add_folder(up, *arguments);
    up.footer("It runs on until 'rookery colony down'. The system's own NATS server, if there is one, is another.");
    up.on_run([arguments, &context] { context.exit_code = start_colony(*arguments); });
    const Command down = colony.subcommand("down", "Stop the server");
    add_folder(down, *arguments);
    down.on_run([arguments, &context] { context.exit_code = stop_colony(*arguments); });
}

void add_status(const Command& colony, Context& context) {
    const Command status = colony.subcommand("status", "Who is a member, who is there, and what each does");
    const auto arguments = std::make_shared<ColonyArguments>();
    add_folder(status, *arguments);
    status.flag("--json", arguments->json, "As JSON");
    status.on_run([arguments, &context] { context.exit_code = show_colony(*arguments); });
}

}  // namespace

void add_colony_command(CommandLine& line, Context& context) {
    const Command colony = line.command("colony", "One engine on many machines");
    colony.require_subcommand();
    add_init(colony, context);
    add_invite(colony, context);
    add_revoke(colony, context);
    add_up(colony, context);
    add_status(colony, context);
}

}  // namespace rookery
