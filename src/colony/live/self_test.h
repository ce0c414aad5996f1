// What a member says of itself before it joins: which engine it is, and how fast.
#pragma once

#include "colony/live/register.h"
#include "search/searcher.h"

#include <cstdint>
#include <stop_token>

namespace rookery::colony {

struct SelfTest {
    Kinship kinship;
    std::uint64_t speed = 0;  // nodes a second of one thread
};

// Runs `bench`, which takes a second or two.
[[nodiscard]] SelfTest test_self(Searcher& searcher, const std::stop_token& stop = {});

}  // namespace rookery::colony
