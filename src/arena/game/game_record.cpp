#include "arena/game/game_record.h"

#include "base/bytes.h"
#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rookery::arena {
namespace {

struct TerminationRow {
    Termination termination;
    const char* word;
    const char* description;
    const char* pgn_word;
    bool is_failure = false;
};

// In the order of the enumeration.
constexpr auto terminations = std::to_array<TerminationRow>({
    {Termination::Unfinished, "unfinished", "unfinished", "unterminated"},
    {Termination::Checkmate, "checkmate", "checkmate", "normal"},
    {Termination::Stalemate, "stalemate", "stalemate", "normal"},
    {Termination::DeadPosition, "dead-position", "neither side can mate", "normal"},
    {Termination::Repetition, "repetition", "threefold repetition", "normal"},
    {Termination::FiftyMoves, "fifty-moves", "fifty moves without progress", "normal"},
    {Termination::Resignation, "resignation", "resignation", "normal"},
    {Termination::TimeForfeit, "time-forfeit", "time forfeit", "time forfeit", true},
    {Termination::IllegalMove, "illegal-move", "illegal move", "rules infraction", true},
    {Termination::BadAnswer, "bad-answer", "unreadable answer", "rules infraction", true},
    {Termination::Stalled, "stalled", "no answer", "abandoned", true},
    {Termination::Disconnected, "disconnected", "disconnected", "abandoned", true},
    {Termination::Crashed, "crashed", "crashed", "abandoned", true},
    {Termination::AdjudicatedWin, "adjudicated-win", "adjudicated win", "adjudication"},
    {Termination::AdjudicatedDraw, "adjudicated-draw", "adjudicated draw", "adjudication"},
    {Termination::MoveLimit, "move-limit", "move limit", "adjudication"},
});

constexpr const TerminationRow& row_of(Termination termination) {
    return terminations[static_cast<std::size_t>(termination)];
}
static_assert(std::ranges::all_of(terminations, [](const TerminationRow& row) {
    return &row == &row_of(row.termination);
}));

std::optional<std::string> difference_between(const MoveRecord& stored, const MoveRecord& now,
                                              const Position& position, bool chess960) {
    const auto text = [&](Move move) { return to_coordinate(position, move, chess960); };
    if (stored.move != now.move)
        return fmt::format("{} was played, now {}", text(stored.move), text(now.move));
    if (stored.nodes != now.nodes)
        return fmt::format("{} took {} nodes, now {}", text(now.move), stored.nodes, now.nodes);
    if (stored.score != now.score) return fmt::format("{} has another score", text(now.move));
    return std::nullopt;
}

constexpr char blob_version = 1;

enum Flag : unsigned { HasScore = 1, IsMate = 2, IsLower = 4, IsUpper = 8, HasClock = 16 };
constexpr unsigned all_flags = HasScore | IsMate | IsLower | IsUpper | HasClock;

// Code, flags, and one byte at least for depth, selective depth, nodes and time.
constexpr std::size_t shortest_move = 7;

unsigned flags_of(const MoveRecord& move) {
    unsigned flags = 0;
    if (move.score) {
        flags |= HasScore;
        if (move.score->kind == EngineScore::Kind::Mate) flags |= IsMate;
        if (move.score->bound == EngineScore::Bound::Lower) flags |= IsLower;
        if (move.score->bound == EngineScore::Bound::Upper) flags |= IsUpper;
    }
    if (move.clock_left) flags |= HasClock;
    return flags;
}

bool are_possible(unsigned flags) {
    if ((flags & ~all_flags) != 0) return false;
    if ((flags & IsLower) != 0 && (flags & IsUpper) != 0) return false;
    return (flags & HasScore) != 0 || (flags & (IsMate | IsLower | IsUpper)) == 0;
}

void write_move(ByteWriter& out, const MoveRecord& move) {
    out.byte(move.move.code());
    out.byte(static_cast<unsigned>(move.move.code()) >> 8);
    out.byte(flags_of(move));
    if (move.score) out.zigzag(move.score->value);
    out.zigzag(move.depth);
    out.zigzag(move.selective_depth);
    out.varint(move.nodes);
    out.zigzag(move.spent.count());
    if (move.clock_left) out.zigzag(move.clock_left->count());
}

// False where the flags cannot be.
bool read_move(ByteReader& in, MoveRecord& move) {
    const unsigned low = in.byte();
    move.move = Move::from_code(static_cast<std::uint16_t>(low | in.byte() << 8));
    const unsigned flags = in.byte();
    if (!are_possible(flags)) return false;
    if ((flags & HasScore) != 0) {
        EngineScore score;
        score.value = in.zigzag_int();
        if ((flags & IsMate) != 0) score.kind = EngineScore::Kind::Mate;
        if ((flags & IsLower) != 0) score.bound = EngineScore::Bound::Lower;
        if ((flags & IsUpper) != 0) score.bound = EngineScore::Bound::Upper;
        move.score = score;
    }
    move.depth = in.zigzag_int();
    move.selective_depth = in.zigzag_int();
    move.nodes = in.varint();
    move.spent = Duration(in.zigzag());
    if ((flags & HasClock) != 0) move.clock_left = Duration(in.zigzag());
    return true;
}

}  // namespace

const char* describe(Termination termination) { return row_of(termination).description; }
const char* word_of(Termination termination) { return row_of(termination).word; }
const char* pgn_word_of(Termination termination) { return row_of(termination).pgn_word; }
bool is_failure(Termination termination) { return row_of(termination).is_failure; }

std::optional<Termination> termination_of(std::string_view word) {
    for (const TerminationRow& row : terminations)
        if (row.word == word) return row.termination;
    return std::nullopt;
}

std::optional<std::string> difference_between(const GameRecord& stored, const GameRecord& now) {
    if (stored.start != now.start) return "it began in another position";
    Position position = stored.start;
    const std::size_t plies = std::min(stored.moves.size(), now.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply) {
        if (const auto what =
                difference_between(stored.moves[ply], now.moves[ply], position, stored.chess960))
            return fmt::format("ply {}: {}", ply + 1, *what);
        position.make(stored.moves[ply].move);
    }
    if (stored.moves.size() != now.moves.size())
        return fmt::format("it had {} plies, now {}", stored.moves.size(), now.moves.size());
    if (stored.result != now.result || stored.termination != now.termination)
        return fmt::format("it ended {} ({}), now {} ({})", notation_of(stored.result),
                           describe(stored.termination), notation_of(now.result),
                           describe(now.termination));
    return std::nullopt;
}

std::string encode_moves(const std::vector<MoveRecord>& moves) {
    ByteWriter out;
    out.byte(blob_version);
    out.varint(moves.size());
    for (const MoveRecord& move : moves) write_move(out, move);
    return out.take();
}

Result<std::vector<MoveRecord>, std::string> decode_moves(std::string_view blob) {
    if (blob.empty()) return failure(std::string("the moves are missing"));
    if (blob.front() != blob_version)
        return failure("the moves are written in an unknown form (" +
                       std::to_string(static_cast<unsigned char>(blob.front())) + ")");
    ByteReader in(blob.substr(1));
    const std::uint64_t count = in.varint();
    // Before anything is reserved: a damaged count must not ask for all the memory there is.
    if (!in.ok() || count > in.left() / shortest_move)
        return failure(std::string("the moves are cut short"));
    std::vector<MoveRecord> moves(count);
    for (MoveRecord& move : moves)
        if (!read_move(in, move) || !in.ok()) return failure(std::string("the moves are damaged"));
    if (in.left() > 0) return failure(std::string("something follows the moves"));
    return moves;
}

}  // namespace rookery::arena
