#include "commands/colony/colony_run.h"

#include "base/text.h"
#include "colony/bus/bus.h"
#include "colony/messages/messages.h"
#include "colony/setup/server_process.h"
#include "colony/setup/setup.h"
#include "colony/setup/worker_processes.h"
#include "colony/trust/member_notes.h"
#include "commands/colony/colony_common.h"
#include "ui/exit_codes.h"

#include <fmt/format.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>

namespace rookery {

using namespace colony;

int init_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    SetupPlan plan{.name = arguments.name, .addresses = arguments.addresses};
    plan.port = static_cast<std::uint16_t>(arguments.port);
    // Whom nobody else is to reach need not listen to them.
    if (plan.addresses.empty()) plan.listen = "127.0.0.1";
    plan.addresses.emplace_back("127.0.0.1");
    const auto founded = found_colony(folder, plan);
    if (!founded) return failed(founded.error());
    fmt::print("Colony {} in {}\n", founded->name, folder.string());
    fmt::print("Next: rookery colony up, then rookery colony invite NAME for every machine that is "
               "to help.\n");
    return exit_ok;
}

int invite_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    const std::filesystem::path file =
        arguments.output.empty() ? arguments.member + ".rookery" : arguments.output;
    const auto invited =
        invite(folder, {.name = arguments.member,
                        .role = role_of_name(arguments.role).value_or(Role::Worker),
                        .days = arguments.days,
                        .file = file});
    if (!invited) return failed(invited.error());
    // Whoever is invited anew starts anew.
    const auto pardoned = MemberNotes::quarantine_beside(invitation_in(folder, coordinator_name))
                              .remove(arguments.member);
    if (!pardoned) return failed(pardoned.error());
    if (const auto problem = tell_server(folder)) return failed(*problem);
    fmt::print("{} is the key of {}, a {}: keep it safe and carry it there.\n", file.string(),
               arguments.member, arguments.role);
    if (invited->role == Role::Worker)
        fmt::print("There: rookery worker {}\n", file.filename().string());
    warn_of_expiry(folder);
    return exit_ok;
}

int revoke_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = revoke(folder, arguments.member)) return failed(*problem);
    if (const auto problem = tell_server(folder)) return failed(*problem);
    fmt::print("{} is no longer a member.\n", arguments.member);
    return exit_ok;
}

int start_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = refresh_config(folder)) return failed(*problem);
    const auto running = start_server(folder);
    if (!running) return failed(running.error());
    fmt::print("The server {} as process {}.\n",
               running->was_running ? "was running already" : "runs", running->process);
    if (const auto problem = start_local_workers(folder, arguments.workers))
        return failed(*problem);
    for (const LocalWorker& worker : local_workers(folder))
        fmt::print("The worker {} runs as process {}; its log is {}.\n", worker.name,
                   worker.process, (folder / (worker.name + ".log")).string());
    warn_of_expiry(folder);
    return exit_ok;
}

int stop_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = stop_workers(folder)) return failed(*problem);
    if (const auto problem = stop_server(folder)) return failed(*problem);
    return exit_ok;
}

// What a coordinator or the owner of a colony decides about its members.

using namespace colony;

namespace {

// How long a worker that is there may take to say that it leaves: it speaks every second.
constexpr auto timeout_with_answer = std::chrono::seconds(5);

// Whether the worker says that it leaves, or has left.
class FarewellEar {
  public:
    void hear(const BusMessage& message) {
        const auto alive = parse_alive(message.bytes);
        if (!alive) return;
        const std::scoped_lock lock(mutex_);
        is_there_ = true;
        leaves_ = leaves_ || alive->activity == Activity::Draining;
        changed_.notify_all();
    }
    [[nodiscard]] bool heard_farewell() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, timeout_with_answer, [this] { return leaves_; });
    }
    [[nodiscard]] bool was_there() {
        const std::scoped_lock lock(mutex_);
        return is_there_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_there_ = false;
    bool leaves_ = false;
};

}  // namespace

int drain_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (!is_valid_name(arguments.member)) return failed(name_problem(arguments.member));
    const auto checked =
        read_invitation(invitation_in(folder, coordinator_name), std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    auto bus = Bus::connect({.invitation = checked->invitation});
    if (!bus) return failed(bus.error());
    FarewellEar ear;
    const auto subscription = (*bus)->subscribe(
        "rk.alive." + arguments.member, [&](const BusMessage& message) { ear.hear(message); });
    if (!subscription) return failed(subscription.error());
    (*bus)->publish("rk.order." + arguments.member, to_text(DrainOrder{}));
    if (ear.heard_farewell()) {
        fmt::print("{} leaves when it has finished what it does.\n", arguments.member);
        return exit_ok;
    }
    return failed(ear.was_there() ? fmt::format("{} is there but does not leave", arguments.member)
                                  : fmt::format("{} is not there", arguments.member));
}

int pardon_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto colony = load_colony(folder); !colony) return failed(colony.error());
    const auto removed = MemberNotes::quarantine_beside(invitation_in(folder, coordinator_name))
                             .remove(arguments.member);
    if (!removed) return failed(removed.error());
    if (!*removed)
        return failed(fmt::format("{} is not in quarantine", printable(arguments.member)));
    fmt::print("{} is trusted again, from the next search on.\n", arguments.member);
    return exit_ok;
}

int renew_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    std::vector<std::string> addresses = arguments.addresses;
    // As `init` does it: this machine always reaches its own server.
    if (!addresses.empty()) addresses.emplace_back("127.0.0.1");
    if (const auto problem = renew_server(folder, addresses)) return failed(*problem);
    if (const auto problem = tell_server(folder)) return failed(*problem);
    fmt::print("The server has a new certificate, for two years.\n");
    if (!addresses.empty())
        fmt::print("Invitations that were made before name the old addresses.\n");
    warn_of_expiry(folder);
    return exit_ok;
}

}  // namespace rookery
