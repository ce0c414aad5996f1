// Who sits down to play, by name.
#pragma once

#include "base/result.h"
#include "terminal/play/seat.h"

#include <string>

namespace rookery {

inline constexpr const char* person_spec = "person";

// A searcher with settings as in matches: "mcts,exploration=1000". The error says what is wrong.
[[nodiscard]] Result<Seat, std::string> searcher_seat(const std::string& spec, SearcherTable searchers);

// Persons, and such searchers.
[[nodiscard]] Result<ByColor<Seat>, std::string> make_seats(const ByColor<std::string>& specs, SearcherTable searchers);

}  // namespace rookery
