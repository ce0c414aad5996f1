#include "knowledge/opening_names.h"

#include "notation/san.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace rookery {
namespace {

Game game_of(const std::string& moves) {
    Game game;
    std::istringstream words(moves);
    for (std::string word; words >> word;)
        EXPECT_TRUE(game.play(*parse_san(game.position(), word))) << word;
    return game;
}

TEST(OpeningNames, EveryLineOfTheTableIsAnOpeningOfItsOwn) {
    OpeningNames names;
    EXPECT_EQ(names.add(built_in_opening_names()), std::nullopt);
    const auto lines = std::ranges::count(built_in_opening_names(), '\n');
    EXPECT_GE(lines, 300);
    EXPECT_EQ(names.size(), static_cast<std::size_t>(lines));
}

TEST(OpeningNames, FindsTheLastNameOfAGame) {
    const OpeningNames names = OpeningNames::built_in();
    const auto found = names.find(game_of("e4 e5 Nf3 Nc6 Bc4 Bc5 a3 a6 h3"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, (OpeningName{"C50", "Giuoco Piano"}));
    EXPECT_EQ(found->plies, 6u);
    EXPECT_FALSE(names.find(Game()));
    EXPECT_EQ(names.find(game_of("e4"))->name.name, "King's Pawn");
}

TEST(OpeningNames, TranspositionsHaveTheNameTheyLeadTo) {
    const OpeningNames names = OpeningNames::built_in();
    EXPECT_EQ(names.find(game_of("Nf3 d5 d4 Nf6 c4 e6 Nc3"))->name.eco, "D37");
    EXPECT_EQ(names.find(game_of("c4 e6 d4 Nf6 Nc3 Bb4"))->name.name, "Nimzo-Indian Defence");
    EXPECT_EQ(names.find(game_of("d4 e6 e4 d5"))->name.name, "French Defence, d4");
}

TEST(OpeningNames, TakesOtherTables) {
    OpeningNames names;
    EXPECT_EQ(names.add("eco\tname\tpgn\n# a comment\n\nX01\tMine\t1. e4 e5 2. Ke2\r\n"
                        "X02\tAlso mine\t1. e4 e5 2. Ke2 Ke7\n"),
              std::nullopt);
    EXPECT_EQ(names.find(game_of("e4 e5 Ke2 Ke7 Ke1"))->name.name, "Also mine");
    EXPECT_EQ(names.add("X03\tAnother\t1. e4 e5 2. Ke2"), std::nullopt);
    EXPECT_EQ(names.find(game_of("e4 e5 Ke2"))->name.eco, "X03");
    EXPECT_EQ(names.size(), 2u);
    EXPECT_EQ(names.add("A\tB\te4\nX\tY\te4 e6 Ke3\n"), "line 2: 'Ke3' is not a move there");
    EXPECT_NE(names.add("only text").value().find("line 1: it is not a code"), std::string::npos);
}

RC_GTEST_PROP(OpeningNames, AnyTextDoesNoHarm, (std::string text)) {
    OpeningNames names;
    (void)names.add(text);
    (void)names.add("A\tB\t" + text);
}

// A large table of others: where both have a position, nearly all codes agree.
TEST(OpeningNames, AgreesWithAnotherTable) {
    ROOKERY_NEED_DATA(data);
    std::ifstream file(data / "openings" / "eco.tsv");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    OpeningNames others;
    ASSERT_EQ(others.add(text), std::nullopt);
    EXPECT_GT(others.size(), 3000u);
    int both = 0;
    int agreed = 0;
    std::istringstream lines{std::string(built_in_opening_names())};
    for (std::string line; std::getline(lines, line);) {
        const Game game = game_of(line.substr(line.rfind('\t') + 1));
        const OpeningName* other = others.find(game.position());
        if (other == nullptr) continue;
        ++both;
        const bool same = other->eco == line.substr(0, 3);
        agreed += same;
        if (!same) std::cout << other->eco << " " << other->name << ": " << line << "\n";
    }
    EXPECT_GT(both, 250);
    EXPECT_GT(agreed, both * 95 / 100);
}

}  // namespace
}  // namespace rookery
