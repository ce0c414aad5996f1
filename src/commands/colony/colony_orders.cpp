// What a coordinator or the owner of a colony decides about its members.
#include "colony/bus/bus.h"
#include "colony/founding/founding.h"
#include "colony/messages/messages.h"
#include "colony/trust/member_notes.h"
#include "commands/colony/colony_common.h"
#include "commands/exit_codes.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>

namespace rookery {

using namespace colony;

namespace {

// How long a worker that is there may take to say that it leaves: it speaks every second.
constexpr auto patience_with_answer = std::chrono::seconds(5);

// Whether the worker says that it leaves, or has left.
class FarewellEar {
  public:
    void hear(const Letter& letter) {
        const auto message = parse_alive(letter.bytes);
        if (!message) return;
        const std::scoped_lock lock(mutex_);
        is_there_ = true;
        leaves_ = leaves_ || message->activity == Activity::Draining;
        changed_.notify_all();
    }
    [[nodiscard]] bool heard_farewell() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience_with_answer, [this] { return leaves_; });
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
    const auto checked = read_invitation(invitation_in(folder, coordinator_name), std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    auto bus = Bus::connect({.invitation = checked->invitation});
    if (!bus) return failed(bus.error());
    FarewellEar ear;
    const auto subscription =
        (*bus)->subscribe("rk.alive." + arguments.member, [&](const Letter& letter) { ear.hear(letter); });
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
    const auto removed =
        MemberNotes::quarantine_beside(invitation_in(folder, coordinator_name)).remove(arguments.member);
    if (!removed) return failed(removed.error());
    if (!*removed) return failed(fmt::format("{} is not in quarantine", printable(arguments.member)));
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
    if (!addresses.empty()) fmt::print("Invitations that were made before name the old addresses.\n");
    warn_of_expiry(folder);
    return exit_ok;
}

}  // namespace rookery
