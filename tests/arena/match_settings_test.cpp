#include "arena/match/match_settings.h"

#include <gtest/gtest.h>

#include <chrono>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

TEST(MatchSettings, SurviveTheirJson) {
    MatchSettings settings;
    settings.games = 42;
    settings.controls = {*parse_time_control("3+0.03"), *parse_time_control("nodes=1000")};
    settings.openings = {"/tmp/book.epd", 8, Order::Sequential, true, 17};
    settings.seed = 18446744073709551615U;
    settings.adjudication.draw = Adjudication::Draw{30, 5, 7};
    settings.adjudication.resign = Adjudication::Resign{3, 500};
    settings.adjudication.max_moves = 200;
    settings.grace = std::chrono::milliseconds(12);
    settings.nodes_per_second = 1.5e6;
    settings.sprt = SprtSettings{-3, 1, 0.1, 0.2, EloModel::Normalized};
    settings.concurrency = 3;
    const auto read = match_settings_from(to_json(settings));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(to_json(*read), to_json(settings));
    EXPECT_EQ(read->openings, settings.openings);
    EXPECT_EQ(read->sprt, settings.sprt);
    EXPECT_EQ(read->controls, settings.controls);
    for (const char* bad : {"", "{", "[]", "{}", R"({"format": 3})", "null"})
        EXPECT_FALSE(match_settings_from(bad).ok()) << bad;
}

TEST(MatchSettings, AreLengthenedAndNeverShortened) {
    MatchSettings match;
    match.games = 10;
    EXPECT_EQ(lengthen(match, 10), std::nullopt);
    EXPECT_EQ(lengthen(match, 16), std::nullopt);
    EXPECT_EQ(match.games, 16U);
    EXPECT_EQ(*lengthen(match, 14),
              "it was begun for 16 games; it can be made longer, not shorter");
    EXPECT_EQ(match.games, 16U);
    EXPECT_NE(lengthen(match, 17)->find("odd"), std::string::npos);
    MatchSettings tournament;
    tournament.format = Format::RoundRobin;
    tournament.pairs = 2;
    EXPECT_EQ(lengthen(tournament, 3), std::nullopt);
    EXPECT_EQ(*lengthen(tournament, 1),
              "it was begun for 3 pairs in each encounter; it can be made longer, not shorter");
    // Games that were played keep their numbers.
    const Schedule before = round_robin_schedule(4, 2);
    const Schedule after = round_robin_schedule(4, 3);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].place, after[i].place);
}

TEST(MatchSettings, PlayersSurviveTheirJson) {
    EngineSpec engine{"fish",
                      "/usr/games/fish",
                      {"-a", "b"},
                      "/tmp",
                      {{"Hash", "16"}, {"A", "x y"}},
                      Protocol::Xboard,
                      5,
                      {0, 1}};
    const auto read = player_spec_from(to_json(PlayerSpec(engine)));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(*std::get_if<EngineSpec>(&*read), engine);
    const SearcherSpec searcher{"name", "random", 9, {32, 2}};
    const auto again = player_spec_from(to_json(PlayerSpec(searcher)));
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_EQ(std::get_if<SearcherSpec>(&*again)->seed, 9U);
    EXPECT_EQ(std::get_if<SearcherSpec>(&*again)->resources.hash_mib, 32U);
    EXPECT_FALSE(player_spec_from("{}").ok());
}

TEST(MatchSettings, RulesAreReadOrExplained) {
    EXPECT_EQ(parse_draw("move=30,moves=6,score=15")->centipawns, 15);
    EXPECT_EQ(parse_draw("")->from_move, 40);
    EXPECT_EQ(parse_resign("score=900")->moves, 4);
    EXPECT_NE(parse_draw("move").error().find("move, moves, score"), std::string::npos);
    EXPECT_FALSE(parse_resign("moves=0").ok());
    EXPECT_FALSE(parse_resign("moves=99999999999").ok());
    EXPECT_EQ(**parse_clock("nodes:1000000"), 1e6);
    EXPECT_FALSE(parse_clock("wall")->has_value());
    for (const char* bad : {"", "nodes", "nodes:", "nodes:0", "nodes:-1", "nodes:nan", "sand"})
        EXPECT_FALSE(parse_clock(bad).ok()) << bad;
}

const std::vector<std::string> names = {"Stockfish", "glaurung", "new=2"};

TEST(RatingSettings, NamesAndNumbersAreRead) {
    const auto known = parse_ratings({"stockfish=2800, new=2 = 2400.5", "glaurung=-50,"}, names);
    ASSERT_TRUE(known.ok()) << known.error();
    EXPECT_EQ(*known, (KnownRatings{2800, -50, 2400.5}));
    EXPECT_EQ(*parse_ratings({}, names), KnownRatings(3));
}

TEST(RatingSettings, MistakesAreExplained) {
    const auto problem = [](const char* text) { return parse_ratings({text}, names).error(); };
    EXPECT_EQ(problem("2800"), "'2800' is no rating; it should look like NAME=2400");
    EXPECT_EQ(problem("glarung=2400"), "'glarung' does not play here; did you mean glaurung?");
    EXPECT_EQ(problem("x=1"), "'x' does not play here; the players are Stockfish, glaurung, new=2");
    EXPECT_EQ(problem("glaurung=nan"),
              "'nan' is no rating of glaurung: a number from -10000 to 10000 is");
    EXPECT_EQ(problem("glaurung="),
              "'' is no rating of glaurung: a number from -10000 to 10000 is");
    EXPECT_EQ(problem("glaurung=1,Glaurung=2"), "glaurung is given two ratings");
    // Two players that differ by capitals alone must be written as they are.
    EXPECT_FALSE(parse_ratings({"A=1"}, {"a", "a"}).ok());
    EXPECT_EQ(*parse_ratings({"A=1"}, {"a", "A"}), (KnownRatings{std::nullopt, 1}));
}

TEST(RatingSettings, SurviveTheirJson) {
    MatchSettings settings;
    settings.controls = {*parse_time_control("nodes=1")};
    EXPECT_EQ(to_json(settings).find("ratings"), std::string::npos);
    EXPECT_EQ(match_settings_from(to_json(settings))->ratings, RatingSettings{});
    settings.ratings = {{2800, std::nullopt, 2400.5}, 32, 1200};
    const auto read = match_settings_from(to_json(settings));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->ratings, settings.ratings);
    EXPECT_EQ(read->ratings.known_of(2), 2400.5);
    EXPECT_EQ(read->ratings.known_of(1), std::nullopt);
    EXPECT_EQ(read->ratings.known_of(9), std::nullopt);
}

}  // namespace
}  // namespace rookery::arena
