// The engines a person has given names to, kept in a small JSON file.
#pragma once

#include "arena/players/engine_link.h"
#include "base/result.h"

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

}  // namespace rookery::arena
