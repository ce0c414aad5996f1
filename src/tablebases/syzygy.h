// Syzygy tables, read by the library Fathom (Debian: libfathom-dev).
//
// The library keeps its state in globals, and this build of it has no locks. Therefore there is one
// object of this class in a program, made by main(); all tables of results are loaded when they are
// opened, after which reading them changes nothing; distances are read under a mutex.
#pragma once

#include "knowledge/tablebase.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rookery {

// The files of folders with tables, judged by names, sizes and first bytes.
struct SyzygyFiles {
    std::vector<std::filesystem::path> results;    // .rtbw
    std::vector<std::filesystem::path> distances;  // .rtbz
    std::vector<std::string> problems;             // one for each file that cannot be a table
    int most_pieces = 0;
};

// The folders have ':' between them. The error is about a folder that cannot be read.
[[nodiscard]] Result<SyzygyFiles, std::string> find_syzygy_files(const std::string& folders);

class Syzygy final : public Tablebase {
  public:
    // The error says why there are no tables. `can_read_syzygy` must be true.
    [[nodiscard]] static Result<std::unique_ptr<Syzygy>, std::string>
    open(const std::string& folders);
    ~Syzygy() override;
    Syzygy(const Syzygy&) = delete;
    Syzygy& operator=(const Syzygy&) = delete;

    // Says "35 tables with up to 4 pieces", and which files are damaged.
    [[nodiscard]] const std::string& summary() const { return summary_; }

    [[nodiscard]] int most_pieces() const override { return most_pieces_; }
    [[nodiscard]] std::optional<TableResult> probe(const Position& position) const override;
    [[nodiscard]] std::vector<TableMove> rank_moves(const Position& position,
                                                    const RankingRules& rules) const override;

  private:
    Syzygy() = default;

    mutable std::mutex mutex_;  // for distances
    std::string summary_;
    std::filesystem::path links_;  // a folder of links to the sound files, if some are damaged
    int most_pieces_ = 0;
};

// Whether this program was built with the library; the portable program is not.
extern const bool can_read_syzygy;

}  // namespace rookery
