#include "colony/live/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_signs_of_life = std::chrono::seconds(1);
// Who asked for a search and has not said so again for so long is gone.
constexpr auto patience_with_coordinator = std::chrono::seconds(5);
constexpr std::size_t most_waiting_orders = 100;

// "home-5f3a" of "home-5f3a-17": searches of one life of one coordinator.
std::string_view series_of(std::string_view search) { return search.substr(0, search.rfind('-')); }

}  // namespace

Worker::Worker(Bus& bus, WorkerSettings settings, std::unique_ptr<Searcher> searcher)
    : bus_(bus), settings_(std::move(settings)), searcher_(std::move(searcher)) {
    searcher_->resize(settings_.resources);
}

std::optional<std::string> Worker::run(const std::stop_token& stop) {
    const auto hear = [this](const Letter& letter) { put(letter); };
    const auto own = bus_.subscribe("rk.order." + bus_.member(), hear);
    if (!own) return own.error();
    const auto everybodys = bus_.subscribe("rk.all", hear);
    if (!everybodys) return everybodys.error();
    auto sign_of_life = Clock::now();
    while (!stop.stop_requested()) {
        if (Clock::now() >= sign_of_life) {
            sign_of_life = Clock::now() + between_signs_of_life;
            say_alive(search_ ? Activity::Searching : Activity::Idle);
        }
        if (const auto order = next_order(sign_of_life, stop)) obey(*order);
        if (search_ && Clock::now() > reminded_ + patience_with_coordinator) {
            say(search_->name() + ": nobody asks for it any more");
            end_search();
        }
    }
    end_search();
    say_alive(Activity::Draining);
    bus_.flush(std::chrono::seconds(1));
    return std::nullopt;
}

void Worker::put(const Letter& letter) {
    auto order = parse_order(letter.bytes);
    if (!order) return say("an order cannot be read: " + order.error());
    const std::scoped_lock lock(mutex_);
    if (orders_.size() >= most_waiting_orders) return;
    orders_.push_back(std::move(*order));
    arrived_.notify_one();
}

std::optional<Worker::Order> Worker::next_order(Clock::time_point until, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_until(lock, stop, until, [this] { return !orders_.empty(); })) return std::nullopt;
    Order order = std::move(orders_.front());
    orders_.pop_front();
    return order;
}

void Worker::obey(const Order& order) {
    if (const auto* join_order = std::get_if<JoinOrder>(&order)) return join(*join_order);
    const auto& stop_order = std::get<StopOrder>(order);
    if (search_ && search_->name() == stop_order.search) end_search();
}

void Worker::join(const JoinOrder& order) {
    // Who came first is served first; another coordinator asks again anyway.
    if (search_ && series_of(search_->name()) != series_of(order.search)) return;
    reminded_ = Clock::now();
    if (search_ && search_->name() == order.search) return;
    end_search();
    auto begun = WorkerSearch::begin(bus_, *searcher_, order, settings_.nodes_per_second);
    if (!begun) return say(fmt::format("{}: {}", order.search, begun.error()));
    search_ = std::move(*begun);
    say_alive(Activity::Searching);
}

void Worker::end_search() {
    if (!search_) return;
    search_.reset();
    say_alive(Activity::Idle);
}

void Worker::say_alive(Activity activity) {
    AliveMessage message{.version = settings_.kinship.version,
                         .protocol = settings_.kinship.protocol,
                         .bench = settings_.kinship.bench,
                         .threads = static_cast<int>(settings_.resources.threads),
                         .speed = std::min(settings_.speed, settings_.nodes_per_second.value_or(settings_.speed)),
                         .activity = activity};
    if (search_) {
        message.search = search_->name();
        message.nodes = search_->nodes();
    }
    bus_.publish("rk.alive." + bus_.member(), to_text(message));
}

}  // namespace rookery::colony
