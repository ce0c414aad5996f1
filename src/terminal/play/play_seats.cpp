#include "terminal/play/play_seats.h"

#include "arena/players/player_spec.h"
#include "notation/names.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery {
namespace {

std::string name_of_searcher(const arena::SearcherSpec& spec, SearcherTable searchers) {
    if (spec.name != spec.searcher) return spec.name;
    // The engine goes by the name of the house.
    const std::string name = spec.searcher == searchers.front().name ? "Rookery" : spec.searcher;
    return spec.level > 0 ? fmt::format("{} level {}", name, spec.level) : name;
}

}  // namespace

Result<Seat, std::string> searcher_seat(const std::string& spec, SearcherTable searchers) {
    const auto resolved = arena::resolve_player("searcher:" + spec, {}, searchers);
    if (!resolved) return failure(resolved.error());
    const auto& searcher = std::get<arena::SearcherSpec>(*resolved);
    auto made = make_searcher(searcher.choice(), searchers);
    if (!made) return failure(made.error());
    (*made)->resize(searcher.resources);
    return Seat{name_of_searcher(searcher, searchers), spec, std::move(*made)};
}

Result<ByColor<Seat>, std::string> make_seats(const ByColor<std::string>& specs, SearcherTable searchers) {
    ByColor<Seat> seats;
    for (const Color color : both_colors) {
        if (specs[color] == person_spec) {
            const bool both = specs[~color] == person_spec;
            seats[color] = {both ? std::string(word_for(color)) : "You", person_spec, nullptr};
            continue;
        }
        auto seat = searcher_seat(specs[color], searchers);
        if (!seat) return failure(seat.error());
        seats[color] = std::move(*seat);
    }
    // Two of the same name could not be told apart.
    if (seats[Color::White].name == seats[Color::Black].name)
        for (const Color color : both_colors) seats[color].name += fmt::format(" ({})", word_for(color));
    return seats;
}

}  // namespace rookery
