#include "commands/colony/worker_command.h"

#include "base/machine.h"
#include "base/text.h"
#include "colony/bus/bus.h"
#include "colony/live/idle_judge.h"
#include "colony/live/roster.h"
#include "colony/live/worker.h"
#include "colony/setup/invitation.h"
#include "commands/cli.h"
#include "commands/colony/colony_entry.h"
#include "search/pvs/pvs_searcher.h"
#include "ui/interrupts.h"
#include "ui/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
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

// Asks how much of the machine others use. Nobody, where the system does not say.
std::function<bool()> idle_question() {
    if (!colony::read_load()) {
        print_error("this system does not say what others use of it: --idle-only has no effect");
        return nullptr;
    }
    return [judge = colony::IdleJudge()]() mutable {
        const auto load = colony::read_load();
        return !load || judge.is_free(*load);
    };
}

// Of one thread that has a processor to itself; 0 where not every one has.
std::uint64_t timed_speed(const WorkerArguments& arguments, const colony::SelfTest& self) {
    const std::size_t processors = std::max<std::size_t>(1, usable_processors().size());
    if (arguments.threads <= processors) return self.undisturbed_speed;
    if (arguments.idle_only)
        print_error(fmt::format("no timed games with {} threads on {} processors",
                                arguments.threads, processors));
    return 0;
}

colony::WorkerSettings settings_of(const WorkerArguments& arguments, const colony::SelfTest& self,
                                   const WorkerLog& log) {
    return {
        .build_id = self.build_id,
        .resources = {arguments.hash_mib, arguments.threads},
        .speed = self.speed * arguments.threads,
        .undisturbed_speed = timed_speed(arguments, self),
        .nodes_per_second = arguments.nodes_per_second,
        .is_free = arguments.idle_only ? idle_question() : nullptr,
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

// Where the invitation says, or near, if we are to look there.
Result<std::unique_ptr<colony::Bus>, std::string>
enter(const colony::BusSettings& settings, const WorkerArguments& arguments, const WorkerLog& log) {
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
    const WorkerLog log{invitation.member, arguments.log_json};
    auto searcher = make_own_pvs();
    log.say("testing which engine this is, and how fast");
    const colony::SelfTest self = colony::test_self(*searcher, stop);
    if (stop.stop_requested()) return exit_interrupted;
    auto bus =
        enter({.invitation = invitation,
               .on_event = [&log](auto event, const auto& words) { log.tell(event, words); }},
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
        .option("--threads", arguments->threads,
                fmt::format("Threads (default: {})", arguments->threads))
        .type("N")
        .whole_range(1, 1024);
    command.option("--hash", arguments->hash_mib, "Hash table (default: 64)")
        .type("MB")
        .whole_range(1, 1 << 20);
    command.option("--nps-limit", arguments->nodes_per_second, "No more nodes a second than that")
        .type("N")
        .range(1, 1e12);
    command.option("--nice", arguments->niceness, "How much others come first (default: 10)")
        .type("N")
        .whole_range(0, 19);
    command.flag("--idle-only", arguments->idle_only,
                 "Rest while others use more than a quarter of this machine; only who does plays "
                 "timed games");
    command.flag("--stay", arguments->stay,
                 "Do not leave when a coordinator of another version refuses us");
    command.flag("--find", arguments->find,
                 "Look for the server on the networks of this machine if it has moved");
    command.option("--network", arguments->networks, "With --find: look there instead")
        .type("ADDRESS/BITS...");
    command.flag("--log-json", arguments->log_json, "Write the log as JSON, one object a line");
    command.footer("Whoever runs a colony makes invitations: 'rookery colony invite NAME'.\n"
                   "Ctrl-C takes leave; what others were doing goes on without us.\n"
                   "A coordinator that runs another engine sends us away; then the exit code is "
                   "75, and the message says\n"
                   "what differs.\n"
                   "Example: rookery worker attic.rookery --threads 4");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

namespace {

constexpr std::size_t longest_words = 2000;

}  // namespace

void WorkerLog::tell(colony::BusEvent event, const std::string& words) const {
    switch (event) {
        case colony::BusEvent::Connected: return say("connected again");
        case colony::BusEvent::CutOff: return warn("cut off; trying again");
        case colony::BusEvent::Refused: return warn("the server refuses something: " + words);
        case colony::BusEvent::Closed: return warn("closed");
    }
}

std::string WorkerLog::line(std::chrono::system_clock::time_point time, const char* level,
                            const std::string& words, const std::string& task) const {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    if (!as_json)
        return fmt::format("{:%F %T} {}{}", fmt::localtime(seconds),
                           task.empty() ? "" : printable(task) + ": ",
                           printable(words, longest_words));
    nlohmann::ordered_json json = {{"time", fmt::format("{:%FT%TZ}", fmt::gmtime(seconds))},
                                   {"level", level},
                                   {"worker", worker},
                                   {"text", printable(words, longest_words)}};
    if (!task.empty()) json["task"] = task;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void WorkerLog::write(const char* level, const std::string& words, const std::string& task) const {
    fmt::print("{}\n", line(std::chrono::system_clock::now(), level, words, task));
    std::fflush(stdout);
}

}  // namespace rookery
