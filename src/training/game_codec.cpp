#include "training/game_codec.h"

#include "base/bytes.h"
#include "chess/movegen.h"
#include "training/packed_position.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace rookery::training {
namespace {

constexpr unsigned result_bits = 3;
constexpr unsigned own_start = 4;
constexpr unsigned end_shift = 3;
constexpr unsigned all_flags = result_bits | own_start | 3U << end_shift;

// No game is longer by the rules, so a larger number means damage.
constexpr std::uint64_t most_plies = 20'000;

const Position& ordinary() {
    static const Position start = Position::start();
    return start;
}

unsigned number_of(const Position& position, Move move) {
    unsigned number = 0;
    for (const Move other : legal_moves(position)) number += other.code() < move.code();
    return number;
}

Move move_of_number(const Position& position, unsigned number) {
    MoveList moves = legal_moves(position);
    if (number >= moves.size()) return Move::none();
    const auto wanted = moves.begin() + number;
    std::nth_element(moves.begin(), wanted, moves.end(),
                     [](Move a, Move b) { return a.code() < b.code(); });
    return *wanted;
}

bool read_start(ByteReader& in, SelfplayGame& game) {
    PackedPosition bytes{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(in.byte());
    const auto start = unpacked(bytes);
    if (start) game.start = *start;
    return start.has_value();
}

bool read_moves(ByteReader& in, SelfplayGame& game, std::size_t plies) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const unsigned number = in.byte();
        if (!in.ok()) return false;
        const Move move = move_of_number(position, number);
        if (!move) return false;
        game.moves.push_back({move, 0});
        position = position.after(move);
    }
    return true;
}

bool read_scores(ByteReader& in, SelfplayGame& game) {
    std::int64_t score = 0;
    for (std::size_t ply = game.opening_plies; ply < game.moves.size(); ++ply) {
        score += in.zigzag_int();
        using Limits = std::numeric_limits<std::int16_t>;
        if (!in.ok() || score < Limits::min() || score > Limits::max()) return false;
        game.moves[ply].white_score = static_cast<std::int16_t>(score);
    }
    return true;
}

}  // namespace

std::string encode(const SelfplayGame& game) {
    assert(game.opening_plies <= game.moves.size());
    ByteWriter out;
    const bool is_ordinary = game.start == ordinary();
    out.byte(static_cast<unsigned>(game.result) | (is_ordinary ? 0 : own_start) |
             static_cast<unsigned>(game.end) << end_shift);
    if (!is_ordinary)
        for (const std::uint8_t byte : packed(game.start)) out.byte(byte);
    out.varint(game.moves.size());
    out.varint(game.opening_plies);
    Position position = game.start;
    for (const ScoredMove& scored : game.moves) {
        assert(position.is_legal(scored.move));
        out.byte(number_of(position, scored.move));
        position = position.after(scored.move);
    }
    int score = 0;
    for (std::size_t ply = game.opening_plies; ply < game.moves.size(); ++ply) {
        out.zigzag(game.moves[ply].white_score - score);
        score = game.moves[ply].white_score;
    }
    return out.take();
}

std::optional<SelfplayGame> decode(std::string_view bytes) {
    ByteReader in(bytes);
    SelfplayGame game;
    const unsigned flags = in.byte();
    if ((flags & ~all_flags) != 0) return std::nullopt;
    game.result = static_cast<GameResult>(flags & result_bits);
    game.end = static_cast<GameEnd>(flags >> end_shift);
    if ((flags & own_start) == 0)
        game.start = ordinary();
    else if (!read_start(in, game))
        return std::nullopt;
    const std::uint64_t plies = in.varint();
    const std::uint64_t opening = in.varint();
    if (!in.ok() || plies > most_plies || opening > plies || plies > in.left()) return std::nullopt;
    game.opening_plies = static_cast<std::size_t>(opening);
    game.moves.reserve(static_cast<std::size_t>(plies));
    if (!read_moves(in, game, static_cast<std::size_t>(plies)) || !read_scores(in, game) ||
        in.left() != 0)
        return std::nullopt;
    return game;
}

}  // namespace rookery::training
