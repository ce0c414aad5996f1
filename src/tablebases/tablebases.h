// The endgame tables of a program: Syzygy tables from folders that the user names, and our own mate
// tables from the data folder. main() makes the only object and hands it to all engines.
#pragma once

#include "knowledge/tablebase.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

namespace rookery {

class MateTables;
class Syzygy;

// The folder `tablebases` of the data folder.
[[nodiscard]] Result<std::filesystem::path, std::string> usual_mate_table_folder();

class Tablebases final : public TablebaseOwner {
  public:
    Tablebases();
    ~Tablebases() override;

    // Once Syzygy tables are open, other folders are refused: the library that reads them knows one
    // set in a program.
    [[nodiscard]] Result<Opened, std::string> open(const std::string& folders) override;

  private:
    // Asks the first tables, and where they do not know the position, the second ones.
    class Both final : public Tablebase {
      public:
        Both(const Tablebase* first, const Tablebase* second) : first_(first), second_(second) {}

        [[nodiscard]] int most_pieces() const override;
        [[nodiscard]] std::optional<TableResult> probe(const Position& position) const override;
        [[nodiscard]] std::vector<TableMove> rank_moves(const Position& position,
                                                        const RankingRules& rules) const override;

      private:
        const Tablebase* first_;
        const Tablebase* second_;
    };

    std::mutex mutex_;
    std::string folders_;  // of Syzygy
    std::unique_ptr<Syzygy> syzygy_;
    std::unique_ptr<MateTables> own_;  // from the first opening on
    std::unique_ptr<Both> both_;
};

}  // namespace rookery
