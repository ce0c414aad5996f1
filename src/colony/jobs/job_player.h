// Who plays in a job.
#pragma once

#include "eval/classical/variant.h"
#include "search/searcher.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace rookery::colony {

inline constexpr std::size_t most_hash_mib = 1024;

// A searcher, as everybody knows it by name.
struct JobPlayer {
    std::string searcher;
    std::string evaluator;  // empty: the searcher's own
    int level = 0;
    std::uint64_t seed = 1;
    std::size_t hash_mib = 16;
    SettingValues settings{};
    classical::VariantText variant{};

    [[nodiscard]] friend bool operator==(const JobPlayer&, const JobPlayer&) = default;
};

}  // namespace rookery::colony
