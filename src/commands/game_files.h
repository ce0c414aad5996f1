// Files of self-play games as the commands read them: what cannot be read is said on stderr and left out.
#pragma once

#include "base/result.h"
#include "training/game_file.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rookery {

class GamesInFile {
  public:
    [[nodiscard]] static Result<GamesInFile, std::string> open(const std::string& name);

    // How the games were made, as the file says.
    [[nodiscard]] const std::string& origin() const { return reader_.origin(); }
    // So many at a time as the file keeps together, in its order; nothing at the end, where damaged parts are named.
    [[nodiscard]] std::optional<std::vector<training::SelfplayGame>> next();

  private:
    GamesInFile(std::string name, training::GameFileReader reader)
        : name_(std::move(name)), reader_(std::move(reader)) {}

    std::string name_;
    training::GameFileReader reader_;
};

// Calls visit(game) for every game of a file and returns where they come from; nothing, and why is said, if it cannot
// be opened.
[[nodiscard]] std::optional<std::string> visit_games(const std::string& name,
                                                     const std::function<void(const training::SelfplayGame&)>& visit);

}  // namespace rookery
