// What is stored: all matches in a list, or one of them shown, gone on with or played again.
#pragma once

#include "arena/store/store.h"
#include "commands/game_options.h"
#include "commands/match_run.h"

#include <optional>
#include <string>

namespace rookery {

struct StoredOptions {
    std::optional<arena::MatchId> resume;
    std::optional<arena::MatchId> show;
    std::optional<arena::MatchId> verify;
    bool list = false;

    // The noun is "match" or "tournament".
    void add_to(Command command, const std::string& noun);
    // How many of them were chosen.
    [[nodiscard]] int chosen() const;
};

// Does what was chosen and returns the exit code.
[[nodiscard]] int handle_stored(const StoredOptions& options, const Changes& changes,
                                const ResultOptions& results, SearcherTable searchers);

}  // namespace rookery
