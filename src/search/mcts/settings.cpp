#include "search/mcts/settings.h"

#include <array>

namespace rookery::mcts {
namespace {

constexpr auto of_mcts = std::to_array<SearcherSetting>({
    {"exploration", 1414, 0, 10'000, 100},
    {"solver", 1, 0, 1, 0},
    {"reuse", 1, 0, 1, 0},
});

constexpr auto of_mcts_ab = std::to_array<SearcherSetting>({
    {"exploration", 400, 0, 10'000, 50},
    {"solver", 1, 0, 1, 0},
    {"reuse", 1, 0, 1, 0},
    {"leaf_depth", 1, 0, 8, 0},
    {"squash", 200, 10, 5'000, 20},
    {"priors", 1, 0, 1, 0},
    {"prior_weight", 700, 0, 20'000, 150},
    {"prior_spread", 100, 1, 5'000, 10},
});

void set(Settings& settings, std::string_view name, int value) {
    struct Row {
        std::string_view name;
        int Settings::* member;
    };
    constexpr Row rows[] = {
        {"exploration", &Settings::exploration},   {"solver", &Settings::solver},
        {"reuse", &Settings::reuse},               {"leaf_depth", &Settings::leaf_depth},
        {"squash", &Settings::squash},             {"priors", &Settings::priors},
        {"prior_weight", &Settings::prior_weight}, {"prior_spread", &Settings::prior_spread},
    };
    for (const Row& row : rows)
        if (row.name == name) settings.*row.member = value;
}

}  // namespace

std::span<const SearcherSetting> playout_settings() { return of_mcts; }
std::span<const SearcherSetting> combined_settings() { return of_mcts_ab; }

Settings chosen(std::span<const SearcherSetting> standard, const SettingValues& values) {
    Settings settings;
    settings.priors = 0;  // unless the table has them
    for (const SearcherSetting& one : standard) set(settings, one.name, one.standard);
    for (const auto& [name, value] : values) set(settings, name, value);
    return settings;
}

}  // namespace rookery::mcts
