// Enumerations as the words the database holds. They must never change; what people read may.
#pragma once

#include "arena/store/match_data.h"

#include <optional>
#include <string_view>

namespace rookery::arena {

[[nodiscard]] std::string_view word_of(MatchKind kind);
[[nodiscard]] std::string_view word_of(MatchState state);
[[nodiscard]] std::string_view word_of(Termination termination);

[[nodiscard]] std::optional<MatchKind> match_kind_of(std::string_view word);
[[nodiscard]] std::optional<MatchState> match_state_of(std::string_view word);
[[nodiscard]] std::optional<Termination> termination_of(std::string_view word);

}  // namespace rookery::arena
