#include "colony/simulation/simulated_team.h"

#include "chess/movegen.h"
#include "search/pvs/pvs_searcher.h"

#include <algorithm>

namespace rookery::colony {

int value_of(std::string_view name, const SettingValues& chosen, std::span<const SearcherSetting> table) {
    for (const auto& [key, number] : chosen)
        if (key == name) return number;
    return std::ranges::find(table, name, &SearcherSetting::name)->standard;
}

SimulatedTeam::SimulatedTeam(std::size_t members) {
    for (std::size_t i = 0; i < members; ++i) members_.push_back(make_own_pvs());
}

void SimulatedTeam::new_game() {
    for (const auto& member : members_) member->new_game();
}

void SimulatedTeam::resize(const Resources& resources) {
    for (const auto& member : members_) member->resize({.hash_mib = resources.hash_mib, .threads = 1});
}

std::vector<Move> SimulatedTeam::wanted_moves(const Root& root, const Limits& limits) {
    if (!limits.only_moves.empty()) return limits.only_moves;
    const MoveList all = legal_moves(root.position);
    return {all.begin(), all.end()};
}

}  // namespace rookery::colony
