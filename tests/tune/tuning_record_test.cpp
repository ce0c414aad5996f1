#include "tune/tuning_record.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

Facts facts(const std::string& seed = "1") {
    return {{"method", "spsa"}, {"seed", seed}, {"wide", "from 1 by 2"}};
}

std::string problem(std::string_view text, const Facts& now) {
    const auto read = TuningRecord::from_text(text, now);
    return read.ok() ? "none" : read.error();
}

TEST(TuningRecord, ComesBackAsItWas) {
    TuningRecord record(facts());
    record.keep("depth 4", "WDLL");
    record.keep("depth 5", "WW");
    record.keep("depth 4", "WDLLDD");
    const auto read = TuningRecord::from_text(record.text(), facts());
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->results_of("depth 4"), "WDLLDD");
    EXPECT_EQ(read->results_of("depth 5"), "WW");
    EXPECT_EQ(read->results_of("depth 6"), "");
    EXPECT_EQ(read->text(), record.text());
}

TEST(TuningRecord, SaysWhatIsDifferent) {
    const std::string text = TuningRecord(facts()).text();
    EXPECT_EQ(problem(text, facts("2")), "was made with seed 1, not 2");
    Facts more = facts();
    add_facts(more, {{"narrow", 20, 2.5, 0, 60}});
    EXPECT_EQ(problem(text, more), "was made with narrow none, not from 20 by 2.5");
    EXPECT_EQ(problem(TuningRecord(more).text(), facts()),
              "was made with narrow from 20 by 2.5, not none");
}

TEST(TuningRecord, RefusesWhatIsNone) {
    TuningRecord record(facts());
    record.keep("depth 4", "WDLL");
    const std::string text = record.text();
    for (const char* wrong :
         {"", "{}", "[1]", "{\"format\": 3}", "{\"format\": \"rookery texel\"}"})
        EXPECT_NE(problem(wrong, facts()), "none") << wrong;
    for (std::size_t length = 0; length + 2 < text.size(); length += 7)
        EXPECT_NE(problem(std::string_view(text).substr(0, length), facts()), "none") << length;
    EXPECT_NE(
        problem(R"({"format": "rookery spsa 1", "history": []})", facts()).find("earlier version"),
        std::string::npos);
}

}  // namespace
}  // namespace rookery::tune
