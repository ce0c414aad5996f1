// Pawn structure for boards that cannot ask a whole file at once: first every file is summed up from its pawns, then
// the files are judged, which tells all but how far pawns have passed the others.
#pragma once

#include "lab/boards/board.h"

#include <algorithm>
#include <bit>

namespace rookery::lab {

class PawnFiles {
  public:
    // `for_each_pawn` calls its visitor with colour, file and White's rank of every pawn.
    template <class ForEachPawn>
    [[nodiscard]] static ByColor<PawnCounts> count(const ForEachPawn& for_each_pawn) {
        PawnFiles files;
        for_each_pawn([&](Color color, int file, int rank) { files.add(color, file, rank); });
        ByColor<PawnCounts> counts = {};
        const bool white_passes = files.judge(Color::White, counts[Color::White]);
        const bool black_passes = files.judge(Color::Black, counts[Color::Black]);
        // Mostly there is none, and nobody has to be looked at again.
        if (white_passes || black_passes)
            for_each_pawn([&](Color color, int file, int rank) {
                const int way = as_owner_counts(color, rank);
                if (files.has_passed(color, file, way)) ++counts[color].passed[static_cast<std::size_t>(way)];
            });
        return counts;
    }

  private:
    // By file, with an empty one on either side of the board, so that neighbours need no test. Each side counts
    // ranks from its own end, so that both are treated alike.
    static constexpr std::size_t files = 8;
    struct Side {
        std::array<std::int8_t, files + 2> count = {};
        std::array<std::int8_t, files + 2> rear = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
        // No pawn: nowhere, which has passed nobody.
        std::array<std::int8_t, files + 2> front = {-9, -9, -9, -9, -9, -9, -9, -9, -9, -9};
        // From which rank on the other side's pawns no longer matter.
        std::array<std::int8_t, files> free = {};
    };
    [[nodiscard]] static int as_owner_counts(Color color, int rank) {
        return color == Color::White ? rank : 7 - rank;
    }

    void add(Color color, int file, int rank) {
        Side& side = sides_[color];
        const auto at = static_cast<std::size_t>(file + 1);
        const auto way = static_cast<std::int8_t>(as_owner_counts(color, rank));
        ++side.count[at];
        side.rear[at] = std::min(side.rear[at], way);
        side.front[at] = std::max(side.front[at], way);
    }

    using ByFile = std::array<std::int8_t, files>;

    // True if there is a passed pawn. The same small sums for every file, so that the compiler can make all at once.
    [[nodiscard]] bool judge(Color color, PawnCounts& counts) {
        Side& own = sides_[color];
        const Side& other = sides_[~color];
        ByFile doubled, isolated, passing, free;
        for (std::size_t file = 0; file < files; ++file) {
            const std::int8_t count = own.count[file + 1];
            const int beside = own.count[file] | own.count[file + 2];
            doubled[file] = static_cast<std::int8_t>(count - (count > 0));
            isolated[file] = beside == 0 ? count : std::int8_t{0};
            // An enemy pawn at its rear, counted from the other end, must have been passed or be beside it.
            const std::int8_t beside_it = std::min(other.rear[file], other.rear[file + 2]);
            const std::int8_t nearest = std::min(beside_it, other.rear[file + 1]);
            free[file] = static_cast<std::int8_t>(7 - nearest);
            passing[file] = own.front[file + 1] >= free[file];
        }
        own.free = free;
        counts.doubled = sum(doubled);
        counts.isolated = sum(isolated);
        return sum(passing) > 0;
    }
    // Multiplied so, the highest byte is the sum of all; none overflows.
    [[nodiscard]] static int sum(const ByFile& counts) {
        return static_cast<int>(std::bit_cast<std::uint64_t>(counts) * 0x0101010101010101u >> 56);
    }
    [[nodiscard]] bool has_passed(Color color, int file, int way) const {
        return way >= sides_[color].free[static_cast<std::size_t>(file)];
    }

    ByColor<Side> sides_ = {};
};

}  // namespace rookery::lab
