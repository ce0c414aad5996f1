// Small files read or written whole, and the folders in which the program keeps its files.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// The text of the file, or the first `most` bytes of a larger one.
[[nodiscard]] Result<std::string, std::string> text_of_file(const std::string& path,
                                                            std::size_t most = std::string::npos);

// A file that gets its name, and replaces what had it, only when it is complete, so that an
// interrupted command leaves nothing that looks like a result.
class NewFile {
  public:
    explicit NewFile(const std::filesystem::path& path);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::ofstream& stream() { return stream_; }
    // Both return whether they succeeded.
    [[nodiscard]] bool close();
    [[nodiscard]] bool take_name();

  private:
    std::string name_;
    std::string fresh_;
    std::ofstream stream_;
    bool is_named_ = false;
};

// Writes the whole text or none of it: a new file takes the place of the old one. Returns the
// problem if it did not work.
[[nodiscard]] std::optional<std::string> replace_file(const std::filesystem::path& path,
                                                      std::string_view text);

// The rule for every file that the user names and the program writes: what is there already stays,
// unless `replace` allows otherwise, and folders are not made. Returns the reason not to write, if
// there is one. Commands ask before they begin to work. Devices and pipes may always be written.
[[nodiscard]] std::optional<std::string> validate_output(const std::filesystem::path& path,
                                                         bool replace);

// The same for a file that is added to, so that it may be there already.
[[nodiscard]] std::optional<std::string> validate_appended(const std::filesystem::path& path);

// The same for a folder, which is made if its parent is there.
[[nodiscard]] std::optional<std::string> validate_output_folder(const std::filesystem::path& path,
                                                                bool replace);

// For data: $XDG_DATA_HOME/rookery, or ~/.local/share/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> data_folder();

// For less important things such as a history of commands: $XDG_STATE_HOME/rookery, or
// ~/.local/state/rookery.
[[nodiscard]] Result<std::filesystem::path, std::string> state_folder();

// For training data, which may need a larger disk: $ROOKERY_STORE, or else the data folder.
[[nodiscard]] Result<std::filesystem::path, std::string> training_folder();

}  // namespace rookery
