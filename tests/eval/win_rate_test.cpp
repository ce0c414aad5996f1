#include "eval/win_rate.h"

#include "base/files.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace rookery {
namespace {

const Position& start() {
    static const Position position = Position::start();
    return position;
}

TEST(WinRate, IsFairAndComplete) {
    for (int value = -2000; value <= 2000; value += 7) {
        const WinDrawLoss wdl = win_draw_loss(Score(value), start());
        EXPECT_EQ(wdl.win + wdl.draw + wdl.loss, 1000);
        EXPECT_GE(wdl.draw, 0);
        const WinDrawLoss mirrored = win_draw_loss(Score(-value), start());
        EXPECT_EQ(mirrored.win, wdl.loss);
        EXPECT_LE(wdl.win, win_draw_loss(Score(value + 7), start()).win);
    }
    const WinDrawLoss even = win_draw_loss(Score::draw(), start());
    EXPECT_EQ(even.win, even.loss);
}

// The page says which value wins half of the games, with all pieces, with half and with almost
// none.
TEST(WinRate, ThePageHasTheFiguresOfTheModel) {
    const auto page = text_of_file(ROOKERY_SOURCE_DIR "/docs/evaluation.md");
    ASSERT_TRUE(page) << page.error();
    std::string text = *page;
    std::ranges::replace(text, '\n', ' ');
    const auto value = [](int material) {
        double least = 0;
        while (win_probability(least, material, win_rate_model) < 0.5) least += 0.01;
        return static_cast<int>(std::lround(least));
    };
    const std::string figures =
        std::to_string(value(material_at_the_start)) + " with all pieces on the board, " +
        std::to_string(value(material_at_the_start / 2)) + " with half of the material and " +
        std::to_string(value(0)) + " with almost none";
    EXPECT_NE(text.find(figures), std::string::npos) << figures;
}

TEST(WinRate, AHundredCentipawnsWinHalfTheGames) {
    for (const Position& position :
         {start(), test::position_of("8/5k2/8/8/8/8/4PK2/8 w - - 0 1")}) {
        int value = 0;
        while (win_draw_loss(Score(value), position).win < 500) ++value;
        EXPECT_NEAR(centipawns(Score(value), position), 100, 1);
    }
    WinRateModel other;
    other.half_won.full = 250;
    EXPECT_EQ(centipawns(Score(-250), start(), other), -100);
    EXPECT_EQ(win_draw_loss(Score(250), start(), other).win, 500);
}

TEST(WinRate, WhatIsDecidedIsCertain) {
    EXPECT_EQ(win_draw_loss(Score::mate_in(3), start()), (WinDrawLoss{1000, 0, 0}));
    EXPECT_EQ(win_draw_loss(Score::mated_in(0), start()), (WinDrawLoss{0, 0, 1000}));
    EXPECT_EQ(win_draw_loss(Score::win_in(9), start()).win, 1000);
    EXPECT_EQ(win_draw_loss(Score(Score::max_evaluation), start()).win, 1000);
}

}  // namespace
}  // namespace rookery
