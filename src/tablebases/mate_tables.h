// The mate tables of a folder.
#pragma once

#include "knowledge/tablebase.h"
#include "tablebases/mate_table.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

class MateTables final : public Tablebase {
  public:
    using OnProblem = std::function<void(const std::string& problem)>;

    // Looks which files are there. A table is read, and stays in memory, when it is first asked. If
    // that fails, on_problem is called once with the reason, by the thread that asked, and the
    // ending is not known.
    explicit MateTables(std::filesystem::path folder, OnProblem on_problem = {});

    [[nodiscard]] int most_pieces() const override { return most_pieces_; }
    [[nodiscard]] std::optional<TableResult> probe(const Position& position) const override;
    // A win or loss that is too long for the fifty-move rule is called cursed or blessed even if a
    // capture or pawn move on the way might save it: the tables do not count to that.
    [[nodiscard]] std::vector<TableMove> rank_moves(const Position& position,
                                                    const RankingRules& rules) const override;

    // The value in the table, with the right to capture en passant. For any thread.
    [[nodiscard]] std::optional<MateValue> value(const Position& position) const;

  private:
    struct Slot {
        std::once_flag once;
        std::optional<MateTable> table;
    };

    [[nodiscard]] std::optional<MateValue> value_without_rights(const FewPieces& position) const;
    [[nodiscard]] const MateTable* table(const Ending& ending) const;

    const std::filesystem::path folder_;
    const OnProblem on_problem_;
    const std::unique_ptr<Slot[]> slots_;  // by Ending::ordinal()
    int most_pieces_ = 0;
};

}  // namespace rookery
