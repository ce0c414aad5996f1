// Files of self-play games as the commands read and continue them, and the text in their header
// that says how the games were made. Damaged parts are reported on stderr and left out.
#pragma once

#include "base/result.h"
#include "engine/make_searcher.h"
#include "training/game_file.h"
#include "training/selfplay.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::training {

class GamesInFile {
  public:
    [[nodiscard]] static Result<GamesInFile, std::string> open(const std::string& name);

    // How the games were made.
    [[nodiscard]] const std::string& origin() const { return reader_.origin(); }
    // The next block, encoded; empty at the end, where damaged parts are reported.
    [[nodiscard]] std::optional<std::string> next_block();
    // The games of the next block.
    [[nodiscard]] std::optional<std::vector<SelfplayGame>> next();
    // Reports a block of which for_each_game() could not read all.
    void report_unreadable_game();
    // Whether nothing was left out so far.
    [[nodiscard]] bool is_whole() const { return is_whole_; }

  private:
    GamesInFile(std::string name, GameFileReader reader)
        : name_(std::move(name)), reader_(std::move(reader)) {}

    std::string name_;
    GameFileReader reader_;
    bool is_whole_ = true;
};

struct VisitedFile {
    std::string origin;     // how the games were made
    bool is_whole = false;  // nothing was left out
};

// Calls visit(game) for every game of a file. Reports an error and returns nothing if the file
// cannot be opened.
[[nodiscard]] std::optional<VisitedFile>
visit_games(const std::string& name, const std::function<void(const SelfplayGame&)>& visit);

// Opens a file to add games to.
[[nodiscard]] Result<GameFileWriter, std::string> open_to_add(const std::string& name,
                                                              std::string_view origin);

// The nodes of a short bench: they identify the player more precisely than the version does.
[[nodiscard]] Result<std::uint64_t, std::string> player_signature(const SearcherChoice& choice,
                                                                  SearcherTable searchers);
// The choice with the name of the default evaluator, which may be another one in the next version.
[[nodiscard]] SearcherChoice with_evaluator(SearcherChoice choice, SearcherTable searchers);

// The header of a file as JSON: the player alone, and the player with the settings of its games.
[[nodiscard]] std::string player_text(const SearcherChoice& choice, std::uint64_t signature);
[[nodiscard]] std::string origin_text(const SearcherChoice& choice, std::uint64_t signature,
                                      const SelfplaySettings& settings);

// `rookery selfplay --inspect`: prints statistics of files. Returns the exit code, which is a
// failure also if something was left out.
[[nodiscard]] int inspect_games(const std::vector<std::string>& files, bool json);

}  // namespace rookery::training
