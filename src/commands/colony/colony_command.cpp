#include "colony/live/colony_run.h"
#include "commands/cli.h"
#include "terminal/search_text.h"

#include <memory>

namespace rookery {
namespace {

void add_folder(const Command& command, colony::ColonyArguments& arguments) {
    command.option("--folder", arguments.folder, "FOLDER",
                   "Where the colony is kept (default: ~/.local/share/rookery/colony)");
}

void add_init(const Command& colony, Context& context) {
    const Command init =
        colony.subcommand("init", "Found a colony: its authority, its server's configuration");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    add_folder(init, *arguments);
    init.option("--name", arguments->name, "NAME", "What it is called (default: home)");
    init.option("--address", arguments->addresses, "HOST...",
                "How other machines reach this one; several may be given (default: only this "
                "machine)");
    init.option("--port", arguments->port, "N", "Where the server listens (default: 4233)")
        .whole_range(1, 65535);
    init.footer("Example: rookery colony init --address 192.168.1.20");
    init.on_run([arguments, &context] { context.exit_code = colony::init_colony(*arguments); });
}

void add_invite(const Command& colony, Context& context) {
    const Command invite =
        colony.subcommand("invite", "Write the one file that another machine needs");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    invite.argument("NAME", arguments->member, "Of the new member").required();
    add_folder(invite, *arguments);
    invite.option("--role", arguments->role, "ROLE", "What it may do (default: worker)")
        .one_of({"worker", "coordinator", "watcher"});
    invite.option("--days", arguments->days, "N", "How long it is valid (default: 365)")
        .whole_range(1, 3650);
    invite.option("--output", arguments->output, "FILE", "The file (default: NAME.rookery)");
    invite.footer(R"(The file is the member's key: carry it over a safe way. A new invitation of the
same name makes the old one worthless.
Example: rookery colony invite attic, and there: rookery worker attic.rookery)");
    invite.on_run([arguments, &context] { context.exit_code = colony::invite_member(*arguments); });
}

void add_revoke(const Command& colony, Context& context) {
    const Command revoke =
        colony.subcommand("revoke", "Take an invitation back, and throw the member out");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    revoke.argument("NAME", arguments->member, "The member").required();
    add_folder(revoke, *arguments);
    revoke.on_run([arguments, &context] { context.exit_code = colony::revoke_member(*arguments); });
}

void add_drain(const Command& colony, Context& context) {
    const Command drain = colony.subcommand("drain", "Let a worker finish what it does, and leave");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    drain.argument("NAME", arguments->member, "The worker").required();
    add_folder(drain, *arguments);
    drain.footer("It stays a member and can be started again. 'colony revoke' throws a member out "
                 "for good.");
    drain.on_run([arguments, &context] { context.exit_code = colony::drain_member(*arguments); });
}

void add_pardon(const Command& colony, Context& context) {
    const Command pardon = colony.subcommand("pardon", "Let a worker out of quarantine");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    pardon.argument("NAME", arguments->member, "The worker").required();
    add_folder(pardon, *arguments);
    pardon.footer(
        "A worker with impossible or false results is in quarantine: 'colony status' says which "
        "and why. A machine\n"
        "with faulty memory does that, too. A new invitation is a pardon.");
    pardon.on_run([arguments, &context] { context.exit_code = colony::pardon_member(*arguments); });
}

void add_renew(const Command& colony, Context& context) {
    const Command renew = colony.subcommand("renew", "Give the server a new certificate");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    add_folder(renew, *arguments);
    renew.option("--address", arguments->addresses, "HOST...",
                 "How other machines reach this one (default: as before)");
    renew.footer(
        "Members notice nothing. A member's own certificate is renewed by inviting it again.");
    renew.on_run([arguments, &context] { context.exit_code = colony::renew_colony(*arguments); });
}

void add_up(const Command& colony, Context& context) {
    const Command up = colony.subcommand("up", "Start the server, and workers on this machine");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    add_folder(up, *arguments);
    up.option("--workers", arguments->workers, "N",
              "So many workers on this machine, too (default: 0)")
        .whole_range(0, 256);
    up.footer("It runs on until 'rookery colony down'. The system's own NATS server, if there is "
              "one, is another.");
    up.on_run([arguments, &context] { context.exit_code = colony::start_colony(*arguments); });
    const Command down =
        colony.subcommand("down", "Stop the server, and the workers that 'up' started");
    add_folder(down, *arguments);
    down.on_run([arguments, &context] { context.exit_code = colony::stop_colony(*arguments); });
}

struct TryArguments {
    colony::ColonyArguments common;
    PositionOption position;
};

void add_try(const Command& colony, Context& context) {
    const Command command = colony.subcommand(
        "try", "Analyse a position with a colony, made for that if there is none");
    const auto arguments = std::make_shared<TryArguments>();
    arguments->common.workers = 2;
    arguments->position.add_as_words(command);
    add_folder(command, arguments->common);
    command
        .option("--workers", arguments->common.workers, "N",
                "Of a colony that is made for it (default: 2)")
        .whole_range(1, 64);
    command.option("--seconds", arguments->common.seconds, "N", "How long (default: 10)")
        .whole_range(1, 3600);
    command.footer(
        R"(A colony whose server runs is used as it is. Else one is founded in a temporary folder, with its workers
on this machine, and nothing is left of it afterwards.
Example: rookery colony try)");
    command.on_run([arguments, &context] {
        const auto position = arguments->position.position();
        context.exit_code =
            position ? colony::try_colony(arguments->common, *position, describe) : exit_usage;
    });
}

void add_find(const Command& colony, Context& context) {
    const Command find =
        colony.subcommand("find", "Look for the server on the networks of this machine");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    find.argument("FILE", arguments->invitation, "An invitation of the colony").required();
    find.option("--network", arguments->networks, "ADDRESS/BITS...",
                "Where to look (default: the 256 addresses around each of our own)");
    find.flag("--save", arguments->save, "Write the address into the invitation");
    find.footer(
        R"(For a server whose address has changed. All addresses are tried at the colony's port; a server that answers
must show the certificate of the colony's server before it receives anything.
Example: rookery colony find attic.rookery --save)");
    find.on_run([arguments, &context] { context.exit_code = colony::find_colony(*arguments); });
}

void add_status(const Command& colony, Context& context) {
    const Command status =
        colony.subcommand("status", "The members, which of them are connected, and what each does");
    const auto arguments = std::make_shared<colony::ColonyArguments>();
    add_folder(status, *arguments);
    status.flag("--json", arguments->json, "As JSON");
    status.flag("--prometheus", arguments->prometheus, "As metrics that Prometheus reads");
    status.flag("--watch", arguments->watch, "Again and again, until Ctrl-C");
    status.footer("'busy' is the share of the time since a worker connected in which it worked. A "
                  "worker in quarantine\n"
                  "has reported something that cannot be true; 'colony pardon NAME' ends that.");
    status.on_run([arguments, &context] { context.exit_code = colony::show_colony(*arguments); });
}

}  // namespace

void add_colony_command(CommandLine& line, Context& context) {
    const Command colony = line.command("colony", "One engine on many machines");
    colony.require_subcommand();
    add_init(colony, context);
    add_invite(colony, context);
    add_revoke(colony, context);
    add_renew(colony, context);
    add_drain(colony, context);
    add_pardon(colony, context);
    add_up(colony, context);
    add_status(colony, context);
    add_try(colony, context);
    add_find(colony, context);
}

}  // namespace rookery
