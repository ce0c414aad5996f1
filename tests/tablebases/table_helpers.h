// Folders with mate tables for tests, and what a table must say.
#pragma once

#include "chess/movegen.h"
#include "tablebases/mate_table_generator.h"
#include "tablebases/mate_tables.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::test {

// An empty folder, removed at the end.
class TableFolder {
  public:
    explicit TableFolder(const std::string& name)
        : path_(std::filesystem::path(testing::TempDir()) /
                ("rookery_" + name + "_" + std::to_string(getpid()))) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    TableFolder(const TableFolder&) = delete;
    TableFolder& operator=(const TableFolder&) = delete;
    ~TableFolder() { std::filesystem::remove_all(path_); }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path file(const std::string& ending) const {
        return path_ / (ending + ".rmt");
    }

  private:
    std::filesystem::path path_;
};

[[nodiscard]] inline std::vector<const Ending*> endings_up_to(int pieces) {
    std::vector<const Ending*> endings;
    for (const Ending& ending : Ending::all())
        if (ending.pieces() <= pieces) endings.push_back(&ending);
    return endings;
}

[[nodiscard]] inline MateTablesMade make_tables(const std::filesystem::path& folder,
                                                const std::vector<const Ending*>& endings,
                                                std::size_t threads = 2) {
    auto made = make_mate_tables({folder, endings, threads}, {}, {});
    EXPECT_TRUE(made.ok()) << made.error();
    return made ? std::move(*made) : MateTablesMade{};
}

// The tables of three pieces, made once for all tests.
[[nodiscard]] inline const TableFolder& three_piece_tables() {
    static const TableFolder folder("three_pieces");
    static const MateTablesMade made = make_tables(folder.path(), endings_up_to(3));
    return folder;
}

// The position with that number; nothing if it is not legal.
[[nodiscard]] inline std::optional<Position> legal_position(const Ending& ending, Color side,
                                                            std::size_t number) {
    const FewPieces few = ending.position_at(side, number);
    Setup setup;
    setup.side_to_move = side;
    for (const Color color : both_colors)
        setup.board[few.king[color]] = make_piece(color, PieceType::King);
    for (std::size_t i = 0; i < few.others; ++i) {
        if (setup.board[few.square[i]] != Piece::None) return std::nullopt;
        setup.board[few.square[i]] = few.piece[i];
    }
    auto placed = Position::from(setup);
    if (!placed) return std::nullopt;
    return placed->position;
}

// The value that follows from those of the positions one move later.
[[nodiscard]] inline MateValue value_by_search(const MateTables& tables, const Position& position) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return position.in_check() ? MateValue{0} : mate_draw;
    std::optional<MateValue> best;
    for (const Move move : moves) {
        const MateValue after = tables.value(position.after(move)).value();
        const bool decided = is_mate_win(after) || is_mate_loss(after);
        const auto value = static_cast<MateValue>(decided ? after + 1 : mate_draw);
        if (!best || mate_rank(value) > mate_rank(*best)) best = value;
    }
    return *best;
}

}  // namespace rookery::test
