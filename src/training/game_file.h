// Files of self-play games: small, checked, and safe from a sudden end.
//
//     header    "RKGAMES1", the size of what follows (4 bytes), how the games were made (JSON)
//     block     "BLK1", raw size, packed size, games (4 bytes each), checksum of the packed (8),
//               then about a megabyte of games (game_codec.h, each with its size before it), zstd
//     block...
//
// A game that is over goes into a journal beside the file at once ("FILE.journal"), uncompressed;
// when the journal has grown to a block, the block is written and the journal begins anew. It says
// how long the file was when it began, so whoever comes after a sudden end knows whether its games
// are in the file already. So at most the games still being played are lost.
//
// What is cut off at the end of the file although no journal has its games, and a journal that
// follows another place than the end, are damage; nobody makes them but by accident.
//
// All numbers are written low byte first.
#pragma once

#include "base/result.h"
#include "training/game_codec.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::training {

class GameFileWriter {
  public:
    // Makes the file, or goes on with one that was made in the same way; nobody else can write it
    // meanwhile. A block that was cut short is taken away. Refuses to lose games of a journal that
    // does not belong to the file as it is.
    [[nodiscard]] static Result<GameFileWriter, std::string> open(const std::filesystem::path& path,
                                                                  std::string_view origin);
    GameFileWriter(GameFileWriter&&) noexcept;
    GameFileWriter& operator=(GameFileWriter&&) noexcept;
    ~GameFileWriter();

    // What was taken away at the beginning, if its games are lost.
    [[nodiscard]] const std::optional<std::string>& dropped() const;

    // The problem, if the game could not be kept.
    [[nodiscard]] std::optional<std::string> add(const SelfplayGame& game);
    // The last block, and no journal any more. Nothing can be added afterwards; but where there was
    // a problem it can be tried again.
    [[nodiscard]] std::optional<std::string> close();

  private:
    struct Impl;
    explicit GameFileWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

class GameFileReader {
  public:
    [[nodiscard]] static Result<GameFileReader, std::string>
    open(const std::filesystem::path& path);

    // How the games were made, as the writer was told.
    [[nodiscard]] const std::string& origin() const { return origin_; }

    // The games of the next block still encoded, one after another with their sizes; nothing at the
    // end. The last one comes from the journal, if there is one. What is damaged is left out. The
    // file may grow meanwhile.
    [[nodiscard]] std::optional<std::string> next_block();
    // What was left out, and why.
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t offset() const { return offset_; }

  private:
    [[nodiscard]] std::optional<std::string> next_block_of_file();
    [[nodiscard]] bool has_grown();
    void warn_of_block(const std::string& why);

    std::filesystem::path path_;
    std::ifstream file_;
    std::string origin_;
    std::vector<std::string> problems_;
    std::uint64_t size_ = 0;
    std::uint64_t offset_ = 0;
    std::uint64_t last_block_ = 0;  // where it begins
    bool is_at_end_ = false;
};

// Calls visit(game) for every game of a block; false as soon as one cannot be read.
[[nodiscard]] bool for_each_game(std::string_view block,
                                 const std::function<void(const SelfplayGame&)>& visit);

// The games that are not in a block yet; see game_file.h.

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

// Bytes to a file descriptor, all of them or the reason.

// In place of everything from that byte on, so that what failed half-way can be written again.
[[nodiscard]] inline std::optional<std::string> write_from(int file, std::uint64_t offset,
                                                           std::string_view bytes) {
    if (::ftruncate(file, static_cast<off_t>(offset)) != 0)
        return std::string(std::strerror(errno));
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return std::string(std::strerror(errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return std::nullopt;
}

// zstd, as two functions.

[[nodiscard]] std::string compressed(std::string_view bytes);

// Nothing if it is damaged or does not come out at exactly that size.
[[nodiscard]] std::optional<std::string> decompressed(std::string_view bytes, std::size_t size);

}  // namespace rookery::training
