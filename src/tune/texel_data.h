// Positions read, sifted and traced, those to learn from and those to check with.
#pragma once

#include "base/result.h"
#include "tune/trace_pool.h"

#include <limits>
#include <stop_token>

namespace rookery::tune {

// What becomes of positions in which something is about to be taken.
enum class Noise : std::uint8_t {
    Keep,     // whoever made the file has chosen already
    Drop,     // left out
    Resolve,  // replaced by the end of their captures
};

struct LoadSettings {
    Noise noise = Noise::Keep;
    // Noisy: captures change the value by more than this.
    int noise_limit = 60;
    // One game in so many is kept for checking; 0 for none.
    std::uint32_t validation_one_in = 20;
    // For another look at those alone.
    bool validation_only = false;
    // Positions the search thought further from even than this are left out: how a game that is
    // won ends says more about blunders than about what decides games.
    int highest_score = std::numeric_limits<int>::max();
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::size_t threads = 1;
};

struct TexelData {
    TracePool training;
    TracePool validation;
    // That the training positions come from; positions of one follow one another.
    std::uint64_t training_games = 0;

    std::uint64_t read = 0;
    // Left out, and why.
    std::uint64_t in_check = 0;
    std::uint64_t noisy = 0;
    std::uint64_t one_sided = 0;
    std::uint64_t known = 0;  // endings that no weight takes part in
};

// Whether the positions of a game are for checking; the same for ever.
[[nodiscard]] bool is_for_validation(std::uint32_t game, std::uint32_t one_in);

// Traces are made with `traced_with`, noise is judged with `judged_with`; usually the same. Ends early
// with what it has when stopped. `progress` hears now and then how many were read.
[[nodiscard]] Result<TexelData, std::string>
load_texel_data(const PositionSource& source, const classical::Weights& traced_with,
                const classical::Weights& judged_with, const LoadSettings& settings,
                const std::stop_token& stop,
                const std::function<void(std::uint64_t)>& progress = {});

}  // namespace rookery::tune
