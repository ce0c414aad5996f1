// Games of people, and the records that a human network learns from.
//
// Games come as lines of text, with tabs between the fields:
//
//     rating of White, rating of Black, time control, result, moves in SAN, source
//
// The time control is seconds and increment ("600+5"), or "-" where it is unknown. A source names
// where the game was published; all games begin from the usual position.
//
// A record has 48 bytes for each move that was played:
//
//     28 bytes  the position before it, as in packed_position.h
//      2        the move (Move::code)
//      1        the result of the game in White's view: 0 lost, 1 drawn, 2 won
//      1        zero
//      4 x 2    the last moves before it, the newest first; zero where there was none
//      2        rating of the player who moves
//      2        rating of the opponent
//      1        ply, counted from 0; 255 for all later ones
//      1        time class (human::TimeClass)
//      1        number of the source
//      1        zero
//
// All numbers are little-endian.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "levels/human_network.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::training {

inline constexpr int lowest_human_rating = 100;
inline constexpr int highest_human_rating = 4000;

struct HumanGame {
    int white_rating = 0;
    int black_rating = 0;
    human::TimeClass time = human::TimeClass::Unknown;
    GameResult result = GameResult::Draw;
    std::vector<Move> moves;
    std::string source;
};

// A line without its end. The error says which field is wrong, and which move.
[[nodiscard]] Result<HumanGame, std::string> parse_human_game(std::string_view line);

// "600+5" or "-".
[[nodiscard]] std::optional<human::TimeClass> parse_time_class(std::string_view time_control);

// The same for the same moves, whatever the players, so that a game that is in a file twice is held
// back or learned from as one.
[[nodiscard]] std::uint64_t hash_of_moves(const HumanGame& game);

using HumanRecord = std::array<std::uint8_t, 48>;

struct HumanMove {
    human::HumanSituation situation;
    Move move;
    int white_result = 1;  // 0 lost, 1 drawn, 2 won
    int ply = 0;
    int source = 0;
};

[[nodiscard]] HumanRecord packed(const HumanMove& human);
// Empty if no move of a game packs to these bytes.
[[nodiscard]] std::optional<HumanMove> unpacked(const HumanRecord& bytes);

// A record for every move of the game.
[[nodiscard]] std::vector<HumanRecord> records_of(const HumanGame& game, int source);

}  // namespace rookery::training
