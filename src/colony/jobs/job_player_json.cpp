#include "colony/jobs/job_player_json.h"

#include "engine/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_setting = 100;
constexpr std::size_t most_settings = 400;
constexpr std::size_t most_weights = 2000;
constexpr std::size_t longest_terms = 400;

bool consists_of(std::string_view text, std::string_view more) {
    return std::ranges::all_of(text, [more](char c) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        return is_plain || more.find(c) != std::string_view::npos;
    });
}

struct Setting {
    std::string name;
    std::string value;
};

// "NAME=VALUE", where neither can be anything but a name and numbers.
std::optional<Setting> split(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) return std::nullopt;
    Setting setting{text.substr(0, equals), text.substr(equals + 1)};
    const bool is_number =
        std::ranges::all_of(setting.value, [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == ':'; });
    if (!is_number || !consists_of(setting.name, "-.")) return std::nullopt;
    return setting;
}

std::optional<int> number_of(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

void read_settings(StrictObject& fields, JobPlayer& player) {
    for (const std::string& text : fields.texts("settings", most_settings, longest_setting)) {
        const auto setting = split(text);
        const auto number = setting ? number_of(setting->value) : std::nullopt;
        if (!number) return fields.refuse("has a setting that is no number");
        player.settings.emplace_back(setting->name, *number);
    }
    for (const std::string& text : fields.texts("weights", most_weights, longest_setting)) {
        const auto weight = split(text);
        if (!weight) return fields.refuse("has a weight that is no number");
        player.variant.weights.emplace_back(weight->name, weight->value);
    }
    player.variant.terms = fields.text("terms", longest_terms);
    if (!consists_of(player.variant.terms, "+-*")) fields.refuse("has terms that are none");
}

}  // namespace

Json json_of(const JobPlayer& player) {
    Json settings = Json::array();
    for (const auto& [name, value] : player.settings) settings.push_back(fmt::format("{}={}", name, value));
    Json weights = Json::array();
    for (const auto& [name, value] : player.variant.weights) weights.push_back(fmt::format("{}={}", name, value));
    return {{"searcher", player.searcher},   {"evaluator", player.evaluator}, {"level", player.level},
            {"seed", player.seed},           {"hash", player.hash_mib},       {"settings", std::move(settings)},
            {"weights", std::move(weights)}, {"terms", player.variant.terms}};
}

JobPlayer read_player(StrictObject& job, const Json& json) {
    StrictObject fields(json, {"searcher", "evaluator", "level", "seed", "hash", "settings", "weights", "terms"});
    JobPlayer player;
    player.searcher = fields.text("searcher", longest_name);
    player.evaluator = fields.text("evaluator", longest_name);
    if (!consists_of(player.searcher, "-") || !consists_of(player.evaluator, "-"))
        fields.refuse("has a name that is none");
    player.level = static_cast<int>(fields.whole_number("level", 0, highest_level));
    player.seed = static_cast<std::uint64_t>(fields.whole_number("seed", 0));
    player.hash_mib = static_cast<std::size_t>(fields.whole_number("hash", 1, most_hash_mib));
    read_settings(fields, player);
    if (!fields.problem().empty()) job.refuse("has a player that " + fields.problem());
    return player;
}

}  // namespace rookery::colony
