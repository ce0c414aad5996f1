// The arguments of go and similar commands: the searcher and its limits.
#pragma once

#include "base/result.h"
#include "search/limits.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::console {

inline constexpr std::chrono::milliseconds usual_time{3000};

struct ThinkRequest {
    std::string searcher{};  // with settings after commas; empty: none was given
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<std::chrono::milliseconds> time{};

    [[nodiscard]] Limits limits(Limits::Instant now) const;
};

// "[SEARCHER] [MS] [depth N] [nodes N] [movetime MS] [infinite]"; without limits the usual time.
// The error is a sentence.
[[nodiscard]] Result<ThinkRequest, std::string> parse_request(std::string_view arguments,
                                                              SearcherTable searchers);

// Whether the word names a searcher of the table; settings may follow it.
[[nodiscard]] bool names_searcher(std::string_view word, SearcherTable searchers);

}  // namespace rookery::console
