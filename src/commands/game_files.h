// Files of self-play games as the commands read and continue them: what is damaged is said on
// stderr and left out.
#pragma once

#include "base/result.h"
#include "training/game_file.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery {

class GamesInFile {
  public:
    [[nodiscard]] static Result<GamesInFile, std::string> open(const std::string& name);

    // How the games were made, as the file says.
    [[nodiscard]] const std::string& origin() const { return reader_.origin(); }
    // So many at a time as the file keeps together, in its order; nothing at the end, where damaged
    // parts are named.
    [[nodiscard]] std::optional<std::vector<training::SelfplayGame>> next();
    // Whether nothing was left out so far.
    [[nodiscard]] bool is_whole() const { return is_whole_; }

  private:
    GamesInFile(std::string name, training::GameFileReader reader)
        : name_(std::move(name)), reader_(std::move(reader)) {}

    std::string name_;
    training::GameFileReader reader_;
    bool is_whole_ = true;
};

struct VisitedFile {
    std::string origin;     // how the games were made
    bool is_whole = false;  // nothing was left out
};

// Calls visit(game) for every game of a file; nothing, and why is said, if it cannot be opened.
[[nodiscard]] std::optional<VisitedFile>
visit_games(const std::string& name,
            const std::function<void(const training::SelfplayGame&)>& visit);

// A file to add games to.
[[nodiscard]] Result<training::GameFileWriter, std::string> open_to_add(const std::string& name,
                                                                        std::string_view origin);

}  // namespace rookery
