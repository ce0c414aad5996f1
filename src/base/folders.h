// Where the program keeps what it makes.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace rookery {

// $XDG_DATA_HOME/rookery, or ~/.local/share/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> data_folder();

// For what is only remembered, such as a history: $XDG_STATE_HOME/rookery, or ~/.local/state/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> state_folder();

// For training data, which may need a larger disk: $ROOKERY_STORE, else the same.
[[nodiscard]] Result<std::filesystem::path, std::string> training_folder();

}  // namespace rookery
