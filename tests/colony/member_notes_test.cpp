#include "colony/trust/member_notes.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <fstream>

namespace rookery::colony {
namespace {

const Time noon = std::chrono::system_clock::from_time_t(1'700'000'000);

TEST(MemberNotes, NoteStaysUntilPardoned) {
    const TemporaryFolder folder;
    const auto file = MemberNotes::quarantine_beside(folder / "home.rookery");
    EXPECT_TRUE(must(file.read()).empty());
    EXPECT_EQ(file.put({"attic", "illegal moves", noon}), std::nullopt);
    EXPECT_EQ(file.put({"attic", "something else", noon}), std::nullopt);
    EXPECT_EQ(file.put({"cellar", "too many nodes", noon}), std::nullopt);
    EXPECT_EQ(mode_of(folder / "home.quarantine.json"), 0600u);
    EXPECT_EQ(must(MemberNotes::quarantine_beside(folder / "home.rookery").read()),
              (std::vector<MemberNote>{{"attic", "something else", noon},
                                       {"cellar", "too many nodes", noon}}));
    EXPECT_TRUE(must(MemberNotes::refusals_beside(folder / "home.rookery").read()).empty())
        << "another list";
    EXPECT_TRUE(must(file.remove("attic")));
    EXPECT_FALSE(must(file.remove("attic")));
    EXPECT_EQ(must(file.read()), (std::vector<MemberNote>{{"cellar", "too many nodes", noon}}));
}

TEST(MemberNotes, BrokenFilesAreRefused) {
    const std::string good = text_of({{"attic", "illegal moves", noon}});
    EXPECT_TRUE(parse_member_notes(good).ok());
    for (const auto& [from, to] :
         {std::pair("notes 1", "notes 2"), std::pair("attic", "a/b"), std::pair("1700000000", "-1"),
          std::pair("reason", "raison"), std::pair("}", "")}) {
        std::string bad = good;
        bad.replace(bad.find(from), std::string_view(from).size(), to);
        EXPECT_FALSE(parse_member_notes(bad).ok()) << bad;
    }
    const TemporaryFolder folder;
    std::ofstream(folder / "home.quarantine.json") << good;
    std::filesystem::permissions(folder / "home.quarantine.json", std::filesystem::perms(0644));
    const auto file = MemberNotes::quarantine_beside(folder / "home.rookery");
    EXPECT_FALSE(file.read().ok()) << "others could have written it";
    EXPECT_TRUE(file.put({"cellar", "x", noon}).has_value());
}

}  // namespace
}  // namespace rookery::colony
