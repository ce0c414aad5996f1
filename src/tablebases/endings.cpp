#include "tablebases/endings.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Strongest first, as in the names.
constexpr PieceType ending_types[] = {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                      PieceType::Knight, PieceType::Pawn};
constexpr std::string_view ending_letters = "PNBRQ";  // in the order of PieceType

constexpr std::size_t places_of(Piece piece) { return type_of(piece) == PieceType::Pawn ? 48 : 64; }

constexpr Square mirrored_on_diagonal(Square square) {
    return square_at((index_of(square) >> 3) | (index_of(square) & 7) << 3);
}

// The pairs of kings that have numbers.
struct KingPairs {
    std::array<std::array<std::uint16_t, 64>, 64> number{};
    std::vector<std::pair<Square, Square>> pairs;

    explicit KingPairs(bool with_pawns) {
        for (int white = 0; white < 64; ++white)
            for (int black = 0; black < 64; ++black)
                if (is_numbered(white, black, with_pawns)) {
                    number[static_cast<std::size_t>(white)][static_cast<std::size_t>(black)] =
                        static_cast<std::uint16_t>(pairs.size());
                    pairs.emplace_back(square_at(white), square_at(black));
                }
    }

    static bool is_numbered(int white, int black, bool with_pawns) {
        const int file = white & 7;
        const int rank = white >> 3;
        if (file > 3 || white == black ||
            contains(king_attacks(square_at(white)), square_at(black)))
            return false;
        if (with_pawns) return true;
        return rank < file || (rank == file && (black >> 3) <= (black & 7));
    }
};

// Two different squares of which the order does not matter.
struct TwinPairs {
    std::vector<std::pair<std::uint8_t, std::uint8_t>> pairs;

    static std::size_t number_of(std::size_t one, std::size_t other) {
        if (one < other) std::swap(one, other);
        return one * (one - 1) / 2 + other;
    }
    TwinPairs() {
        for (std::uint8_t one = 1; one < 64; ++one)
            for (std::uint8_t other = 0; other < one; ++other) pairs.emplace_back(other, one);
    }
};

const KingPairs& king_pairs(bool with_pawns) {
    static const KingPairs without(false);
    static const KingPairs with(true);
    return with_pawns ? with : without;
}

const TwinPairs& twin_pairs() {
    static const TwinPairs pairs;
    return pairs;
}

std::vector<Ending> make_endings() {
    std::vector<std::vector<Piece>> kinds;
    for (const PieceType type : ending_types) kinds.push_back({make_piece(Color::White, type)});
    for (const Color color : both_colors)
        for (std::size_t i = 0; i < std::size(ending_types); ++i)
            for (std::size_t j = i; j < std::size(ending_types); ++j)
                kinds.push_back({make_piece(Color::White, ending_types[i]),
                                 make_piece(color, ending_types[j])});
    const auto rank = [](const std::vector<Piece>& pieces) {
        const auto pawns = std::count_if(pieces.begin(), pieces.end(), [](Piece piece) {
            return type_of(piece) == PieceType::Pawn;
        });
        return std::pair(pieces.size(), pawns);
    };
    std::stable_sort(kinds.begin(), kinds.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<Ending> endings;
    for (const auto& pieces : kinds) endings.emplace_back(endings.size(), pieces);
    return endings;
}

// The ending of each choice of pieces, and how the position becomes one of it.
struct EndingByPieces {
    struct Entry {
        const Ending* ending = nullptr;
        bool swaps_colors = false;
        bool swaps_others = false;
    };
    static constexpr std::size_t none = 10;
    std::array<std::array<Entry, none + 1>, none + 1> entries{};

    EndingByPieces() {
        for (const Ending& ending : Ending::all()) {
            const auto others = ending.others();
            const bool one = others.size() == 1;
            for (const bool colors : {true, false})
                for (const bool turned : {true, false}) {
                    Piece first = others.front();
                    Piece second = others.back();
                    if (colors) {
                        first = make_piece(~color_of(first), type_of(first));
                        second = make_piece(~color_of(second), type_of(second));
                    }
                    if (turned) std::swap(first, second);
                    if (one && turned) continue;
                    entries[code(first)][one ? none : code(second)] = {&ending, colors, turned};
                }
        }
    }
    static std::size_t code(Piece piece) { return static_cast<std::size_t>(piece); }

    [[nodiscard]] const Entry& entry(const FewPieces& position) const {
        return entries[code(position.piece[0])]
                      [position.others == 1 ? none : code(position.piece[1])];
    }
};

const EndingByPieces& ending_by_pieces() {
    static const EndingByPieces table;
    return table;
}

}  // namespace

std::optional<FewPieces> FewPieces::of(const Position& position) {
    if (popcount(position.occupied()) > 4) return std::nullopt;
    FewPieces few;
    few.side_to_move = position.side_to_move();
    for (const Color color : both_colors) few.king[color] = position.king(color);
    for (const Square square : squares(position.occupied() & ~position.pieces(PieceType::King))) {
        few.piece[few.others] = position.piece_on(square);
        few.square[few.others++] = square;
    }
    return few;
}

void FewPieces::swap_colors() {
    side_to_move = ~side_to_move;
    const Square white = king[Color::White];
    king[Color::White] = flip_rank(king[Color::Black]);
    king[Color::Black] = flip_rank(white);
    for (std::size_t i = 0; i < others; ++i) {
        piece[i] = make_piece(~color_of(piece[i]), type_of(piece[i]));
        square[i] = flip_rank(square[i]);
    }
}

void FewPieces::swap_others() {
    std::swap(piece[0], piece[1]);
    std::swap(square[0], square[1]);
}

std::span<const Ending> Ending::all() {
    static const std::vector<Ending> endings = make_endings();
    return endings;
}

const Ending* Ending::find(std::string_view name) {
    for (const Ending& ending : all())
        if (ending.name() == name) return &ending;
    return nullptr;
}

Ending::Ending(std::size_t ordinal, std::span<const Piece> others)
    : ordinal_(ordinal), count_(others.size()), name_("K"),
      is_symmetric_(others.size() == 2 && color_of(others[0]) != color_of(others[1]) &&
                    type_of(others[0]) == type_of(others[1])) {
    std::string black = "vK";
    for (std::size_t i = 0; i < count_; ++i) {
        others_[i] = others[i];
        has_pawns_ = has_pawns_ || type_of(others[i]) == PieceType::Pawn;
        (color_of(others[i]) == Color::White ? name_ : black) +=
            ending_letters[static_cast<std::size_t>(type_of(others[i]))];
    }
    name_ += black;
    const std::size_t first = places_of(others_[0]);
    std::size_t places = first;
    if (count_ == 2) places = has_twins() ? first * (first - 1) / 2 : first * places_of(others_[1]);
    size_ = king_pairs(has_pawns_).pairs.size() * places;
}

bool Ending::is_dead() const {
    const PieceType type = type_of(others_[0]);
    return count_ == 1 && (type == PieceType::Knight || type == PieceType::Bishop);
}

FewPieces Ending::position_at(Color side_to_move, std::size_t number) const {
    assert(number < size_);
    FewPieces position;
    position.side_to_move = side_to_move;
    position.others = count_;
    position.piece = others_;
    std::array<std::size_t, 2> place{};
    const std::size_t first = places_of(others_[0]);
    if (has_twins()) {
        const std::size_t twins = first * (first - 1) / 2;
        const auto [one, other] = twin_pairs().pairs[number % twins];
        place = {one, other};
        number /= twins;
    } else {
        if (count_ == 2) {
            place[1] = number % places_of(others_[1]);
            number /= places_of(others_[1]);
        }
        place[0] = number % first;
        number /= first;
    }
    for (std::size_t i = 0; i < count_; ++i)
        position.square[i] =
            square_at(static_cast<int>(place[i]) + (places_of(others_[i]) == 48 ? 8 : 0));
    const auto [white, black] = king_pairs(has_pawns_).pairs[number];
    position.king[Color::White] = white;
    position.king[Color::Black] = black;
    return position;
}

std::size_t Ending::number_of(const FewPieces& position) const {
    Square white = position.king[Color::White];
    Square black = position.king[Color::Black];
    std::array<Square, 2> square = position.square;
    int mirror = (index_of(white) & 7) > 3 ? 7 : 0;
    if (!has_pawns_ && index_of(white) > 31) mirror |= 56;
    const auto mirrored = [mirror](Square one) { return square_at(index_of(one) ^ mirror); };
    white = mirrored(white);
    black = mirrored(black);
    for (Square& one : square) one = mirrored(one);
    if (!has_pawns_) {
        const auto above = [](Square one) { return (index_of(one) >> 3) - (index_of(one) & 7); };
        if (above(white) > 0 || (above(white) == 0 && above(black) > 0)) {
            white = mirrored_on_diagonal(white);
            black = mirrored_on_diagonal(black);
            for (Square& one : square) one = mirrored_on_diagonal(one);
        }
    }
    std::size_t number =
        king_pairs(has_pawns_)
            .number[static_cast<std::size_t>(white)][static_cast<std::size_t>(black)];
    const auto place = [&](std::size_t i) {
        return static_cast<std::size_t>(square[i]) - (places_of(others_[i]) == 48 ? 8 : 0);
    };
    const std::size_t first = places_of(others_[0]);
    if (has_twins())
        return number * (first * (first - 1) / 2) + TwinPairs::number_of(place(0), place(1));
    number = number * first + place(0);
    return count_ == 1 ? number : number * places_of(others_[1]) + place(1);
}

std::vector<const Ending*> Ending::needs() const {
    std::vector<bool> found(all().size());
    const auto add = [&](const FewPieces& kind, const auto& add_next) -> void {
        const Ending* ending = ending_by_pieces().entry(kind).ending;
        if (found[ending->ordinal()]) return;
        found[ending->ordinal()] = true;
        for (std::size_t i = 0; i < kind.others; ++i) {
            if (type_of(kind.piece[i]) == PieceType::Pawn)
                for (const PieceType type : ending_types) {
                    FewPieces promoted = kind;
                    promoted.piece[i] = make_piece(color_of(kind.piece[i]), type);
                    add_next(promoted, add_next);
                }
            if (kind.others == 2) {
                FewPieces taken = kind;
                taken.others = 1;
                taken.piece[0] = kind.piece[1 - i];
                add_next(taken, add_next);
            }
        }
    };
    FewPieces own;
    own.others = count_;
    own.piece = others_;
    add(own, add);
    std::vector<const Ending*> needed;
    for (const Ending& ending : all())
        if (found[ending.ordinal()] && ending.ordinal() != ordinal_) needed.push_back(&ending);
    return needed;
}

EndingNumber EndingNumber::of(FewPieces position) {
    assert(position.others > 0);
    const EndingByPieces::Entry& entry = ending_by_pieces().entry(position);
    if (entry.swaps_colors) position.swap_colors();
    if (entry.swaps_others) position.swap_others();
    if (entry.ending->is_symmetric() && position.side_to_move == Color::Black) {
        position.swap_colors();
        position.swap_others();
    }
    return {entry.ending, position.side_to_move, entry.ending->number_of(position)};
}

}  // namespace rookery
