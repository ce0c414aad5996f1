#include "commands/colony/colony_entry.h"

#include "base/text.h"
#include "colony/jobs/task_play.h"
#include "colony/live/connector.h"
#include "colony/live/roster.h"
#include "colony/setup/private_file.h"
#include "commands/colony/colony_common.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace rookery {
namespace {

using namespace colony;

// Workers say every second that they are there.
constexpr auto timeout_with_first_worker = std::chrono::milliseconds(2500);

std::filesystem::path file_of(const ColonyChoice& choice) {
    return choice.invitation.empty() ? usual_invitation()
                                     : std::filesystem::path(choice.invitation);
}

void say_who_is_there(const CoordinatorLink& link) {
    link.wait_for_help(timeout_with_first_worker);
    for (const WorkerRecord& worker : link.present())
        if (worker.mismatch)
            print_error(
                printable(fmt::format("{} gets no jobs: {}", worker.name, *worker.mismatch), 400));
    const std::size_t workers = link.fit().size();
    if (workers == 0)
        print_error("no worker is there yet; the games wait until one comes ('rookery colony "
                    "invite NAME')");
    else
        fmt::print(stderr, "{} worker{} there.\n", workers, workers == 1 ? " is" : "s are");
}

}  // namespace

Result<std::shared_ptr<ColonyEntry>, std::string> ColonyEntry::enter(const ColonyChoice& choice,
                                                                     SearcherTable searchers) {
    const std::filesystem::path file = file_of(choice);
    auto checked = coordinators_invitation(file);
    if (!checked) return failure(checked.error());
    if (checked->warning) print_error(printable(*checked->warning, 2000));
    auto bus = Bus::connect({.invitation = std::move(checked->invitation)});
    if (!bus) return failure(bus.error());
    const auto self = own_self_test({});
    if (!self) return failure(std::string("told to stop"));
    auto link = CoordinatorLink::enter(std::move(*bus), self->build_id, file);
    if (!link) return failure(link.error());
    (*link)->recall_quarantine();
    say_who_is_there(**link);
    return std::shared_ptr<ColonyEntry>(
        new ColonyEntry(std::move(*link), *self, choice.rank(), searchers));
}

Result<std::unique_ptr<JobDispatcher>, std::string>
ColonyEntry::board(const std::string& campaign, const std::filesystem::path& table) {
    DispatcherSettings settings{.campaign = campaign,
                                .bench = self_.build_id.bench,
                                .priority = priority_,
                                .table = table,
                                .searchers = searchers_};
    CoordinatorLink& link = *link_;
    settings.is_trusted = [&link](std::string_view worker) { return link.is_trusted(worker); };
    settings.workers_there = [&link] {
        std::vector<std::string> names;
        for (const WorkerRecord& record : link.fit()) names.push_back(record.name);
        return names;
    };
    settings.speed_of = [&link](std::string_view worker) -> std::uint64_t {
        for (const WorkerRecord& record : link.present())
            if (record.name == worker) return record.last.speed;
        return 0;
    };
    settings.timed_speed_of = [&link](std::string_view worker) -> std::uint64_t {
        const auto record = link.find(worker);
        return record ? record->last.timed_speed : 0;
    };
    settings.on_doubt = [](const std::string& worker, const std::string& why) {
        print_error(printable(
            fmt::format("{} or the others are wrong: {}; with more workers it would be clear who",
                        worker, why),
            1000));
    };
    settings.on_suspicion = [&link](const std::string& worker, const std::string& why) {
        link.quarantine(worker, why);
        print_error(printable(
            fmt::format("{} gets no more jobs, and what it did is done again: {}", worker, why),
            1000));
    };
    return JobDispatcher::open(link_->bus(), std::move(settings));
}

std::size_t ColonyEntry::seats(std::uint64_t reference_speed) const {
    std::size_t seats = 0;
    for (const WorkerRecord& worker : link_->fit())
        if (reference_speed == 0 || can_keep_time(reference_speed, worker.last.timed_speed))
            seats += static_cast<std::size_t>(worker.last.threads);
    return seats;
}

void ColonyEntry::say_who_keeps_time(std::uint64_t reference_speed) const {
    fmt::print(stderr,
               "The clocks are meant for {} nodes a second of one thread; other machines get more "
               "time or less.\n",
               reference_speed);
    link_->wait_for_help(timeout_with_first_worker, [&](const WorkerRecord& worker) {
        return can_keep_time(reference_speed, worker.last.timed_speed);
    });
    for (const WorkerRecord& worker : link_->fit())
        if (worker.last.timed_speed > 0 && !can_keep_time(reference_speed, worker.last.timed_speed))
            print_error(printable(fmt::format("{} gets none of these games: with {} nodes a second "
                                              "it is another kind of machine",
                                              worker.name, worker.last.timed_speed),
                                  400));
    if (seats(reference_speed) == 0)
        print_error("no idle-checked worker is there yet; timed games wait for one (rookery worker "
                    "FILE --idle-only)");
}

using namespace colony;

Result<Whereabouts, std::string> find_near(const BusSettings& settings,
                                           const std::vector<std::string>& networks) {
    std::vector<Network> where;
    for (const std::string& text : networks) {
        auto network = parse_network(text);
        if (!network) return failure(network.error());
        where.push_back(*network);
    }
    return find_server(settings, networks.empty() ? default_nets() : where);
}

int find_colony(const ColonyArguments& arguments) {
    const auto checked = read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    const auto found = find_near({.invitation = checked->invitation}, arguments.networks);
    if (!found) return failed(found.error());
    fmt::print("The server of colony {} is at {}.\n", checked->invitation.colony, found->address);
    if (!arguments.save) return exit_ok;
    Invitation moved = checked->invitation;
    // The others may be right again one day.
    std::erase(moved.addresses, found->address);
    moved.addresses.insert(moved.addresses.begin(), found->address);
    constexpr std::size_t most_addresses = 16;
    moved.addresses.resize(std::min(moved.addresses.size(), most_addresses));
    if (const auto problem = replace_private_file(arguments.invitation, text_of(moved)))
        return failed(*problem);
    fmt::print("{} says so now.\n", printable(arguments.invitation, 500));
    return exit_ok;
}

}  // namespace rookery
