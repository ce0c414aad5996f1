#include "arena/store/move_blob.h"

#include <limits>

namespace rookery::arena {
namespace {

constexpr char version = 1;

enum Flag : unsigned { HasScore = 1, IsMate = 2, IsLower = 4, IsUpper = 8, HasClock = 16 };
constexpr unsigned all_flags = HasScore | IsMate | IsLower | IsUpper | HasClock;

// Code, flags, and one byte at least for depth, selective depth, nodes and time.
constexpr std::size_t shortest_move = 7;

class Writer {
  public:
    void byte(unsigned value) { bytes_ += static_cast<char>(value & 0xFF); }
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7F) | 0x80);
        byte(static_cast<unsigned>(value));
    }
    void folded(std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        number(value < 0 ? ~(bits << 1) : bits << 1);
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

// After a byte too few or a number too large everything reads as zero and ok() is false.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    unsigned byte() {
        if (rest_.empty()) {
            ok_ = false;
            return 0;
        }
        const auto value = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint64_t next = byte();
            value |= (next & 0x7F) << shift;
            if (shift == 63 && next > 1) break;
            if (next < 0x80) return value;
        }
        ok_ = false;
        return 0;
    }
    std::int64_t folded() {
        const std::uint64_t bits = number();
        return static_cast<std::int64_t>((bits & 1) != 0 ? ~(bits >> 1) : bits >> 1);
    }
    int small() {
        const std::int64_t value = folded();
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
            ok_ = false;
            return 0;
        }
        return static_cast<int>(value);
    }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t left() const { return rest_.size(); }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

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

void write(Writer& out, const MoveRecord& move) {
    out.byte(move.move.code());
    out.byte(static_cast<unsigned>(move.move.code()) >> 8);
    out.byte(flags_of(move));
    if (move.score) out.folded(move.score->value);
    out.folded(move.depth);
    out.folded(move.selective_depth);
    out.number(move.nodes);
    out.folded(move.spent.count());
    if (move.clock_left) out.folded(move.clock_left->count());
}

// False where the flags cannot be.
bool read(Reader& in, MoveRecord& move) {
    const unsigned low = in.byte();
    move.move = Move::from_code(static_cast<std::uint16_t>(low | in.byte() << 8));
    const unsigned flags = in.byte();
    if (!makes_sense(flags)) return false;
    if ((flags & HasScore) != 0) {
        EngineScore score;
        score.value = in.small();
        if ((flags & IsMate) != 0) score.kind = EngineScore::Kind::Mate;
        if ((flags & IsLower) != 0) score.bound = EngineScore::Bound::Lower;
        if ((flags & IsUpper) != 0) score.bound = EngineScore::Bound::Upper;
        move.score = score;
    }
    move.depth = in.small();
    move.selective_depth = in.small();
    move.nodes = in.number();
    move.spent = Duration(in.folded());
    if ((flags & HasClock) != 0) move.clock_left = Duration(in.folded());
    return true;
}

}  // namespace

std::string encode_moves(const std::vector<MoveRecord>& moves) {
    Writer out;
    out.byte(version);
    out.number(moves.size());
    for (const MoveRecord& move : moves) write(out, move);
    return out.take();
}

Result<std::vector<MoveRecord>, std::string> decode_moves(std::string_view blob) {
    if (blob.empty()) return failure(std::string("the moves are missing"));
    if (blob.front() != version)
        return failure("the moves are written in an unknown form (" +
                       std::to_string(static_cast<unsigned char>(blob.front())) + ")");
    Reader in(blob.substr(1));
    const std::uint64_t count = in.number();
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
