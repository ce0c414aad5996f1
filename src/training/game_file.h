// Files of self-play games: compressed, with checksums, and safe against crashes.
//
//     header    "RKGAMES1", the size of what follows (4 bytes), how the games were made (JSON)
//     block     "BLK1", raw size, packed size, games (4 bytes each), checksum of the packed (8),
//               then about a megabyte of games (game_codec.h, each with its size before it), zstd
//     block...
//
// A finished game is written to a journal beside the file at once ("FILE.journal"), uncompressed.
// When the journal has grown to a block, the block is written and the journal starts again. The
// journal holds the length of the file at its start, so that after a crash it is known whether its
// games are in the file already. At most the games in progress are lost.
//
// A block that is cut off although no journal holds its games, and a journal that does not follow
// the end of the file, are damage.
//
// All numbers are little-endian.
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
    // Makes the file, or continues one with the same origin, and locks it. Removes a block that was
    // cut off. Fails if a journal with games does not belong to the file.
    [[nodiscard]] static Result<GameFileWriter, std::string> open(const std::filesystem::path& path,
                                                                  std::string_view origin);
    GameFileWriter(GameFileWriter&&) noexcept;
    GameFileWriter& operator=(GameFileWriter&&) noexcept;
    ~GameFileWriter();

    // A message if games were lost when a block was removed on opening.
    [[nodiscard]] const std::optional<std::string>& dropped() const;

    // Returns the problem if the game could not be written.
    [[nodiscard]] std::optional<std::string> add(const SelfplayGame& game);
    // Writes the last block and removes the journal. Nothing can be added afterwards. After a
    // problem it can be called again.
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

    // How the games were made.
    [[nodiscard]] const std::string& origin() const { return origin_; }

    // The encoded games of the next block, each after its size; empty at the end. The last block
    // comes from the journal, if there is one. Damaged blocks are left out. The file may grow
    // meanwhile.
    [[nodiscard]] std::optional<std::string> next_block();
    // The parts that were left out, and why.
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

// Calls visit(game) for every game of a block. Returns false as soon as a game cannot be read.
[[nodiscard]] bool for_each_game(std::string_view block,
                                 const std::function<void(const SelfplayGame&)>& visit);

[[nodiscard]] std::filesystem::path journal_of(const std::filesystem::path& file);

// The games that are not in a block yet; see the top of this file.
class GameJournal {
  public:
    explicit GameJournal(const std::filesystem::path& file) : path_(journal_of(file)) {}
    GameJournal(const GameJournal&) = delete;
    GameJournal& operator=(const GameJournal&) = delete;
    ~GameJournal();

    // Starts an empty journal for games that follow a file of this length. Returns the problem.
    [[nodiscard]] std::optional<std::string> begin(std::uint64_t file_size);
    // Opens an existing journal to continue it.
    [[nodiscard]] std::optional<std::string> go_on(std::uint64_t valid_size);
    [[nodiscard]] std::optional<std::string> add(std::string_view game);
    void remove();

    struct Content {
        std::uint64_t file_size = 0;  // length of the file at its start
        std::uint64_t valid_size = 0;
        // Encoded, one after another with their sizes, as in a block.
        std::string games;
        std::uint32_t count = 0;
    };
    // The complete records of a journal; empty if there is no journal or it has no header.
    [[nodiscard]] static std::optional<Content> read(const std::filesystem::path& file);

  private:
    [[nodiscard]] std::optional<std::string> write(std::string_view bytes);

    std::filesystem::path path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
};

// Replaces everything from this byte on, so that a failed write can be repeated. Returns the
// problem.
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

// By zstd.
[[nodiscard]] std::string compressed(std::string_view bytes);

// Empty if it is damaged or does not have exactly this size.
[[nodiscard]] std::optional<std::string> decompressed(std::string_view bytes, std::size_t size);

}  // namespace rookery::training
