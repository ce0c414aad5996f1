#include "tablebases/tablebases.h"

#include "base/files.h"
#include "tablebases/mate_tables.h"
#include "tablebases/syzygy.h"

#include <algorithm>
#include <cstdio>

namespace rookery {

int Tablebases::Both::most_pieces() const {
    int most = 0;
    for (const Tablebase* one : {first_, second_})
        if (one != nullptr) most = std::max(most, one->most_pieces());
    return most;
}

std::optional<TableResult> Tablebases::Both::probe(const Position& position) const {
    for (const Tablebase* one : {first_, second_})
        if (one != nullptr)
            if (const auto result = one->probe(position)) return result;
    return std::nullopt;
}

std::vector<TableMove> Tablebases::Both::rank_moves(const Position& position,
                                                    const RankingRules& rules) const {
    for (const Tablebase* one : {first_, second_})
        if (one != nullptr)
            if (auto moves = one->rank_moves(position, rules); !moves.empty()) return moves;
    return {};
}

Result<std::filesystem::path, std::string> usual_mate_table_folder() {
    auto folder = data_folder();
    if (!folder) return folder;
    return *folder / "tablebases";
}

Tablebases::Tablebases() = default;
Tablebases::~Tablebases() = default;

Result<TablebaseOwner::Opened, std::string> Tablebases::open(const std::string& folders) {
    const std::lock_guard lock(mutex_);
    if (!own_)
        if (const auto folder = usual_mate_table_folder())
            own_ = std::make_unique<MateTables>(*folder, [](const std::string& problem) {
                std::fprintf(stderr, "rookery: %s\n", problem.c_str());
            });
    if (folders.empty()) return Opened{own_.get(), {}};
    if (!syzygy_) {
        auto opened = Syzygy::open(folders);
        if (!opened) return failure(opened.error());
        folders_ = folders;
        syzygy_ = std::move(*opened);
        both_ = std::make_unique<Both>(syzygy_.get(), own_.get());
        return Opened{both_.get(), "Syzygy: " + syzygy_->summary()};
    }
    if (folders != folders_)
        return failure("this program has opened the tables in '" + folders_ +
                       "' already and cannot change to others; start it again for them");
    return Opened{both_.get(), {}};
}

}  // namespace rookery
