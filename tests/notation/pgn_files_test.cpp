// Files that other readers stumbled over, with what is really in them.
#include "base/text.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <map>

namespace rookery {
namespace {

struct Expected {
    std::vector<std::size_t> moves;   // of the main line, game by game
    std::vector<std::string> errors;  // what each game's error contains; empty for none
};

const std::map<std::string, Expected>& expectations() {
    static const std::map<std::string, Expected> files = {
        {"backslash_header.pgn", {{95}, {""}}},
        {"basic.pgn", {{130}, {""}}},
        // Castling through the queen: the file tests the zeros, not the rules.
        {"black2move.pgn",
         {{0}, {"line 4, column 5: 0-0-0: castling queenside is blocked by the queen on d8"}}},
        {"book.pgn", {{16}, {""}}},
        {"castling.pgn", {{6}, {""}}},
        {"comment_before_moves.pgn", {{139}, {""}}},
        {"corrupted.pgn", {{124}, {"line 57, column 25: Kx: 'Kx' is not a move"}}},
        {"empty_body.pgn", {{0, 252}, {"", ""}}},
        {"multiple.pgn", {{130, 84, 176, 142}, {"", "", "", ""}}},
        {"newline.pgn", {{6}, {""}}},
        {"no_moves.pgn", {{0}, {""}}},
        {"no_moves_but_comment_followed_by_termination_marker.pgn", {{0, 0}, {"", ""}}},
        {"no_moves_but_game_termination.pgn", {{0}, {""}}},
        {"no_moves_but_game_termination_2.pgn", {{0}, {""}}},
        {"no_moves_but_game_termination_3.pgn", {{0}, {""}}},
        {"no_moves_but_game_termination_multiple.pgn", {{0, 126}, {"", ""}}},
        {"no_moves_but_game_termination_multiple_2.pgn", {{0, 0, 0}, {"", "", ""}}},
        {"no_moves_two_games.pgn", {{0, 0}, {"", ""}}},
        {"no_result.pgn", {{0}, {""}}},
        {"non_ascii.pgn", {{20}, {""}}},
        {"skip.pgn", {{130, 130}, {"", ""}}},
        {"square_bracket_in_header.pgn", {{130}, {""}}},
        {"threefold_repetition.pgn", {{9}, {""}}},
        {"unescaped_quote_header.pgn", {{20}, {""}}},
        {"variations.pgn", {{108}, {""}}},
        {"anastasian-lewis.pgn", {{84}, {""}}},
        {"antichess-programfox.pgn",
         {{0, 0}, {"'Antichess' has other rules", "'Antichess' has other rules"}}},
        {"chessbase-empty-line.pgn", {{134}, {""}}},
        {"cutechess-fischerrandom.pgn", {{120, 99, 70, 107}, {"", "", "", ""}}},
        {"kasparov-deep-blue-1997.pgn", {{89, 89, 95, 111, 98, 37}, {"", "", "", "", "", ""}}},
        {"knightvuillaume-jannlee-zh-lichess.pgn", {{0}, {"'Crazyhouse' has other rules"}}},
        {"molinari-bordais-1979.pgn", {{10}, {""}}},
        {"nepomniachtchi-liren-game1.pgn", {{97}, {""}}},
        {"saturs-jannlee-zh-lichess.pgn", {{0}, {"'Crazyhouse' has other rules"}}},
        {"stockfish-learning.pgn", {{154}, {""}}},
        {"uci-moves.pgn", {{113}, {""}}},
        {"utf8-bom.pgn", {{0, 0}, {"", ""}}},
    };
    return files;
}

std::vector<PgnGame> games_in(const std::filesystem::path& path) {
    std::vector<PgnGame> games;
    auto source = FileSource::open(path.string());
    if (!source) return games;
    PgnReader reader(*source);
    while (auto game = read_pgn_game(reader)) games.push_back(std::move(*game));
    return games;
}

TEST(PgnFiles, EveryFileHoldsWhatItShould) {
    ROOKERY_NEED_DATA(data);
    std::size_t files = 0;
    for (const char* folder : {"pgn/chess-library", "pgn/python-chess", "fuzz/python-chess/pgn"}) {
        for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
            const std::string name = entry.path().filename().string();
            SCOPED_TRACE(name);
            ++files;
            const auto expected = expectations().find(name);
            ASSERT_NE(expected, expectations().end());
            const auto games = games_in(entry.path());
            ASSERT_EQ(games.size(), expected->second.moves.size());
            for (std::size_t i = 0; i < games.size(); ++i) {
                EXPECT_EQ(games[i].main.moves.size(), expected->second.moves[i]);
                const std::string error = games[i].error ? describe(*games[i].error) : "";
                EXPECT_EQ(error.empty(), expected->second.errors[i].empty()) << error;
                EXPECT_NE(error.find(expected->second.errors[i]), std::string::npos) << error;
            }
        }
    }
    EXPECT_EQ(files, 45u);
}

// Where a file counts its own half-moves, and the game is not cut short, the count must agree.
TEST(PgnFiles, PlyCountsAgree) {
    ROOKERY_NEED_DATA(data);
    std::size_t compared = 0;
    for (const char* folder : {"pgn/chess-library", "pgn/python-chess"}) {
        for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
            for (const PgnGame& game : games_in(entry.path())) {
                const int plies = parse_digits(game.tag("PlyCount"), 10000).value_or(-1);
                const std::string name = entry.path().filename().string();
                const bool excerpt =
                    name == "castling.pgn" || name == "newline.pgn" || name == "no_moves.pgn";
                if (plies < 0 || game.error || excerpt) continue;
                EXPECT_EQ(game.main.moves.size(), static_cast<std::size_t>(plies)) << name;
                ++compared;
            }
        }
    }
    EXPECT_GE(compared, 25u);
}

TEST(PgnFiles, EveryReadableGameSurvivesWriting) {
    ROOKERY_NEED_DATA(data);
    for (const char* folder : {"pgn/chess-library", "pgn/python-chess"}) {
        for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
            SCOPED_TRACE(entry.path().filename().string());
            for (const PgnGame& game : games_in(entry.path())) {
                if (game.error) continue;
                const std::string text = to_pgn(game);
                const auto again = read_pgn_games(text);
                ASSERT_EQ(again.size(), 1u);
                EXPECT_EQ(again[0].main, game.main);
                EXPECT_EQ(again[0].start, game.start);
                EXPECT_EQ(again[0].result, game.result);
                EXPECT_EQ(to_pgn(again[0]), text);
            }
        }
    }
}

TEST(PgnFiles, Details) {
    ROOKERY_NEED_DATA(data);
    const auto first = [&](const char* file) { return games_in(data / "pgn" / file).at(0); };
    EXPECT_EQ(first("chess-library/backslash_header.pgn").tag("Event"), "Tournament \\");
    EXPECT_EQ(first("chess-library/unescaped_quote_header.pgn").tag("White"),
              "Smith, John \"The King\"");
    const PgnGame brackets = first("chess-library/square_bracket_in_header.pgn");
    EXPECT_EQ(brackets.tag("Event"), "Batch 10: s20red4c4_t3 vs master[!important]");
    EXPECT_EQ(brackets.tag("Variation"), "closing ] opening");
    EXPECT_EQ(brackets.tag("White"), "New-cfe8\"dsadsa\"ce842c");
    EXPECT_EQ(first("chess-library/non_ascii.pgn").tag("Black"), "Владимир Петров");
    EXPECT_EQ(first("python-chess/utf8-bom.pgn").tag("Event"), "A");

    const PgnGame commented = first("chess-library/comment_before_moves.pgn");
    EXPECT_EQ(commented.main.comment,
              "The original result of the game (1-0) was overturned by an arbiter decision.");
    EXPECT_EQ(parse_comment_commands(commented.main.moves[0].comment).eval,
              (CommentEval{20, {}, {}}));
    EXPECT_EQ(commented.result, GameResult::BlackWins);

    const PgnGame variations = first("chess-library/variations.pgn");
    EXPECT_EQ(variations.main.moves[3].nags, std::vector<int>{146});
    EXPECT_EQ(variations.main.moves[6].variations.at(0).moves.size(), 2u);
    EXPECT_EQ(variations.main.moves[6].variations.at(0).moves[1].nags, std::vector<int>{5});

    // The pass in the 41st move.
    EXPECT_FALSE(first("python-chess/anastasian-lewis.pgn").main.moves.at(81).move);
}

}  // namespace
}  // namespace rookery
