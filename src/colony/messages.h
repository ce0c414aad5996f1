// Messages between the members of a colony.
//
//     rk.alive.WORKER               heartbeat, every second: build, resources, activity
//     rk.order.WORKER               coordinator to one worker: join a search, drain, refused
//     rk.all                        coordinator to all: stop that search
//     rk.found.WORKER.COORDINATOR   worker to its coordinator: the progress of its search
//     rk.share.MEMBER               to all in the same search: deep table entries (sharing.h)
//
// The server lets a member publish only under its own name, so the subject names the sender of a
// message. All but the batches are JSON, read strictly: a field that is missing, too long or of the
// wrong type makes the whole message invalid.
#pragma once

#include "base/result.h"
#include "colony/strict_json.h"
#include "eval/score.h"
#include "search/searcher.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::colony {

// Members with different versions do not understand each other.
inline constexpr int protocol_version = 2;
inline constexpr std::size_t longest_message = 64 << 10;

enum class Activity : std::uint8_t {
    Idle,
    Searching,
    Job,
    Draining,  // finishes its work, then leaves
    Resting,   // other programs need the machine
};
[[nodiscard]] std::string_view name_of(Activity activity);

struct Heartbeat {
    std::string version;  // of the program
    int protocol = protocol_version;
    std::uint64_t bench = 0;  // the nodes of its `bench`: engines with other nodes play differently
    int threads = 1;
    std::uint64_t speed = 0;  // measured nodes a second, of all threads
    Activity activity = Activity::Idle;
    std::string search;         // or job, while it works
    std::uint64_t nodes = 0;    // since it began
    std::uint64_t up_ms = 0;    // since it started
    std::uint64_t busy_ms = 0;  // at work since then
    // The speed of one thread that has a processor to itself. 0: other users of the machine are not
    // watched for, or it is slowed down on purpose; it plays no games by the wall clock.
    std::uint64_t timed_speed = 0;

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

// The order to search a position until a StopOrder comes. The coordinator repeats it every second:
// a worker that missed it joins later, and a worker that does not receive it any more stops.
struct JoinOrder {
    std::string coordinator;
    std::string search;
    std::size_t number = 1;  // of the worker in this search
    std::string fen;
    // The keys of the positions since the last irreversible move, in hexadecimal; the last is that
    // of the root.
    std::vector<std::string> keys;
    std::vector<std::string> search_moves;
    // All members of this search, with the coordinator. How much each shares depends on it.
    std::size_t members = 2;
    // Counted by the coordinator's process. In a new game the worker clears its table.
    std::uint64_t game = 0;
    std::vector<std::string> distrusted{};  // members whose entries are not to be used

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const JoinOrder&, const JoinOrder&) = default;
};

struct StopOrder {
    std::string search;

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const StopOrder&, const StopOrder&) = default;
};

// Why a worker cannot be used, and what to do about it. Every version must be able to read it, so
// it must never be changed.
struct RefuseOrder {
    std::string reason;

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const RefuseOrder&, const RefuseOrder&) = default;
};

// The order to finish the current work, take nothing new, and leave.
struct DrainOrder {
    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const DrainOrder&, const DrainOrder&) = default;
};

using Order = std::variant<JoinOrder, StopOrder, RefuseOrder, DrainOrder>;

struct FoundMessage {
    std::string search;
    int depth = 0;
    int score = 0;  // as Score counts
    LineReport::Bound bound = LineReport::Bound::Exact;
    std::uint64_t nodes = 0;
    std::vector<std::string> line;

    void describe(JsonFields& fields);
    [[nodiscard]] friend bool operator==(const FoundMessage&, const FoundMessage&) = default;
};

// The error says what is wrong with it.
template <class Value>
using Parsed = Result<Value, std::string>;

[[nodiscard]] Parsed<Heartbeat> parse_heartbeat(std::string_view text);
// The protocol and program version of a heartbeat in any protocol. Nothing if it has neither.
struct ProtocolVersion {
    int protocol = 0;
    std::string version;
};
[[nodiscard]] std::optional<ProtocolVersion> protocol_version_of(std::string_view text);
[[nodiscard]] Parsed<Order> parse_order(std::string_view text);
[[nodiscard]] Parsed<FoundMessage> parse_found(std::string_view text);

// The member in the server's message about a lost connection; nothing if it is another message, or
// not about a member.
[[nodiscard]] std::optional<std::string> gone_member(std::string_view text);

}  // namespace rookery::colony
