// What the members of a colony say to each other.
//
//     rk.alive.WORKER               every second: who I am, what I can do, what I am doing
//     rk.order.WORKER               a coordinator to one worker: join a search, leave when done,
//     you are of no use rk.all                        a coordinator to all: stop that search
//     rk.found.WORKER.COORDINATOR   a worker to its coordinator: how far I have come
//     rk.share.MEMBER               to all in the same search: deep entries of the table
//     (share_batch.h)
//
// The server lets nobody speak in another's name: whose message it is stands in its subject. All
// but the batches are JSON, read strictly: what is missing, too long or of the wrong kind refuses
// the whole message.
#pragma once

#include "base/result.h"
#include "chess/move.h"
#include "eval/score.h"
#include "search/searcher.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::colony {

// Members with another one do not understand each other.
inline constexpr int protocol_version = 2;
inline constexpr std::size_t longest_message = 64 << 10;

enum class Activity : std::uint8_t {
    Idle,
    Searching,
    Job,
    Draining,  // finishes what it does, and leaves
    Resting,   // others need the machine
};
[[nodiscard]] std::string_view name_of(Activity activity);

struct AliveMessage {
    std::string version;  // of the program
    int protocol = protocol_version;
    std::uint64_t bench = 0;  // the nodes of its `bench`: whose differ do not play alike
    int threads = 1;
    std::uint64_t speed = 0;  // measured nodes a second, of all threads
    Activity activity = Activity::Idle;
    std::string search;         // which, while it searches
    std::uint64_t nodes = 0;    // since it began
    std::uint64_t up_ms = 0;    // since it came
    std::uint64_t busy_ms = 0;  // at work, of that
    // Of one thread that has a processor to itself. 0: nobody watches whether others use the
    // machine, or it is slowed down on purpose; it plays no games by the wall clock.
    std::uint64_t timed_speed = 0;

    [[nodiscard]] friend bool operator==(const AliveMessage&, const AliveMessage&) = default;
};

// To search a position until told to stop. Said again every second while the search goes on: who
// has missed it comes in later, and who hears it no more stops by himself.
struct JoinOrder {
    std::string coordinator;
    std::string search;
    std::size_t number = 1;  // of the worker in this search
    std::string fen;
    std::vector<std::string>
        keys;  // of the positions since the last irreversible move, in hexadecimal, its own last
    std::vector<std::string> search_moves;
    std::size_t members =
        2;  // of this search, the coordinator among them: it decides how much is shared
    std::uint64_t game =
        0;  // of this life of the coordinator: what was learned in another is forgotten
    std::vector<std::string> distrusted{};  // members whose word is not to be used

    [[nodiscard]] friend bool operator==(const JoinOrder&, const JoinOrder&) = default;
};

struct StopOrder {
    std::string search;

    [[nodiscard]] friend bool operator==(const StopOrder&, const StopOrder&) = default;
};

// Why a worker cannot be used, and what to do about it. It must be understood by every version:
// never change it.
struct RefuseOrder {
    std::string reason;

    [[nodiscard]] friend bool operator==(const RefuseOrder&, const RefuseOrder&) = default;
};

// To finish what it does, take nothing new, and leave.
struct DrainOrder {
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

    [[nodiscard]] friend bool operator==(const FoundMessage&, const FoundMessage&) = default;
};

[[nodiscard]] std::string to_text(const AliveMessage& message);
[[nodiscard]] std::string to_text(const JoinOrder& order);
[[nodiscard]] std::string to_text(const StopOrder& order);
[[nodiscard]] std::string to_text(const RefuseOrder& order);
[[nodiscard]] std::string to_text(const DrainOrder& order);
[[nodiscard]] std::string to_text(const FoundMessage& message);

// The error says what is wrong with it.
template <class Value>
using Parsed = Result<Value, std::string>;

[[nodiscard]] Parsed<AliveMessage> parse_alive(std::string_view text);
// Of a sign of life in whatever protocol: which that is, and the program's version. Nothing if it
// says neither.
struct ProtocolVersion {
    int protocol = 0;
    std::string version;
};
[[nodiscard]] std::optional<ProtocolVersion> protocol_version_of(std::string_view text);
[[nodiscard]] Parsed<Order> parse_order(std::string_view text);
[[nodiscard]] Parsed<FoundMessage> parse_found(std::string_view text);

// The server's word that somebody has lost its connection.

// The member's name; nothing where it is another word, or of no member.
[[nodiscard]] std::optional<std::string> gone_member(std::string_view text);

}  // namespace rookery::colony
