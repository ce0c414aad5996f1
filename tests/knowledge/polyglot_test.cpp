#include "knowledge/polyglot.h"

#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string_view>
#include <vector>

namespace rookery::polyglot {
namespace {

Game game_after(const std::vector<const char*>& moves) {
    Game game;
    for (const char* text : moves) {
        const auto move = parse_coordinate(game.position(), text);
        EXPECT_TRUE(move && game.play(*move)) << text;
    }
    return game;
}

// The nine examples of the specification, as games.
TEST(Polyglot, HasTheKeysOfTheSpecification) {
    const std::pair<std::vector<const char*>, Key> examples[] = {
        {{}, 0x463b96181691fc9c},
        {{"e2e4"}, 0x823c9b50fd114196},
        {{"e2e4", "d7d5"}, 0x0756b94461c50fb0},
        {{"e2e4", "d7d5", "e4e5"}, 0x662fafb965db29d4},
        {{"e2e4", "d7d5", "e4e5", "f7f5"}, 0x22a48b5a8e47ff78},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}, 0x652a607ca3f242c1},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}, 0x00fdd303c946bdd9},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}, 0x3c8123ea7b067637},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}, 0x5c3f9b829b279560},
    };
    for (const auto& [moves, key] : examples) {
        const Game game = game_after(moves);
        EXPECT_EQ(key_of(game), key) << moves.size();
        // Where the capture is legal, or there is none, the position alone says the same.
        EXPECT_EQ(key_of(game.position()), key) << moves.size();
    }
}

TEST(Polyglot, CountsACaptureThatThePinForbids) {
    // After e2e4 the pawn on d4 stands beside e4, but is pinned to its king by the rook.
    Game game(test::position_of("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"));
    ASSERT_TRUE(game.play(Move(Square::E2, Square::E4)));
    EXPECT_EQ(game.position().en_passant(), Square::None);
    EXPECT_EQ(key_of(game) ^ key_of(game.position()),
              key_of(game.position(), File::E) ^ key_of(game.position()));
    EXPECT_NE(key_of(game), key_of(game.position()));
    // No pawn stands beside this one.
    Game other(test::position_of("8/8/8/8/k1p4R/8/4P3/4K3 w - - 0 1"));
    ASSERT_TRUE(other.play(Move(Square::E2, Square::E4)));
    EXPECT_EQ(key_of(other), key_of(other.position()));
}

TEST(Polyglot, CodesOfMoves) {
    const Position castling = test::position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const auto coded = [](const Position& position, const char* text) {
        return code_of(*parse_coordinate(position, text));
    };
    EXPECT_EQ(coded(castling, "e1h1"), 4 << 6 | 7);
    EXPECT_EQ(coded(castling, "e1a1"), 4 << 6 | 0);
    // Some books write the king's step instead.
    EXPECT_TRUE(move_of(castling, 4 << 6 | 6).is_castling());
    EXPECT_EQ(move_of(castling, 4 << 6 | 2).wing(), Wing::Queen);
    EXPECT_EQ(move_of(castling, 4 << 6 | 5), Move(Square::E1, Square::F1));
    const Position promotion = test::position_of("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    EXPECT_EQ(coded(promotion, "e7e8n"), 1 << 12 | (6 * 8 + 4) << 6 | (7 * 8 + 4));
    EXPECT_EQ(coded(promotion, "e7e8q"), 4 << 12 | (6 * 8 + 4) << 6 | (7 * 8 + 4));
    EXPECT_FALSE(move_of(promotion, 5 << 12 | (6 * 8 + 4) << 6 | (7 * 8 + 4)));
    EXPECT_FALSE(move_of(promotion, (6 * 8 + 4) << 6 | (7 * 8 + 4)));  // no piece is named
    EXPECT_FALSE(move_of(Position::start(), 0));
}

TEST(Polyglot, EveryMoveComesBack) {
    for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"}) {
        const Position position = test::position_of(fen);
        for (const Move move : legal_moves(position))
            EXPECT_EQ(move_of(position, code_of(move)), move);
    }
}

RC_GTEST_PROP(Polyglot, EntriesComeBack,
              (Key key, std::uint16_t move, std::uint16_t weight, std::uint32_t learn)) {
    const Entry entry{key, move, weight, learn};
    std::array<char, entry_size> bytes{};
    write_entry(entry, bytes);
    RC_ASSERT(read_entry(bytes) == entry);
    RC_ASSERT(static_cast<unsigned char>(bytes[0]) == key >> 56);
    RC_ASSERT(static_cast<unsigned char>(bytes[15]) == (learn & 0xFF));
}

RC_GTEST_PROP(Polyglot, AnyCodeIsALegalMoveOrNone, (std::uint16_t code)) {
    const Position position =
        test::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const Move move = move_of(position, code);
    RC_ASSERT(!move || position.is_legal(move));
}

}  // namespace
}  // namespace rookery::polyglot
