#include "notation/coordinate.h"
#include "notation/printable.h"
#include "notation/san.h"
#include "terminal/console/arguments.h"
#include "terminal/console/handlers.h"
#include "terminal/console/thinking_wish.h"
#include "terminal/play/play_seats.h"
#include "terminal/play/play_text.h"
#include "terminal/play/thinking.h"
#include "terminal/wrap.h"

#include <fmt/format.h>

namespace rookery::console {
namespace {

// A line for every depth as it is reached; of a tree a table that is kept up to date where that is possible.
class ShownThinking final : public SearchListener {
  public:
    ShownThinking(const Position& position, Screen& screen) : position_(position), screen_(screen) {}

    void on_line(const LineReport& report) override {
        thinking_.on_line(report);
        if (is_tree() || report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty()) return;
        // Where all is decided it would say the same for hundreds of depths.
        if (report.score == shown_.score && report.moves == shown_.moves) return;
        shown_ = report;
        screen_.show(line_text(report));
    }
    void on_tree(const TreeReport& report) override {
        thinking_.on_tree(report);
        screen_.show_live(tree_table(report, position_));
    }
    void on_notice(std::string_view text) override { screen_.show(wrapped(printable(text, 400), screen_.width())); }

    // What is left to be said when it is over.
    [[nodiscard]] std::string last_words() const {
        if (!is_tree()) return thinking_.line.depth > shown_.depth ? line_text(thinking_.line) : std::string();
        std::string text;
        for (const std::string& line : tree_table(thinking_.tree, position_)) text += line + "\n";
        return text + wrapped("Expected: " + in_san(thinking_.line.moves, position_), screen_.width());
    }

  private:
    [[nodiscard]] bool is_tree() const { return !thinking_.tree.moves.empty(); }

    // What does not fit stands further to the right.
    [[nodiscard]] std::string line_text(const LineReport& report) const {
        constexpr std::size_t indent = 4;
        return beside("", indent, describe(report, position_), screen_.width()).substr(indent);
    }

    const Position& position_;
    Screen& screen_;
    Thinking thinking_;
    LineReport shown_;
};

ConsoleReply think(ConsoleState& state, const std::string& spec, const ThinkingWish& wish,
                   const std::stop_token& stop) {
    const Position& position = state.game.position();
    const std::size_t width = state.screen.width();
    auto seat = searcher_seat(spec, state.searchers);
    if (!seat) return {wrapped(sentence(seat.error()), width)};
    ShownThinking shown(position, state.screen);
    const Limits limits = wish.limits(Limits::Instant::clock::now());
    const SearchResult result = seat->searcher->search(Root(state.game), limits, stop, shown);
    if (!result.best) return {"There is no legal move.\n"};
    return {shown.last_words() + fmt::format("Best move: {} ({})\n", to_san(position, result.best),
                                             to_coordinate(position, result.best))};
}

// A command that means one searcher and takes limits only.
ConsoleReply think_as(ConsoleState& state, const ConsoleCall& call, const std::string& searcher,
                      std::string_view announcement) {
    const auto wish = parse_wish(call.arguments, {});
    if (!wish) return {paragraphs(wish.error(), state.screen.width())};
    state.screen.show(wrapped(announcement, state.screen.width()));
    return think(state, searcher, *wish, call.stop);
}

}  // namespace

ConsoleReply go(ConsoleState& state, const ConsoleCall& call) {
    const auto wish = parse_wish(call.arguments, state.searchers);
    if (!wish) return {paragraphs(wish.error(), state.screen.width())};
    const std::string engine(state.searchers.front().name);
    return think(state, wish->searcher.empty() ? engine : wish->searcher, *wish, call.stop);
}

ConsoleReply mcts(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "mcts", "The searcher mcts thinks: random games.");
}

ConsoleReply mctsab(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "mcts-ab", "The searcher mcts-ab thinks: short searches in place of random games.");
}

ConsoleReply minimax(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "iterative", "The searcher iterative thinks: minimax with all the textbook has.");
}

}  // namespace rookery::console
