#include "base/files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rookery {
namespace {

// The XDG specification says that relative paths are ignored.
bool is_absolute(const char* path) { return path != nullptr && path[0] == '/'; }

// The folder that the variable names, or else `in_local` in ~/.local.
Result<std::filesystem::path, std::string> own_folder(const std::string& variable,
                                                      const char* in_local) {
    if (const char* named = std::getenv(variable.c_str()); is_absolute(named))
        return std::filesystem::path(named) / "rookery";
    if (const char* home = std::getenv("HOME"); is_absolute(home))
        return std::filesystem::path(home) / ".local" / in_local / "rookery";
    return failure("neither " + variable + " nor HOME says where data belongs");
}

}  // namespace

Result<std::string, std::string> text_of_file(const std::string& path, std::size_t most) {
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

std::optional<std::string> replace_file(const std::filesystem::path& path, std::string_view text) {
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
