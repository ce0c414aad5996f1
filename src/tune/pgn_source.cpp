#include "tune/pgn_source.h"

#include "notation/pgn_reader.h"

namespace rookery::tune {
namespace {

// Keeps the quiet positions of a game until its result is known.
class QuietPositions : public PgnVisitor {
  public:
    static constexpr bool wants_variations = false;

    explicit QuietPositions(std::size_t first_ply) : first_ply_(first_ply) {}

    void game_begin(std::size_t, std::size_t) {
        positions.clear();
        ply_ = 0;
        outcome = GameResult::Open;
    }
    void move(const Position& before, Move move) {
        if (ply_++ < first_ply_ || before.in_check()) return;
        if (!move || before.is_capture(move) || move.is_promotion()) return;
        positions.push_back(before);
    }
    void result(GameResult result) { outcome = result; }

    std::vector<Position> positions;
    GameResult outcome = GameResult::Open;

  private:
    std::size_t first_ply_;
    std::size_t ply_ = 0;
};

std::uint8_t half_points(GameResult result) {
    return result == GameResult::WhiteWins ? 2 : result == GameResult::BlackWins ? 0 : 1;
}

std::optional<std::string> read_pgn(const std::string& path, std::size_t first_ply,
                                    const PositionVisitor& visit) {
    auto file = FileSource::open(path);
    if (!file) return path + ": " + file.error().what;
    PgnReader reader(*file);
    QuietPositions game(first_ply);
    for (std::uint32_t number = 0; reader.read_game(game); ++number) {
        if (game.outcome == GameResult::Open) continue;
        for (const Position& position : game.positions)
            if (!visit({position, no_score, half_points(game.outcome), number}))
                return std::nullopt;
    }
    if (file->failed()) return path + " cannot be read to its end";
    return std::nullopt;
}

}  // namespace

PositionSource pgn_source(std::string path, std::size_t first_ply) {
    return [path = std::move(path), first_ply](const PositionVisitor& visit) {
        return read_pgn(path, first_ply, visit);
    };
}

}  // namespace rookery::tune
