#include "eval/classical/variant.h"

#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"

namespace rookery::classical {
namespace {

Variant variant_of(const VariantText& text) {
    const auto variant = variant_from(text, default_weights);
    EXPECT_TRUE(variant.ok()) << variant.error();
    return variant.ok() ? *variant : Variant{default_weights};
}

std::string error_of(const VariantText& text) {
    const auto variant = variant_from(text, default_weights);
    EXPECT_FALSE(variant.ok());
    return variant.ok() ? "" : variant.error();
}

TEST(Variant, NothingSaidChangesNothing) {
    const Variant variant = variant_of({});
    EXPECT_EQ(variant.groups, Groups::all());
    EXPECT_EQ(flattened(variant.weights), flattened(default_weights));
}

TEST(Variant, TermsAreAddedAndTakenAwayFromLeftToRight) {
    EXPECT_EQ(variant_of({"all"}).groups, Groups::all());
    EXPECT_EQ(variant_of({"all-mobility-tempo"}).groups,
              Groups::all().without(Group::Mobility).without(Group::Tempo));
    EXPECT_EQ(variant_of({"material+piece_square"}).groups,
              Groups::none().with(Group::Material).with(Group::PieceSquare));
    EXPECT_EQ(variant_of({"all-pawns+pawns"}).groups, Groups::all());
}

TEST(Variant, APercentageChangesTheWeightsOfItsGroupAlone) {
    const Variant variant = variant_of({"all+pawns*150"});
    EXPECT_EQ(variant.groups, Groups::all());
    const FlatWeights before = flattened(default_weights), after = flattened(variant.weights);
    for (std::size_t i = 0; i < weight_count; ++i) {
        if (family_of(i).group != Group::Pawns) {
            EXPECT_EQ(after[i], before[i]) << weight_name(i);
            continue;
        }
        EXPECT_NEAR(after[i].mg(), before[i].mg() * 1.5, 0.5) << weight_name(i);
        EXPECT_NEAR(after[i].eg(), before[i].eg() * 1.5, 0.5) << weight_name(i);
    }
}

TEST(Variant, WeightsAreSetByName) {
    const Variant variant = variant_of(
        {"all+material*200", {{"material.knight", "350:-340"}, {"shelter.storm[1][4]", "7"}}});
    EXPECT_EQ(variant.weights.material.knight, Tapered(350, -340));
    EXPECT_EQ(variant.weights.shelter.storm[1][4], Tapered(7, 7));
    EXPECT_EQ(variant.weights.material.pawn, default_weights.material.pawn * 2);
}

TEST(Variant, SaysWhatIsWrong) {
    EXPECT_TRUE(error_of({"all-mobilty"})
                    .starts_with("there is no group of terms 'mobilty', only all, material, "));
    EXPECT_TRUE(error_of({"-mobility"}).starts_with("there is no group of terms ''"));
    EXPECT_TRUE(error_of({"all+"}).starts_with("there is no group of terms ''"));
    for (const char* terms : {"all+danger*", "all+danger*x", "all+danger*1001", "all-danger*50"})
        EXPECT_NE(error_of({terms}).find("is not like danger*150"), std::string::npos) << terms;
    EXPECT_EQ(error_of({"", {{"material.knite", "1"}}}),
              "the classical evaluation has no weight 'material.knite'");
    for (const char* weight : {"", "x", "1:", ":1", "1:2:3", "4001", "1.5", "99999999999"})
        EXPECT_NE(error_of({"", {{"material.knight", weight}}}).find("is not a weight like"),
                  std::string::npos)
            << weight;
}

}  // namespace
}  // namespace rookery::classical
