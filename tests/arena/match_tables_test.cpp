#include "arena/match/match_tables.h"

#include "arena/match/match_output.h"
#include "arena/match/match_settings.h"
#include "arena/store_helpers.h"
#include "arena/svg_helpers.h"
#include "store/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>

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
    std::set<std::size_t> used;
    Tally tally;
    for (const GameSummary& game : games) {
        used.insert(opening_key(game));
        tally.add(game);
    }
    EXPECT_EQ(used.size(), 2U);
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
    const auto report = Json::parse(json_report(*info, now, *tables));
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
    const auto report = Json::parse(json_report(info, now, tables));
    ASSERT_EQ(report["ratings"].size(), 4U);
    EXPECT_EQ(report["ratings"][0]["player"].is_string(), true);
    // A player without games has no error and no opponent to be compared with.
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

GameSummary game(std::size_t number, std::size_t white, std::size_t black, GameResult result) {
    return {{number, number / 2, number / 2, {{white, black}}},
            {},
            result,
            Termination::Checkmate,
            80,
            {}};
}

TEST(RatingSettings, ListIsAnchoredToTheMeanOfTheKnown) {
    const RatingSettings settings{{2800, std::nullopt, 2400}, 20, 1500};
    EXPECT_TRUE(settings.any_known());
    EXPECT_FALSE(RatingSettings{}.any_known());
    std::vector<GameSummary> games;
    for (std::size_t i = 0; i < 12; ++i)
        games.push_back(game(i, i % 3, (i + 1) % 3,
                             i % 4 == 0   ? GameResult::WhiteWins
                             : i % 4 == 1 ? GameResult::BlackWins
                                          : GameResult::Draw));
    const auto tables = tournament_tables(3, games, settings);
    ASSERT_TRUE(tables.ok()) << tables.error();
    const RatingList& list = tables->ratings;
    EXPECT_NEAR((list.of(0).rating + list.of(2).rating) / 2, 2600, 1e-9);
    // Differences are those of the list without anchors.
    const auto loose = tournament_tables(3, games, {});
    EXPECT_NEAR(list.of(0).rating - list.of(1).rating,
                loose->ratings.of(0).rating - loose->ratings.of(1).rating, 1e-9);
    // If two players are known, neither is certain; a single one is.
    EXPECT_GT(list.of(0).error, 0);
    EXPECT_NEAR(list.of(0).error, list.of(2).error, 1e-9);
    const auto single = tournament_tables(3, games, {{std::nullopt, 2000}, 20, 1500});
    EXPECT_DOUBLE_EQ(single->ratings.of(1).rating, 2000);
    EXPECT_EQ(single->ratings.of(1).error, 0);
}

// Twelve games of an unrated player against six known ones, from the same study as in fide_test.
TEST(SimpleRatings, PerformancesAndFirstRatingOfTheStudy) {
    const RatingSettings settings{{std::nullopt, 991, 1344, 1440, 1443, 1506, 1586}, 20, 1500};
    std::vector<GameSummary> games;
    // Two wins and five draws: 4½ points.
    for (std::size_t i = 0; i < 12; ++i)
        games.push_back(game(i, 0, 1 + i / 2,
                             i < 2   ? GameResult::WhiteWins
                             : i < 7 ? GameResult::Draw
                                     : GameResult::BlackWins));
    const auto ratings = simple_ratings(7, games, settings);
    EXPECT_EQ(ratings[0].rated_games, (GameCounts{2, 5, 5}));
    EXPECT_EQ(ratings[0].fide_initial, 1298);
    EXPECT_NEAR(*ratings[0].opponents, 8310.0 / 6, 1e-9);
    EXPECT_NEAR(*ratings[0].fide_performance, 8310.0 / 6 - 87, 1e-9);
    EXPECT_NEAR(*ratings[0].performance, 8310.0 / 6 + 400 * std::log10(4.5 / 7.5), 1e-9);
    // The others have met no rated player.
    EXPECT_EQ(ratings[1].rated_games.total(), 0U);
    EXPECT_FALSE(ratings[1].performance || ratings[1].fide_performance || ratings[1].opponents);
    EXPECT_FALSE(ratings[1].fide_initial.has_value());
    EXPECT_EQ(ratings[1].known, 991);
}

TEST(SimpleRatings, UpdatesFollowTheGamesInTheirOrder) {
    const RatingSettings settings{{1400, 1500}, 30, 1200};
    const auto one = simple_ratings(3, {game(0, 0, 1, GameResult::WhiteWins)}, settings);
    EXPECT_EQ(std::lround(one[0].updated), 1419);
    EXPECT_EQ(std::lround(one[1].updated), 1481);
    EXPECT_EQ(one[2].updated, 1200);
    const auto other = simple_ratings(3, {game(0, 1, 0, GameResult::WhiteWins)}, settings);
    EXPECT_EQ(std::lround(other[1].updated), 1511);
    EXPECT_EQ(std::lround(other[0].updated), 1389);
    // The second game counts with what the first has made of the ratings.
    const auto two = simple_ratings(
        3, {game(0, 0, 1, GameResult::WhiteWins), game(1, 2, 0, GameResult::Draw)}, settings);
    EXPECT_NEAR(two[2].updated,
                1200 + 30 * (0.5 - 1 / (1 + std::pow(10, (one[0].updated - 1200) / 400))), 1e-9);
    EXPECT_NEAR(two[0].updated + two[1].updated + two[2].updated, 4100, 1e-9);
}

TEST(SimpleRatings, FirstRatingsNeedFiveGamesAndAHalfPoint) {
    const RatingSettings settings{{std::nullopt, 2000}, 20, 1500};
    std::vector<GameSummary> games;
    for (std::size_t i = 0; i < 5; ++i) games.push_back(game(i, 0, 1, GameResult::BlackWins));
    EXPECT_FALSE(simple_ratings(2, games, settings)[0].fide_initial.has_value());
    EXPECT_EQ(simple_ratings(2, games, settings)[0].fide_performance, 1200);
    EXPECT_TRUE(std::isinf(*simple_ratings(2, games, settings)[0].performance));
    games.back().result = GameResult::Draw;
    EXPECT_EQ(simple_ratings(2, games, settings)[0].fide_initial, 2000 - 366);
    games.erase(games.begin());
    EXPECT_FALSE(simple_ratings(2, games, settings)[0].fide_initial.has_value());
    // Games between unrated players count for no performance.
    EXPECT_FALSE(simple_ratings(2, games, {})[0].performance.has_value());
    // An open game counts for nothing.
    EXPECT_EQ(simple_ratings(2, {game(0, 0, 1, GameResult::Open)}, settings)[0].updated, 1500);
}

TEST(ProgressChart, CourseOfAMatch) {
    std::vector<ProgressPoint> progress;
    for (std::uint64_t games = 2; games <= 1000; games += 2) {
        const double error = 700 / std::sqrt(static_cast<double>(games));
        progress.push_back(
            {games,
             {5, games < 10 ? -std::numeric_limits<double>::infinity() : 5 - error, 5 + error},
             static_cast<double>(games) / 400});
    }
    const Chart llr = llr_chart("LLR", progress, {0, 5, 0.05, 0.05, EloModel::Normalized});
    EXPECT_NEAR(llr.levels[0].y, 2.944, 0.001);
    EXPECT_EQ(llr.levels[0].name, "H1: 5 nElo");
    EXPECT_TRUE(test::well_formed(svg_of(llr)));
    const Chart elo = elo_chart("Elo", progress);
    EXPECT_NEAR(elo.y_high, 75, 10);  // 5 ± 70 after a tenth of the games
    EXPECT_NEAR(elo.y_low, -65, 10);
    EXPECT_TRUE(test::well_formed(svg_of(elo)));
    EXPECT_TRUE(test::well_formed(svg_of(elo_chart("", {}))));
}

}  // namespace
}  // namespace rookery::arena
