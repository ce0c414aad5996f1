#include "tune/games_source.h"

#include "training/game_file.h"

namespace rookery::tune {
namespace {

using namespace training;

std::uint8_t half_points(GameResult result) {
    return result == GameResult::WhiteWins ? 2 : result == GameResult::BlackWins ? 0 : 1;
}

std::optional<std::string> read_games(const std::string& path, const PositionFilter& filter,
                                      const PositionVisitor& visit) {
    auto reader = GameFileReader::open(path);
    if (!reader) return reader.error();
    bool wants_more = true;
    std::uint32_t number = 0;
    while (wants_more) {
        const auto block = reader->next_block();
        if (!block) break;
        const bool sound = for_each_game(*block, [&](const SelfplayGame& game) {
            const std::uint8_t result = half_points(game.result);
            for_each_position(game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
                if (wants_more && filter.takes(position, next, ply))
                    wants_more = visit({position, next.white_score, result, number});
            });
            ++number;
        });
        if (!sound) return path + ": a game cannot be read";
    }
    // Whoever tunes wants to know from what.
    if (!reader->problems().empty()) return reader->problems().front();
    if (number == 0) return path + ": there are no games in it";
    return std::nullopt;
}

}  // namespace

PositionSource games_source(std::string path, PositionFilter filter) {
    return [path = std::move(path), filter](const PositionVisitor& visit) {
        return read_games(path, filter, visit);
    };
}

}  // namespace rookery::tune
