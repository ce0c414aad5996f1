#include "notation/ascii.h"
#include "notation/printable.h"
#include "terminal/console/arguments.h"
#include "terminal/console/handlers.h"
#include "terminal/console/thinking_wish.h"
#include "terminal/play/play_seats.h"
#include "terminal/play/play_session.h"
#include "terminal/play/play_text.h"

#include <fmt/format.h>

#include <utility>

namespace rookery::console {
namespace {

struct GameWish {
    ByColor<std::string> players{{"iterative", "mcts"}};
    std::chrono::milliseconds time{1000};
    bool debug = false;
};

// "[WHITE BLACK] [MS] [debug]", in any order.
Result<GameWish, std::string> parse_game_wish(std::string_view arguments, SearcherTable searchers) {
    GameWish wish;
    std::vector<std::string> players;
    for (const std::string_view typed : words_of(arguments)) {
        // As the list of commands writes it.
        constexpr std::string_view name = "debug:";
        const std::string_view word = typed.starts_with(name) ? typed.substr(name.size()) : typed;
        if (word == "debug" || word == "true" || word == "false") {
            wish.debug = word != "false";
        } else if (names_searcher(word, searchers)) {
            players.emplace_back(word);
        } else if (!word.empty() && ascii::is_digit(word.front())) {
            const auto number = number_from(word, "a number of milliseconds", 1, most_milliseconds);
            if (!number) return failure(number.error());
            wish.time = std::chrono::milliseconds(*number);
        } else {
            return failure(fmt::format("'{}' is neither debug nor a searcher nor a number of milliseconds.",
                                       printable(typed, 20)));
        }
    }
    if (!players.empty() && players.size() != 2)
        return failure(std::string("Name two searchers, White first, or none."));
    if (!players.empty()) wish.players = {{players[0], players[1]}};
    return wish;
}

}  // namespace

ConsoleReply game(ConsoleState& state, const ConsoleCall& call) {
    const std::size_t width = state.screen.width();
    if (state.game.ending() != Ending::None) return {"The game on the board is over; 'position' begins again.\n"};
    const auto wish = parse_game_wish(call.arguments, state.searchers);
    if (!wish) return {paragraphs(wish.error(), width)};
    auto seats = make_seats(wish->players, state.searchers);
    if (!seats) return {paragraphs(sentence(seats.error()), width)};

    PlayOptions options;
    options.game = state.game;
    options.control.per_move = wish->time;
    options.style = state.style;
    options.show_thinking = wish->debug;
    PlaySession session(std::move(options), std::move(*seats), state.searchers.front().create({}));
    state.screen.show(session.begin());
    while (!session.table().is_over() && !call.stop.stop_requested())
        state.screen.show(session.let_searcher_move(call.stop));
    const std::size_t made = session.table().game().plies() - state.game.plies();
    state.game = session.table().game();
    return {session.leave() + paragraphs(fmt::format("'undo {}' takes these moves back.", made), width)};
}

}  // namespace rookery::console
