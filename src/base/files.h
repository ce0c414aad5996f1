// A small file read or written whole.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// Of a larger file only the beginning, if it is said how much is enough.
[[nodiscard]] inline Result<std::string, std::string>
text_of_file(const std::string& path, std::size_t most = std::string::npos) {
    // A folder can be opened, and throws when it is read.
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown)) return failure(path + " is a folder");
    std::ifstream file(path, std::ios::binary);
    std::string text;
    for (std::istreambuf_iterator<char> next(file), end; next != end && text.size() < most; ++next)
        text += *next;
    if (!file) return failure(path + " cannot be read");
    return text;
}

// The whole text or none of it: another file takes the place of that one. The problem, if it did
// not work.
[[nodiscard]] inline std::optional<std::string> replace_file(const std::filesystem::path& path,
                                                             std::string_view text) {
    std::filesystem::path fresh = path;
    fresh += ".new";
    std::error_code error;
    if (!(std::ofstream(fresh, std::ios::binary) << text).flush()) {
        std::filesystem::remove(fresh, error);
        return path.string() + " cannot be written";
    }
    std::filesystem::rename(fresh, path, error);
    if (!error) return std::nullopt;
    std::string problem = path.string() + " cannot be written: " + error.message();
    std::filesystem::remove(fresh, error);
    return problem;
}

// Where the program keeps what it makes.

// $XDG_DATA_HOME/rookery, or ~/.local/share/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> data_folder();

// For what is only remembered, such as a history: $XDG_STATE_HOME/rookery, or
// ~/.local/state/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> state_folder();

// For training data, which may need a larger disk: $ROOKERY_STORE, else the same.
[[nodiscard]] Result<std::filesystem::path, std::string> training_folder();

}  // namespace rookery
