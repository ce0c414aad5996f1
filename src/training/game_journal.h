// The games that are not in a block yet; see game_file.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::training {

[[nodiscard]] std::filesystem::path journal_of(const std::filesystem::path& file);

class GameJournal {
  public:
    explicit GameJournal(const std::filesystem::path& file) : path_(journal_of(file)) {}
    GameJournal(const GameJournal&) = delete;
    GameJournal& operator=(const GameJournal&) = delete;
    ~GameJournal();

    // Empty, for games that will follow a file of that length. The problem, if there is one.
    [[nodiscard]] std::optional<std::string> begin(std::uint64_t file_size);
    // Opens what was left behind, to go on with it.
    [[nodiscard]] std::optional<std::string> go_on(std::uint64_t valid_size);
    [[nodiscard]] std::optional<std::string> add(std::string_view game);
    void remove();

    struct Content {
        std::uint64_t file_size = 0;  // how long the file was when it began
        std::uint64_t valid_size = 0;
        // Encoded, one after another with their sizes, as in a block.
        std::string games;
        std::uint32_t count = 0;
    };
    // What whole records a journal holds; nothing if there is none or it never got its first bytes.
    [[nodiscard]] static std::optional<Content> read(const std::filesystem::path& file);

  private:
    [[nodiscard]] std::optional<std::string> write(std::string_view bytes);

    std::filesystem::path path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace rookery::training
