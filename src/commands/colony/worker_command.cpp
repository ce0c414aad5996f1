#include "base/machine.h"
#include "base/text.h"
#include "colony/bus.h"
#include "colony/live/roster.h"
#include "colony/live/worker.h"
#include "colony/setup/members.h"
#include "commands/colony/colony_commands.h"
#include "search/pvs/pvs_searcher.h"
#include "ui/interrupts.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace rookery {
namespace {

struct WorkerArguments {
    std::string invitation;
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    std::size_t hash_mib = 64;
    std::optional<std::uint64_t> nodes_per_second;
    int niceness = 10;
    bool idle_only = false;
    bool stay = false;
    bool log_json = false;
    bool find = false;
    std::vector<std::string> networks;
};

// Whether other programs leave the machine free; empty where the system does not say.
std::function<bool()> idle_check() {
    if (!colony::read_load()) {
        print_error("this system does not say what others use of it: --idle-only has no effect");
        return nullptr;
    }
    return [monitor = colony::IdleMonitor()]() mutable {
        const auto load = colony::read_load();
        return !load || monitor.is_free(*load);
    };
}

// The speed of one thread that has a processor to itself; 0 if there are more threads.
std::uint64_t timed_speed(const WorkerArguments& arguments, const colony::SelfTest& self) {
    const std::size_t processors = std::max<std::size_t>(1, usable_processors().size());
    if (arguments.threads <= processors) return self.undisturbed_speed;
    if (arguments.idle_only)
        print_error(fmt::format("no timed games with {} threads on {} processors",
                                arguments.threads, processors));
    return 0;
}

colony::WorkerSettings settings_of(const WorkerArguments& arguments, const colony::SelfTest& self,
                                   const colony::WorkerLog& log) {
    return {
        .build_id = self.build_id,
        .resources = {arguments.hash_mib, arguments.threads},
        .speed = self.speed * arguments.threads,
        .undisturbed_speed = timed_speed(arguments, self),
        .nodes_per_second = arguments.nodes_per_second,
        .is_free = arguments.idle_only ? idle_check() : nullptr,
        .stays_if_refused = arguments.stay,
        .say = [&log](const std::string& words, const std::string& task) { log.say(words, task); }};
}

int sent_away(const std::string& why) {
    print_error(printable(why, 2000));
    print_error("this machine helps again once it runs the same engine: build it there and here "
                "from the same source "
                "(git pull, ./rookery build), and start it again");
    return exit_refused;
}

// Connects to the address in the invitation, or to a server nearby if that is asked for.
Result<std::unique_ptr<colony::Bus>, std::string> enter(const colony::BusSettings& settings,
                                                        const WorkerArguments& arguments,
                                                        const colony::WorkerLog& log) {
    auto bus = colony::Bus::connect(settings);
    if (bus || !arguments.find) return bus;
    log.warn(bus.error() + "; looking for the server on the networks of this machine");
    auto found = find_near(settings, arguments.networks);
    if (!found) return failure(found.error());
    log.say(fmt::format("the server is at {}; 'rookery colony find FILE --save' writes that down",
                        found->address));
    return std::move(found->bus);
}

int work(const WorkerArguments& arguments, const colony::CheckedInvitation& checked,
         SearcherTable searchers, const std::stop_token& stop) {
    const colony::Invitation& invitation = checked.invitation;
    const colony::WorkerLog log{invitation.member, arguments.log_json};
    auto searcher = make_own_pvs();
    log.say("testing which engine this is, and how fast");
    const colony::SelfTest self = colony::test_self(*searcher, stop);
    if (stop.stop_requested()) return exit_interrupted;
    auto bus =
        enter({.invitation = invitation,
               .on_event = [&log](auto event, const auto& words) { log.log_event(event, words); }},
              arguments, log);
    if (!bus) {
        print_error(printable(bus.error(), 2000));
        return exit_missing;
    }
    colony::WorkerSettings settings = settings_of(arguments, self, log);
    settings.job_searchers = searchers;
    log.say(fmt::format("{} of colony {}: {} threads, about {} nodes a second, bench {}",
                        invitation.member, invitation.colony, arguments.threads, settings.speed,
                        self.build_id.bench));
    colony::Worker worker(**bus, std::move(settings), std::move(searcher));
    const auto problem = worker.run(stop);
    if (problem) print_error(printable(*problem, 2000));
    log.say("left");
    if (worker.refusal()) return sent_away(*worker.refusal());
    return problem ? exit_failed : exit_ok;
}

int run(const WorkerArguments& arguments, SearcherTable searchers) {
    const auto checked =
        colony::read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) {
        print_error(printable(checked.error(), 2000));
        return exit_failed;
    }
    if (checked->warning) print_error(printable(*checked->warning, 2000));
    if (checked->invitation.role != colony::Role::Worker) {
        print_error("that invitation is not for a worker; 'rookery colony invite NAME' makes one");
        return exit_usage;
    }
    errno = 0;
    if (arguments.niceness > 0 && nice(arguments.niceness) == -1 && errno != 0)
        print_error("cannot be made nicer");
    return run_interruptibly(
        [&](const std::stop_token& stop) { return work(arguments, *checked, searchers, stop); },
        [] {}, [] {});
}

}  // namespace

void add_worker_command(CommandLine& line, Context& context) {
    const Command command = line.command("worker", "Help a colony with this machine");
    const auto arguments = std::make_shared<WorkerArguments>();
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
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
