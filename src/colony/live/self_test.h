// What a member says of itself before it joins: which engine it is, and how fast.
#pragma once

#include "colony/live/register.h"
#include "search/searcher.h"

#include <cstdint>
#include <stop_token>

namespace rookery::colony {

struct SelfTest {
    Kinship kinship;
    std::uint64_t speed = 0;  // nodes a second of one thread, as it came out
    // The same by processor time: what others did meanwhile does not count. For games by the wall clock, which are
    // played when nobody else does anything.
    std::uint64_t undisturbed_speed = 0;
};

// Runs `bench`, which takes a second or two. The program should do nothing else meanwhile.
[[nodiscard]] SelfTest test_self(Searcher& searcher, const std::stop_token& stop = {});

}  // namespace rookery::colony
