// Which subjects a member may write to and hear.
//
// A worker's answers carry its name in the subject, and the server lets nobody else publish there: who
// sent a message is known from where it came, not from what it says. One thing the server does not
// guard is the subject on which JetStream is asked to answer: a worker can have a job, or the answer to
// its question, delivered to a subject it may not publish to. The words are then JetStream's or the
// coordinator's, never the worker's. So whoever hears a subject refuses what is malformed, and a message
// whose own subject is another one (a job keeps its own).
#pragma once

#include "colony/founding/names.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Permissions {
    std::vector<std::string> publish;
    std::vector<std::string> subscribe;
};

// Tells coordinators who has lost its connection: the server's own account of it, which no member can publish.
inline constexpr const char* gone_subject = "rk.gone";
// The JetStream stream of jobs, and the subjects it collects.
inline constexpr const char* jobs_stream = "JOBS";

// To be set as the client's prefix of inboxes; no other member can listen there.
[[nodiscard]] std::string inbox_prefix(std::string_view member);

[[nodiscard]] Permissions permissions_of(Role role, std::string_view member);

}  // namespace rookery::colony
