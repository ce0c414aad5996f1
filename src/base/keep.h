// For measurements: the compiler must make this object in full although nobody reads it.
#pragma once

namespace rookery {

template <class Value>
inline void keep(const Value& value) {
    __asm__ volatile("" : : "r"(&value) : "memory");
}

}  // namespace rookery
