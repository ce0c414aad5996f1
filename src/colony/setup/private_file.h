// Files that hold secrets: other users can never read them, not even while they are written.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rookery::colony {

// Writes all of the text or nothing, with mode 0600. The problem, if it did not work, for instance
// because the file exists.
[[nodiscard]] std::optional<std::string> write_new_private_file(const std::filesystem::path& path,
                                                                std::string_view text);
// The same, replacing the file.
[[nodiscard]] std::optional<std::string> replace_private_file(const std::filesystem::path& path,
                                                              std::string_view text);
// An error if others can read it, if it is no plain file, or longer than max_size. Before the
// rights are looked at, `check` may say what is wrong with the text: a file of another kind holds
// no key.
using TextCheck = std::function<std::optional<std::string>(std::string_view text)>;
[[nodiscard]] Result<std::string, std::string> read_private_file(const std::filesystem::path& path,
                                                                 std::size_t max_size,
                                                                 const TextCheck& check = {});

// A file of the system that is closed with the object: a file, a folder, a socket.
class OpenFile {
  public:
    // A negative number stands for none.
    explicit OpenFile(int number) : number_(number) {}
    OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    OpenFile& operator=(OpenFile&&) = delete;
    ~OpenFile();

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool ok() const { return number_ >= 0; }

  private:
    int number_;
};

// Quoted for a command that a person may copy into a shell.
[[nodiscard]] std::string shell_quoted(const std::string& text);

// A lock against other commands on the same folder: held from take() to the end of the object, or
// of the program.
class FolderLock {
  public:
    // Waits a while for another command to finish.
    [[nodiscard]] static Result<FolderLock, std::string> take(const std::filesystem::path& folder);

  private:
    explicit FolderLock(OpenFile file) : file_(std::move(file)) {}

    OpenFile file_;
};

}  // namespace rookery::colony
