// library.db in the data folder: what belongs to one person. So far that are the games against
// opponents of a known strength, from which the profile follows.
#pragma once

#include "store/database.h"

#include <string>
#include <vector>

namespace rookery::store {

struct RatedGame {
    std::string opponent;  // "Rookery level 3"
    int opponent_rating = 0;
    int points = 0;  // of the person: 2 for a win, 1 for a draw
    int rating = 0;  // of the person after the game
};

class Library {
  public:
    [[nodiscard]] static Result<Library, Error> open(const std::filesystem::path& path,
                                                     Access access = Access::Write);

    [[nodiscard]] std::optional<Error> add(const RatedGame& game);
    // The oldest first.
    [[nodiscard]] Result<std::vector<RatedGame>, Error> rated_games() const;

  private:
    explicit Library(Database database) : database_(std::move(database)) {}

    Database database_;
};

}  // namespace rookery::store
