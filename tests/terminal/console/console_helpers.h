// A console without a terminal.
#pragma once

#include "search/mcts/mcts_searcher.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"
#include "search/textbook/textbook_searchers.h"
#include "terminal/console/console.h"
#include "terminal/play/play_helpers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::test {

// Some of the searchers of the program, with a second name among them.
inline SearcherTable few_searchers() {
    static constexpr SearcherEntry table[] = {
        {"pvs", "the engine", [](const SearcherSetup& setup) { return make_pvs(setup); }, "network",
         pvs_settings},
        {"iterative", "the textbook", textbook::make_iterative, "mop-up",
         textbook::iterative_settings},
        {"minimax", "every move", textbook::make_minimax, "material",
         textbook::full_width_settings},
        {"random", "any move",
         [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
             return std::make_unique<RandomSearcher>(setup.seed);
         }},
        {"mcts", "a tree", make_mcts, {}, mcts_settings},
        {"mcts-ab", "another tree", make_mcts_ab, "classical", mcts_ab_settings},
        {"mctsab", "another name for mcts-ab", make_mcts_ab, "classical", mcts_ab_settings},
    };
    return table;
}

// Keeps what it is shown.
class KeptScreen final : public Screen {
  public:
    void show(std::string_view text) override { shown += text; }
    void show_live(const std::vector<std::string>& lines) override {
        if (live) last_live = lines;
    }
    [[nodiscard]] bool is_live() const override { return live; }
    [[nodiscard]] std::size_t width() const override { return columns; }

    std::string shown;
    std::vector<std::string> last_live;
    bool live = false;
    std::size_t columns = 79;
};

// A console, and all that a line leads to.
class ConsoleTalk {
  public:
    std::string say(std::string_view line, const std::stop_token& stop = {}) {
        screen.shown.clear();
        reply = console.answer(line, stop);
        return screen.shown + reply.text;
    }
    [[nodiscard]] const Game& game() const { return console.game(); }

    KeptScreen screen;
    Console console{few_searchers(), {}, screen};
    ConsoleReply reply;
};

// The widest line.
inline std::size_t width_of(std::string_view text) {
    std::size_t widest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::size_t width = 0;
        for (const char c : text.substr(0, end))
            width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        widest = std::max(widest, width);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return widest;
}

}  // namespace rookery::test
