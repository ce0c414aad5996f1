#include "chess/movegen.h"
#include "notation/ascii.h"
#include "terminal/compare/comparison.h"
#include "terminal/compare/comparison_view.h"
#include "terminal/console/arguments.h"
#include "terminal/console/handlers.h"
#include "terminal/console/thinking_wish.h"
#include "terminal/play/play_seats.h"
#include "terminal/play/play_text.h"

#include <fmt/format.h>

#include <utility>

namespace rookery::console {
namespace {

struct CompareWish {
    std::vector<std::string> searchers;
    std::chrono::milliseconds time = usual_time;
};

Result<CompareWish, std::string> parse_compare_wish(std::string_view arguments, SearcherTable searchers) {
    CompareWish wish;
    for (const std::string_view word : words_of(arguments)) {
        if (ascii::is_digit(word.front()) || word.front() == '-') {
            const auto number = number_from(word, "a number of milliseconds", 1, most_milliseconds);
            if (!number) return failure(number.error());
            wish.time = std::chrono::milliseconds(*number);
        } else {
            wish.searchers.emplace_back(word);
        }
    }
    if (wish.searchers.empty()) wish.searchers = searchers_to_compare(searchers);
    return wish;
}

std::string lines_of(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

}  // namespace

ConsoleReply compare(ConsoleState& state, const ConsoleCall& call) {
    Screen& screen = state.screen;
    const auto wish = parse_compare_wish(call.arguments, state.searchers);
    if (!wish) return {paragraphs(wish.error(), screen.width())};
    if (legal_moves(state.game.position()).empty()) return {"There is no legal move.\n"};
    std::vector<ComparedSearcher> searchers;
    for (const std::string& spec : wish->searchers) {
        auto seat = searcher_seat(spec, state.searchers);
        if (!seat) return {paragraphs(sentence(seat.error()), screen.width())};
        searchers.push_back({spec, std::move(seat->searcher)});
    }
    Comparison comparison(std::move(searchers), state.game);
    const ComparisonView view(comparison, state.style);
    const auto changed = [&](std::size_t row) {
        if (screen.is_live())
            screen.show_live(view.lines(screen.width()));
        else if (comparison.rows()[row].state == ComparisonRow::State::Done)
            screen.show(view.row(row, screen.width()) + "\n");
    };
    if (!screen.is_live()) screen.show(view.head(screen.width()) + "\n");
    comparison.run(wish->time, call.stop, changed);
    std::string text = screen.is_live() ? lines_of(view.lines(screen.width())) : "";
    if (call.stop.stop_requested()) text += "Stopped before the end.\n";
    return {text};
}

}  // namespace rookery::console
