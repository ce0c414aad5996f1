// One search and the workers that help it. As long as the object lives, all workers get the order
// to join, also those that come later; at its end they get the order to stop.
//
// The search uses a channel, which may be open or not. It never waits for the colony.
#pragma once

#include "colony/bus.h"
#include "colony/live/coordinator_link.h"
#include "colony/messages.h"
#include "colony/sharing.h"
#include "colony/trust/verifier.h"
#include "search/searcher.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rookery::colony {

// Sends and receives the discoveries of one search over the bus.
class BusChannel final : public Channel {
  public:
    // Whether a member is trusted.
    using Trust = std::function<bool(std::string_view member)>;
    // Called with the discoveries of a member, on a thread of the bus.
    using Witness = std::function<void(std::string_view member, const Discoveries& discoveries)>;

    // The bus must outlive it. The owner passes on messages on rk.share.* to on_message():
    // subscriptions last longer than searches.
    BusChannel(Bus& bus, const std::string& search, Trust trusts = {}, Witness witness = {});

    void send(Discoveries discoveries) override;
    [[nodiscard]] Discoveries receive() override;

    void on_message(const BusMessage& message);

  private:
    Bus& bus_;
    const std::uint64_t search_;
    const std::string own_subject_;
    const Trust trusts_;
    const Witness witness_;
    std::mutex mutex_;
    Discoveries arrived_;
};

class HelpedSearch final : public Channel {
  public:
    // The connector must outlive it.
    HelpedSearch(Connector& connector, const Root& root, const std::vector<Move>& search_moves,
                 std::uint64_t game);
    // Tells all workers to stop.
    ~HelpedSearch() override;

    void send(Discoveries discoveries) override;
    [[nodiscard]] Discoveries receive() override;

    // Our own depth: reports of far deeper iterations are not trusted.
    void note_depth(int depth) { depth_.store(depth, std::memory_order_relaxed); }
    // The members that may take part when it begins, the coordinator included.
    [[nodiscard]] std::size_t members() const { return members_; }
    // Called on the searching thread, in receive(), after a worker has reported; an empty handler
    // ends that.
    void set_report_handler(std::function<void()> handler) { on_report_ = std::move(handler); }
    // The nodes that all workers report.
    [[nodiscard]] std::uint64_t nodes_of_others() const;
    // The report of a worker that is better than our own result, if there is one.
    [[nodiscard]] std::optional<CandidatePv> better_than(const CandidatePv& own) const;
    [[nodiscard]] ClaimLog& claims() { return claims_; }
    // Nothing while there is no connection.
    [[nodiscard]] std::shared_ptr<CoordinatorLink> link() const;

  private:
    using Clock = std::chrono::steady_clock;

    void keep_asking(const std::stop_token& stop);
    // When there is a connection.
    void open(const std::shared_ptr<CoordinatorLink>& link);
    void order_all();
    void on_found(std::string_view worker, const FoundMessage& message);

    Connector& connector_;
    const Root root_;
    const std::vector<Move> search_moves_;
    const std::size_t members_;
    const Clock::time_point began_ = Clock::now();
    JoinOrder order_;
    std::map<std::string, std::size_t> numbers_;  // of the workers in this search
    std::atomic<int> depth_ = 0;
    ClaimLog claims_;
    mutable std::mutex mutex_;
    struct Report {
        std::uint64_t nodes = 0;
        CandidatePv candidate;
    };
    std::map<std::string, Report, std::less<>> reports_;  // the last, by worker
    std::atomic<bool> has_new_report_ = false;
    std::function<void()> on_report_;
    std::shared_ptr<CoordinatorLink> link_;
    std::shared_ptr<BusChannel> channel_;
    std::jthread thread_;  // the last member: it uses the others
};

// Forwards the lines of a helped search to a listener: its own lines with the nodes of all members,
// better lines of workers, and notices about the colony. All on the searching thread.
class InfoForwarder final : public SearchListener {
  public:
    using News = std::function<std::vector<std::string>()>;

    InfoForwarder(SearchListener& listener, News news)
        : listener_(listener), news_(std::move(news)) {
        forward_news();
    }

    // The search whose workers are asked; null for none.
    void set_help(HelpedSearch* help);

    void on_line(const LineReport& report) override;
    void on_tree(const TreeReport& report) override { listener_.on_tree(report); }
    void on_current_move(int depth, Move move, int number) override;
    void on_notice(std::string_view text) override { listener_.on_notice(text); }

    void forward_news();
    // Our own result, or a better one of a worker, which is forwarded the first time.
    [[nodiscard]] const CandidatePv& best_of(const CandidatePv& own);
    void forward(const CandidatePv& candidate);
    // Forwards the result unless it was forwarded last: the move that is played must be the last
    // one shown.
    void conclude(const CandidatePv& candidate);
    // The last line of our own search; of depth 0 before that.
    [[nodiscard]] const CandidatePv& own() const { return own_; }

  private:
    void look_at_others();

    SearchListener& listener_;
    const News news_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    HelpedSearch* help_ = nullptr;
    std::uint64_t own_nodes_ = 0;
    CandidatePv own_;
    CandidatePv better_;  // of depth 0: there is none
    CandidatePv forwarded_;
};

[[nodiscard]] JoinOrder join_order_for(const Root& root, const std::vector<Move>& search_moves);

struct JoinedRoot {
    Root root;
    std::vector<Move> search_moves;
};
// The error says what is wrong with the order.
[[nodiscard]] Result<JoinedRoot, std::string> root_of(const JoinOrder& order);

}  // namespace rookery::colony
