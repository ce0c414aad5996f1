// Small files read or written whole, and the folders in which the program keeps its files.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// The text of the file, or the first `most` bytes of a larger one.
[[nodiscard]] Result<std::string, std::string> text_of_file(const std::string& path,
                                                            std::size_t most = std::string::npos);

// Writes the whole text or none of it: a new file takes the place of the old one. Returns the
// problem if it did not work.
[[nodiscard]] std::optional<std::string> replace_file(const std::filesystem::path& path,
                                                      std::string_view text);

// For data: $XDG_DATA_HOME/rookery, or ~/.local/share/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> data_folder();

// For less important things such as a history of commands: $XDG_STATE_HOME/rookery, or
// ~/.local/state/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> state_folder();

// For training data, which may need a larger disk: $ROOKERY_STORE, or else the data folder.
[[nodiscard]] Result<std::filesystem::path, std::string> training_folder();

}  // namespace rookery
