// Tells whoever listens what a helped search has to say: its own lines with the nodes of all, lines of others who are to be
// believed rather, and between that what happens in the colony. On the searching thread, all of it.
#pragma once

#include "colony/live/helped_search.h"
#include "colony/sharing/voices.h"
#include "search/searcher.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace rookery::colony {

class Herald final : public SearchListener {
  public:
    using News = std::function<std::vector<std::string>()>;

    Herald(SearchListener& listener, News news) : listener_(listener), news_(std::move(news)) { tell_news(); }

    // Whose nodes count, who is to hear how deep we are, and who may know better; nobody any more.
    void set_help(HelpedSearch* help);

    void on_line(const LineReport& report) override;
    void on_tree(const TreeReport& report) override { listener_.on_tree(report); }
    void on_current_move(int depth, Move move, int number) override;
    void on_notice(std::string_view text) override { listener_.on_notice(text); }

    void tell_news();
    // What we came to ourselves, or who knows better. The first time it is told at once.
    [[nodiscard]] const Voice& believed(const Voice& own);
    void tell(const Voice& voice);
    // What is played must be what was told last.
    void conclude(const Voice& voice);
    // What our own search has last said; of no depth before that.
    [[nodiscard]] const Voice& own() const { return own_; }

  private:
    void look_at_others();

    SearchListener& listener_;
    const News news_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    HelpedSearch* help_ = nullptr;
    std::uint64_t own_nodes_ = 0;
    Voice own_;
    Voice better_;  // of no depth: nobody knows better
    Voice told_;
};

}  // namespace rookery::colony
