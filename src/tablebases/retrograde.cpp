#include "tablebases/retrograde.h"

#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <span>

namespace rookery {
namespace {

// Where the analysis keeps a position. Its index is looser than the number of a table: the mirrors
// that it uses leave no position as it is, and so a position has as many predecessors as there are
// ways to come from one. With the diagonal mirror the counters would be wrong.
//
// A pawn that could be taken en passant stands on its own first rank instead of on the fourth.
class RetrogradeIndex {
  public:
    static constexpr std::size_t white_king = 0;
    static constexpr std::size_t black_king = 1;
    static constexpr std::size_t first_other = 2;
    static constexpr std::size_t most_pieces = 4;

    struct Board {
        std::array<Square, most_pieces> square{};
        Bitboard occupied = 0;
    };

    explicit RetrogradeIndex(const Ending& ending)
        : count_(first_other + ending.others().size()), with_pawns_(ending.has_pawns()),
          has_twins_(ending.has_twins()) {}

    [[nodiscard]] std::size_t size() const { return king_squares() << shift(white_king); }
    [[nodiscard]] std::size_t count() const { return count_; }  // of pieces

    [[nodiscard]] std::size_t operator()(const std::array<Square, most_pieces>& square) const {
        const auto king = static_cast<std::size_t>(square[white_king]);
        std::size_t mirror = (king & 7) > 3 ? 7 : 0;
        if (!with_pawns_ && king > 31) mirror |= 56;
        const std::size_t mirrored = king ^ mirror;
        std::size_t index = (mirrored >> 3) << 2 | (mirrored & 3);
        for (std::size_t i = black_king; i < count_; ++i)
            index = index << 6 | (static_cast<std::size_t>(square[i]) ^ mirror);
        if (!has_twins_) return index;
        const std::size_t one = index >> 6 & 63;
        const std::size_t other = index & 63;
        return one < other ? index : (index >> 12) << 12 | other << 6 | one;
    }
    // The same if only the square of that piece is another one.
    [[nodiscard]] std::size_t moved(std::size_t index, const Board& board, std::size_t piece,
                                    Square to) const {
        if (piece != white_king && !has_twins_)
            return (index & ~(std::size_t{63} << shift(piece))) | static_cast<std::size_t>(to)
                                                                      << shift(piece);
        std::array<Square, most_pieces> square = board.square;
        square[piece] = to;
        return (*this)(square);
    }
    [[nodiscard]] Board board(std::size_t index) const {
        Board board;
        for (std::size_t i = black_king; i < count_; ++i)
            board.square[i] = square_at(static_cast<int>(index >> shift(i) & 63));
        const std::size_t king = index >> shift(white_king);
        board.square[white_king] = square_at(static_cast<int>((king >> 2) << 3 | (king & 3)));
        for (std::size_t i = 0; i < count_; ++i) board.occupied |= bit(board.square[i]);
        return board;
    }

  private:
    [[nodiscard]] std::size_t king_squares() const { return with_pawns_ ? 32 : 16; }
    [[nodiscard]] std::size_t shift(std::size_t piece) const { return 6 * (count_ - 1 - piece); }

    std::size_t count_;
    bool with_pawns_;
    bool has_twins_;
};

// The best of the moves that lead to other endings.
struct KnownMoves {
    bool any = false;
    bool draw = false;
    int win = most_mate_plies + 1;  // the shortest
    int loss = 0;                   // the longest

    // The value is that of the position after the move, for the opponent.
    void add(MateValue after) {
        any = true;
        if (is_mate_loss(after))
            win = std::min(win, after + 1);
        else if (is_mate_win(after))
            loss = std::max(loss, after + 1);
        else
            draw = true;
    }
};

class EndingAnalysis {
  public:
    EndingAnalysis(const Ending& ending, const KnownMates& known, std::size_t threads)
        : ending_(ending), known_(known), threads_(threads),
          index_(ending), pieces_{Piece::WhiteKing, Piece::BlackKing} {
        std::copy(ending.others().begin(), ending.others().end(),
                  pieces_.begin() + RetrogradeIndex::first_other);
        has_en_passant_ = ending.name() == "KPvKP";
        for (const Color side : both_colors) {
            values_[side].resize(index_.size());
            open_[side].resize(index_.size());
        }
    }

    std::optional<MateTable> run(const std::stop_token& stop,
                                 const std::function<void(int)>& report) {
        if (report) report(0);
        for (const Color side : both_colors)
            in_chunks([&](std::size_t first, std::size_t end) {
                if (stop.stop_requested()) return;
                for (std::size_t i = first; i < end; ++i) look_first(i, side);
            });
        for (int plies = 0; plies <= longest_ && !stop.stop_requested(); ++plies) {
            if (report) report(plies);
            // Side after side: a thread reads the values of one and writes those of the other.
            for (const Color side : both_colors) {
                std::atomic<bool> found = false;
                in_chunks([&](std::size_t first, std::size_t end) {
                    if (go_back(first, end, side, static_cast<MateValue>(plies))) found = true;
                });
                if (found) raise_longest(plies + 1);
            }
        }
        if (stop.stop_requested()) return std::nullopt;
        return table();
    }

  private:
    using Board = RetrogradeIndex::Board;

    // More moves than any position has: it is not lost, whatever its other moves lead to.
    static constexpr std::uint8_t never_lost = 200;
    static constexpr std::size_t chunk_size = std::size_t{1} << 14;

    template <class Work>
    void in_chunks(Work work) const {
        share_among_threads(threads_, index_.size() / chunk_size, [&](std::size_t chunk) {
            work(chunk * chunk_size, (chunk + 1) * chunk_size);
        });
    }

    void raise_longest(int plies) {
        assert(plies <= most_mate_plies);
        for (int before = longest_; before < plies;)
            if (longest_.compare_exchange_weak(before, plies)) return;
    }

    [[nodiscard]] static bool is_pawn(Piece piece) { return type_of(piece) == PieceType::Pawn; }
    [[nodiscard]] Bitboard attacks_of(std::size_t piece, Square from, Bitboard occupied) const {
        return is_pawn(pieces_[piece]) ? pawn_attacks(color_of(pieces_[piece]), from)
                                       : piece_attacks(type_of(pieces_[piece]), from, occupied);
    }
    [[nodiscard]] Bitboard attacks_of_all(const Board& board, Color by, Bitboard occupied) const {
        Bitboard attacks = 0;
        for (std::size_t i = 0; i < index_.count(); ++i)
            if (color_of(pieces_[i]) == by) attacks |= attacks_of(i, board.square[i], occupied);
        return attacks;
    }
    [[nodiscard]] Square king_of(const Board& board, Color color) const {
        return board.square[static_cast<std::size_t>(color)];
    }

    // Puts a pawn that may be taken en passant on its fourth rank; the square behind it, or
    // Square::None. The board must be that of an index with `us` to move.
    Square place_double_step(Board& board, Color us) const {
        if (!has_en_passant_) return Square::None;
        const std::size_t theirs =
            RetrogradeIndex::first_other + (us == Color::White ? std::size_t{1} : std::size_t{0});
        Square& pawn = board.square[theirs];
        if (rank_of(pawn) != back_rank(~us)) return Square::None;
        const Step step = forward(~us);
        const Square behind = pawn + step + step;
        pawn = behind + step;
        // Another piece may stand on the first rank.
        board.occupied = 0;
        for (const Square square : board.square) board.occupied |= bit(square);
        return behind;
    }

    // Whether the pieces stand as in a legal position.
    [[nodiscard]] bool is_legal(const Board& board, Color us, Square en_passant) const {
        if (popcount(board.occupied) != static_cast<int>(index_.count())) return false;
        for (std::size_t i = RetrogradeIndex::first_other; i < index_.count(); ++i)
            if (is_pawn(pieces_[i]) &&
                contains(bits_of(Rank::R1) | bits_of(Rank::R8), board.square[i]))
                return false;
        if (ending_.has_twins() && board.square[2] > board.square[3]) return false;
        if (en_passant != Square::None) {
            const std::size_t ours = RetrogradeIndex::first_other + static_cast<std::size_t>(us);
            const Bitboard passed = bit(en_passant) | bit(en_passant - forward(~us));
            if ((board.occupied & passed) != 0 ||
                !contains(pawn_attacks(us, board.square[ours]), en_passant))
                return false;
        }
        return !contains(attacks_of_all(board, us, board.occupied), king_of(board, ~us));
    }

    // The value after a move that leaves the ending, for the side to move then. A piece that is
    // taken has the number `taken`; count() if there is none.
    [[nodiscard]] MateValue known_value(const Board& board, Color us, std::size_t mover, Square to,
                                        PieceType becomes, std::size_t taken) const {
        FewPieces after;
        after.side_to_move = ~us;
        for (std::size_t i = 0; i < index_.count(); ++i) {
            if (i == taken) continue;
            const Square square = i == mover ? to : board.square[i];
            if (i < RetrogradeIndex::first_other) {
                after.king[color_of(pieces_[i])] = square;
                continue;
            }
            after.piece[after.others] = i == mover ? make_piece(us, becomes) : pieces_[i];
            after.square[after.others++] = square;
        }
        return known_.value(after);
    }

    // The moves of one piece to these squares, of which only legal ones are given: counts those
    // that stay in the ending, and adds the others.
    int take_moves(const Board& board, Color us, std::size_t mover, Bitboard targets,
                   KnownMoves& known) const {
        const PieceType type = type_of(pieces_[mover]);
        const Bitboard last = bits_of(Rank::R1) | bits_of(Rank::R8);
        const Bitboard leaving =
            targets & (board.occupied | (type == PieceType::Pawn ? last : Bitboard{0}));
        for (const Square to : squares(leaving)) {
            std::size_t taken = index_.count();
            for (std::size_t i = RetrogradeIndex::first_other; i < index_.count(); ++i)
                if (board.square[i] == to) taken = i;
            if (type != PieceType::Pawn || !contains(last, to)) {
                known.add(known_value(board, us, mover, to, type, taken));
                continue;
            }
            for (const PieceType promoted :
                 {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
                known.add(known_value(board, us, mover, to, promoted, taken));
        }
        return popcount(targets & ~leaving);
    }

    [[nodiscard]] Bitboard pseudo_legal(const Board& board, Color us, std::size_t mover) const {
        const Square from = board.square[mover];
        Bitboard theirs = 0;
        for (std::size_t i = 0; i < index_.count(); ++i)
            if (color_of(pieces_[i]) != us) theirs |= bit(board.square[i]);
        const Bitboard attacks = attacks_of(mover, from, board.occupied);
        if (!is_pawn(pieces_[mover])) return attacks & (~board.occupied | theirs);
        Bitboard targets = attacks & theirs;
        const Step step = forward(us);
        if (contains(board.occupied, from + step)) return targets;
        targets |= bit(from + step);
        if (rank_of(from) == relative_rank(us, Rank::R2))
            targets |= bit(from + step + step) & ~board.occupied;
        return targets;
    }

    // The squares that the pieces of one side may go to: where they answer a check, and where they
    // stay between their king and a slider.
    struct Restrictions {
        Bitboard answers = ~Bitboard{0};
        std::array<Bitboard, RetrogradeIndex::most_pieces> pin{~Bitboard{0}, ~Bitboard{0},
                                                               ~Bitboard{0}, ~Bitboard{0}};
        bool in_check = false;
    };
    [[nodiscard]] Restrictions restrictions(const Board& board, Color us) const {
        Restrictions result;
        const Square king = king_of(board, us);
        for (std::size_t i = RetrogradeIndex::first_other; i < index_.count(); ++i) {
            if (color_of(pieces_[i]) == us) continue;
            const Square from = board.square[i];
            if (contains(attacks_of(i, from, board.occupied), king)) {
                result.answers &= path_to(king, from);
                result.in_check = true;
                continue;
            }
            // With nothing between, it would give check.
            if (is_pawn(pieces_[i]) || !contains(attacks_of(i, from, 0), king)) continue;
            const Bitboard path = path_to(king, from);
            const Bitboard between = path & board.occupied & ~bit(from);
            if (!has_at_most_one(between)) continue;
            for (std::size_t j = RetrogradeIndex::first_other; j < index_.count(); ++j)
                if (contains(between, board.square[j])) result.pin[j] = path;
        }
        return result;
    }

    void look_first(std::size_t index, Color us) {
        Board board = index_.board(index);
        const Square en_passant = place_double_step(board, us);
        MateValue& value = values_[us][index];
        std::uint8_t& open = open_[us][index];
        open = never_lost;
        if (!is_legal(board, us, en_passant)) {
            value = mate_illegal;
            return;
        }
        KnownMoves known;
        const Restrictions allowed = restrictions(board, us);
        const auto king = static_cast<std::size_t>(us);
        const Bitboard attacked =
            attacks_of_all(board, ~us, board.occupied ^ bit(board.square[king]));
        int moves = take_moves(board, us, king, pseudo_legal(board, us, king) & ~attacked, known);
        for (std::size_t i = RetrogradeIndex::first_other; i < index_.count(); ++i)
            if (color_of(pieces_[i]) == us)
                moves += take_moves(board, us, i,
                                    pseudo_legal(board, us, i) & allowed.answers & allowed.pin[i],
                                    known);
        // It is always legal: with the pawn, nothing is left that could give check.
        if (en_passant != Square::None)
            known.add(known_value(board, us, RetrogradeIndex::first_other + king, en_passant,
                                  PieceType::Pawn, RetrogradeIndex::first_other + 1 - king));

        value = mate_draw;
        if (known.win <= most_mate_plies) {
            value = static_cast<MateValue>(known.win);
        } else if (known.draw || (moves == 0 && !known.any && !allowed.in_check)) {
            return;
        } else {
            // Lost in at least so many plies, if no move is left open.
            if (known.any || moves == 0) value = static_cast<MateValue>(known.loss);
            open = static_cast<std::uint8_t>(moves);
        }
        if (value != mate_draw) raise_longest(value);
    }

    // The predecessors of the positions with this value; whether there were such positions.
    bool go_back(std::size_t first, std::size_t end, Color us, MateValue plies) {
        const MateValue* const values = values_[us].data();
        bool found = false;
        for (std::size_t i = first; i < end; ++i) {
            const void* next = std::memchr(values + i, plies, end - i);
            if (next == nullptr) break;
            i = static_cast<std::size_t>(static_cast<const MateValue*>(next) - values);
            if (plies % 2 == 0 && open_[us][i] != 0) continue;  // not lost, or not yet
            found = true;
            take_back(i, us, plies);
        }
        return found;
    }

    void take_back(std::size_t index, Color us, MateValue plies) {
        Board board = index_.board(index);
        const Color them = ~us;
        if (const Square behind = place_double_step(board, us); behind != Square::None) {
            const std::size_t pawn = RetrogradeIndex::first_other + static_cast<std::size_t>(them);
            arrive(index, board, pawn, behind - forward(them), us, plies);
            return;
        }
        for (std::size_t i = 0; i < index_.count(); ++i) {
            if (color_of(pieces_[i]) != them) continue;
            for (const Square from : squares(origins(board, i, us)))
                arrive(index, board, i, from, us, plies);
        }
    }

    // Where a piece of the side that has just moved can have come from, without a capture.
    [[nodiscard]] Bitboard origins(const Board& board, std::size_t piece, Color us) const {
        const Square to = board.square[piece];
        if (!is_pawn(pieces_[piece]))
            return attacks_of(piece, to, board.occupied) & ~board.occupied;
        const Color them = ~us;
        const Rank rank = relative_rank(them, rank_of(to));
        const Square one = to - forward(them);
        if (rank == Rank::R2 || contains(board.occupied, one)) return 0;
        Bitboard from = bit(one);
        if (rank != Rank::R4) return from;
        const Square two = one - forward(them);
        // After such a double step the position would be one with an en passant right.
        const bool can_be_taken =
            has_en_passant_ &&
            contains(
                pawn_attacks(
                    us, board.square[RetrogradeIndex::first_other + static_cast<std::size_t>(us)]),
                one);
        if (!contains(board.occupied, two) && !can_be_taken) from |= bit(two);
        return from;
    }

    // Notes that a move from there leads to a position with this value. The position before it
    // may not be legal.
    void arrive(std::size_t index, const Board& board, std::size_t piece, Square from, Color us,
                MateValue plies) {
        const std::size_t before = index_.moved(index, board, piece, from);
        note(before, ~us, plies);
        if (!has_en_passant_) return;
        // The same position with a pawn that has just made its double step.
        const std::size_t pawn = RetrogradeIndex::first_other + static_cast<std::size_t>(us);
        const Square square = board.square[pawn];
        if (relative_rank(us, rank_of(square)) != Rank::R4) return;
        Board origin = board;
        origin.square[piece] = from;
        origin.square[pawn] = make_square(file_of(square), back_rank(us));
        note(index_(origin.square), ~us, plies);
    }

    void note(std::size_t before, Color side, MateValue plies) {
        const auto next = static_cast<MateValue>(plies + 1);
        const std::atomic_ref<MateValue> value(values_[side][before]);
        if (plies % 2 == 0) {
            // A mate as short, found otherwise, stays. An even value is no more than a lower bound
            // for the case that all moves lose.
            const MateValue now = value.load(std::memory_order_relaxed);
            if (now != mate_illegal && (now % 2 == 0 || now > next))
                value.store(next, std::memory_order_relaxed);
            return;
        }
        const std::atomic_ref<std::uint8_t> open(open_[side][before]);
        if (open.fetch_sub(1, std::memory_order_relaxed) != 1) return;
        const MateValue least = value.load(std::memory_order_relaxed);
        assert(least % 2 == 0);
        value.store(least == mate_draw ? next : std::max(least, next), std::memory_order_relaxed);
    }

    [[nodiscard]] MateTable table() const {
        std::vector<MateValue> values(ending_.sides() * ending_.size());
        for (std::size_t s = 0; s < ending_.sides(); ++s) {
            const Color side = static_cast<Color>(s);
            constexpr std::size_t slice = std::size_t{1} << 14;
            share_among_threads(threads_, (ending_.size() + slice - 1) / slice, [&](std::size_t k) {
                const std::size_t end = std::min(ending_.size(), (k + 1) * slice);
                for (std::size_t number = k * slice; number < end; ++number)
                    values[s * ending_.size() + number] = found_value(side, number);
            });
        }
        return {ending_, std::move(values)};
    }

    [[nodiscard]] MateValue found_value(Color side, std::size_t number) const {
        const FewPieces position = ending_.position_at(side, number);
        const std::size_t index = index_({position.king[Color::White], position.king[Color::Black],
                                          position.square[0], position.square[1]});
        const MateValue value = values_[side][index];
        if (value % 2 == 0 && open_[side][index] != 0) return mate_draw;
        return value;
    }

    const Ending& ending_;
    const KnownMates& known_;
    const std::size_t threads_;
    const RetrogradeIndex index_;
    std::array<Piece, RetrogradeIndex::most_pieces> pieces_;
    bool has_en_passant_;
    // By side to move. An even value counts only when no move is open; until then it is the least
    // length of a loss. An odd one counts when the analysis has come to that length.
    ByColor<std::vector<MateValue>> values_;
    ByColor<std::vector<std::uint8_t>> open_;  // moves that may yet prove not to lose
    std::atomic<int> longest_ = 0;
};

}  // namespace

MateValue KnownMates::value(const FewPieces& position) const {
    if (position.others == 0) return mate_draw;
    const EndingNumber number = EndingNumber::of(position);
    if (number.ending->is_dead()) return mate_draw;
    assert(tables_[number.ending->ordinal()] != nullptr);
    return tables_[number.ending->ordinal()]->value(number.side_to_move, number.number);
}

std::optional<MateTable> analyse_ending(const Ending& ending, const KnownMates& known,
                                        std::size_t threads, const std::stop_token& stop,
                                        const std::function<void(int plies)>& report) {
    return EndingAnalysis(ending, known, threads).run(stop, report);
}

}  // namespace rookery
