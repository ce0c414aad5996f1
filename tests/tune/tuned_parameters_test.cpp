#include "tune/tuned_parameters.h"

#include "eval/classical/default_weights.h"
#include "eval/classical/variant.h"
#include "tune/sequential.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

using Start = TunedParameters::Start;

const TunedParameter& parameter_called(const TunedParameters& parameters, std::string_view name) {
    for (const TunedParameter& one : parameters.all())
        if (one.name == name) return one;
    ADD_FAILURE() << "no number is called " << name;
    return parameters.all().front();
}

TEST(TunedParameters, TheStudyStartsInItsOwnUnit) {
    const auto parameters = TunedParameters::weights({}, Start::Study);
    ASSERT_TRUE(parameters.ok()) << parameters.error();
    ASSERT_EQ(parameters->all().size(), 12U);
    const auto pawn = classical::default_weights.material.pawn;
    EXPECT_NEAR(parameter_called(*parameters, "material.knight mg").start, 3.5 * pawn.mg(), 1e-9);
    EXPECT_NEAR(parameter_called(*parameters, "material.knight eg").start, 3.5 * pawn.eg(), 1e-9);
    EXPECT_NEAR(parameter_called(*parameters, "material.knight eg").step, 0.35 * pawn.eg(), 1e-9);
    // Penalties are negative here.
    EXPECT_NEAR(parameter_called(*parameters, "queens.pursued mg").start, -0.3 * pawn.mg(), 1e-9);
    EXPECT_GT(parameter_called(*parameters, "queens.pursued mg").step, 0);
    // From nothing, by a tenth of the other half.
    EXPECT_EQ(parameter_called(*parameters, "shelter.open_file eg").start, 0);
    EXPECT_NEAR(parameter_called(*parameters, "shelter.open_file eg").step, 0.05 * pawn.eg(), 1e-9);
    for (std::size_t i = 0; i < study_parameters.size(); ++i) {
        const auto& half = parameters->halves()[2 * i];
        EXPECT_NEAR(in_centipawns(half, parameters->all()[2 * i].start),
                    study_parameters[i].start.mg, 1e-9);
        EXPECT_EQ(short_name(half.weight), study_parameters[i].name);
    }
}

TEST(TunedParameters, OwnOnesStartWithTheEnginesWeights) {
    const auto parameters =
        TunedParameters::weights({"rooks.connected", "danger.safe_check"}, Start::Own);
    ASSERT_TRUE(parameters.ok()) << parameters.error();
    ASSERT_EQ(parameters->all().size(), 2U + 8U);
    const auto connected = classical::default_weights.rooks.connected;
    EXPECT_NEAR(parameter_called(*parameters, "rooks.connected mg").start, connected.mg(), 1e-9);
    EXPECT_EQ(parameter_called(*parameters, "rooks.connected eg").step,
              1);  // a tenth would be nothing
    EXPECT_EQ(own_value(parameters->halves()[0]), connected.mg());
    // Outside the study's six, --start study makes no difference.
    const auto study = TunedParameters::weights({"rooks.connected"}, Start::Study);
    EXPECT_EQ(study->all()[0].start, parameters->all()[0].start);
}

TEST(TunedParameters, NamesAreExactOrBeginnings) {
    EXPECT_EQ(TunedParameters::weights({"material.bishop"}, Start::Own)->all().size(), 2U);
    EXPECT_EQ(TunedParameters::weights({"material.bishop_"}, Start::Own)->all().size(), 2U);
    EXPECT_EQ(TunedParameters::weights({"tempo", "tempo.to_move"}, Start::Own)->all().size(), 2U);
    for (const auto& [wrong, why] : {std::pair{"material.nite", "'material.nite'"},
                                     {"", "''"},
                                     {"knight", "did you mean"},
                                     {"material.knigth", "did you mean material.knight"}}) {
        const auto refused = TunedParameters::weights({"tempo", wrong}, Start::Own);
        ASSERT_FALSE(refused.ok()) << wrong;
        EXPECT_NE(refused.error().find(why), std::string::npos) << refused.error();
    }
}

TEST(TunedParameters, GoToThePlayer) {
    const auto parameters = TunedParameters::weights({"material.knight", "tempo"}, Start::Own);
    arena::SearcherSpec spec;
    parameters->apply({301, 402, -3, 4}, spec);
    const auto variant = classical::variant_from(spec.variant, classical::default_weights);
    ASSERT_TRUE(variant.ok()) << variant.error();
    EXPECT_EQ(variant->weights.material.knight, classical::Tapered(301, 402));
    EXPECT_EQ(variant->weights.tempo.to_move, classical::Tapered(-3, 4));
    EXPECT_EQ(variant->weights.material.pawn, classical::default_weights.material.pawn);
    EXPECT_EQ(parameters->text_of({301, 402, -3, 4}, {301, 402, -3, 5}), ",tempo.to_move=-3:4");
}

// Values that fit the study's tables: whole steps from the start, at most ten.
TEST(Study, ItsValuesLieOnItsSteps) {
    for (const StudyResult& result : study_results)
        for (std::size_t i = 0; i < study_parameters.size(); ++i) {
            const Centipawns& start = study_parameters[i].start;
            const double of_mg = (result.values[i].mg - start.mg) / (0.1 * start.mg);
            const double of_eg =
                (result.values[i].eg - start.eg) / (0.1 * (start.eg != 0 ? start.eg : start.mg));
            for (const double steps : {of_mg, of_eg}) {
                EXPECT_NEAR(steps, std::round(steps), 1e-9)
                    << result.depth << ' ' << study_parameters[i].name;
                EXPECT_LE(std::abs(steps), 10) << result.depth << ' ' << study_parameters[i].name;
            }
        }
}

}  // namespace
}  // namespace rookery::tune
