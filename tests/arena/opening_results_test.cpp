#include "arena/match/match_tables.h"

#include "arena/match/match_report.h"
#include "store_helpers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace rookery::arena {
namespace {

using enum GameResult;

// The games of a match by number: pairs of one opening, colours swapped.
std::vector<GameSummary> match_of(const std::vector<GameResult>& results,
                                  const std::vector<std::optional<std::size_t>>& openings = {}) {
    std::vector<GameSummary> games;
    for (std::size_t number = 0; number < results.size(); ++number) {
        GameSummary game;
        game.place = test::place_of(number);
        game.place.round = number / 2;
        if (number / 2 < openings.size()) game.opening = openings[number / 2];
        game.result = results[number];
        game.termination = Termination::Checkmate;
        games.push_back(game);
    }
    return games;
}

TEST(OpeningResults, RandomOpeningsAreToldApartByTheirRound) {
    const auto openings = results_by_opening(
        match_of({WhiteWins, WhiteWins, Draw, Draw, BlackWins, WhiteWins, WhiteWins}));
    ASSERT_EQ(openings.size(), 4U);
    // As many games each but for the last; the most uneven first.
    EXPECT_EQ(openings[0].example, 0U);
    EXPECT_EQ(openings[0].white, (GameCounts{2, 0, 0}));
    EXPECT_EQ(openings[0].first, (GameCounts{1, 0, 1}));
    EXPECT_EQ(openings[0].pairs.win_loss, 1U);
    EXPECT_EQ(openings[0].white_score(), 1);
    EXPECT_EQ(openings[0].always(), WhiteWins);
    EXPECT_FALSE(openings[0].index.has_value());
    EXPECT_EQ(openings[1].always(), Draw);
    EXPECT_EQ(openings[2].white, (GameCounts{1, 0, 1}));
    EXPECT_EQ(openings[2].always(), std::nullopt);
    EXPECT_EQ(openings[2].first, (GameCounts{0, 0, 2}));
    EXPECT_EQ(openings[2].pairs.pairs[0], 1U);
    // One game proves nothing, and its pair is not complete.
    EXPECT_EQ(openings[3].example, 6U);
    EXPECT_EQ(openings[3].always(), std::nullopt);
    EXPECT_EQ(openings[3].pairs.total(), 0U);
}

TEST(OpeningResults, OpeningsOfAFileAreCollectedOverThePairs) {
    const auto games =
        match_of({WhiteWins, Draw, BlackWins, BlackWins, Draw, WhiteWins}, {7, 2, 7});
    const auto openings = results_by_opening(games);
    ASSERT_EQ(openings.size(), 2U);
    EXPECT_EQ(openings[0].index, 7U);
    EXPECT_EQ(openings[0].white, (GameCounts{2, 2, 0}));
    EXPECT_EQ(openings[0].pairs.total(), 2U);
    EXPECT_EQ(openings[1].index, 2U);
    EXPECT_EQ(openings[1].always(), BlackWins);
    OpeningsUsed used;
    Tally tally;
    for (const GameSummary& game : games) {
        used.add(game);
        tally.add(game);
    }
    EXPECT_EQ(used.count(), 2U);
    EXPECT_EQ(tally.white(), (GameCounts{2, 2, 2}));
}

TEST(OpeningResults, OfOtherPlayersOnlyWhiteIsCounted) {
    auto games = match_of({WhiteWins, Draw});
    for (GameSummary& game : games)
        for (const Color color : both_colors) ++game.place.players[color];
    const auto openings = results_by_opening(games);
    EXPECT_EQ(openings[0].white, (GameCounts{1, 1, 0}));
    EXPECT_EQ(openings[0].first, GameCounts{});
    EXPECT_EQ(openings[0].pairs.total(), 0U);
    Tally tally;
    for (const GameSummary& game : games) tally.add(game);
    EXPECT_EQ(tally.white(), (GameCounts{1, 1, 0}));
    EXPECT_EQ(tally.games(), GameCounts{});
}

class OpeningNamesTest : public test::StoreTest {
  protected:
    // One game with three moves of which the opening gave two.
    MatchId stored(Store& store, std::optional<std::size_t> index) {
        const MatchId id = *store.create_match(setup());
        GameRecord record;
        record.opening = index;
        for (const Move move : {Move(Square::E2, Square::E4), Move(Square::E7, Square::E5),
                                Move(Square::G1, Square::F3)}) {
            MoveRecord played;
            played.move = move;
            record.moves.push_back(played);
        }
        record.opening_plies = 2;
        record.result = WhiteWins;
        record.termination = Termination::Resignation;
        EXPECT_FALSE(store.add_game(id, test::place_of(0), record));
        return id;
    }
    std::filesystem::path write(const char* name, const char* text) const {
        std::ofstream(folder() / name) << text;
        return folder() / name;
    }
};

TEST_F(OpeningNamesTest, ComeFromTheFileOrTheGame) {
    Store store = open();
    const MatchId id = stored(store, 1);
    auto openings = results_by_opening(*store.summaries(id));
    ASSERT_EQ(openings.size(), 1U);
    OpeningSettings settings;
    settings.file = write("book.pgn", "[Opening \"First\"]\n\n1. d4 *\n\n[ECO \"C20\"]\n[Opening "
                                      "\"King's Pawn\"]\n\n1. e4 e5 *\n")
                        .string();
    settings.count = 2;
    EXPECT_EQ(name_openings(openings, store, id, settings), std::nullopt);
    EXPECT_EQ(openings[0].name, "C20 King's Pawn");

    // No name in it: the moves that were played.
    openings[0].name.clear();
    settings.file = write("plain.pgn", "1. d4 *\n\n1. e4 e5 *\n").string();
    EXPECT_EQ(name_openings(openings, store, id, settings), std::nullopt);
    EXPECT_EQ(openings[0].name, "1. e4 e5");

    // Another file by now, or none.
    for (const char* file : {"plain.pgn", "gone.pgn"}) {
        openings[0].name.clear();
        settings.file = (folder() / file).string();
        settings.count = 3;
        const auto problem = name_openings(openings, store, id, settings);
        ASSERT_TRUE(problem.has_value());
        EXPECT_NE(problem->find(file), std::string::npos) << *problem;
        EXPECT_EQ(openings[0].name, "1. e4 e5");
    }
}

TEST_F(OpeningNamesTest, RandomOpeningsAreCalledByTheirMoves) {
    Store store = open();
    const MatchId id = stored(store, std::nullopt);
    auto openings = results_by_opening(*store.summaries(id));
    EXPECT_EQ(name_openings(openings, store, id, {}), std::nullopt);
    EXPECT_EQ(openings[0].name, "1. e4 e5");
    openings[0].example = 5;
    openings[0].name.clear();
    EXPECT_TRUE(name_openings(openings, store, id, {}).has_value());
}

TEST_F(OpeningNamesTest, TablesOfAStoredMatch) {
    Store store = open();
    const MatchId id = stored(store, std::nullopt);
    const auto info = store.find_match(id);
    const auto games = store.summaries(id);
    const auto plain = match_tables(store, *info, {}, *games, false);
    ASSERT_TRUE(plain.ok()) << plain.error();
    EXPECT_FALSE(plain->tournament || plain->openings);
    const auto tables = match_tables(store, *info, {}, *games, true);
    ASSERT_TRUE(tables.ok()) << tables.error();
    EXPECT_TRUE(tables->notes.empty());
    MatchSnapshot now;
    now.players = {"Ada", "Bob"};
    for (const GameSummary& game : *games) now.tally.add(game);
    now.openings_used = 1;
    now.elo = now.tally.elo();
    const auto report = nlohmann::json::parse(json_report(*info, now, *tables));
    EXPECT_FALSE(report.contains("ratings"));
    EXPECT_EQ(report["openings"]["used"], 1);
    EXPECT_EQ(report["by_opening"][0]["name"], "1. e4 e5");
    EXPECT_TRUE(report["by_opening"][0]["number"].is_null());
    EXPECT_EQ(report["by_opening"][0]["first"]["wins"], 1);
    EXPECT_TRUE(report["nelo"]["value"].is_null());
}

TEST(TournamentReport, HoldsAllTables) {
    MatchInfo info;
    info.setup.kind = MatchKind::Tournament;
    info.setup.settings = "{}";
    MatchSnapshot now;
    now.players = {"a", "b", "c", "idle"};
    std::vector<GameSummary> games = match_of({WhiteWins, WhiteWins, Draw});
    games[2].place.players = {{1, 2}};
    for (const GameSummary& game : games) now.tally.add(game);
    MatchTables tables;
    auto made = tournament_tables(4, games, {{2000}, 20, 1500});
    ASSERT_TRUE(made.ok());
    tables.tournament = std::move(*made);
    const auto report = nlohmann::json::parse(json_report(info, now, tables));
    ASSERT_EQ(report["ratings"].size(), 4U);
    EXPECT_EQ(report["ratings"][0]["player"].is_string(), true);
    // Who has not played has neither an error nor anybody to be compared with.
    const auto& idle = report["ratings"][3];
    EXPECT_EQ(idle["player"], "idle");
    EXPECT_TRUE(idle["error"].is_null());
    EXPECT_TRUE(idle["los"].is_null());
    EXPECT_EQ(report["rating_notes"].size(), 1U);
    EXPECT_TRUE(report["cross_table"][0][0].is_null());
    EXPECT_EQ(report["cross_table"][0][1]["wins"], 1);
    EXPECT_EQ(report["cross_table"][1][2]["draws"], 1);
    EXPECT_EQ(report["colors"][1]["white"]["wins"], 1);
    EXPECT_EQ(report["simple_ratings"]["k"], 20);
    const auto& simple = report["simple_ratings"]["players"];
    EXPECT_EQ(simple[0]["known"], 2000);
    EXPECT_TRUE(simple[0]["performance"].is_null());
    EXPECT_EQ(simple[1]["performance"], 2000);
    EXPECT_TRUE(simple[1]["known"].is_null());
    EXPECT_TRUE(simple[1]["fide_initial"].is_null());
    EXPECT_FALSE(report.contains("by_opening"));
}

}  // namespace
}  // namespace rookery::arena
