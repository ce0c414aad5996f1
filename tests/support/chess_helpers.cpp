#include "support/chess_helpers.h"

#include "notation/fen.h"

#include <cstdio>

namespace rookery::test {

Position position_of(std::string_view fen) {
    const auto parsed = parse_fen(fen);
    if (!parsed) {
        std::fprintf(stderr, "bad FEN in a test: %.*s: %s\n", static_cast<int>(fen.size()),
                     fen.data(), parsed.error().what.c_str());
        std::abort();
    }
    return parsed->position;
}

Position random_position(Random& random, int plies) {
    const bool ordinary = random.one_in(2);
    const Setup setup = ordinary ? Setup::start()
                                 : Setup::double_chess960(static_cast<int>(random.below(960)),
                                                          static_cast<int>(random.below(960)));
    Position position = Position::from(setup)->position;
    const auto length = random.below(static_cast<std::uint64_t>(plies) + 1);
    for (std::uint64_t ply = 0; ply < length; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        position.make(moves[random.below(moves.size())]);
    }
    return position;
}

Position random_placement(Random& random, int pieces) {
    for (;;) {
        Setup setup;
        setup.side_to_move = random.one_in(2) ? Color::White : Color::Black;
        const auto place = [&](Piece piece) {
            const Square square = square_at(static_cast<int>(random.below(64)));
            if (setup.board[square] == Piece::None) setup.board[square] = piece;
        };
        place(Piece::WhiteKing);
        place(Piece::BlackKing);
        for (int i = 2; i < pieces; ++i) place(static_cast<Piece>(random.below(10)));
        if (auto placed = Position::from(setup)) return placed->position;
    }
}

std::optional<std::filesystem::path> outside_data() {
    const char* folder = std::getenv("ROOKERY_DATA");
    if (folder == nullptr || !std::filesystem::is_directory(folder)) return std::nullopt;
    return std::filesystem::path(folder);
}

}  // namespace rookery::test
