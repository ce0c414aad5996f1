#include "colony/messages/messages.h"

#include "colony/messages/fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rookery::colony {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_fen = 128;
constexpr std::size_t longest_move = 5;
constexpr std::size_t longest_key = 16;
constexpr std::size_t most_keys = 256;
constexpr std::size_t most_root_moves = 256;
constexpr std::size_t longest_line = 256;
constexpr std::int64_t most_nodes = std::int64_t{1} << 60;

constexpr std::array<std::string_view, 4> activities = {"idle", "searching", "job", "draining"};
constexpr std::array<std::string_view, 3> bounds = {"exact", "lower", "upper"};

template <class Kind, std::size_t count>
Kind kind_of(Fields& fields, const char* name, const std::array<std::string_view, count>& kinds) {
    const std::string word = fields.text(name, longest_name);
    const auto found = std::ranges::find(kinds, word);
    if (found == kinds.end()) {
        fields.refuse(name, "is none of those there are");
        return Kind{};
    }
    return static_cast<Kind>(found - kinds.begin());
}

template <class Kind, std::size_t count>
std::string_view word_for(Kind kind, const std::array<std::string_view, count>& kinds) {
    return kinds[static_cast<std::size_t>(kind)];
}

Parsed<JoinOrder> parse_join(std::string_view text) {
    Fields fields(text, longest_message, {"do", "coordinator", "search", "number", "fen", "keys", "only", "share_depth"});
    JoinOrder order;
    order.coordinator = fields.text("coordinator", longest_name);
    order.search = fields.text("search", longest_name);
    order.number = static_cast<std::size_t>(fields.number("number", 1, 100'000));
    order.fen = fields.text("fen", longest_fen);
    order.keys = fields.texts("keys", most_keys, longest_key);
    order.only_moves = fields.texts("only", most_root_moves, longest_move);
    order.share_depth = static_cast<int>(fields.number("share_depth", 1, 100));
    return fields.finish(std::move(order));
}

Parsed<StopOrder> parse_stop(std::string_view text) {
    Fields fields(text, longest_message, {"do", "search"});
    return fields.finish(StopOrder{fields.text("search", longest_name)});
}

}  // namespace

std::string_view name_of(Activity activity) { return word_for(activity, activities); }

std::string to_text(const AliveMessage& message) {
    return Json{{"version", message.version},
                {"protocol", message.protocol},
                {"bench", message.bench},
                {"threads", message.threads},
                {"speed", message.speed},
                {"activity", word_for(message.activity, activities)},
                {"search", message.search},
                {"nodes", message.nodes}}
        .dump();
}

std::string to_text(const JoinOrder& order) {
    return Json{{"do", "join"},           {"coordinator", order.coordinator}, {"search", order.search},
                {"number", order.number}, {"fen", order.fen},                 {"keys", order.keys},
                {"only", order.only_moves}, {"share_depth", order.share_depth}}
        .dump();
}

std::string to_text(const StopOrder& order) { return Json{{"do", "stop"}, {"search", order.search}}.dump(); }

std::string to_text(const FoundMessage& message) {
    return Json{{"search", message.search}, {"depth", message.depth}, {"score", message.score},
                {"bound", word_for(message.bound, bounds)}, {"nodes", message.nodes}, {"line", message.line}}
        .dump();
}

Parsed<AliveMessage> parse_alive(std::string_view text) {
    Fields fields(text, longest_message, {"version", "protocol", "bench", "threads", "speed", "activity", "search", "nodes"});
    AliveMessage message;
    message.version = fields.text("version", longest_name);
    message.protocol = static_cast<int>(fields.number("protocol", 1, 1'000'000));
    message.bench = static_cast<std::uint64_t>(fields.number("bench", 0, most_nodes));
    message.threads = static_cast<int>(fields.number("threads", 1, 4096));
    message.speed = static_cast<std::uint64_t>(fields.number("speed", 0, most_nodes));
    message.activity = kind_of<Activity>(fields, "activity", activities);
    message.search = fields.text("search", longest_name);
    message.nodes = static_cast<std::uint64_t>(fields.number("nodes", 0, most_nodes));
    return fields.finish(std::move(message));
}

Parsed<std::variant<JoinOrder, StopOrder>> parse_order(std::string_view text) {
    Fields fields(text, longest_message, {"do", "coordinator", "search", "number", "fen", "keys", "only", "share_depth"});
    const std::string what = fields.text("do", longest_name);
    using Order = std::variant<JoinOrder, StopOrder>;
    if (what == "join") {
        auto join = parse_join(text);
        return join ? Parsed<Order>(std::move(*join)) : Parsed<Order>(failure(join.error()));
    }
    if (what == "stop") {
        auto stop = parse_stop(text);
        return stop ? Parsed<Order>(std::move(*stop)) : Parsed<Order>(failure(stop.error()));
    }
    fields.refuse("do", "is neither join nor stop");
    return fields.finish(Order{});
}

Parsed<FoundMessage> parse_found(std::string_view text) {
    Fields fields(text, longest_message, {"search", "depth", "score", "bound", "nodes", "line"});
    FoundMessage message;
    message.search = fields.text("search", longest_name);
    message.depth = static_cast<int>(fields.number("depth", 0, 1000));
    message.score = static_cast<int>(fields.number("score", -Score::mate_value, Score::mate_value));
    message.bound = kind_of<LineReport::Bound>(fields, "bound", bounds);
    message.nodes = static_cast<std::uint64_t>(fields.number("nodes", 0, most_nodes));
    message.line = fields.texts("line", longest_line, longest_move);
    return fields.finish(std::move(message));
}

}  // namespace rookery::colony
