#include "colony/jobs/job_client.h"

#include "base/text.h"
#include "colony/jobs/task_play.h"
#include "colony/live/connector.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

namespace rookery::colony {
namespace {

// Longer than the time between two heartbeats of a worker.
constexpr auto first_worker_timeout = std::chrono::milliseconds(2500);

void print_workers(const CoordinatorLink& link) {
    link.wait_for_help(first_worker_timeout);
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

Result<std::shared_ptr<JobClient>, std::string>
JobClient::connect(const std::filesystem::path& invitation, int priority, SearcherTable searchers) {
    auto checked = coordinators_invitation(invitation);
    if (!checked) return failure(checked.error());
    if (checked->warning) print_error(printable(*checked->warning, 2000));
    auto bus = Bus::connect({.invitation = std::move(checked->invitation)});
    if (!bus) return failure(bus.error());
    const auto self = own_self_test({});
    if (!self) return failure(std::string("told to stop"));
    auto link = CoordinatorLink::enter(std::move(*bus), self->build_id, invitation);
    if (!link) return failure(link.error());
    (*link)->reload_quarantine();
    print_workers(**link);
    return std::shared_ptr<JobClient>(new JobClient(std::move(*link), *self, priority, searchers));
}

Result<JobSource, std::string> JobClient::open(const std::string& run,
                                               const std::filesystem::path& table,
                                               std::uint64_t reference_speed) {
    DispatcherSettings settings{.run_name = run,
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
    settings.on_false_results = [&link](const std::string& worker, const std::string& why) {
        link.quarantine(worker, why);
        print_error(printable(
            fmt::format("{} gets no more jobs, and what it did is done again: {}", worker, why),
            1000));
    };
    auto dispatcher = JobDispatcher::open(link.bus(), std::move(settings));
    if (!dispatcher) return failure(dispatcher.error());
    const auto self = shared_from_this();
    return JobSource{.seats = [self, reference_speed] { return self->seats(reference_speed); },
                     .workers = [self] { return self->link_->fit().size(); },
                     .dispatcher = std::move(*dispatcher),
                     .can_be_resumed = !table.empty()};
}

std::size_t JobClient::seats(std::uint64_t reference_speed) const {
    std::size_t seats = 0;
    for (const WorkerRecord& worker : link_->fit())
        if (reference_speed == 0 || can_keep_time(reference_speed, worker.last.timed_speed))
            seats += static_cast<std::size_t>(worker.last.threads);
    return seats;
}

void JobClient::print_timed_workers(std::uint64_t reference_speed) const {
    fmt::print(stderr,
               "The clocks are meant for {} nodes a second of one thread; other machines get more "
               "time or less.\n",
               reference_speed);
    link_->wait_for_help(first_worker_timeout, [&](const WorkerRecord& worker) {
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

}  // namespace rookery::colony
