#include "colony/messages.h"

#include "colony/setup/members.h"
#include "colony/strict_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_fen = 128;
constexpr std::size_t longest_move = 5;
constexpr std::size_t longest_key = 16;
constexpr std::size_t most_keys = 256;
constexpr std::size_t most_root_moves = 256;
constexpr std::size_t longest_line = 256;
constexpr std::size_t longest_reason = 1000;
constexpr std::size_t most_distrusted = 512;
constexpr std::int64_t most_nodes = std::int64_t{1} << 60;

constexpr std::array<std::string_view, 5> activities = {"idle", "searching", "job", "draining",
                                                        "resting"};
constexpr std::array<std::string_view, 3> bounds = {"exact", "lower", "upper"};

template <class Kind, std::size_t count>
Kind kind_of(StrictObject& fields, const char* name,
             const std::array<std::string_view, count>& kinds) {
    const std::string word = fields.text(name, longest_name);
    const auto found = std::ranges::find(kinds, word);
    if (found == kinds.end()) {
        fields.refuse(fmt::format("has '{}', which is none of those there are", name));
        return Kind{};
    }
    return static_cast<Kind>(found - kinds.begin());
}

template <class Kind, std::size_t count>
std::string_view word_for(Kind kind, const std::array<std::string_view, count>& kinds) {
    return kinds[static_cast<std::size_t>(kind)];
}

Parsed<Json> read_message(std::string_view text) {
    if (text.size() > longest_message)
        return failure(fmt::format("is longer than {} bytes", longest_message));
    return parse_strictly(text);
}

Parsed<Order> read_join(const Json& json) {
    StrictObject fields(json, {"do", "coordinator", "search", "number", "fen", "keys", "only",
                               "members", "game", "distrusted"});
    JoinOrder order;
    order.coordinator = fields.text("coordinator", longest_name);
    // It becomes a part of a subject.
    if (!is_valid_name(order.coordinator)) fields.refuse(name_problem(order.coordinator));
    order.search = fields.text("search", longest_name);
    order.number = static_cast<std::size_t>(fields.whole_number("number", 1, 100'000));
    order.fen = fields.text("fen", longest_fen);
    order.keys = fields.texts("keys", most_keys, longest_key);
    order.search_moves = fields.texts("only", most_root_moves, longest_move);
    order.members = static_cast<std::size_t>(fields.whole_number("members", 2, 10'000));
    order.game = static_cast<std::uint64_t>(fields.whole_number("game", 0, most_nodes));
    order.distrusted = fields.texts("distrusted", most_distrusted, longest_name);
    if (!fields.problem().empty()) return failure(fields.problem());
    return Order(std::move(order));
}

Parsed<Order> read_stop(const Json& json) {
    StrictObject fields(json, {"do", "search"});
    StopOrder order{fields.text("search", longest_name)};
    if (!fields.problem().empty()) return failure(fields.problem());
    return Order(std::move(order));
}

Parsed<Order> read_refusal(const Json& json) {
    StrictObject fields(json, {"do", "reason"});
    RefuseOrder order{fields.text("reason", longest_reason)};
    if (!fields.problem().empty()) return failure(fields.problem());
    return Order(std::move(order));
}

Parsed<Order> read_drain(const Json& json) {
    const StrictObject fields(json, {"do"});
    if (!fields.problem().empty()) return failure(fields.problem());
    return Order(DrainOrder{});
}

struct OrderKind {
    std::string_view word;
    Parsed<Order> (*read)(const Json& json);
};
constexpr OrderKind order_kinds[] = {
    {"join", read_join}, {"stop", read_stop}, {"refuse", read_refusal}, {"drain", read_drain}};

}  // namespace

std::string_view name_of(Activity activity) { return word_for(activity, activities); }

std::string to_text(const Heartbeat& message) {
    return Json{{"version", message.version},
                {"protocol", message.protocol},
                {"bench", message.bench},
                {"threads", message.threads},
                {"speed", message.speed},
                {"activity", word_for(message.activity, activities)},
                {"search", message.search},
                {"nodes", message.nodes},
                {"up_ms", message.up_ms},
                {"busy_ms", message.busy_ms},
                {"timed_speed", message.timed_speed}}
        .dump();
}

std::string to_text(const JoinOrder& order) {
    return Json{{"do", "join"},
                {"coordinator", order.coordinator},
                {"search", order.search},
                {"number", order.number},
                {"fen", order.fen},
                {"keys", order.keys},
                {"only", order.search_moves},
                {"members", order.members},
                {"game", order.game},
                {"distrusted", order.distrusted}}
        .dump();
}

std::string to_text(const StopOrder& order) {
    return Json{{"do", "stop"}, {"search", order.search}}.dump();
}

std::string to_text(const RefuseOrder& order) {
    return Json{{"do", "refuse"}, {"reason", order.reason.substr(0, longest_reason)}}.dump();
}

std::string to_text(const DrainOrder&) { return Json{{"do", "drain"}}.dump(); }

std::string to_text(const FoundMessage& message) {
    return Json{{"search", message.search}, {"depth", message.depth},
                {"score", message.score},   {"bound", word_for(message.bound, bounds)},
                {"nodes", message.nodes},   {"line", message.line}}
        .dump();
}

Parsed<Heartbeat> parse_heartbeat(std::string_view text) {
    const auto json = read_message(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"version", "protocol", "bench", "threads", "speed", "activity",
                                "search", "nodes", "up_ms", "busy_ms", "timed_speed"});
    Heartbeat message;
    message.version = fields.text("version", longest_name);
    message.protocol = static_cast<int>(fields.whole_number("protocol", 1, 1'000'000));
    message.bench = static_cast<std::uint64_t>(fields.whole_number("bench", 0, most_nodes));
    message.threads = static_cast<int>(fields.whole_number("threads", 1, 4096));
    message.speed = static_cast<std::uint64_t>(fields.whole_number("speed", 0, most_nodes));
    message.activity = kind_of<Activity>(fields, "activity", activities);
    message.search = fields.text("search", longest_name);
    message.nodes = static_cast<std::uint64_t>(fields.whole_number("nodes", 0, most_nodes));
    message.up_ms = static_cast<std::uint64_t>(fields.whole_number("up_ms", 0, most_nodes));
    message.busy_ms = static_cast<std::uint64_t>(fields.whole_number("busy_ms", 0, most_nodes));
    message.timed_speed =
        static_cast<std::uint64_t>(fields.whole_number("timed_speed", 0, most_nodes));
    return fields.finish(std::move(message));
}

std::optional<ProtocolVersion> protocol_version_of(std::string_view text) {
    const auto json = read_message(text);
    if (!json || !json->is_object()) return std::nullopt;
    const Json* protocol = json->find("protocol");
    const Json* version = json->find("version");
    if (protocol == nullptr || !protocol->is_unsigned() ||
        protocol->get<std::uint64_t>() > 1'000'000 || version == nullptr || !version->is_string())
        return std::nullopt;
    return ProtocolVersion{protocol->get<int>(),
                           version->get<std::string>().substr(0, longest_name)};
}

Parsed<Order> parse_order(std::string_view text) {
    const auto json = read_message(text);
    if (!json) return failure(json.error());
    const Json* what = json->find("do");
    for (const OrderKind& kind : order_kinds)
        if (what != nullptr && *what == kind.word) return kind.read(*json);
    return failure(std::string("is none of the orders there are"));
}

Parsed<FoundMessage> parse_found(std::string_view text) {
    const auto json = read_message(text);
    if (!json) return failure(json.error());
    StrictObject fields(*json, {"search", "depth", "score", "bound", "nodes", "line"});
    FoundMessage message;
    message.search = fields.text("search", longest_name);
    message.depth = static_cast<int>(fields.whole_number("depth", 0, 1000));
    message.score =
        static_cast<int>(fields.whole_number("score", -Score::mate_value, Score::mate_value));
    message.bound = kind_of<LineReport::Bound>(fields, "bound", bounds);
    message.nodes = static_cast<std::uint64_t>(fields.whole_number("nodes", 0, most_nodes));
    message.line = fields.texts("line", longest_line, longest_move);
    return fields.finish(std::move(message));
}

// The server writes this message, and other versions of it may have more fields: only those that
// are needed are read.
std::optional<std::string> gone_member(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json || !json->is_object()) return std::nullopt;
    const Json* type = json->find("type");
    if (type == nullptr || *type != "io.nats.server.advisory.v1.client_disconnect")
        return std::nullopt;
    const Json* client = json->find("client");
    if (client == nullptr) return std::nullopt;
    const Json* user = client->find("user");
    if (user == nullptr || !user->is_string()) return std::nullopt;
    const auto member = MemberId::from_text(user->as_text());
    if (!member) return std::nullopt;
    return member->name;
}

}  // namespace rookery::colony
