#include "colony/live/colony_run.h"

#include "base/machine.h"
#include "base/text.h"
#include "colony/bus.h"
#include "colony/live/colony_searcher.h"
#include "colony/live/colony_status.h"
#include "colony/live/coordinator_link.h"
#include "colony/live/roster.h"
#include "colony/live/worker.h"
#include "colony/setup/local_colony.h"
#include "colony/setup/members.h"
#include "colony/setup/private_file.h"
#include "colony/setup/server.h"
#include "notation/san.h"
#include "search/pvs/pvs_searcher.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

// Workers first find out which engine they are.
constexpr auto first_workers_timeout = 60s;
constexpr auto between_shown_states = std::chrono::milliseconds(500);
constexpr auto between_printed_states = std::chrono::seconds(5);

Result<std::filesystem::path, std::string> folder_of(const ColonyArguments& arguments) {
    if (!arguments.folder.empty()) return std::filesystem::path(arguments.folder);
    return usual_colony_folder();
}

// A problem may have several lines: the last words of the server.
int failed(const std::string& problem) {
    std::string shown;
    for (std::string_view rest = problem; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        shown += (shown.empty() ? "" : "\n") + printable(rest.substr(0, end), 2000);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return fail_with(shown);
}

// On stderr, for every certificate that ends within a month.
void warn_of_expiry(const std::filesystem::path& folder) {
    constexpr int days = 30;
    const auto ends = expiring(folder, days, std::chrono::system_clock::now());
    if (!ends) return;
    for (const Expiry& one : *ends)
        print_error(fmt::format("the certificate of {} ends on {}", printable(one.what, 100),
                                day_of(one.expires)));
}

// On stderr, if other machines cannot reach the server whatever its address is called.
void warn_of_local_server(const Colony& colony) {
    if (colony.listen.host == "127.0.0.1")
        print_error(fmt::format("the server of this colony can be reached from this machine only; "
                                "'{} colony init --address HOST --folder OTHER' founds one for "
                                "other machines",
                                command_name()));
}

// Why the coordinator of this machine cannot enter the colony, if so.
std::optional<std::string> home_problem(const std::filesystem::path& folder) {
    const auto colony = load_colony(folder);
    if (!colony) return colony.error();
    if (!running_server(folder))
        return fmt::format("the server does not run; '{}' starts it", colony_command("up", folder));
    const Member* home = colony->members.find(coordinator_name);
    if (home == nullptr || !home->may_connect(std::chrono::system_clock::now()))
        return fmt::format("the coordinator of this machine is no member any more; '{}' invites it "
                           "again",
                           colony_command(fmt::format("invite {}", coordinator_name), folder));
    return std::nullopt;
}

std::string shown(const ColonyStatus& status, const ColonyArguments& arguments) {
    if (arguments.json) return json_text(status) + "\n";
    if (arguments.prometheus) return prometheus_text(status);
    return fmt::format("{}\n", fmt::join(text_lines(status, std::string::npos), "\n"));
}

// Until Ctrl-C, in place on a terminal, else one below the other.
int watch_colony(const std::filesystem::path& folder, const ColonyArguments& arguments) {
    const bool is_live = isatty(STDOUT_FILENO) != 0 && !arguments.json && !arguments.prometheus;
    return run_interruptibly(
        [&](const std::stop_token& stop) {
            StatusReader reader(folder);
            LiveBlock block(stdout);
            std::mutex mutex;
            std::condition_variable_any nothing;
            std::unique_lock lock(mutex);
            do {
                const auto status = reader.read();
                if (!status) return failed(status.error());
                if (is_live)
                    block.show(text_lines(*status, block.width()));
                else
                    fmt::print("{}", shown(*status, arguments));
                std::fflush(stdout);
            } while (!nothing.wait_for(lock, stop,
                                       is_live ? between_shown_states : between_printed_states,
                                       [&] { return stop.stop_requested(); }));
            return exit_ok;
        },
        [] {}, [] {});
}

// Prints lines and notices of the search.
class PrintingListener final : public SearchListener {
  public:
    PrintingListener(const Position& position, DescribeLine describe)
        : position_(position), describe_(describe) {}

    void on_line(const LineReport& report) override {
        if (report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty())
            return;
        fmt::print("{}\n", describe_(report, position_));
        std::fflush(stdout);
    }
    void on_notice(std::string_view text) override {
        fmt::print("{}\n", printable(text, 400));
        std::fflush(stdout);
        if (text.ends_with(" helps")) ++helpers_;
        if (text.ends_with("; searching alone")) is_alone_ = true;
    }
    [[nodiscard]] std::size_t helpers() const { return helpers_; }
    // The colony cannot be entered, or all its workers have gone.
    [[nodiscard]] bool is_alone() const { return is_alone_; }

  private:
    const Position& position_;
    const DescribeLine describe_;
    std::atomic<std::size_t> helpers_ = 0;
    std::atomic<bool> is_alone_ = false;
};

// Returns when it is time to stop: so long after the workers came, or when told to.
void await_end(const PrintingListener& listener, std::size_t workers, std::chrono::seconds time,
               const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    const auto wait_until = [&](auto end, auto condition) {
        while (!stop.stop_requested() && !condition() && std::chrono::steady_clock::now() < end)
            nothing.wait_for(lock, stop, 50ms, [&] { return stop.stop_requested(); });
    };
    wait_until(std::chrono::steady_clock::now() + first_workers_timeout,
               [&] { return listener.helpers() >= workers || listener.is_alone(); });
    wait_until(std::chrono::steady_clock::now() + time, [&] { return listener.is_alone(); });
}

void print_helpers(const std::filesystem::path& folder) {
    const auto invitation =
        read_invitation(invitation_in(folder, watcher_name), std::chrono::system_clock::now());
    if (!invitation) return;
    const auto monitor = Monitor::enter(invitation->invitation);
    if (!monitor) return;
    std::this_thread::sleep_for(Monitor::first_look);
    for (const WorkerRecord& worker : (*monitor)->present())
        fmt::print("{}: {} thread{}, {} nodes a second measured, at work for {:.1f} s\n",
                   worker.name, worker.last.threads, worker.last.threads == 1 ? "" : "s",
                   worker.last.speed, static_cast<double>(worker.last.busy_ms) / 1000);
}

int analyse(const ColonyArguments& arguments, const Position& position, DescribeLine describe,
            const std::stop_token& stop) {
    const auto usual = folder_of(arguments);
    if (!usual) return failed(usual.error());
    const auto colony = RunningColony::find_or_start(*usual, arguments.workers);
    if (!colony) return failed(colony.error());
    const std::filesystem::path& folder = (*colony)->folder();
    if (const auto problem = home_problem(folder)) return failed(*problem);
    fmt::print("{}\n",
               (*colony)->is_temporary()
                   ? fmt::format("a colony of {} workers on this machine", arguments.workers)
                   : fmt::format("the colony in {}, as soon as a worker helps", folder.string()));
    std::fflush(stdout);
    const auto searcher = make_colony({.colony = invitation_in(folder, coordinator_name).string()});
    PrintingListener listener(position, describe);
    std::stop_source enough;
    const std::stop_callback interrupted(stop, [&] { enough.request_stop(); });
    const std::size_t expected = (*colony)->is_temporary() ? arguments.workers : 1;
    const std::jthread clock([&] {
        await_end(listener, expected, std::chrono::seconds(arguments.seconds), enough.get_token());
        enough.request_stop();
    });
    const SearchResult result = searcher->search(Root(position), {}, enough.get_token(), listener);
    // It may have ended by itself.
    enough.request_stop();
    if (listener.helpers() > 0) print_helpers(folder);
    fmt::print("best move {}\n", result.best ? to_san(position, result.best) : "none");
    if (listener.helpers() > 0 || stop.stop_requested()) return exit_ok;
    return failed(fmt::format("no worker of the colony in {} helped; '{}' shows who is there, and "
                              "'{}' starts workers on this machine",
                              folder.string(), colony_command("status", folder),
                              colony_command("up --workers 2", folder)));
}

// Whether other programs leave the machine free; empty where the system does not say.
std::function<bool()> idle_check() {
    if (!read_load()) {
        print_error("this system does not say what others use of it: --idle-only has no effect");
        return nullptr;
    }
    return [monitor = IdleMonitor()]() mutable {
        const auto load = read_load();
        return !load || monitor.is_free(*load);
    };
}

// The speed of one thread that has a processor to itself; 0 if there are more threads.
std::uint64_t timed_speed(const WorkerArguments& arguments, const SelfTest& self) {
    const std::size_t processors = std::max<std::size_t>(1, usable_processors().size());
    if (arguments.threads <= processors) return self.undisturbed_speed;
    if (arguments.idle_only)
        print_error(fmt::format("no timed games with {} threads on {} processors",
                                arguments.threads, processors));
    return 0;
}

WorkerSettings settings_of(const WorkerArguments& arguments, const SelfTest& self,
                           const WorkerLog& log) {
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
                "from the same source (git pull, ./rookery build), and start it again");
    return exit_refused;
}

// Connects to the address in the invitation, or to a server nearby if that is asked for.
Result<std::unique_ptr<Bus>, std::string>
enter(const BusSettings& settings, const WorkerArguments& arguments, const WorkerLog& log) {
    auto bus = Bus::connect(settings);
    if (bus || !arguments.find) return bus;
    log.warn(bus.error() + "; looking for the server on the networks of this machine");
    auto found = find_near(settings, arguments.networks);
    if (!found) return failure(found.error());
    log.say(fmt::format("the server is at {}; '{} colony find {} --save' writes that down",
                        found->address, command_name(), shell_word(arguments.invitation)));
    return std::move(found->bus);
}

int work(const WorkerArguments& arguments, const CheckedInvitation& checked,
         SearcherTable searchers, const std::stop_token& stop) {
    const Invitation& invitation = checked.invitation;
    const WorkerLog log{invitation.member, arguments.log_json};
    // Before the test, which takes some seconds: a wrong invitation is reported at once.
    auto bus =
        enter({.invitation = invitation,
               .on_event = [&log](auto event, const auto& words) { log.log_event(event, words); }},
              arguments, log);
    if (!bus) {
        print_error(printable(bus.error(), 2000));
        return exit_missing;
    }
    auto searcher = make_own_pvs();
    log.say("testing which engine this is, and how fast");
    const SelfTest self = test_self(*searcher, stop);
    if (stop.stop_requested()) return exit_interrupted;
    WorkerSettings settings = settings_of(arguments, self, log);
    settings.job_searchers = searchers;
    log.say(fmt::format("{} of colony {}: {} threads, about {} nodes a second, bench {}",
                        invitation.member, invitation.colony, arguments.threads, settings.speed,
                        self.build_id.bench));
    Worker worker(**bus, std::move(settings), std::move(searcher));
    const auto problem = worker.run(stop);
    if (problem) print_error(printable(*problem, 2000));
    log.say("left");
    if (worker.refusal()) return sent_away(*worker.refusal());
    return problem ? exit_failed : exit_ok;
}

}  // namespace

int init_colony(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    SetupPlan plan{.name = arguments.name, .addresses = arguments.addresses};
    plan.port = static_cast<std::uint16_t>(arguments.port);
    // Without addresses for other machines it listens on this one only.
    const bool is_local = plan.addresses.empty();
    if (is_local) plan.listen = "127.0.0.1";
    plan.addresses.emplace_back("127.0.0.1");
    const auto colony = set_up_with_owner(*folder, plan);
    if (!colony) return failed(colony.error());
    fmt::print("Colony {} in {}\n", colony->name, folder->string());
    if (is_local)
        fmt::print("It is for this machine only; --address HOST founds one for others, too.\n"
                   "Next: {}\n",
                   colony_command("up --workers 2", *folder));
    else
        fmt::print("Next: {}\nThen, for every machine that is to help: {}\n",
                   colony_command("up", *folder), colony_command("invite NAME", *folder));
    return exit_ok;
}

namespace {

// Where the invitation of a new member is written, and its role. Coordinator and watcher of this
// machine have a file in the folder; it is replaced.
Result<InvitationPlan, std::string> plan_of(const std::filesystem::path& folder,
                                            const ColonyArguments& arguments) {
    InvitationPlan plan{.name = arguments.member,
                        .role = role_of_name(arguments.role).value_or(Role::Worker),
                        .days = arguments.days,
                        .file = arguments.output.empty() ? arguments.member + ".rookery"
                                                         : arguments.output};
    const bool is_home = arguments.member == coordinator_name;
    if (!is_home && arguments.member != watcher_name) return plan;
    const Role own = is_home ? Role::Coordinator : Role::Watcher;
    if (!arguments.output.empty() || (plan.role != own && plan.role != Role::Worker))
        return failure(fmt::format("{} is the {} of this machine, and its invitation is {}; choose "
                                   "another name for another member",
                                   arguments.member, role_name(own),
                                   invitation_in(folder, arguments.member).string()));
    plan.role = own;
    plan.file = invitation_in(folder, arguments.member);
    return plan;
}

}  // namespace

int invite_member(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    const auto colony = load_colony(*folder);
    if (!colony) return failed(colony.error());
    const auto plan = plan_of(*folder, arguments);
    if (!plan) return failed(plan.error());
    const bool stays_here = plan->role != Role::Worker && plan->file.parent_path() == *folder;
    std::error_code none;
    if (stays_here) std::filesystem::remove(plan->file, none);
    const auto invited = invite(*folder, *plan);
    if (!invited) return failed(invited.error());
    // A new invitation ends a quarantine.
    const auto pardoned = MemberNotes::quarantine_beside(invitation_in(*folder, coordinator_name))
                              .remove(arguments.member);
    if (!pardoned) return failed(pardoned.error());
    if (const auto problem = reload_if_running(*folder)) return failed(*problem);
    const std::string file = printable(plan->file.string(), 500);
    fmt::print("{} is the key of {}, a {}: {}.\n", file, plan->name, role_name(plan->role),
               stays_here ? "it stays where it is" : "keep it safe and carry it there");
    if (colony->members.find(plan->name) != nullptr)
        fmt::print("Its earlier invitation is of no use any more.\n");
    if (invited->role == Role::Worker)
        fmt::print("There: {} worker {}\n", command_name(),
                   shell_word(plan->file.filename().string()));
    if (invited->role == Role::Worker) warn_of_local_server(*colony);
    warn_of_expiry(*folder);
    return exit_ok;
}

int revoke_member(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    if (const auto problem = revoke(*folder, arguments.member)) return failed(*problem);
    if (const auto problem = reload_if_running(*folder)) return failed(*problem);
    fmt::print("{} is no longer a member.\n", arguments.member);
    if (arguments.member == coordinator_name || arguments.member == watcher_name)
        fmt::print("This machine needs it; '{}' makes it a member again.\n",
                   colony_command("invite " + arguments.member, *folder));
    return exit_ok;
}

int start_colony(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    if (const auto problem = refresh_config(*folder)) return failed(*problem);
    const auto running = start_server(*folder);
    if (!running) return failed(running.error());
    fmt::print("The server {} as process {}.\n",
               running->was_running ? "was running already" : "runs", running->process);
    if (const auto problem = start_local_workers(*folder, arguments.workers))
        return failed(*problem);
    for (const LocalWorker& worker : local_workers(*folder))
        fmt::print("The worker {} runs as process {}; its log is {}.\n", worker.name,
                   worker.process, (*folder / (worker.name + ".log")).string());
    warn_of_expiry(*folder);
    return exit_ok;
}

int stop_colony(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    const std::size_t workers = local_workers(*folder).size();
    const bool has_server = running_server(*folder).has_value();
    if (workers == 0 && !has_server) {
        if (const auto problem = ColonyFolder(*folder).colony_problem()) return failed(*problem);
        fmt::print("Nothing of the colony in {} was running.\n", folder->string());
        return exit_ok;
    }
    if (const auto problem = stop_workers(*folder)) return failed(*problem);
    if (const auto problem = stop_server(*folder)) return failed(*problem);
    fmt::print("Stopped: {}{}{}.\n", has_server ? "the server" : "",
               has_server && workers > 0 ? " and " : "",
               workers == 0   ? ""
               : workers == 1 ? "1 worker"
                              : fmt::format("{} workers", workers));
    return exit_ok;
}

int show_colony(const ColonyArguments& arguments) {
    if (arguments.json && arguments.prometheus)
        return fail_with("--json and --prometheus are two formats; choose one", exit_usage);
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    if (arguments.watch) return watch_colony(*folder, arguments);
    const auto status = StatusReader(*folder).read();
    if (!status) return failed(status.error());
    fmt::print("{}", shown(*status, arguments));
    std::fflush(stdout);
    if (status->problem) print_error(printable(*status->problem, 2000));
    warn_of_expiry(*folder);
    return exit_ok;
}

int drain_member(const ColonyArguments& arguments) {
    if (!is_valid_name(arguments.member)) return failed(name_problem(arguments.member));
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    const auto colony = load_colony(*folder);
    if (!colony) return failed(colony.error());
    if (colony->members.find(arguments.member) == nullptr)
        return failed(
            fmt::format("the colony '{}' has no member '{}'", colony->name, arguments.member));
    if (const auto problem = home_problem(*folder)) return failed(*problem);
    const auto checked =
        read_invitation(invitation_in(*folder, coordinator_name), std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    if (const auto problem = drain_worker(checked->invitation, arguments.member))
        return failed(*problem);
    fmt::print("{} leaves when it has finished what it does.\n", arguments.member);
    return exit_ok;
}

int pardon_member(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    if (const auto colony = load_colony(*folder); !colony) return failed(colony.error());
    const auto removed = MemberNotes::quarantine_beside(invitation_in(*folder, coordinator_name))
                             .remove(arguments.member);
    if (!removed) return failed(removed.error());
    if (!*removed)
        return failed(fmt::format("{} is not in quarantine", printable(arguments.member)));
    fmt::print("{} is trusted again, from the next search on.\n", arguments.member);
    return exit_ok;
}

int renew_colony(const ColonyArguments& arguments) {
    const auto folder = folder_of(arguments);
    if (!folder) return failed(folder.error());
    std::vector<std::string> addresses = arguments.addresses;
    // As `init` does it: this machine always reaches its own server.
    if (!addresses.empty()) addresses.emplace_back("127.0.0.1");
    if (const auto problem = renew_server(*folder, addresses)) return failed(*problem);
    if (const auto problem = reload_if_running(*folder)) return failed(*problem);
    fmt::print("The server has a new certificate, for two years.\n");
    if (!addresses.empty())
        fmt::print("Invitations that were made before name the old addresses.\n");
    if (const auto colony = load_colony(*folder); colony && !addresses.empty())
        warn_of_local_server(*colony);
    warn_of_expiry(*folder);
    return exit_ok;
}

int find_colony(const ColonyArguments& arguments) {
    const auto checked = read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    const auto found = find_near({.invitation = checked->invitation}, arguments.networks);
    if (!found) return failed(found.error());
    fmt::print("The server of colony {} is at {}.\n", checked->invitation.colony, found->address);
    if (!arguments.save) return exit_ok;
    Invitation moved = checked->invitation;
    prefer_address(moved, found->address);
    if (const auto problem = replace_private_file(arguments.invitation, text_of(moved)))
        return failed(*problem);
    fmt::print("{} has that address now.\n", printable(arguments.invitation, 500));
    return exit_ok;
}

int try_colony(const ColonyArguments& arguments, const Position& position, DescribeLine describe) {
    return run_interruptibly(
        [&](const std::stop_token& stop) { return analyse(arguments, position, describe, stop); },
        [] {}, [] {});
}

int run_worker(const WorkerArguments& arguments, SearcherTable searchers) {
    if (!arguments.networks.empty() && !arguments.find)
        return fail_with("--network says where --find looks; give --find, too", exit_usage);
    const auto checked = read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) {
        print_error(printable(checked.error(), 2000));
        return exit_failed;
    }
    if (checked->warning) print_error(printable(*checked->warning, 2000));
    if (checked->invitation.role != Role::Worker)
        return fail_with_printable(
            fmt::format("{} is the invitation of a {}; '{} colony invite NAME' on the machine of "
                        "the server makes one for a worker",
                        arguments.invitation, role_name(checked->invitation.role), command_name()),
            exit_usage);
    errno = 0;
    if (arguments.niceness > 0 && nice(arguments.niceness) == -1 && errno != 0)
        print_error("cannot be made nicer");
    return run_interruptibly(
        [&](const std::stop_token& stop) { return work(arguments, *checked, searchers, stop); },
        [] {}, [] {});
}

}  // namespace rookery::colony
