// The text of a file of openings or positions, plain or from a zip archive.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace rookery::arena {

struct BookFileLimits {
    // In bytes, after unpacking.
    std::uint64_t largest = std::uint64_t{256} << 20;
    // How many times larger than its packed form a text may be once it is over a mebibyte.
    // Positions and games shrink to a tenth; a text that shrinks to a hundredth is a zip bomb.
    std::uint64_t largest_ratio = 100;
};

struct BookFile {
    std::string text;
    std::string name;  // of the file or, in an archive, of the member
};

// An archive is known by its content, not by its name. Its first member called .epd, .fen, .pgn or
// .txt is taken, or the only one there is. Refused: members that are encrypted, damaged or too
// large, and archives with names that lead out of a folder, for those are attacks. The error names
// the file.
[[nodiscard]] Result<BookFile, std::string> read_book_file(const std::filesystem::path& path,
                                                           const BookFileLimits& limits = {});

}  // namespace rookery::arena
