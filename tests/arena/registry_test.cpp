#include "arena/players/registry.h"

#include "arena/player_helpers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;
using test::example;
using Registry = test::RegistryTest;

TEST_F(Registry, ReadsWhatItWrites) {
    EngineRegistry registry;
    ASSERT_TRUE(registry.add(example("B")).ok());
    ASSERT_TRUE(registry.add(example("A engine")).ok());
    ASSERT_TRUE(registry.save(file()).ok());
    const auto again = EngineRegistry::load(file());
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_EQ(again->engines(), registry.engines());
    EXPECT_EQ(again->engines().front().name, "A engine");
    ASSERT_NE(again->find("B"), nullptr);
    EXPECT_EQ(*again->find("B"), example("B"));
    // Nothing is left of the writing.
    EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
              1);
}

TEST_F(Registry, AddsReplacesAndRemoves) {
    EngineRegistry registry;
    ASSERT_TRUE(registry.add(example("Old Dog")).ok());
    EngineSpec other = example("Old Dog");
    other.command = "elsewhere";
    ASSERT_TRUE(registry.add(other).ok());
    ASSERT_EQ(registry.engines().size(), 1U);
    EXPECT_EQ(registry.find("Old Dog")->command, "elsewhere");
    const auto missing = registry.remove("old dig");
    ASSERT_FALSE(missing.ok());
    EXPECT_NE(missing.error().find("did you mean Old Dog?"), std::string::npos);
    EXPECT_TRUE(registry.remove("Old Dog").ok());
    EXPECT_TRUE(registry.engines().empty());
    for (const char* bad : {"", "a,b", "a=b", "a/b", "searcher:x", "a\nb", " a", "a "})
        EXPECT_FALSE(registry.add(example(bad)).ok()) << bad;
}

TEST_F(Registry, RefusesBadFilesWithTheReason) {
    const auto nothing = EngineRegistry::load(file());
    ASSERT_TRUE(nothing.ok());
    EXPECT_TRUE(nothing->engines().empty());
    const std::pair<const char*, const char*> wrong[] = {
        {"", "not a JSON object"},
        {"[1]", "not a JSON object"},
        {"{\"engines\": []}", "no version"},
        {"{\"version\": 2, \"engines\": []}", "version 2"},
        {"{\"version\": 1}", "no list"},
        {"{\"version\": 1, \"engines\": [5]}", "engine 1: an engine is not an object"},
        {"{\"version\": 1, \"engines\": [{\"name\": 5}]}", "\"name\" is not a text"},
        {"{\"version\": 1, \"engines\": [{\"name\": \"a\"}]}", "no command"},
        {"{\"version\": 1, \"engines\": [{\"name\": \"a\", \"command\": \"b\", \"protocol\": "
         "\"c\"}]}",
         "not a protocol"},
        {"{\"version\": 1, \"engines\": [{\"name\": \"a\", \"command\": \"b\", \"options\": []}]}",
         "not an object"}};
    for (const auto& [text, why] : wrong) {
        write(text);
        const auto loaded = EngineRegistry::load(file());
        ASSERT_FALSE(loaded.ok()) << text;
        EXPECT_NE(loaded.error().find(why), std::string::npos) << loaded.error();
        EXPECT_NE(loaded.error().find("engines.json"), std::string::npos) << loaded.error();
    }
}

}  // namespace
}  // namespace rookery::arena
