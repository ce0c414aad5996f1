#include "colony/live/helped_search.h"

#include "colony/live/root_order.h"
#include "colony/trust/report_check.h"
#include "notation/coordinate.h"

#include <algorithm>
#include <condition_variable>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_reminders = std::chrono::seconds(1);
// Until we are in, to be there soon after.
constexpr auto between_looks = std::chrono::milliseconds(100);

// Others may be faster, and know the position from before; but not by so much.
constexpr int believable_depth(int own) { return 2 * own + 16; }

std::size_t members_of(Entrance& entrance) {
    const auto link = entrance.link();
    return link ? std::max<std::size_t>(2, link->fit().size() + 1) : 2;
}

// Of a line that has been checked.
std::vector<Move> moves_of(const Position& root, const FoundMessage& message) {
    std::vector<Move> moves;
    Position at = root;
    for (const std::string& word : message.line) {
        const auto move = parse_coordinate(at, word);
        if (!move) break;
        moves.push_back(*move);
        at = at.after(*move);
    }
    return moves;
}

}  // namespace

HelpedSearch::HelpedSearch(Entrance& entrance, const Root& root, const std::vector<Move>& only_moves, std::uint64_t game)
    : entrance_(entrance), root_(root), only_moves_(only_moves), members_(members_of(entrance)),
      order_(join_order_for(root, only_moves)) {
    order_.members = members_;
    order_.game = game;
    thread_ = std::jthread([this](const std::stop_token& stop) { keep_asking(stop); });
}

HelpedSearch::~HelpedSearch() {
    thread_.request_stop();
    thread_.join();
    if (!link_) return;
    link_->set_share_handler({});
    link_->set_found_handler({});
    link_->stop(order_.search);
}

void HelpedSearch::keep_asking(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    do {
        if (!link_)
            if (const auto link = entrance_.link()) open(link);
        if (link_) order_all();
    } while (!nothing.wait_for(lock, stop, link_ ? between_reminders : std::chrono::milliseconds(between_looks),
                               [&] { return stop.stop_requested(); }));
}

void HelpedSearch::open(const std::shared_ptr<CoordinatorLink>& link) {
    order_.coordinator = link->bus().member();
    order_.search = link->name_of_next_search();
    const auto channel = std::make_shared<BusChannel>(
        link->bus(), order_.search, [link](std::string_view member) { return link->is_trusted(member); },
        [this](std::string_view member, const Discoveries& discoveries) { claims_.add(member, discoveries); });
    {
        const std::scoped_lock lock(mutex_);
        link_ = link;
        channel_ = channel;
    }
    link->set_share_handler([channel](const Letter& letter) { channel->hear(letter); });
    link->set_found_handler(
        [this](std::string_view worker, const FoundMessage& message) { on_found(worker, message); });
}

void HelpedSearch::order_all() {
    order_.distrusted = link_->quarantined();
    for (const WorkerRecord& worker : link_->fit()) {
        // A worker keeps its number, so that it goes on with the iterations it has.
        const auto [place, is_new] = numbers_.try_emplace(worker.name, numbers_.size() + 1);
        order_.number = place->second;
        link_->order(worker.name, order_);
    }
}

void HelpedSearch::on_found(std::string_view worker, const FoundMessage& message) {
    if (message.search != order_.search) return;
    const auto record = link_->find(worker);
    if (!record) return;
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    auto problem = problem_with_nodes(message.nodes, record->last.speed, elapsed);
    if (!problem) problem = problem_with_line(root_.position, only_moves_, message);
    if (problem) return link_->quarantine(worker, *problem);
    const std::scoped_lock lock(mutex_);
    Report& report = reports_[std::string(worker)];
    report.nodes = message.nodes;
    if (message.bound == LineReport::Bound::Exact)
        report.voice = {message.depth, Score(message.score), moves_of(root_.position, message)};
    has_new_report_ = true;
}

void HelpedSearch::send(Discoveries discoveries) {
    std::shared_ptr<BusChannel> channel;
    {
        const std::scoped_lock lock(mutex_);
        channel = channel_;
    }
    if (channel) channel->send(std::move(discoveries));
}

Discoveries HelpedSearch::receive() {
    if (has_new_report_.exchange(false) && on_report_) on_report_();
    Discoveries arrived;
    {
        const std::scoped_lock lock(mutex_);
        if (!channel_) return {};
        arrived = channel_->receive();
    }
    const int deepest = believable_depth(depth_.load(std::memory_order_relaxed));
    std::erase_if(arrived, [&](const Discovery& one) { return one.entry.depth > deepest; });
    return arrived;
}

std::uint64_t HelpedSearch::nodes_of_others() const {
    const std::scoped_lock lock(mutex_);
    std::uint64_t sum = 0;
    for (const auto& [worker, report] : reports_) sum += report.nodes;
    return sum;
}

std::optional<Voice> HelpedSearch::better_than(const Voice& own) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Voice> others;
    for (const auto& [worker, report] : reports_)
        if (report.voice.depth <= believable_depth(own.depth) && link_->is_trusted(worker)) others.push_back(report.voice);
    const Voice* better = more_convincing(own, others);
    return better == nullptr ? std::nullopt : std::optional(*better);
}

std::shared_ptr<CoordinatorLink> HelpedSearch::link() const {
    const std::scoped_lock lock(mutex_);
    return link_;
}

}  // namespace rookery::colony
