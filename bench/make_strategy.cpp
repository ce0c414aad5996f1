// Copy-make or make and unmake? Both do the work a search needs at every node (all keys, checkers,
// pins, mailbox) over the same positions and moves; only the way back differs.
//
// Run: ./rookery bench make_strategy

#include "chess/movegen.h"
#include "chess/position.h"

#include <benchmark/benchmark.h>

#include <array>
#include <vector>

using namespace rookery;

namespace {

// Make and unmake: one board changed in place, and a stack of what cannot be computed backwards.
class UndoBoard {
  public:
    explicit UndoBoard(const Position& position) {
        for (PieceType type : all_piece_types) by_type_[type] = position.pieces(type);
        for (Color color : both_colors) by_color_[color] = position.pieces(color);
        for (int i = 0; i < 64; ++i) board_[square_at(i)] = position.piece_on(square_at(i));
        for (std::size_t part = 0; part < key_parts; ++part)
            state_->keys.values[part] = position.key(static_cast<KeyPart>(part));
        state_->castling_rooks = position.castling_rooks();
        state_->en_passant = position.en_passant();
        state_->halfmove_clock = position.halfmove_clock();
        side_ = position.side_to_move();
    }

    [[nodiscard]] Key key() const { return state_->keys[KeyPart::Full]; }
    [[nodiscard]] Bitboard checkers() const { return state_->checkers; }

    // Normal moves only: they are nearly all moves of a search, and enough for the comparison.
    template <Color us>
    void make(Move move) {
        const State& before = *state_;
        State& now = *++state_;
        const Square from = move.from();
        const Square to = move.to();
        const Piece piece = board_[from];
        const Piece captured = board_[to];
        now.captured = captured;
        now.en_passant = Square::None;
        now.castling_rooks = before.castling_rooks;
        now.halfmove_clock = before.halfmove_clock + 1;
        by_type_[type_of(piece)] ^= bit(from) | bit(to);
        by_color_[us] ^= bit(from) | bit(to);
        if (captured != Piece::None) {
            by_type_[type_of(captured)] ^= bit(to);
            by_color_[~us] ^= bit(to);
            now.halfmove_clock = 0;
        }
        board_[from] = Piece::None;
        board_[to] = piece;
        const auto& zobrist = detail::zobrist;
        const Key moved = zobrist.piece[piece][from] ^ zobrist.piece[piece][to];
        const Key taken = zobrist.piece[captured][to];
        for (std::size_t part = 0; part < key_parts; ++part)
            now.keys.values[part] = before.keys.values[part] ^
                                    (moved & zobrist.covered[piece].values[part]) ^
                                    (taken & zobrist.covered[captured].values[part]);
        Key turn = zobrist.black_to_move;
        if (before.en_passant != Square::None)
            turn ^= zobrist.en_passant[file_of(before.en_passant)];
        const bool king_moved = type_of(piece) == PieceType::King;
        const Bitboard rights = bit(from) | bit(to) | (king_moved ? bits_of(back_rank(us)) : 0);
        for (Square rook : squares(now.castling_rooks & rights))
            turn ^= zobrist.castling_rook[rook];
        now.castling_rooks &= ~rights;
        now.keys[KeyPart::Full] ^= turn;
        if (type_of(piece) == PieceType::Pawn) now.halfmove_clock = 0;
        side_ = ~us;
        find_checks_and_pins<~us>();
    }

    template <Color us>
    void unmake(Move move) {
        const Piece captured = state_->captured;
        const Piece piece = board_[move.to()];
        by_type_[type_of(piece)] ^= bit(move.from()) | bit(move.to());
        by_color_[us] ^= bit(move.from()) | bit(move.to());
        if (captured != Piece::None) {
            by_type_[type_of(captured)] ^= bit(move.to());
            by_color_[~us] ^= bit(move.to());
        }
        board_[move.from()] = piece;
        board_[move.to()] = captured;
        side_ = us;
        --state_;
    }

  private:
    struct State {
        Keys keys{};
        Bitboard checkers = 0, straight_pins = 0, diagonal_pins = 0, castling_rooks = 0;
        Square en_passant = Square::None;
        Piece captured = Piece::None;
        int halfmove_clock = 0;
    };

    template <Color us>
    void find_checks_and_pins() {
        const Bitboard enemy = by_color_[~us];
        const Bitboard all = by_color_[Color::White] | by_color_[Color::Black];
        const Square king = first_square(by_color_[us] & by_type_[PieceType::King]);
        const Bitboard queens = by_type_[PieceType::Queen];
        Bitboard checkers = (knight_attacks(king) & enemy & by_type_[PieceType::Knight]) |
                            (pawn_attacks(us, king) & enemy & by_type_[PieceType::Pawn]);
        const auto look = [&](Bitboard sliders) {
            Bitboard pins = 0;
            for (Square slider : squares(sliders)) {
                const Bitboard path = path_to(king, slider);
                const Bitboard between = path & all & ~bit(slider);
                checkers |= between == 0 ? bit(slider) : 0;
                pins |= between != 0 && has_at_most_one(between) ? path : 0;
            }
            return pins;
        };
        state_->straight_pins =
            look(rook_rays(king) & enemy & (by_type_[PieceType::Rook] | queens));
        state_->diagonal_pins =
            look(bishop_rays(king) & enemy & (by_type_[PieceType::Bishop] | queens));
        state_->checkers = checkers;
    }

    ByPieceType<Bitboard> by_type_;
    ByColor<Bitboard> by_color_;
    BySquare<Piece> board_;
    std::array<State, 8> states_;
    State* state_ = states_.data();
    Color side_;
};

struct Node {
    Position position;
    std::vector<Move> moves;
};

// Positions of a few random games, with the moves both ways can make.
std::vector<Node> nodes() {
    std::vector<Node> all;
    Random random(1);
    for (int game = 0; game < 20; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 80; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            Node node{position, {}};
            for (Move move : moves)
                if (move.kind() == MoveKind::Normal) node.moves.push_back(move);
            all.push_back(node);
            position.make(moves[random.below(moves.size())]);
        }
    }
    return all;
}

template <Color us>
Key copy_and_make(const Node& node) {
    Key sum = 0;
    for (Move move : node.moves) {
        const Position next = node.position.after<us>(move);
        benchmark::DoNotOptimize(&next);
        sum += next.key() ^ next.checkers();
    }
    return sum;
}

template <Color us>
Key make_and_unmake(UndoBoard& board, const Node& node) {
    Key sum = 0;
    for (Move move : node.moves) {
        board.make<us>(move);
        benchmark::DoNotOptimize(&board);
        sum += board.key() ^ board.checkers();
        board.unmake<us>(move);
    }
    return sum;
}

void copy_make(benchmark::State& state) {
    const std::vector<Node> all = nodes();
    std::int64_t made = 0;
    for (auto _ : state) {
        for (const Node& node : all) {
            benchmark::DoNotOptimize(node.position.side_to_move() == Color::White
                                         ? copy_and_make<Color::White>(node)
                                         : copy_and_make<Color::Black>(node));
            made += static_cast<std::int64_t>(node.moves.size());
        }
    }
    state.SetItemsProcessed(made);
}
BENCHMARK(copy_make);

void make_unmake(benchmark::State& state) {
    const std::vector<Node> all = nodes();
    std::vector<UndoBoard> boards;
    boards.reserve(all.size());  // a board points into itself and must stay where it is
    for (const Node& node : all) boards.emplace_back(node.position);
    std::int64_t made = 0;
    for (auto _ : state) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            benchmark::DoNotOptimize(all[i].position.side_to_move() == Color::White
                                         ? make_and_unmake<Color::White>(boards[i], all[i])
                                         : make_and_unmake<Color::Black>(boards[i], all[i]));
            made += static_cast<std::int64_t>(all[i].moves.size());
        }
    }
    state.SetItemsProcessed(made);
}
BENCHMARK(make_unmake);

}  // namespace

BENCHMARK_MAIN();
