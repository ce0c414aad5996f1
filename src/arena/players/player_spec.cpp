#include "arena/players/player_spec.h"

#include "arena/players/uci_player.h"
#include "arena/players/xboard_player.h"
#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view searcher_prefix = "searcher:";

using Settings = std::vector<std::pair<std::string, std::string>>;  // as they were given
using Problem = std::optional<std::string>;

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

Result<Settings, std::string> split_settings(std::string_view text) {
    Settings settings;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t equals = part.find('=');
        const std::string_view key = ascii::trim(part.substr(0, equals));
        if (equals == std::string_view::npos || key.empty())
            return failure(fmt::format("'{}' is not a setting like Hash=16", printable(part)));
        settings.emplace_back(key, part.substr(equals + 1));
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    return settings;
}

Problem set_name(std::string& name, std::string_view value) {
    if (value.empty()) return "a player's name cannot be empty";
    name = printable(value, 100);
    return std::nullopt;
}

Problem apply(EngineSpec& engine, const Settings& settings) {
    for (const auto& [key, value] : settings) {
        if (key == "name") {
            if (Problem problem = set_name(engine.name, value)) return problem;
        } else if (key == "protocol") {
            if (value != "uci" && value != "xboard")
                return fmt::format("'{}' is not a protocol: uci or xboard", printable(value));
            engine.protocol = value == "uci" ? Protocol::Uci : Protocol::Xboard;
        } else if (key == "folder") {
            engine.folder = value;
        } else if (key == "arg") {
            engine.arguments.push_back(value);
        } else {
            const auto known = std::ranges::find_if(engine.options, [&key = key](const auto& one) {
                return ascii::equal_ignoring_case(one.first, key);
            });
            if (known != engine.options.end())
                known->second = value;
            else
                engine.options.emplace_back(key, value);
        }
    }
    return std::nullopt;
}

struct NumberSetting {
    std::string_view name;
    std::int64_t lowest;
    std::int64_t highest;
    void (*set)(SearcherSpec& spec, std::int64_t value);
};

constexpr NumberSetting number_settings[] = {
    {"Hash", 1, 1 << 20,
     [](SearcherSpec& spec, std::int64_t value) {
         spec.resources.hash_mib = static_cast<std::size_t>(value);
     }},
    {"Threads", 1, 1024,
     [](SearcherSpec& spec, std::int64_t value) {
         spec.resources.threads = static_cast<std::size_t>(value);
     }},
    {"Seed", 0, std::int64_t{1} << 62,
     [](SearcherSpec& spec, std::int64_t value) { spec.seed = static_cast<std::uint64_t>(value); }},
    {"Level", 0, highest_level,
     [](SearcherSpec& spec, std::int64_t value) { spec.level = static_cast<int>(value); }},
    {"HumanPace", 0, 1,
     [](SearcherSpec& spec, std::int64_t value) { spec.human_pace = value == 1; }},
};

std::vector<std::string> names_of_settings(std::span<const SearcherSetting> of_searcher) {
    std::vector<std::string> names = {"Hash",      "Threads",   "Seed",     "Level",
                                      "Evaluator", "Weights",   "EvalFile", "Terms",
                                      "Colony",    "HumanPace", "name"};
    for (const SearcherSetting& one : of_searcher) names.emplace_back(one.name);
    return names;
}

Problem apply_number(SearcherSpec& searcher, const std::string& key, std::string_view value,
                     std::span<const SearcherSetting> of_searcher) {
    const auto ours = std::ranges::find_if(number_settings, [&](const NumberSetting& one) {
        return ascii::equal_ignoring_case(one.name, key);
    });
    const bool is_ours = ours != std::end(number_settings);
    const auto theirs = std::ranges::find(of_searcher, key, &SearcherSetting::name);
    if (!is_ours && theirs == of_searcher.end())
        return fmt::format("a searcher has no setting '{}'{}", printable(key),
                           did_you_mean(key, names_of_settings(of_searcher)));
    const std::int64_t lowest = is_ours ? ours->lowest : theirs->lowest;
    const std::int64_t highest = is_ours ? ours->highest : theirs->highest;
    const auto number = parse_clamped_number(value);
    if (!number || *number < lowest || *number > highest)
        return fmt::format("{} is between {} and {}, not {}", key, lowest, highest,
                           printable(value));
    if (is_ours)
        ours->set(searcher, *number);
    else
        searcher.settings.emplace_back(key, static_cast<int>(*number));
    return std::nullopt;
}

Problem apply(SearcherSpec& searcher, const Settings& settings,
              std::span<const SearcherSetting> of_searcher) {
    const std::pair<std::string_view, std::string*> texts[] = {{"Evaluator", &searcher.evaluator},
                                                               {"Weights", &searcher.weights},
                                                               {"EvalFile", &searcher.network},
                                                               {"Terms", &searcher.variant.terms},
                                                               {"Colony", &searcher.colony}};
    for (const auto& [key, value] : settings) {
        const auto text = std::ranges::find_if(texts, [&key = key](const auto& one) {
            return ascii::equal_ignoring_case(one.first, key);
        });
        Problem problem;
        if (key == "name")
            problem = set_name(searcher.name, value);
        else if (text != std::end(texts))
            *text->second = value;
        else if (key.find('.') != std::string::npos)  // no other setting has a dot in its name
            searcher.variant.weights.emplace_back(key, value);
        else
            problem = apply_number(searcher, key, value, of_searcher);
        if (problem) return problem;
    }
    return std::nullopt;
}

Result<PlayerSpec, std::string> finished(EngineSpec engine, const Settings& settings) {
    if (Problem problem = apply(engine, settings)) return failure(std::move(*problem));
    return PlayerSpec(std::move(engine));
}

std::vector<std::string> searcher_names(SearcherTable searchers) {
    std::vector<std::string> names;
    for (const SearcherEntry& entry : searchers) names.emplace_back(entry.name);
    return names;
}

// All names that a mistyped one could mean. Programs count only if they stand in a folder of games:
// the others on PATH would confuse.
std::vector<std::string> all_names(const EngineRegistry& registry, SearcherTable searchers,
                                   const std::vector<std::string>& folders) {
    std::vector<std::string> names = searcher_names(searchers);
    for (const EngineSpec& engine : registry.engines()) names.push_back(engine.name);
    for (const std::string& folder : folders) {
        if (!folder.ends_with("games")) continue;
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error))
            if (is_program(entry->path())) names.push_back(entry->path().filename().string());
    }
    return names;
}

std::optional<std::string> find_program(std::string_view name,
                                        const std::vector<std::string>& folders) {
    for (const std::string& folder : folders)
        if (const fs::path path = fs::path(folder) / name; is_program(path)) return path.string();
    return std::nullopt;
}

Result<PlayerSpec, std::string> program_at(std::string_view path, const Settings& settings) {
    std::error_code error;
    if (!fs::exists(fs::path(path), error))
        return failure(fmt::format("there is no file '{}'", printable(path, 200)));
    if (!is_program(fs::path(path)))
        return failure(fmt::format("'{}' is not a program that can be run", printable(path, 200)));
    EngineSpec engine;
    // The program may be started in another folder.
    engine.command = fs::absolute(fs::path(path), error).string();
    if (error) engine.command = path;
    engine.name = printable(fs::path(path).filename().string(), 100);
    return finished(std::move(engine), settings);
}

}  // namespace

const std::string& name_of(const PlayerSpec& spec) {
    if (const auto* engine = std::get_if<EngineSpec>(&spec)) return engine->name;
    return std::get_if<SearcherSpec>(&spec)->name;
}

std::vector<std::string> program_folders() {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        if (const std::string_view folder = rest.substr(0, colon);
            !folder.empty() && std::ranges::find(folders, folder) == folders.end())
            folders.emplace_back(folder);
        if (colon == std::string_view::npos) break;
        rest.remove_prefix(colon + 1);
    }
    for (const char* games : {"/usr/games", "/usr/local/games"})
        if (std::ranges::find(folders, games) == folders.end()) folders.emplace_back(games);
    return folders;
}

Result<PlayerSpec, std::string> resolve_player(std::string_view text,
                                               const EngineRegistry& registry,
                                               SearcherTable searchers,
                                               const std::vector<std::string>& folders) {
    const std::size_t comma = text.find(',');
    std::string_view name = ascii::trim(text.substr(0, comma));
    if (name.empty()) return failure(std::string("a player has no name"));
    const auto settings = split_settings(comma == std::string_view::npos ? std::string_view()
                                                                         : text.substr(comma + 1));
    if (!settings) return failure(settings.error());

    const bool must_search = name.starts_with(searcher_prefix);
    if (must_search) name.remove_prefix(searcher_prefix.size());
    if (!must_search && name.find('/') != std::string_view::npos)
        return program_at(name, *settings);
    if (const SearcherEntry* entry = find_searcher(searchers, name)) {
        SearcherSpec searcher{std::string(name), std::string(name), 1, {}};
        Problem problem = apply(searcher, *settings,
                                entry->settings != nullptr ? entry->settings()
                                                           : std::span<const SearcherSetting>());
        if (!problem) problem = validate(searcher.choice(), searchers);
        if (problem) return failure(std::move(*problem));
        return PlayerSpec(std::move(searcher));
    }
    if (must_search)
        return failure(fmt::format("there is no searcher '{}'{}", printable(name),
                                   did_you_mean(name, searcher_names(searchers))));
    if (const EngineSpec* known = registry.find(name)) {
        EngineSpec engine = *known;
        // Started by its bare name, a program in the games folder would not be found.
        if (engine.command.find('/') == std::string::npos)
            engine.command = find_program(engine.command, folders).value_or(engine.command);
        return finished(std::move(engine), *settings);
    }
    if (const auto path = find_program(name, folders)) return program_at(*path, *settings);
    const std::string near = did_you_mean(name, all_names(registry, searchers, folders));
    if (searchers.empty())
        return failure(fmt::format("there is no program '{}' on PATH or in /usr/games{}",
                                   printable(name), near));
    return failure(fmt::format("there is no player '{}'{}{} a registered engine, one of our "
                               "searchers, or a program on PATH or in /usr/games",
                               printable(name), near, near.empty() ? ": name" : " Name"));
}

std::vector<std::string> notes_of_hidden_engines(const EngineRegistry& registry,
                                                 SearcherTable searchers,
                                                 std::span<const std::string> players) {
    const auto is_named = [&](const std::string& name) {
        return std::ranges::any_of(players, [&](std::string_view player) {
            return ascii::trim(player.substr(0, player.find(','))) == name;
        });
    };
    std::vector<std::string> notes;
    for (const EngineSpec& engine : registry.engines())
        if (find_searcher(searchers, engine.name) != nullptr && is_named(engine.name))
            notes.push_back(
                fmt::format("Note: '{0}' is our own searcher, not the engine that is registered "
                            "under this name; '{1} engine remove {2}' forgets that engine.",
                            engine.name, command_name(), shell_word(engine.name)));
    return notes;
}

Result<std::unique_ptr<Player>, std::string> make_player(const PlayerSpec& spec,
                                                         SearcherTable searchers) {
    if (const auto* engine = std::get_if<EngineSpec>(&spec)) {
        if (engine->protocol == Protocol::Xboard)
            return std::unique_ptr<Player>(std::make_unique<XboardPlayer>(*engine));
        return std::unique_ptr<Player>(std::make_unique<UciPlayer>(*engine));
    }
    const SearcherSpec& searcher = *std::get_if<SearcherSpec>(&spec);
    if (auto problem = validate(searcher.choice(), searchers)) return failure(std::move(*problem));
    return std::unique_ptr<Player>(std::make_unique<SearcherPlayer>(searcher, searchers));
}

}  // namespace rookery::arena
