#include "store/library.h"

#include <array>
#include <utility>

namespace rookery::store {
namespace {

constexpr std::int64_t library_id = 0x526b4c69;  // "RkLi"

constexpr const char* rated_game_table = R"(
    CREATE TABLE rated_game (
        id INTEGER PRIMARY KEY,
        ended TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        opponent TEXT NOT NULL,
        opponent_rating INTEGER NOT NULL,
        points INTEGER NOT NULL CHECK (points BETWEEN 0 AND 2),
        rating INTEGER NOT NULL
    ) STRICT;
)";

constexpr std::array library_migrations = {rated_game_table};

}  // namespace

Result<Library, Error> Library::open(const std::filesystem::path& path, Access access) {
    auto database = Database::open(path, Schema{library_id, library_migrations}, access);
    if (!database) return failure(std::move(database).error());
    return Library(std::move(*database));
}

std::optional<Error> Library::add(const RatedGame& game) {
    Statement insert(database_, "INSERT INTO rated_game (opponent, opponent_rating, points, rating)"
                                " VALUES (?, ?, ?, ?)");
    insert << game.opponent << std::int64_t{game.opponent_rating} << std::int64_t{game.points}
           << std::int64_t{game.rating};
    if (!insert.run()) return database_.last_error();
    return std::nullopt;
}

Result<std::vector<RatedGame>, Error> Library::rated_games() const {
    Statement select(database_, "SELECT opponent, opponent_rating, points, rating FROM rated_game"
                                " ORDER BY id");
    std::vector<RatedGame> games;
    while (select.row()) {
        RatedGame& game = games.emplace_back();
        game.opponent = select.take_text();
        game.opponent_rating = static_cast<int>(select.take_integer());
        game.points = static_cast<int>(select.take_integer());
        game.rating = static_cast<int>(select.take_integer());
    }
    if (select.failed()) return failure(database_.last_error());
    return games;
}

}  // namespace rookery::store
