#include "terminal/console/handlers.h"

#include "base/text.h"
#include "eval/score.h"
#include "notation/coordinate.h"
#include "notation/san.h"
#include "terminal/console/command_table.h"
#include "terminal/play/play_setup.h"
#include "terminal/search_text.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <limits>

namespace rookery::console {
namespace {

constexpr int most_nodes = std::numeric_limits<int>::max();

// The number after a word such as depth.
Result<int, std::string> number_after(std::string_view word,
                                      const std::vector<std::string_view>& words, std::size_t at,
                                      int highest) {
    if (at + 1 >= words.size())
        return failure(fmt::format("After '{}' a number is missing.", word));
    return number_from(words[at + 1], fmt::format("a number for {}", word), 1, highest);
}

// Shows a line for every depth, or for a tree a table that is updated in place on a terminal.
class ShownThinking final : public SearchListener {
  public:
    ShownThinking(const Position& position, Screen& screen)
        : position_(position), screen_(screen) {}

    void on_line(const LineReport& report) override {
        thinking_.on_line(report);
        if (is_tree() || report.line != 1 || report.bound != LineReport::Bound::Exact ||
            report.moves.empty())
            return;
        // In a decided position the line would be the same for hundreds of depths.
        if (report.score == shown_.score && report.moves == shown_.moves) return;
        shown_ = report;
        screen_.show(line_text(report));
    }
    void on_tree(const TreeReport& report) override {
        thinking_.on_tree(report);
        screen_.show_live(tree_table(report, position_));
    }
    void on_notice(std::string_view text) override {
        screen_.show(wrapped(printable(text, 400), screen_.width()));
    }

    // The text at the end of the search.
    [[nodiscard]] std::string summary() const {
        if (!is_tree())
            return thinking_.line.depth > shown_.depth ? line_text(thinking_.line) : std::string();
        std::string text;
        for (const std::string& line : tree_table(thinking_.tree, position_)) text += line + "\n";
        return text +
               wrapped("Expected: " + in_san(thinking_.line.moves, position_), screen_.width());
    }

  private:
    [[nodiscard]] bool is_tree() const { return !thinking_.tree.moves.empty(); }

    // Continuation lines are indented.
    [[nodiscard]] std::string line_text(const LineReport& report) const {
        constexpr std::size_t indent = 4;
        return beside("", indent, describe(report, position_), screen_.width()).substr(indent);
    }

    const Position& position_;
    Screen& screen_;
    Thinking thinking_;
    LineReport shown_;
};

ConsoleReply think(ConsoleState& state, const std::string& spec, const ThinkRequest& request,
                   const std::stop_token& stop) {
    const Position& position = state.game.position();
    const std::size_t width = state.screen.width();
    auto seat = searcher_seat(spec, state.searchers);
    if (!seat) return {wrapped(sentence(seat.error()), width)};
    ShownThinking shown(position, state.screen);
    const Limits limits = request.limits(Limits::Instant::clock::now());
    const SearchResult result = seat->searcher->search(Root(state.game), limits, stop, shown);
    if (!result.best) return {"There is no legal move.\n"};
    return {shown.summary() + fmt::format("Best move: {} ({})\n", to_san(position, result.best),
                                          to_coordinate(position, result.best))};
}

// A command for one searcher, with limits only.
ConsoleReply think_as(ConsoleState& state, const ConsoleCall& call, const std::string& searcher,
                      std::string_view announcement) {
    const auto request = parse_request(call.arguments, {});
    if (!request) return {paragraphs(request.error(), state.screen.width())};
    state.screen.show(wrapped(announcement, state.screen.width()));
    return think(state, searcher, *request, call.stop);
}

}  // namespace

Limits ThinkRequest::limits(Limits::Instant now) const {
    Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    if (time) limits.hard_deadline = now + *time;
    return limits;
}

bool names_searcher(std::string_view word, SearcherTable searchers) {
    return find_searcher(searchers, word.substr(0, word.find(','))) != nullptr;
}

Result<ThinkRequest, std::string> parse_request(std::string_view arguments,
                                                SearcherTable searchers) {
    ThinkRequest request;
    bool infinite = false;
    const std::vector<std::string_view> words = words_of(arguments);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (i == 0 && names_searcher(word, searchers)) {
            request.searcher = word;
        } else if (word == "infinite") {
            infinite = true;
        } else if (word == "movetime" && i + 1 < words.size()) {
            const auto time = milliseconds_from(words[++i]);
            if (!time) return failure(time.error());
            request.time = *time;
        } else if (word == "depth" || word == "nodes" || word == "movetime") {
            const auto number =
                number_after(word, words, i++, word == "depth" ? Score::max_plies : most_nodes);
            if (!number) return failure(number.error());
            if (word == "depth") request.depth = *number;
            if (word == "nodes") request.nodes = static_cast<std::uint64_t>(*number);
        } else if (ascii::is_digit(word.front()) || word.front() == '-') {
            const auto time = milliseconds_from(word);
            if (!time) return failure(time.error());
            request.time = *time;
        } else {
            const bool may_be_searcher = i == 0 && !searchers.empty();
            std::vector<std::string> names = {"depth", "nodes", "movetime", "infinite"};
            if (may_be_searcher)
                for (const SearcherEntry& entry : searchers) names.emplace_back(entry.name);
            return failure(sentence(fmt::format(
                "'{}' is neither a number of milliseconds nor one of depth, nodes, movetime "
                "and infinite{}{}",
                printable(word, 20), may_be_searcher ? ", nor a searcher" : "",
                did_you_mean(word.substr(0, word.find(',')), names))));
        }
    }
    if (!infinite && !request.depth && !request.nodes && !request.time) request.time = usual_time;
    return request;
}

ConsoleReply go(ConsoleState& state, const ConsoleCall& call) {
    const auto request = parse_request(call.arguments, state.searchers);
    if (!request) return {paragraphs(request.error(), state.screen.width())};
    const std::string engine(state.searchers.front().name);
    return think(state, request->searcher.empty() ? engine : request->searcher, *request,
                 call.stop);
}

ConsoleReply mcts(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "mcts", "The searcher mcts thinks: random games.");
}

ConsoleReply mctsab(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "mcts-ab",
                    "The searcher mcts-ab thinks: short searches in place of random games.");
}

ConsoleReply minimax(ConsoleState& state, const ConsoleCall& call) {
    return think_as(state, call, "iterative",
                    "The searcher iterative thinks: minimax with all the textbook has.");
}

}  // namespace rookery::console
