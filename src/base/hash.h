// A number for some bytes: Fowler, Noll and Vo's, with 64 bits. It tells things apart and finds damage; it keeps no secrets.
#pragma once

#include <cstdint>
#include <string_view>

namespace rookery {

[[nodiscard]] constexpr std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (const char one : bytes) hash = (hash ^ static_cast<unsigned char>(one)) * 0x100'0000'01B3;
    return hash;
}

}  // namespace rookery
