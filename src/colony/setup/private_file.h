// Files that hold secrets: other users can never read them, not even while they are written.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::colony {

// Writes all of the text or nothing, with mode 0600. The problem, if it did not work, for instance
// because the file exists.
[[nodiscard]] std::optional<std::string> write_new_private_file(const std::filesystem::path& path,
                                                                std::string_view text);
// The same, replacing the file.
[[nodiscard]] std::optional<std::string> replace_private_file(const std::filesystem::path& path,
                                                              std::string_view text);
// An error if others can read it, if it is no plain file, or longer than max_size.
[[nodiscard]] Result<std::string, std::string> read_private_file(const std::filesystem::path& path,
                                                                 std::size_t max_size);

// Quoted for a command that a person may copy into a shell.
[[nodiscard]] std::string shell_quoted(const std::string& text);

// A lock against other commands on the same folder: held from take() to the end of the object, or
// of the program.
class FolderLock {
  public:
    // Waits a while for another command to finish.
    [[nodiscard]] static Result<FolderLock, std::string> take(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

  private:
    explicit FolderLock(int file) : file_(file) {}

    int file_;
};

}  // namespace rookery::colony
