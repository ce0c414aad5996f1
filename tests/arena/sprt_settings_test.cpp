#include "arena/statistics/sprt.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery::arena {
namespace {

std::string error_of(std::string_view text) {
    const Result<SprtSettings, std::string> settings = parse_sprt(text);
    return settings ? "accepted" : settings.error();
}

TEST(SprtSettings, AreReadInAnyOrder) {
    const SprtSettings full{-1.5, 3, 0.1, 0.01, EloModel::Normalized};
    EXPECT_EQ(*parse_sprt("elo0=-1.5 elo1=3 alpha=0.1 beta=0.01 model=normalized"), full);
    EXPECT_EQ(*parse_sprt(" beta=1e-2,model=normalised,\telo1=+3 alpha=.1 elo0=-1.5 "), full);
    EXPECT_EQ(*parse_sprt("elo0=0 elo1=5"), SprtSettings{});
    EXPECT_EQ(*parse_sprt("elo0=0 elo1=5 model=logistic"), SprtSettings{});
}

TEST(SprtSettings, ErrorsSayWhatIsWrong) {
    EXPECT_EQ(error_of(""), "the SPRT needs elo0, as in \"elo0=0 elo1=5\"");
    EXPECT_EQ(error_of("elo0=1"), "the SPRT needs elo1, as in \"elo0=0 elo1=5\"");
    EXPECT_EQ(error_of("elo0=5 elo1=5"), "elo0 of the SPRT (5) must be less than elo1 (5)");
    EXPECT_EQ(error_of("elo0=2.5 elo1=-1"), "elo0 of the SPRT (2.5) must be less than elo1 (-1)");
    EXPECT_EQ(error_of("elo0=0 elo1=5 alpha=0"),
              "alpha of the SPRT is 0, but must lie between 0 and 0.5");
    EXPECT_EQ(error_of("elo0=0 elo1=5 beta=0.5"),
              "beta of the SPRT is 0.5, but must lie between 0 and 0.5");
    EXPECT_EQ(error_of("elo0=0 elo1=900"),
              "elo1 of the SPRT is 900, but must lie between -500 and 500");
    EXPECT_EQ(error_of("elo0=0 elo1=5 gamma=1"),
              "the SPRT has no setting \"gamma\"; it has elo0, elo1, alpha, beta and model");
    EXPECT_EQ(error_of("elo0=0 elo1=5 elo1=6"), "elo1 of the SPRT is given twice");
    EXPECT_EQ(error_of("0 5"), "the SPRT wants name=value, not \"0\"");
    EXPECT_EQ(error_of("elo0=x elo1=5"), "elo0 of the SPRT is not a number: \"x\"");
    EXPECT_EQ(error_of("elo0= elo1=5"), "elo0 of the SPRT is not a number: \"\"");
    EXPECT_EQ(error_of("elo0=nan elo1=5"), "elo0 of the SPRT is not a number: \"nan\"");
    EXPECT_EQ(error_of("elo0=0 elo1=inf"), "elo1 of the SPRT is not a number: \"inf\"");
    EXPECT_EQ(error_of("elo0=+-1 elo1=5"), "elo0 of the SPRT is not a number: \"+-1\"");
    EXPECT_EQ(error_of("elo0=0 elo1=5 model=bayes"),
              "the model of the SPRT is logistic or normalized, not \"bayes\"");
    EXPECT_EQ(error_of("elo0=\x1B[31m"), "elo0 of the SPRT is not a number: \"?[31m\"");
}

RC_GTEST_PROP(SprtSettings, TextAndBack, ()) {
    SprtSettings settings;
    settings.elo0 = *rc::gen::inRange(-4000, 4000) / 10.0;
    settings.elo1 = settings.elo0 + *rc::gen::inRange(1, 1000) / 10.0;
    settings.alpha = *rc::gen::inRange(1, 499) / 1000.0;
    settings.beta = *rc::gen::inRange(1, 499) / 1000.0;
    settings.model = *rc::gen::element(EloModel::Logistic, EloModel::Normalized);
    const Result<SprtSettings, std::string> again = parse_sprt(to_text(settings));
    RC_ASSERT(again.ok());
    RC_ASSERT(*again == settings);
}

RC_GTEST_PROP(SprtSettings, AnyTextIsAnswered, (const std::string& noise)) {
    const Result<SprtSettings, std::string> settings = parse_sprt("elo0=0 elo1=5 " + noise);
    if (settings)
        RC_ASSERT(!validate(*settings));
    else
        for (char c : settings.error()) RC_ASSERT(c != '\x1B' && c != '\n');
}

}  // namespace
}  // namespace rookery::arena
