#include "base/folders.h"

#include <cstdlib>

namespace rookery {
namespace {

// The specification wants relative paths ignored.
bool is_absolute(const char* path) { return path != nullptr && path[0] == '/'; }

}  // namespace

Result<std::filesystem::path, std::string> data_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); is_absolute(data))
        return std::filesystem::path(data) / "rookery";
    if (const char* home = std::getenv("HOME"); is_absolute(home))
        return std::filesystem::path(home) / ".local" / "share" / "rookery";
    return failure(std::string("neither XDG_DATA_HOME nor HOME says where data belongs"));
}

Result<std::filesystem::path, std::string> training_folder() {
    if (const char* store = std::getenv("ROOKERY_STORE"); store != nullptr && *store != '\0')
        return std::filesystem::path(store);
    return data_folder();
}

}  // namespace rookery
