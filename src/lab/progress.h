// What an experiment tells while it runs.
#pragma once

#include <functional>
#include <string_view>

namespace rookery::lab {

// Hears what is being done now, on the thread that does it. May be empty.
using Progress = std::function<void(std::string_view doing)>;

inline void tell(const Progress& progress, std::string_view doing) {
    if (progress) progress(doing);
}

}  // namespace rookery::lab
