// The engines a person has given names to, kept in a small JSON file: the list, and the commands
// that add, list, remove and check engines.
#pragma once

#include "arena/players/engine_link.h"
#include "base/result.h"
#include "search/searcher.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

class EngineRegistry {
  public:
    // $XDG_CONFIG_HOME/rookery/engines.json, or the same under ~/.config; empty if there is no
    // home.
    [[nodiscard]] static std::filesystem::path default_path();

    // A file that is not there is an empty registry. The error names the file and what is wrong in
    // it.
    [[nodiscard]] static Result<EngineRegistry, std::string>
    load(const std::filesystem::path& path);
    // Writes all of it or keeps the old file.
    [[nodiscard]] Result<bool, std::string> save(const std::filesystem::path& path) const;

    [[nodiscard]] const std::vector<EngineSpec>& engines() const { return engines_; }
    [[nodiscard]] const EngineSpec* find(std::string_view name) const;
    // Replaces one of the same name. The error says why a name cannot be used.
    [[nodiscard]] Result<bool, std::string> add(EngineSpec engine);
    // The error suggests names that are there.
    [[nodiscard]] Result<bool, std::string> remove(std::string_view name);

  private:
    std::vector<EngineSpec> engines_;  // in the order of their names
};

// The commands return exit codes and print errors on stderr.

struct NewEngine {
    std::string name;
    std::string program;  // a path or a name
    std::vector<std::string> arguments;
    std::vector<std::string> options;  // like "Hash=64"
    std::string protocol = "uci";
    std::string folder;  // to start it in; empty: the present one
};

[[nodiscard]] int register_engine(const NewEngine& wanted);
[[nodiscard]] int remove_engine(const std::string& name);
// Also lists our own searchers.
[[nodiscard]] int list_engines(SearcherTable searchers);
// Starts any player and plays a few moves; prints each step as it succeeds.
[[nodiscard]] int check_engine(const std::string& player, SearcherTable searchers);

}  // namespace rookery::arena
