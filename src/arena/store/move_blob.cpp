#include "arena/store/move_blob.h"

#include "base/bytes.h"

#include <limits>

namespace rookery::arena {
namespace {

constexpr char version = 1;

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

bool makes_sense(unsigned flags) {
    if ((flags & ~all_flags) != 0) return false;
    if ((flags & IsLower) != 0 && (flags & IsUpper) != 0) return false;
    return (flags & HasScore) != 0 || (flags & (IsMate | IsLower | IsUpper)) == 0;
}

void write(ByteWriter& out, const MoveRecord& move) {
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
bool read(ByteReader& in, MoveRecord& move) {
    const unsigned low = in.byte();
    move.move = Move::from_code(static_cast<std::uint16_t>(low | in.byte() << 8));
    const unsigned flags = in.byte();
    if (!makes_sense(flags)) return false;
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

std::string encode_moves(const std::vector<MoveRecord>& moves) {
    ByteWriter out;
    out.byte(version);
    out.varint(moves.size());
    for (const MoveRecord& move : moves) write(out, move);
    return out.take();
}

Result<std::vector<MoveRecord>, std::string> decode_moves(std::string_view blob) {
    if (blob.empty()) return failure(std::string("the moves are missing"));
    if (blob.front() != version)
        return failure("the moves are written in an unknown form (" +
                       std::to_string(static_cast<unsigned char>(blob.front())) + ")");
    ByteReader in(blob.substr(1));
    const std::uint64_t count = in.varint();
    // Before anything is reserved: a damaged count must not ask for all the memory there is.
    if (!in.ok() || count > in.left() / shortest_move)
        return failure(std::string("the moves are cut short"));
    std::vector<MoveRecord> moves(count);
    for (MoveRecord& move : moves)
        if (!read(in, move) || !in.ok()) return failure(std::string("the moves are damaged"));
    if (in.left() > 0) return failure(std::string("something follows the moves"));
    return moves;
}

}  // namespace rookery::arena
