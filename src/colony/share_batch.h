// Discoveries as bytes: 16 for each, after a head that says which search they belong to.
//
//     bytes  0  "rks1"
//            4  the search, as a hash of its name (8)
//           12  then for each: key 8, move 2, value 2, evaluation 2, depth 1, bound and whether on
//           a principal variation 1
//
// Lowest byte first.
#pragma once

#include "base/result.h"
#include "colony/sharing.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rookery::colony {

inline constexpr std::size_t most_discoveries_in_batch = 4096;

[[nodiscard]] std::string to_bytes(std::uint64_t search, const Discoveries& discoveries);

// Whether it begins like a batch.
[[nodiscard]] bool looks_like_batch(std::string_view bytes);

struct ShareBatch {
    std::uint64_t search = 0;
    Discoveries discoveries;
};
// The error says what is wrong: no batch, a wrong length, a value that no search gives.
[[nodiscard]] Result<ShareBatch, std::string> parse_share_batch(std::string_view bytes);

}  // namespace rookery::colony
