#include "colony/messages.h"

#include "colony/setup/members.h"

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

}  // namespace

std::string_view name_of(Activity activity) {
    return activities[static_cast<std::size_t>(activity)];
}

void Heartbeat::describe(JsonFields& fields) {
    fields.text("version", version, longest_name);
    fields.number("protocol", protocol, 1, 1'000'000);
    fields.number("bench", bench, 0, most_nodes);
    fields.number("threads", threads, 1, 4096);
    fields.number("speed", speed, 0, most_nodes);
    fields.word("activity", activity, activities);
    fields.text("search", search, longest_name);
    fields.number("nodes", nodes, 0, most_nodes);
    fields.number("up_ms", up_ms, 0, most_nodes);
    fields.number("busy_ms", busy_ms, 0, most_nodes);
    fields.number("timed_speed", timed_speed, 0, most_nodes);
}

void JoinOrder::describe(JsonFields& fields) {
    fields.constant("do", "join");
    fields.text("coordinator", coordinator, longest_name);
    // It becomes a part of a subject.
    if (fields.is_reading() && !is_valid_name(coordinator))
        fields.refuse(name_problem(coordinator));
    fields.text("search", search, longest_name);
    fields.number("number", number, 1, 100'000);
    fields.text("fen", fen, longest_fen);
    fields.texts("keys", keys, most_keys, longest_key);
    fields.texts("only", search_moves, most_root_moves, longest_move);
    fields.number("members", members, 2, 10'000);
    fields.number("game", game, 0, most_nodes);
    fields.texts("distrusted", distrusted, most_distrusted, longest_name);
}

void StopOrder::describe(JsonFields& fields) {
    fields.constant("do", "stop");
    fields.text("search", search, longest_name);
}

void RefuseOrder::describe(JsonFields& fields) {
    fields.constant("do", "refuse");
    if (!fields.is_reading()) reason = reason.substr(0, longest_reason);
    fields.text("reason", reason, longest_reason);
}

void DrainOrder::describe(JsonFields& fields) { fields.constant("do", "drain"); }

void FoundMessage::describe(JsonFields& fields) {
    fields.text("search", search, longest_name);
    fields.number("depth", depth, 0, 1000);
    fields.number("score", score, -Score::mate_value, Score::mate_value);
    fields.word("bound", bound, bounds);
    fields.number("nodes", nodes, 0, most_nodes);
    fields.texts("line", line, longest_line, longest_move);
}

Parsed<Heartbeat> parse_heartbeat(std::string_view text) {
    return parse_message<Heartbeat>(text, longest_message);
}

std::optional<ProtocolVersion> protocol_version_of(std::string_view text) {
    const auto json = parse_strictly(text, longest_message);
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
    const auto json = parse_strictly(text, longest_message);
    if (!json) return failure(json.error());
    const Json kind = json->is_object() ? json->value("do", Json()) : Json();
    Order order;
    if (kind == "stop")
        order = StopOrder{};
    else if (kind == "refuse")
        order = RefuseOrder{};
    else if (kind == "drain")
        order = DrainOrder{};
    else if (kind != "join")
        return failure("is none of the orders there are");
    JsonFields fields(*json);
    std::visit([&](auto& one) { one.describe(fields); }, order);
    return fields.finish(std::move(order));
}

Parsed<FoundMessage> parse_found(std::string_view text) {
    return parse_message<FoundMessage>(text, longest_message);
}

// The server writes this message, and other versions of it may have more fields: only those that
// are needed are read.
std::optional<std::string> gone_member(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json || !json->is_object()) return std::nullopt;
    if (json->value("type", Json()) != "io.nats.server.advisory.v1.client_disconnect")
        return std::nullopt;
    const Json client = json->value("client", Json());
    const Json user = client.is_object() ? client.value("user", Json()) : Json();
    if (!user.is_string()) return std::nullopt;
    const auto member = MemberId::from_text(user.as_text());
    return member ? std::optional(member->name) : std::nullopt;
}

}  // namespace rookery::colony
