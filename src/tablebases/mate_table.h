// A mate table: for every position of one ending the plies until mate, and its file.
//
// A file is, in this order:
//
//   magic    "RKMATES", and the version as one byte
//   ending   its name, one byte for the length before it
//   counts   for White to move, then for Black (not where both sides have the same pieces):
//            wins, draws, losses of the side to move, the longest mate in plies; varints
//   blocks   their packed sizes as varints; each but the last holds a mebibyte; zstd
//   hash     FNV-1a of all bytes before it, 8 bytes
//
// The blocks together hold one byte for each number of the ending (endings.h), White to move first.
// A number that is no legal position has the byte of the number before it (a draw if it is the
// first of its half), which packs well.
#pragma once

#include "base/result.h"
#include "tablebases/endings.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// What a table holds for a position: the plies until mate, odd if the side to move gives mate, or
// one of two marks.
using MateValue = std::uint8_t;
inline constexpr MateValue mate_draw = 254;
inline constexpr MateValue mate_illegal = 255;
inline constexpr MateValue most_mate_plies = 250;

[[nodiscard]] constexpr bool is_mate_win(MateValue value) { return value < mate_draw && value % 2; }
[[nodiscard]] constexpr bool is_mate_loss(MateValue value) {
    return value < mate_draw && value % 2 == 0;
}
// Greater is better for the side to move.
[[nodiscard]] constexpr int mate_rank(MateValue value) {
    if (is_mate_win(value)) return 1000 - value;
    return is_mate_loss(value) ? value - 1000 : 0;
}

struct MateCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    int longest = 0;  // plies

    [[nodiscard]] std::uint64_t positions() const { return wins + draws + losses; }
    [[nodiscard]] friend bool operator==(const MateCounts&, const MateCounts&) = default;
};

// The head of a file.
struct MateTableInfo {
    const Ending* ending = nullptr;
    ByColor<MateCounts> counts{};  // by side to move

    [[nodiscard]] int longest() const;
    [[nodiscard]] std::uint64_t positions() const;
};

class MateTable {
  public:
    // One value for each number and side to move, mate_illegal where there is no legal position.
    MateTable(const Ending& ending, std::vector<MateValue> values);

    // Every error says what is wrong with the bytes. They may be anything.
    [[nodiscard]] static Result<MateTable, std::string> parse(std::string_view bytes);
    // Checks the hash, but unpacks nothing.
    [[nodiscard]] static Result<MateTableInfo, std::string> parse_info(std::string_view bytes);
    // The same for a file; errors name it.
    [[nodiscard]] static Result<MateTable, std::string> open(const std::filesystem::path& path);
    [[nodiscard]] static Result<MateTableInfo, std::string>
    open_info(const std::filesystem::path& path);

    // "KQvK.rmt".
    [[nodiscard]] static std::string file_name(const Ending& ending) {
        return ending.name() + ".rmt";
    }
    // The file; the same for any number of threads.
    [[nodiscard]] std::string bytes(std::size_t threads) const;

    [[nodiscard]] const MateTableInfo& info() const { return info_; }
    [[nodiscard]] const Ending& ending() const { return *info_.ending; }
    [[nodiscard]] MateValue value(Color side_to_move, std::size_t number) const {
        return values_[static_cast<std::size_t>(side_to_move) * ending().size() + number];
    }

  private:
    MateTable(const MateTableInfo& info, std::vector<MateValue> values)
        : info_(info), values_(std::move(values)) {}

    MateTableInfo info_;
    std::vector<MateValue> values_;
};

}  // namespace rookery
