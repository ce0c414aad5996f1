#include "base/files.h"

#include <cstdlib>

namespace rookery {
namespace {

// The specification wants relative paths ignored.
bool is_absolute(const char* path) { return path != nullptr && path[0] == '/'; }

// What the variable names, or else that folder in ~/.local.
Result<std::filesystem::path, std::string> own_folder(const std::string& variable,
                                                      const char* in_local) {
    if (const char* named = std::getenv(variable.c_str()); is_absolute(named))
        return std::filesystem::path(named) / "rookery";
    if (const char* home = std::getenv("HOME"); is_absolute(home))
        return std::filesystem::path(home) / ".local" / in_local / "rookery";
    return failure("neither " + variable + " nor HOME says where data belongs");
}

}  // namespace

Result<std::filesystem::path, std::string> data_folder() {
    return own_folder("XDG_DATA_HOME", "share");
}

Result<std::filesystem::path, std::string> state_folder() {
    return own_folder("XDG_STATE_HOME", "state");
}

Result<std::filesystem::path, std::string> training_folder() {
    if (const char* store = std::getenv("ROOKERY_STORE"); store != nullptr && *store != '\0')
        return std::filesystem::path(store);
    return data_folder();
}

}  // namespace rookery
