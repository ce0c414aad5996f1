#include "colony/founding/founding.h"
#include "colony/founding/server_log.h"
#include "colony/founding/server_process.h"
#include "colony/live/lookout.h"
#include "colony/trust/member_notes.h"
#include "commands/colony/colony_common.h"
#include "commands/colony/colony_sight.h"
#include "commands/complain.h"
#include "commands/exit_codes.h"
#include "commands/interruptible.h"
#include "notation/printable.h"
#include "terminal/live_block.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

namespace rookery {

using namespace colony;

namespace {

constexpr auto between_looks = std::chrono::milliseconds(500);
constexpr auto between_looks_without_terminal = std::chrono::seconds(5);

std::optional<std::string> reason_for(const Result<std::vector<MemberNote>, std::string>& notes,
                                      const std::string& name) {
    if (!notes) return std::nullopt;
    const auto found = std::ranges::find(*notes, name, &MemberNote::name);
    if (found == notes->end()) return std::nullopt;
    return found->reason;
}

// Goes on looking where the server was not there at first.
class Sentry {
  public:
    explicit Sentry(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The error is that of the folder; that the server does not run is something that is seen.
    [[nodiscard]] Result<ColonySight, std::string> look() {
        const auto colony = load_colony(folder_);
        if (!colony) return failure(colony.error());
        ColonySight sight{.name = colony->name, .now = std::chrono::system_clock::now()};
        if (const auto server = running_server(folder_)) sight.server = *server;
        sight.refused_connections = count_refused_connections(folder_);
        sight.problem = try_to_enter(sight.server.has_value());
        const std::filesystem::path home = invitation_in(folder_, coordinator_name);
        const auto quarantine = MemberNotes::quarantine_beside(home).read();
        const auto refusals = MemberNotes::refusals_beside(home).read();
        if (!quarantine) sight.problem = quarantine.error();
        const std::vector<WorkerRecord> present = lookout_ ? lookout_->present() : std::vector<WorkerRecord>();
        for (const Member& member : colony->members.list()) {
            MemberSight one{.member = member};
            const auto there = std::ranges::find(present, member.name(), &WorkerRecord::name);
            if (there != present.end()) one.worker = *there;
            one.quarantine = reason_for(quarantine, member.name());
            one.refusal = reason_for(refusals, member.name());
            sight.members.push_back(std::move(one));
        }
        return sight;
    }

  private:
    // Why nobody can be asked.
    [[nodiscard]] std::optional<std::string> try_to_enter(bool server_runs) {
        if (!server_runs) return "the server does not run; 'rookery colony up' starts it";
        if (lookout_) return std::nullopt;
        const auto invitation = read_invitation(invitation_in(folder_, watcher_name), std::chrono::system_clock::now());
        if (!invitation) return invitation.error();
        auto entered = Lookout::enter(invitation->invitation);
        if (!entered) return entered.error();
        lookout_ = std::move(*entered);
        // Whoever is there says so within that time.
        std::this_thread::sleep_for(Lookout::first_look);
        return std::nullopt;
    }

    const std::filesystem::path folder_;
    std::unique_ptr<Lookout> lookout_;
};

std::string shown(const ColonySight& sight, const ColonyArguments& arguments) {
    if (arguments.json) return json_text(sight) + "\n";
    if (arguments.prometheus) return prometheus_text(sight);
    return fmt::format("{}\n", fmt::join(text_lines(sight, std::string::npos), "\n"));
}

// Until Ctrl-C, in place on a terminal, else one below the other.
int watch_colony(const std::filesystem::path& folder, const ColonyArguments& arguments) {
    const bool is_live = isatty(STDOUT_FILENO) != 0 && !arguments.json && !arguments.prometheus;
    return run_interruptibly(
        [&](const std::stop_token& stop) {
            Sentry sentry(folder);
            LiveBlock block(stdout);
            std::mutex mutex;
            std::condition_variable_any nothing;
            std::unique_lock lock(mutex);
            do {
                const auto sight = sentry.look();
                if (!sight) return failed(sight.error());
                if (is_live)
                    block.show(text_lines(*sight, block.width()));
                else
                    fmt::print("{}", shown(*sight, arguments));
                std::fflush(stdout);
            } while (!nothing.wait_for(lock, stop, is_live ? between_looks : between_looks_without_terminal,
                                       [&] { return stop.stop_requested(); }));
            return exit_ok;
        },
        [] {}, [] {});
}

}  // namespace

int show_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (arguments.watch) return watch_colony(folder, arguments);
    const auto sight = Sentry(folder).look();
    if (!sight) return failed(sight.error());
    fmt::print("{}", shown(*sight, arguments));
    if (sight->problem) complain(printable(*sight->problem, 2000));
    warn_of_expiry(folder);
    return exit_ok;
}

}  // namespace rookery
