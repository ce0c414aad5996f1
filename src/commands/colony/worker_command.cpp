#include "base/processors.h"
#include "colony/bus/bus.h"
#include "colony/founding/invitation.h"
#include "colony/live/self_test.h"
#include "colony/live/worker.h"
#include "commands/complain.h"
#include "commands/context.h"
#include "commands/interruptible.h"
#include "notation/printable.h"
#include "search/pvs/pvs_searcher.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
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
};

// A line of the log, with the time.
void say(const std::string& words) {
    fmt::print("{:%F %T} {}\n", fmt::localtime(std::time(nullptr)), printable(words, 2000));
    std::fflush(stdout);
}

void say_event(colony::BusEvent event, const std::string& words) {
    switch (event) {
        case colony::BusEvent::Connected: return say("connected again");
        case colony::BusEvent::CutOff: return say("cut off; trying again");
        case colony::BusEvent::Refused: return say("refused: " + words);
        case colony::BusEvent::Closed: return say("closed");
    }
}

int work(const WorkerArguments& arguments, const colony::CheckedInvitation& checked, const std::stop_token& stop) {
    auto searcher = make_classical_pvs();
    say("testing which engine this is, and how fast");
    const colony::SelfTest self = colony::test_self(*searcher, stop);
    if (stop.stop_requested()) return exit_interrupted;
    const colony::Invitation& invitation = checked.invitation;
    auto bus = colony::Bus::connect({.invitation = invitation, .on_event = say_event});
    if (!bus) {
        complain(printable(bus.error(), 2000));
        return exit_missing;
    }
    colony::WorkerSettings settings{.kinship = self.kinship,
                                    .resources = {arguments.hash_mib, arguments.threads},
                                    .speed = self.speed * arguments.threads,
                                    .nodes_per_second = arguments.nodes_per_second,
                                    .say = say};
    say(fmt::format("{} of colony {}: {} threads, about {} nodes a second, bench {}", invitation.member, invitation.colony,
                    arguments.threads, settings.speed, self.kinship.bench));
    colony::Worker worker(**bus, std::move(settings), std::move(searcher));
    const auto problem = worker.run(stop);
    if (problem) complain(printable(*problem, 2000));
    say("left");
    return problem ? exit_failed : exit_ok;
}

int run(const WorkerArguments& arguments) {
    const auto checked = colony::read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) {
        complain(printable(checked.error(), 2000));
        return exit_failed;
    }
    if (checked->warning) complain(printable(*checked->warning, 2000));
    if (checked->invitation.role != colony::Role::Worker) {
        complain("that invitation is not for a worker; 'rookery colony invite NAME' makes one");
        return exit_usage;
    }
    errno = 0;
    if (arguments.niceness > 0 && nice(arguments.niceness) == -1 && errno != 0) complain("cannot be made nicer");
    return run_interruptibly([&](const std::stop_token& stop) { return work(arguments, *checked, stop); }, [] {}, [] {});
}

}  // namespace

void add_worker_command(CommandLine& line, Context& context) {
    const Command command = line.command("worker", "Help a colony with this machine");
    const auto arguments = std::make_shared<WorkerArguments>();
    command.argument("FILE", arguments->invitation, "The invitation").required();
    command.option("--threads", arguments->threads, fmt::format("Threads (default: {})", arguments->threads))
        .type("N")
        .whole_range(1, 1024);
    command.option("--hash", arguments->hash_mib, "Hash table (default: 64)").type("MB").whole_range(1, 1 << 20);
    command.option("--nps-limit", arguments->nodes_per_second, "No more nodes a second than that")
        .type("N")
        .range(1, 1e12);
    command.option("--nice", arguments->niceness, "How much others come first (default: 10)").type("N").whole_range(0, 19);
    command.footer("Whoever runs a colony makes invitations: 'rookery colony invite NAME'.\n"
                   "Ctrl-C takes leave; what others were doing goes on without us.\n"
                   "Example: rookery worker attic.rookery --threads 4");
    command.on_run([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace rookery
