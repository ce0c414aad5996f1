#include "colony/live/worker_search.h"

#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

BusChannel::Trust trust_of(const JoinOrder& order) {
    return [distrusted = order.distrusted](std::string_view member) {
        return std::ranges::find(distrusted, member) == distrusted.end();
    };
}

}  // namespace

WorkerSearch::Listener::Listener(Bus& to, const JoinOrder& order, const Position& root)
    : bus(to), subject(fmt::format("rk.found.{}.{}", to.member(), order.coordinator)), search(order.search),
      position(root) {}

void WorkerSearch::Listener::on_line(const LineReport& report) {
    nodes.store(report.nodes, std::memory_order_relaxed);
    if (report.line != 1) return;
    FoundMessage message{.search = search,
                         .depth = report.depth,
                         .score = report.score.value(),
                         .bound = report.bound,
                         .nodes = report.nodes,
                         .line = {}};
    Position at = position;
    for (const Move move : report.moves) {
        message.line.push_back(to_coordinate(at, move, true));
        at = at.after(move);
    }
    bus.publish(subject, to_text(message));
}

WorkerSearch::WorkerSearch(Bus& bus, const JoinOrder& order, JoinedRoot root,
                           std::optional<std::uint64_t> nodes_per_second)
    : order_(order), root_(std::move(root)), listener_(bus, order, root_.root.position),
      channel_(bus, order.search, trust_of(order)), pace_(nodes_per_second, stop_.get_token()),
      companion_(order.number, sharing_among(order.members), pace_, channel_) {}

Result<std::unique_ptr<WorkerSearch>, std::string>
WorkerSearch::begin(Bus& bus, Searcher& searcher, const JoinOrder& order, std::optional<std::uint64_t> nodes_per_second) {
    auto root = root_of(order);
    if (!root) return failure(root.error());
    std::unique_ptr<WorkerSearch> search(new WorkerSearch(bus, order, std::move(*root), nodes_per_second));
    search->thread_ = std::jthread([self = search.get(), &searcher] {
        Limits limits;
        limits.only_moves = self->root_.only_moves;
        limits.companion = &self->companion_;
        (void)searcher.search(self->root_.root, limits, self->stop_.get_token(), self->listener_);
    });
    return search;
}

WorkerSearch::~WorkerSearch() { stop_.request_stop(); }

}  // namespace rookery::colony
