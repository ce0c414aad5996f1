// One search and those who help it, for as long as it lives: they are told to join, those who come later too, and to stop
// when it is over.
//
// To the search it is a channel that is open or not: nobody waits for a colony.
#pragma once

#include "colony/live/bus_channel.h"
#include "colony/live/entrance.h"
#include "colony/sharing/voices.h"
#include "colony/trust/claim_log.h"
#include "search/searcher.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {

class HelpedSearch final : public Channel {
  public:
    // The entrance must outlive it.
    HelpedSearch(Entrance& entrance, const Root& root, const std::vector<Move>& only_moves, std::uint64_t game);
    // Tells all to stop.
    ~HelpedSearch() override;

    void send(Discoveries discoveries) override;
    [[nodiscard]] Discoveries receive() override;

    // So deep we are ourselves: what is said to be far deeper is not believed.
    void note_depth(int depth) { depth_.store(depth, std::memory_order_relaxed); }
    // Who might take part as it begins, we among them.
    [[nodiscard]] std::size_t members() const { return members_; }
    // Is called when somebody has reported, by the search as it receives; nothing: not any more.
    void set_report_handler(std::function<void()> handler) { on_report_ = std::move(handler); }
    // Of all who help, by their own word.
    [[nodiscard]] std::uint64_t nodes_of_others() const;
    // Who helps and is to be believed rather than us, who have come to that.
    [[nodiscard]] std::optional<Voice> better_than(const Voice& own) const;
    [[nodiscard]] ClaimLog& claims() { return claims_; }
    // Nothing while we are not in.
    [[nodiscard]] std::shared_ptr<CoordinatorLink> link() const;

  private:
    using Clock = std::chrono::steady_clock;

    void keep_asking(const std::stop_token& stop);
    // Once we are in.
    void open(const std::shared_ptr<CoordinatorLink>& link);
    void order_all();
    void on_found(std::string_view worker, const FoundMessage& message);

    Entrance& entrance_;
    const Root root_;
    const std::vector<Move> only_moves_;
    const std::size_t members_;
    const Clock::time_point began_ = Clock::now();
    JoinOrder order_;
    std::map<std::string, std::size_t> numbers_;  // of the workers in this search
    std::atomic<int> depth_ = 0;
    ClaimLog claims_;
    mutable std::mutex mutex_;
    struct Report {
        std::uint64_t nodes = 0;
        Voice voice;
    };
    std::map<std::string, Report, std::less<>> reports_;  // the last, by worker
    std::atomic<bool> has_new_report_ = false;
    std::function<void()> on_report_;
    std::shared_ptr<CoordinatorLink> link_;
    std::shared_ptr<BusChannel> channel_;
    std::jthread thread_;  // the last member: it uses the others
};

}  // namespace rookery::colony
