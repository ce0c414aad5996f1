#include "colony/founding/permissions.h"

#include <fmt/format.h>

namespace rookery::colony {
namespace {

// Workers are never allowed "responses", by which the server lets a client publish wherever a message it received
// asks for an answer: the worker could send itself such a message, and so publish anywhere.
Permissions worker_permissions(std::string_view name) {
    return {.publish = {fmt::format("rk.alive.{}", name), fmt::format("rk.found.{}.*", name),
                        fmt::format("rk.share.{}", name), fmt::format("rk.result.{}.>", name),
                        fmt::format("rk.log.{}", name),
                        // To take jobs from queues that the coordinator has made.
                        fmt::format("$JS.API.CONSUMER.INFO.{}.*", jobs_stream),
                        fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.*", jobs_stream),
                        fmt::format("$JS.ACK.{}.>", jobs_stream)},
            .subscribe = {fmt::format("rk.order.{}", name), fmt::format("rk.answer.{}", name), "rk.all", "rk.share.*"}};
}

Permissions coordinator_permissions(std::string_view name) {
    return {.publish = {"rk.order.*", "rk.answer.*", "rk.all", fmt::format("rk.share.{}", name), "rk.job.>",
                        "$JS.API.>", "$JS.ACK.>"},
            .subscribe = {"rk.alive.*", fmt::format("rk.found.*.{}", name), "rk.share.*",
                          "rk.result.>", "rk.log.*", gone_subject}};
}

}  // namespace

std::string inbox_prefix(std::string_view member) { return fmt::format("_INBOX.{}", member); }

Permissions permissions_of(Role role, std::string_view member) {
    Permissions permissions;
    switch (role) {
        case Role::Worker: permissions = worker_permissions(member); break;
        case Role::Coordinator: permissions = coordinator_permissions(member); break;
        case Role::Watcher: permissions.subscribe = {"rk.alive.*", "rk.log.*"}; break;
    }
    permissions.subscribe.push_back(inbox_prefix(member) + ".>");
    return permissions;
}

}  // namespace rookery::colony
