// One search and those who help it, for as long as it lives: they are told to join, those who come
// later too, and to stop when it is over.
//
// To the search it is a channel that is open or not: nobody waits for a colony.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/connector.h"
#include "colony/messages/messages.h"
#include "colony/sharing/sharing.h"
#include "colony/trust/claim_log.h"
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

// Discoveries of one search, to and from the other members of a colony.

class BusChannel final : public Channel {
  public:
    // Whether a member's word is worth anything.
    using Trust = std::function<bool(std::string_view member)>;
    // Hears who told us what, on a thread of the bus.
    using Witness = std::function<void(std::string_view member, const Discoveries& discoveries)>;

    // The bus must outlive it. Somebody hands it what is heard on rk.share.*: ears are kept longer
    // than searches last.
    BusChannel(Bus& bus, const std::string& search, Trust trusts = {}, Witness witness = {});

    void send(Discoveries discoveries) override;
    [[nodiscard]] Discoveries receive() override;

    void hear(const BusMessage& message);

    // Batches that could not be read, or came from nobody we trust.
    [[nodiscard]] std::uint64_t refused() const;

  private:
    Bus& bus_;
    const std::uint64_t search_;
    const std::string own_subject_;
    const Trust trusts_;
    const Witness witness_;
    mutable std::mutex mutex_;
    Discoveries arrived_;
    std::uint64_t refused_ = 0;
};

class HelpedSearch final : public Channel {
  public:
    // The connector must outlive it.
    HelpedSearch(Connector& connector, const Root& root, const std::vector<Move>& search_moves,
                 std::uint64_t game);
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
    [[nodiscard]] std::optional<CandidatePv> better_than(const CandidatePv& own) const;
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

// Tells whoever listens what a helped search has to say: its own lines with the nodes of all, lines
// of others who are to be believed rather, and between that what happens in the colony. On the
// searching thread, all of it.

class InfoForwarder final : public SearchListener {
  public:
    using News = std::function<std::vector<std::string>()>;

    InfoForwarder(SearchListener& listener, News news)
        : listener_(listener), news_(std::move(news)) {
        tell_news();
    }

    // Whose nodes count, who is to hear how deep we are, and who may know better; nobody any more.
    void set_help(HelpedSearch* help);

    void on_line(const LineReport& report) override;
    void on_tree(const TreeReport& report) override { listener_.on_tree(report); }
    void on_current_move(int depth, Move move, int number) override;
    void on_notice(std::string_view text) override { listener_.on_notice(text); }

    void tell_news();
    // What we came to ourselves, or who knows better. The first time it is told at once.
    [[nodiscard]] const CandidatePv& believed(const CandidatePv& own);
    void tell(const CandidatePv& candidate);
    // What is played must be what was told last.
    void conclude(const CandidatePv& candidate);
    // What our own search has last said; of no depth before that.
    [[nodiscard]] const CandidatePv& own() const { return own_; }

  private:
    void look_at_others();

    SearchListener& listener_;
    const News news_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    HelpedSearch* help_ = nullptr;
    std::uint64_t own_nodes_ = 0;
    CandidatePv own_;
    CandidatePv better_;  // of no depth: nobody knows better
    CandidatePv told_;
};

// The root of a search as an order to join it, and back.

[[nodiscard]] JoinOrder join_order_for(const Root& root, const std::vector<Move>& search_moves);

struct JoinedRoot {
    Root root;
    std::vector<Move> search_moves;
};
// The error says what no game could have led to.
[[nodiscard]] Result<JoinedRoot, std::string> root_of(const JoinOrder& order);

}  // namespace rookery::colony
