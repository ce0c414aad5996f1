// A small file read whole.
#pragma once

#include "base/result.h"

#include <fstream>
#include <iterator>
#include <string>

namespace rookery {

[[nodiscard]] inline Result<std::string, std::string> text_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) return failure(path + " cannot be read");
    return text;
}

}  // namespace rookery
