#include "training/human_games.h"

#include "base/random.h"
#include "base/text.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"
#include "training/packed_position.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::training {
namespace {

using human::TimeClass;

constexpr std::size_t fields = 6;
constexpr std::size_t move_at = 28;
constexpr std::size_t result_at = 30;
constexpr std::size_t last_moves_at = 32;
constexpr std::size_t rating_at = 40;
constexpr std::size_t opponent_at = 42;
constexpr std::size_t ply_at = 44;
constexpr std::size_t time_at = 45;
constexpr std::size_t source_at = 46;
constexpr int highest_ply = 255;

// The text up to the separator, which is removed with it.
std::string_view taken_up_to(char separator, std::string_view& text) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return part;
}

std::optional<int> parse_rating(std::string_view text) {
    const auto rating = parse_digits(text, highest_human_rating);
    return rating && *rating >= lowest_human_rating ? rating : std::nullopt;
}

// Reads the moves into the game. Returns the problem.
std::optional<std::string> read_moves(std::string_view text, HumanGame& game) {
    Position position = Position::start();
    while (!text.empty()) {
        const std::string_view san = taken_up_to(' ', text);
        if (san.empty()) continue;
        Move move = read_plain_san(position, san);
        if (!move) {
            const auto parsed = parse_san(position, san);
            if (!parsed)
                return fmt::format("move {}: {}", game.moves.size() + 1, parsed.error().what);
            move = *parsed;
        }
        game.moves.push_back(move);
        position.make(move);
    }
    if (game.moves.empty()) return "it has no moves";
    return std::nullopt;
}

void put(HumanRecord& bytes, std::size_t at, int value) {
    bytes[at] = static_cast<std::uint8_t>(value & 0xFF);
    bytes[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

int number_at(const HumanRecord& bytes, std::size_t at) { return bytes[at] | bytes[at + 1] << 8; }

}  // namespace

std::optional<TimeClass> parse_time_class(std::string_view time_control) {
    if (time_control == "-") return TimeClass::Unknown;
    const std::size_t plus = time_control.find('+');
    if (plus == std::string_view::npos) return std::nullopt;
    const auto base = parse_digits(time_control.substr(0, plus), 1'000'000);
    const auto increment = parse_digits(time_control.substr(plus + 1), 1'000'000);
    if (!base || !increment) return std::nullopt;
    const std::int64_t expected = *base + std::int64_t{40} * *increment;
    if (expected < 180) return TimeClass::Bullet;
    if (expected < 480) return TimeClass::Blitz;
    return expected < 1500 ? TimeClass::Rapid : TimeClass::Classical;
}

Result<HumanGame, std::string> parse_human_game(std::string_view line) {
    const auto count = static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1;
    if (count != fields)
        return failure(
            fmt::format("it has {} field{} instead of {}", count, count == 1 ? "" : "s", fields));
    HumanGame game;
    for (const auto& [name, rating] :
         {std::pair{"White's", &game.white_rating}, {"Black's", &game.black_rating}}) {
        const std::string_view text = taken_up_to('\t', line);
        const auto number = parse_rating(text);
        if (!number)
            return failure(fmt::format("{} rating is '{}', no number from {} to {}", name,
                                       printable(text), lowest_human_rating, highest_human_rating));
        *rating = *number;
    }
    const std::string_view control = taken_up_to('\t', line);
    const auto time = parse_time_class(control);
    if (!time)
        return failure(
            fmt::format("'{}' is no time control such as 600+5 or -", printable(control)));
    game.time = *time;
    const std::string_view result = taken_up_to('\t', line);
    const auto parsed = parse_result(result);
    if (!parsed || *parsed == GameResult::Open)
        return failure(fmt::format("'{}' is no result of a game", printable(result)));
    game.result = *parsed;
    const std::string_view moves = taken_up_to('\t', line);
    if (auto problem = read_moves(moves, game)) return failure(std::move(*problem));
    if (line.empty()) return failure(std::string("it names no source"));
    game.source = printable(line, 200);
    return game;
}

std::uint64_t hash_of_moves(const HumanGame& game) {
    std::uint64_t sum = 0;
    for (const Move move : game.moves) sum = SplitMix(sum + move.code()).next();
    return SplitMix(sum).next();
}

HumanRecord packed(const HumanMove& human) {
    const human::HumanSituation& situation = human.situation;
    HumanRecord bytes{};
    const PackedPosition position = packed(situation.position);
    std::copy_n(position.begin(), move_at, bytes.begin());
    put(bytes, move_at, human.move.code());
    bytes[result_at] = static_cast<std::uint8_t>(human.white_result);
    for (std::size_t i = 0; i < situation.last.size(); ++i)
        put(bytes, last_moves_at + 2 * i, situation.last[i].code());
    put(bytes, rating_at, situation.rating);
    put(bytes, opponent_at, situation.opponent_rating);
    bytes[ply_at] = static_cast<std::uint8_t>(std::min(human.ply, highest_ply));
    bytes[time_at] = static_cast<std::uint8_t>(situation.time);
    bytes[source_at] = static_cast<std::uint8_t>(human.source);
    return bytes;
}

std::optional<HumanMove> unpacked(const HumanRecord& bytes) {
    PackedPosition position_bytes{};
    std::copy_n(bytes.begin(), move_at, position_bytes.begin());
    const auto position = unpacked(position_bytes);
    if (!position || bytes[result_at] > 2 || bytes[result_at + 1] != 0 ||
        bytes[time_at] >= human::time_classes || bytes[source_at + 1] != 0)
        return std::nullopt;
    const auto move_of = [&](std::size_t at) {
        return Move::from_code(static_cast<std::uint16_t>(number_at(bytes, at)));
    };
    HumanMove human{.situation = {.position = *position}, .move = move_of(move_at)};
    if (!position->is_legal(human.move)) return std::nullopt;
    for (std::size_t i = 0; i < human.situation.last.size(); ++i)
        human.situation.last[i] = move_of(last_moves_at + 2 * i);
    human.situation.rating = number_at(bytes, rating_at);
    human.situation.opponent_rating = number_at(bytes, opponent_at);
    human.situation.time = static_cast<TimeClass>(bytes[time_at]);
    human.white_result = bytes[result_at];
    human.ply = bytes[ply_at];
    human.source = bytes[source_at];
    return human;
}

std::vector<HumanRecord> records_of(const HumanGame& game, int source) {
    std::vector<HumanRecord> records;
    records.reserve(game.moves.size());
    HumanMove human{.situation = {.position = Position::start(), .time = game.time},
                    .source = source};
    human.white_result = game.result == GameResult::Draw        ? 1
                         : game.result == GameResult::WhiteWins ? 2
                                                                : 0;
    human::HumanSituation& situation = human.situation;
    for (const Move move : game.moves) {
        const bool is_white = situation.position.side_to_move() == Color::White;
        situation.rating = is_white ? game.white_rating : game.black_rating;
        situation.opponent_rating = is_white ? game.black_rating : game.white_rating;
        human.move = move;
        records.push_back(packed(human));
        situation.position.make(move);
        std::shift_right(situation.last.begin(), situation.last.end(), 1);
        situation.last.front() = move;
        ++human.ply;
    }
    return records;
}

}  // namespace rookery::training
