#include "tune/training_positions.h"

#include "base/text.h"
#include "notation/input.h"
#include "notation/pgn_reader.h"
#include "training/game_file.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace rookery::tune {
namespace {

using namespace training;

struct ResultText {
    std::string_view text;
    std::uint8_t half_points;
};
constexpr auto result_texts = std::to_array<ResultText>({{"1-0", 2},
                                                         {"0-1", 0},
                                                         {"1/2-1/2", 1},
                                                         {"1/2", 1},
                                                         {"1.0", 2},
                                                         {"0.5", 1},
                                                         {"0.0", 0},
                                                         {"1", 2},
                                                         {"0", 0}});

std::optional<std::uint8_t> half_points_of(std::string_view text) {
    for (const ResultText& known : result_texts)
        if (text == known.text) return known.half_points;
    return std::nullopt;
}

std::optional<std::uint8_t> result_of(const Epd& epd) {
    for (const EpdOperation& operation : epd.operations) {
        const std::string& code = operation.opcode;
        if (code.size() != 2 || code[0] != 'c' || code[1] < '0' || code[1] > '9') continue;
        if (operation.operands.size() != 1) continue;
        if (const auto points = half_points_of(operation.operands.front())) return points;
    }
    return std::nullopt;
}

// Numbers the games of EPD lines by comparing each line with the one before.
class GameCounter {
  public:
    std::uint32_t number(const Epd& epd, std::uint8_t result) {
        const std::string id = epd.text_of("id");
        const int ply = 2 * epd.position.fullmove_number() +
                        (epd.position.side_to_move() == Color::Black ? 1 : 0);
        const bool goes_on =
            id.empty() && id_.empty() ? result == result_ && ply > ply_ : id == id_;
        if (!first_ && !goes_on) ++game_;
        first_ = false;
        id_ = id;
        result_ = result;
        ply_ = ply;
        return game_;
    }

  private:
    bool first_ = true;
    std::string id_;
    std::uint8_t result_ = 0;
    int ply_ = 0;
    std::uint32_t game_ = 0;
};

std::optional<std::string> read_epd(const std::string& path, const PositionVisitor& visit) {
    auto file = FileSource::open(path);
    if (!file) return path + ": " + file.error().what;
    LineReader lines(*file);
    GameCounter games;
    std::size_t taken = 0;
    std::string first_problem;
    while (const auto line = lines.next()) {
        const auto note = [&](const std::string& what) {
            if (first_problem.empty())
                first_problem = "line " + std::to_string(lines.line_number()) + ": " + what;
        };
        const auto epd = parse_epd(*line);
        if (!epd) {
            note(epd.error().what);
            continue;
        }
        auto position = training_position_of(*epd);
        if (!position) {
            note(position.error());
            continue;
        }
        position->game = games.number(*epd, position->result);
        ++taken;
        if (!visit(*position)) return std::nullopt;
    }
    if (file->failed()) return path + " cannot be read to its end";
    if (taken > 0) return std::nullopt;
    return path + " holds no position with a result" +
           (first_problem.empty() ? "" : "; " + first_problem);
}

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
            for_each_position(
                game, [&](const Position& position, const ScoredMove& next, std::size_t ply) {
                    if (wants_more && filter.takes(position, next, ply))
                        wants_more = visit({position, next.white_score, result, number});
                });
            ++number;
        });
        if (!sound) return path + ": a game cannot be read";
    }
    // A tuning on half of the data would be misleading.
    if (!reader->problems().empty()) return reader->problems().front();
    if (number == 0) return path + ": there are no games in it";
    return std::nullopt;
}

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

Result<PositionSource, std::string> positions_of(const std::vector<std::string>& paths,
                                                 const training::PositionFilter& filter) {
    std::vector<PositionSource> sources;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) return failure("there is no file " + path);
        if (path.ends_with(".epd"))
            sources.push_back(epd_source(path));
        else if (path.ends_with(".games"))
            sources.push_back(games_source(path, filter));
        else if (path.ends_with(".pgn"))
            sources.push_back(pgn_source(path));
        else
            return failure(path + " is of no known kind: .games, .epd and .pgn are read");
    }
    return joined(std::move(sources));
}

Result<TrainingPosition, std::string> training_position_of(const Epd& epd) {
    const auto result = result_of(epd);
    if (!result) return failure(std::string("c0 to c9 do not say how the game ended"));
    TrainingPosition position{epd.position, no_score, *result, 0};
    if (const EpdOperation* operation = epd.find("ce");
        operation != nullptr && operation->operands.size() == 1) {
        const auto score = parse_signed_number<int>(operation->operands.front());
        if (!score) return failure(std::string("the score (ce) is no number"));
        const int limited = std::clamp(*score, -32000, 32000);
        position.score = static_cast<std::int16_t>(
            epd.position.side_to_move() == Color::White ? limited : -limited);
    }
    return position;
}

PositionSource epd_source(std::string path) {
    return [path = std::move(path)](const PositionVisitor& visit) { return read_epd(path, visit); };
}

PositionSource games_source(std::string path, PositionFilter filter) {
    return [path = std::move(path), filter](const PositionVisitor& visit) {
        return read_games(path, filter, visit);
    };
}

PositionSource pgn_source(std::string path, std::size_t first_ply) {
    return [path = std::move(path), first_ply](const PositionVisitor& visit) {
        return read_pgn(path, first_ply, visit);
    };
}

}  // namespace rookery::tune
