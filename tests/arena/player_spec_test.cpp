// Engines by name, players from the command line, searchers as players.
#include "arena/match/match_settings.h"

#include "arena/player_helpers.h"
#include "arena/players/player_spec.h"
#include "arena/players/registry.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::example;
using PlayerSpecTest = test::RegistryTest;

class BrokenSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token, SearchListener&) override {
        throw std::runtime_error("out of ideas");
    }
};

class HelpedSearcher final : public Searcher {
  public:
    explicit HelpedSearcher(std::string colony) : colony_(std::move(colony)) {}

    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        listener.on_notice(colony_ + " does not answer");
        return random_.search(root, limits, std::move(stop), listener);
    }

  private:
    const std::string colony_;
    RandomSearcher random_{1};
};

constexpr SearcherSetting broken_settings[] = {{"width", 3, 1, 7}};
constexpr SearcherEntry searchers[] = {
    {"random",
     "any move",
     [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     },
     {},
     nullptr,
     true},
    {"broken", "none",
     [](const SearcherSetup&) -> std::unique_ptr<Searcher> {
         return std::make_unique<BrokenSearcher>();
     },
     "classical", [] { return std::span<const SearcherSetting>(broken_settings); }},
    {.name = "helped",
     .summary = "any move, with the help of others",
     .create = [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<HelpedSearcher>(setup.colony);
     },
     .is_helped = true}};

TEST_F(PlayerSpecTest, ResolvesPlayers) {
    const fs::path program = folder_ / "games" / "gambit";
    fs::create_directories(program.parent_path());
    std::ofstream(program) << "#!/bin/sh\n";
    fs::permissions(program, fs::perms::owner_all);
    const std::vector<std::string> folders{program.parent_path().string()};
    EngineRegistry registry;
    ASSERT_TRUE(registry.add(example("Mine")).ok());
    const auto resolve = [&](std::string_view text) {
        return resolve_player(text, registry, searchers, folders);
    };

    const auto mine = resolve("Mine,hash=64,name=New One,arg=-x");
    ASSERT_TRUE(mine.ok()) << mine.error();
    const auto& engine = std::get<EngineSpec>(*mine);
    EXPECT_EQ(engine.name, "New One");
    EXPECT_EQ(engine.options, (OptionValues{{"Threads", "2"}, {"Hash", "64"}}));
    EXPECT_EQ(engine.arguments.back(), "-x");

    for (const std::string& text : {std::string("gambit"), program.string()}) {
        const auto found = resolve(text + ",protocol=xboard");
        ASSERT_TRUE(found.ok()) << found.error();
        EXPECT_EQ(std::get<EngineSpec>(*found).command, program.string());
        EXPECT_EQ(std::get<EngineSpec>(*found).protocol, Protocol::Xboard);
        EXPECT_EQ(name_of(*found), "gambit");
    }

    const auto searcher = resolve("searcher:random,Seed=7,Hash=8,name=R");
    ASSERT_TRUE(searcher.ok()) << searcher.error();
    EXPECT_EQ(std::get<SearcherSpec>(*searcher).seed, 7U);
    EXPECT_EQ(std::get<SearcherSpec>(*searcher).resources.hash_mib, 8U);
    EXPECT_TRUE(std::holds_alternative<SearcherSpec>(*resolve("random")));
    const auto weak = resolve("broken,level=3,Evaluator=material");
    ASSERT_TRUE(weak.ok()) << weak.error();
    EXPECT_EQ(std::get<SearcherSpec>(*weak).level, 3);
    EXPECT_EQ(std::get<SearcherSpec>(*weak).evaluator, "material");
    EXPECT_EQ(std::get<SearcherSpec>(*weak).choice().strength, strength_of_level(3));
    const auto chosen = resolve("broken,width=7");
    ASSERT_TRUE(chosen.ok()) << chosen.error();
    EXPECT_EQ(std::get<SearcherSpec>(*chosen).settings, (SettingValues{{"width", 7}}));
    EXPECT_EQ(to_json(*player_spec_from(to_json(*chosen))), to_json(*chosen));
    const auto changed = resolve("broken,Terms=all-mobility,material.knight=350:340");
    ASSERT_TRUE(changed.ok()) << changed.error();
    EXPECT_EQ(std::get<SearcherSpec>(*changed).variant,
              (classical::VariantText{"all-mobility", {{"material.knight", "350:340"}}}));
    EXPECT_EQ(std::get<SearcherSpec>(*player_spec_from(to_json(*changed))).variant,
              std::get<SearcherSpec>(*changed).variant);
    // The stored player is the same player again.
    EXPECT_EQ(to_json(*player_spec_from(to_json(*weak))), to_json(*weak));

    const std::pair<std::string, std::string> wrong[] = {
        {"gambti", "did you mean gambit?"},
        {"gambti", "there is no player 'gambti'"},
        {"zzzzzzzz", "there is no player 'zzzzzzzz': name a registered engine"},
        {"minee", "did you mean Mine?"},
        {"searcher:randum", "did you mean random?"},
        {"/no/such/engine", "there is no file"},
        {"/etc/passwd", "not a program"},
        {"", "no name"},
        {"Mine,Hash", "not a setting"},
        {"Mine,protocol=telnet", "not a protocol"},
        {"random,Hash=-1", "Hash is between 1 and 1048576, not -1"},
        {"random,Hsh=1", "did you mean Hash?"},
        {"broken,Level=13", "Level is between 0 and 12, not 13"},
        {"broken,Evaluator=tea leaves", "no evaluator 'tea leaves'"},
        {"random,Evaluator=material", "uses no evaluator"},
        {"broken,width=8", "width is between 1 and 7, not 8"},
        {"broken,width=wide", "width is between 1 and 7, not wide"},
        {"broken,widht=3", "did you mean width?"},
        {"random,width=3", "no setting 'width'"},
        {"random,Weights=some.h", "uses no evaluator"},
        {"broken,Weights=/no/such/file", "/no/such/file cannot be read"},
        {"broken,Weights=some.h,Evaluator=material", "for the evaluator 'classical' alone"},
        {"broken,Terms=all,Evaluator=material", "for the evaluator 'classical' alone"},
        {"broken,Terms=all-mobilty", "no group of terms 'mobilty'"},
        {"broken,material.knite=3", "no weight 'material.knite'"},
        {"broken,material.knight=heavy", "'heavy' is not a weight"}};
    for (const auto& [text, why] : wrong) {
        const auto found = resolve(text);
        ASSERT_FALSE(found.ok()) << text;
        EXPECT_NE(found.error().find(why), std::string::npos) << text << ": " << found.error();
    }
}

TEST(SearcherPlayer, PlaysByTheContract) {
    const PlayerSpec spec = SearcherSpec{"R", "random", 3, {}};
    auto first = make_player(spec, searchers);
    auto second = make_player(spec, searchers);
    ASSERT_TRUE(first.ok() && second.ok());
    Player& a = **first;
    Player& b = **second;
    EXPECT_EQ(a.name(), "R");
    const Game start;
    EXPECT_EQ(a.choose({start, false, {}, {}, 10, {}, 10s}).trouble, Trouble::Disconnected);
    ASSERT_TRUE(a.start().ok() && b.start().ok());
    ASSERT_TRUE(a.new_game(false).ok() && b.new_game(false).ok());
    EXPECT_TRUE(a.obeys_nodes());
    Game game;
    for (int ply = 0; ply < 20 && game.ending() == GameEnding::None; ++ply) {
        MoveRequest request{.game = game};
        request.nodes = 1000;
        request.timeout = 10s;
        const MoveReply reply = a.choose(request);
        ASSERT_EQ(reply.trouble, Trouble::None) << reply.details;
        EXPECT_EQ(reply.move, b.choose(request).move);
        EXPECT_EQ(reply.nodes, 1U);
        EXPECT_TRUE(reply.score.has_value());
        ASSERT_TRUE(game.play(reply.move));
    }
    EXPECT_NE(a.conversation().find("> go nodes 1000"), std::string::npos);
    EXPECT_FALSE(make_player(SearcherSpec{"X", "nobody", 1, {}}, searchers).ok());
}

// The first moves of a game of that number.
std::vector<Move> lots_of_game(Player& player, std::uint64_t number) {
    player.number_game(number);
    EXPECT_TRUE(player.new_game(false).ok());
    Game game;
    while (game.plies() < 20 && game.ending() == GameEnding::None) {
        MoveRequest request{.game = game};
        request.nodes = 1000;
        request.timeout = 10s;
        EXPECT_TRUE(game.play(player.choose(request).move));
    }
    return game.moves();
}

TEST_F(PlayerSpecTest, AColonyIsForThoseWhomItHelps) {
    const auto spec = resolve_player("helped,Colony=home.rookery", {}, searchers, {});
    ASSERT_TRUE(spec.ok()) << spec.error();
    EXPECT_EQ(std::get<SearcherSpec>(*spec).colony, "home.rookery");
    EXPECT_EQ(std::get<SearcherSpec>(*player_spec_from(to_json(*spec))).colony, "home.rookery");
    EXPECT_EQ(resolve_player("random,Colony=home.rookery", {}, searchers, {}).error(),
              "the searcher 'random' is not helped by a colony");
}

TEST(SearcherPlayer, WhatASearcherHasToSayIsWrittenDown) {
    SearcherPlayer player({.name = "x", .searcher = "helped", .colony = "home.rookery"}, searchers);
    ASSERT_TRUE(player.start().ok());
    const Game game;
    MoveRequest request{.game = game};
    request.nodes = 10;
    request.timeout = std::chrono::seconds(30);
    const MoveReply reply = player.choose(request);
    EXPECT_EQ(reply.trouble, Trouble::None);
    EXPECT_TRUE(std::ranges::count(reply.warnings, "home.rookery does not answer"));
    EXPECT_NE(player.conversation().find("info string home.rookery does not answer"),
              std::string::npos);
}

TEST(SearcherPlayer, EveryGameHasItsOwnLotsAndTheSameWhoeverPlaysIt) {
    const PlayerSpec spec = SearcherSpec{"R", "random", 3, {}};
    auto first = make_player(spec, searchers);
    auto second = make_player(spec, searchers);
    ASSERT_TRUE(first.ok() && second.ok() && (*first)->start().ok() && (*second)->start().ok());
    const std::vector<Move> fifth = lots_of_game(**first, 5);
    EXPECT_NE(lots_of_game(**first, 6), fifth);
    EXPECT_EQ(lots_of_game(**first, 5), fifth);
    EXPECT_EQ(lots_of_game(**second, 5), fifth);
}

// A list of engines that is older than a searcher may hold its name.
TEST_F(PlayerSpecTest, OurOwnSearcherWinsOverARegisteredEngine) {
    EngineRegistry registry;
    ASSERT_TRUE(registry.add(example("random")).ok());
    ASSERT_TRUE(registry.add(example("Mine")).ok());
    const auto random = resolve_player("random,Seed=3", registry, searchers, {});
    ASSERT_TRUE(random.ok()) << random.error();
    EXPECT_TRUE(std::holds_alternative<SearcherSpec>(*random));
    const std::vector<std::string> players = {"random,Seed=3", "Mine", "random"};
    const auto notes = notes_of_hidden_engines(registry, searchers, players);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("engine remove random"), std::string::npos) << notes[0];
    EXPECT_TRUE(
        notes_of_hidden_engines(registry, searchers, std::vector<std::string>{"Mine"}).empty());
}

// On a busy machine a thread waits for its turn, before it sees a deadline and after it.
TEST(SearcherPlayer, KeepsTimeInHand) {
    static std::optional<Limits::Instant> deadline;
    class Deadline final : public Searcher {
      public:
        void new_game() override {}
        void resize(const Resources&) override {}
        SearchResult search(const Root& root, const Limits& limits, std::stop_token,
                            SearchListener&) override {
            deadline = limits.hard_deadline;
            SearchResult result;
            result.best = legal_moves(root.position)[0];
            return result;
        }
    };
    constexpr SearcherEntry only[] = {
        {"deadline", "keeps its deadline", [](const SearcherSetup&) -> std::unique_ptr<Searcher> {
             return std::make_unique<Deadline>();
         }}};
    SearcherPlayer player({"deadline", "deadline", 1, {}}, only);
    ASSERT_TRUE(player.start().ok());
    const Game game;
    for (const auto& [time, in_hand] : {std::pair{20ms, 10ms}, std::pair{1000ms, 10ms}}) {
        MoveRequest request{.game = game};
        request.per_move = time;
        request.timeout = 10s;
        const auto before = std::chrono::steady_clock::now();
        EXPECT_TRUE(player.choose(request).move);
        const auto after = std::chrono::steady_clock::now();
        ASSERT_TRUE(deadline);
        EXPECT_GE(*deadline, before + time - in_hand);
        EXPECT_LE(*deadline, after + time - in_hand);
    }
}

TEST(SearcherPlayer, TurnsExceptionsIntoTrouble) {
    auto player = make_player(SearcherSpec{"X", "broken", 1, {}}, searchers);
    ASSERT_TRUE(player.ok());
    ASSERT_TRUE((*player)->start().ok());
    const Game game;
    MoveRequest request{.game = game};
    request.nodes = 10;
    request.timeout = 10s;
    const MoveReply reply = (*player)->choose(request);
    EXPECT_EQ(reply.trouble, Trouble::Crashed);
    EXPECT_EQ(reply.details, "out of ideas");
    EXPECT_FALSE((*player)->obeys_nodes());
    EXPECT_FALSE((*player)->new_game(false).ok());
}

}  // namespace
}  // namespace rookery::arena
