#include "engine/options.h"

#include "engine/engine_helpers.h"
#include "eval/evaluator.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

const OptionTable& table() {
    static const OptionTable options(test::real_searchers, all_evaluators(), false);
    return options;
}

Result<Settings, std::string> set(std::string_view name, std::string_view value) {
    return with_value(table().defaults(), *table().find(name), value);
}

TEST(Options, TheirDefaultsAreValuesTheyTake) {
    for (const Option& option : table().all()) {
        const std::string text = value_of(table().defaults(), option);
        const auto same = with_value(table().defaults(), option, text);
        ASSERT_TRUE(same.ok()) << option.name << ": " << same.error();
        EXPECT_EQ(value_of(*same, option), text);
        // Some clients cannot parse names with these words.
        for (const char* word : {"name", "type", "default", "min", "max", "var", "value"})
            EXPECT_EQ((" " + std::string(option.name) + " ").find(" " + std::string(word) + " "),
                      std::string::npos);
    }
    EXPECT_EQ(table().defaults().searcher, "pvs");
    EXPECT_EQ(table().defaults().evaluator, "network");
}

TEST(Options, AColonyCanBeChosenOnlyWhereOneHelps) {
    EXPECT_EQ(table().find("Colony"), nullptr);
    constexpr SearcherEntry helped[] = {
        {.name = "helped", .summary = "", .create = nullptr, .is_helped = true}};
    const OptionTable options(helped, all_evaluators(), false);
    ASSERT_NE(options.find("Colony"), nullptr);
    EXPECT_EQ(value_of(options.defaults(), *options.find("Colony")), "<empty>");
    EXPECT_EQ(with_value(options.defaults(), *options.find("Colony"), "a b.rookery")->colony,
              "a b.rookery");
}

TEST(Options, NamesInAnyCase) {
    EXPECT_EQ(table().find("MOVE overhead"), table().find("Move Overhead"));
    EXPECT_NE(table().find("Move Overhead"), nullptr);
    EXPECT_EQ(table().find("MoveOverhead"), nullptr);
    EXPECT_EQ(table().find(""), nullptr);
}

TEST(Options, NumbersMustBeInRange) {
    for (const char* bad : {"0", "-1", "abc", "1099511627776", "", "3x", "0x10", " 3", "1e3", "+3",
                            "99999999999999999999999999", "-99999999999999999999999999"}) {
        const auto refused = set("Hash", bad);
        ASSERT_FALSE(refused.ok()) << bad;
        EXPECT_NE(refused.error().find("option Hash: the value must be a number from 1 to "),
                  std::string::npos)
            << refused.error();
    }
    EXPECT_EQ(set("Hash", "3")->hash_mib, 3);
    EXPECT_EQ(set("Hash", "1048576")->hash_mib, 1048576);
    EXPECT_FALSE(set("Threads", "1025").ok());
    EXPECT_EQ(set("Move Overhead", "0")->move_overhead_ms, 0);
}

TEST(Options, ChecksAreTrueOrFalse) {
    EXPECT_TRUE(set("UCI_Chess960", "TRUE")->chess960);
    EXPECT_TRUE(set("UCI_Chess960", "1")->chess960);
    EXPECT_FALSE(set("UCI_Chess960", "false")->chess960);
    for (const char* bad : {"", "yes", "2", "truely"}) EXPECT_FALSE(set("UCI_Chess960", bad).ok());
}

TEST(Options, ChoicesAreThoseOfTheTable) {
    EXPECT_EQ(set("Evaluator", "Material")->evaluator, "material");
    const auto refused = set("Searcher", "stockfish\x1b[2J");
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().find("must be one of pvs, random"), std::string::npos);
    EXPECT_EQ(refused.error().find('\x1b'), std::string::npos);
}

TEST(Options, TextsAreTakenAsTheyAre) {
    EXPECT_EQ(set("Debug Log File", "/tmp/a  b.txt")->log_file, "/tmp/a  b.txt");
    EXPECT_EQ(set("UCI_Opponent", "GM 2800 human Gary Kasparov")->opponent,
              "GM 2800 human Gary Kasparov");
    EXPECT_EQ(set("Debug Log File", "<empty>")->log_file, "");
    EXPECT_EQ(value_of(table().defaults(), *table().find("Debug Log File")), "<empty>");
}

TEST(Options, StrengthByLevelOrElo) {
    Settings settings = table().defaults();
    EXPECT_TRUE(settings.strength().is_full());
    settings.level = 3;
    EXPECT_EQ(settings.strength(), strength_of_level(3));
    settings.limit_strength = true;
    EXPECT_EQ(settings.strength(), strength_of_elo(settings.elo));
    settings.analyse = true;
    EXPECT_TRUE(settings.strength().is_full());
}

TEST(Options, AStyleReplacesTheSearcher) {
    const OptionTable styled(test::styles, all_evaluators(), false);
    const Option* style = styled.find("Style");
    ASSERT_NE(style, nullptr);
    EXPECT_EQ(style->choices, (std::vector<std::string_view>{"engine", "rated", "proud"}));
    Settings settings = styled.defaults();
    EXPECT_EQ(settings.playing_searcher(), "obedient");
    settings = *with_value(settings, *style, "Proud");
    EXPECT_EQ(settings.playing_searcher(), "proud");
    settings.analyse = true;
    EXPECT_EQ(settings.playing_searcher(), "obedient");
    EXPECT_EQ(table().find("Style"), nullptr);  // no searcher is a style
    EXPECT_EQ(table().find("Contempt"), nullptr);
}

TEST(Options, TheRatingIsThatOfTheLevelOrElo) {
    Settings settings = table().defaults();
    EXPECT_EQ(settings.rating(), highest_elo);
    settings.level = 3;
    EXPECT_EQ(settings.rating(), levels()[2].elo);
    settings.limit_strength = true;
    settings.elo = 1234;
    EXPECT_EQ(settings.rating(), 1234);
}

}  // namespace
}  // namespace rookery
