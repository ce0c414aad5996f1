#include "base/files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <unistd.h>

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

// The folder that must hold a file of this path.
std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : ".";
}

std::optional<std::string> validate_folder(const std::filesystem::path& folder) {
    std::error_code unknown;
    if (!std::filesystem::exists(folder, unknown)) return "there is no folder " + folder.string();
    if (!std::filesystem::is_directory(folder, unknown)) return folder.string() + " is no folder";
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return "the folder " + folder.string() + " cannot be written to";
    return std::nullopt;
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

// A link stays one: the file it leads to is replaced. Devices and pipes are written to directly.
NewFile::NewFile(const std::filesystem::path& path) : name_(path.string()) {
    std::error_code unknown;
    if (const auto target = std::filesystem::canonical(path, unknown); !unknown)
        name_ = target.string();
    fresh_ = name_;
    if (!std::filesystem::is_other(path, unknown)) fresh_ += ".new";
    stream_.open(fresh_, std::ios::binary);
}

NewFile::~NewFile() {
    std::error_code ignored;
    if (!is_named_ && fresh_ != name_) std::filesystem::remove(fresh_, ignored);
}

bool NewFile::close() {
    stream_.close();
    return bool(stream_);
}

bool NewFile::take_name() {
    std::error_code problem;
    if (fresh_ != name_) std::filesystem::rename(fresh_, name_, problem);
    is_named_ = !problem;
    return is_named_;
}

std::optional<std::string> replace_file(const std::filesystem::path& path, std::string_view text) {
    NewFile file(path);
    file.stream() << text;
    if (file.close() && file.take_name()) return std::nullopt;
    return validate_appended(path).value_or(path.string() + " cannot be written");
}

std::optional<std::string> validate_output(const std::filesystem::path& path, bool replace) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(path, unknown) && !replace)
        return path.string() + " is there already; --force replaces it";
    return validate_appended(path);
}

std::optional<std::string> validate_appended(const std::filesystem::path& path) {
    std::error_code unknown;
    const auto type = std::filesystem::status(path, unknown).type();
    if (type == std::filesystem::file_type::directory) return path.string() + " is a folder";
    if (type == std::filesystem::file_type::not_found) return validate_folder(folder_of(path));
    if (::access(path.c_str(), W_OK) != 0) return path.string() + " cannot be written";
    return std::nullopt;
}

std::optional<std::string> validate_output_folder(const std::filesystem::path& path, bool replace) {
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown)) return validate_folder(folder_of(path));
    if (auto problem = validate_folder(path)) return problem;
    if (!replace && !std::filesystem::is_empty(path, unknown))
        return "the folder " + path.string() + " is not empty; --force writes into it";
    return std::nullopt;
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
