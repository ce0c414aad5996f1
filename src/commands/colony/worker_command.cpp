#include "base/machine.h"
#include "colony/live/colony_run.h"
#include "commands/cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rookery {

void add_worker_command(CommandLine& line, Context& context) {
    const Command command = line.command("worker", "Help a colony with this machine");
    const auto arguments = std::make_shared<colony::WorkerArguments>();
    arguments->threads = std::max<std::size_t>(1, usable_processors().size());
    command.argument("FILE", arguments->invitation, "The invitation").required();
    command
        .option("--threads", arguments->threads, "N",
                fmt::format("Threads (default: {})", arguments->threads))
        .whole_range(1, 1024);
    command.option("--hash", arguments->hash_mib, "MB", "Hash table (default: 64)")
        .whole_range(1, 1 << 20);
    command
        .option("--nps-limit", arguments->nodes_per_second, "N", "No more nodes a second than that")
        .range(1, 1e12);
    command.option("--nice", arguments->niceness, "N", "How much others come first (default: 10)")
        .whole_range(0, 19);
    command.flag("--idle-only", arguments->idle_only,
                 "Rest while others use more than a quarter of this machine; only who does plays "
                 "timed games");
    command.flag("--stay", arguments->stay,
                 "Do not leave when a coordinator of another version refuses us");
    command.flag("--find", arguments->find,
                 "Look for the server on the networks of this machine if it has moved");
    command.option("--network", arguments->networks, "ADDRESS/BITS...",
                   "With --find: look there instead");
    command.flag("--log-json", arguments->log_json, "Write the log as JSON, one object a line");
    command.footer(R"(The owner of the colony makes invitations: 'rookery colony invite NAME'.
Ctrl-C takes leave; what others were doing goes on without us.
A coordinator that runs another engine sends us away; then the exit code is 75, and the message says
what differs.
Example: rookery worker attic.rookery --threads 4)");
    command.on_run([arguments, &context] {
        context.exit_code = colony::run_worker(*arguments, context.program.searchers);
    });
}

}  // namespace rookery
