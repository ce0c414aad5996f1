#include "training/game_codec.h"

#include "training/random_game.h"

#include <gtest/gtest.h>

namespace rookery::training {
namespace {

TEST(GameCodec, GivesBackWhatWentIn) {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const SelfplayGame game = random_game(random);
        const auto again = decode(encode(game));
        ASSERT_TRUE(again.has_value());
        EXPECT_EQ(*again, game);
    }
}

TEST(GameCodec, AnOrdinaryStartCostsNothing) { EXPECT_EQ(encode(SelfplayGame{}).size(), 3U); }

TEST(GameCodec, RefusesEveryCutAndWhatComesAfterTheEnd) {
    Random random(4);
    SelfplayGame game;
    while (game.moves.size() < 10 || game.opening_plies == game.moves.size())
        game = random_game(random, 30);
    const std::string bytes = encode(game);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size)).has_value()) << size;
    EXPECT_FALSE(decode(bytes + '\0').has_value());
}

TEST(GameCodec, SurvivesAnyBytes) {
    Random random(5);
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = encode(random_game(random, 20));
        for (int n = 0; n < 3; ++n)
            bytes[static_cast<std::size_t>(random.below(bytes.size()))] =
                static_cast<char>(random.below(256));
        const auto game = decode(bytes);
        if (!game) continue;
        Position position = game->start;
        for (const ScoredMove& scored : game->moves) {
            ASSERT_TRUE(position.is_legal(scored.move));
            position = position.after(scored.move);
        }
    }
}

}  // namespace
}  // namespace rookery::training
