#include "colony/live/colony_searcher.h"

#include "colony/live/bus_channel.h"
#include "colony/live/root_order.h"
#include "colony/sharing/sharing_companion.h"
#include "colony/sharing/wall_pace.h"

#include <fmt/format.h>

#include <condition_variable>
#include <map>
#include <thread>

namespace rookery::colony {
namespace {

constexpr auto between_reminders = std::chrono::seconds(1);

// Keeps the workers at it as long as it lives, those who come later too.
class Helpers {
  public:
    Helpers(CoordinatorLink& link, JoinOrder order) : link_(link), order_(std::move(order)) {
        thread_ = std::jthread([this](const std::stop_token& stop) { remind(stop); });
    }
    ~Helpers() {
        thread_.request_stop();
        thread_.join();
        link_.stop(order_.search);
    }

  private:
    void remind(const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any nothing;
        std::unique_lock lock(mutex);
        do {
            for (const WorkerRecord& worker : link_.fit()) {
                // A worker keeps its number, so that it goes on with the iterations it has.
                const auto [place, is_new] = numbers_.try_emplace(worker.name, numbers_.size() + 1);
                order_.number = place->second;
                link_.order(worker.name, order_);
            }
        } while (!nothing.wait_for(lock, stop, between_reminders, [&] { return stop.stop_requested(); }));
    }

    CoordinatorLink& link_;
    JoinOrder order_;
    std::map<std::string, std::size_t> numbers_;
    std::jthread thread_;
};

class ColonySearcher final : public Searcher {
  public:
    ColonySearcher(std::shared_ptr<CoordinatorLink> link, std::unique_ptr<Searcher> own, const ColonySearchSettings& settings)
        : link_(std::move(link)), own_(std::move(own)), settings_(settings) {}

    void new_game() override { own_->new_game(); }
    void resize(const Resources& resources) override { own_->resize(resources); }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const bool alone = link_->fit().empty() && !settings_.nodes_per_second;
        if (alone || limits.lines > 1) return own_->search(root, limits, std::move(stop), listener);
        JoinOrder order = join_order_for(root, limits.only_moves);
        order.coordinator = link_->bus().member();
        order.search = link_->name_of_next_search();
        order.share_depth = settings_.share_depth;
        auto channel = BusChannel::open(link_->bus(), order.search,
                                        [this](std::string_view member) { return link_->is_trusted(member); });
        if (!channel) return own_->search(root, limits, std::move(stop), listener);
        WallPace pace(settings_.nodes_per_second, stop);
        SharingCompanion companion(0, {.depth = settings_.share_depth}, pace, **channel);
        Limits ours = limits;
        ours.companion = &companion;
        const Helpers helpers(*link_, std::move(order));
        return own_->search(root, ours, std::move(stop), listener);
    }

  private:
    const std::shared_ptr<CoordinatorLink> link_;
    const std::unique_ptr<Searcher> own_;
    const ColonySearchSettings settings_;
};

}  // namespace

std::unique_ptr<Searcher> make_colony_searcher(std::shared_ptr<CoordinatorLink> link, std::unique_ptr<Searcher> own,
                                               const ColonySearchSettings& settings) {
    return std::make_unique<ColonySearcher>(std::move(link), std::move(own), settings);
}

}  // namespace rookery::colony
