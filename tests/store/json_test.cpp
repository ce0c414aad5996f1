#include "store/json.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace rookery {
namespace {

TEST(Json, KeepsTheOrderOfMembersAndTheKindsOfNumbers) {
    const std::string text =
        R"({"z":1,"a":-2,"half":0.5,"whole":3.0,"most":18446744073709551615,"list":[true,null,"x"],"none":{}})";
    const auto json = Json::read(text);
    ASSERT_TRUE(json.ok()) << json.error();
    EXPECT_EQ(json->dump(), text);
    EXPECT_EQ(json->at("z").get<int>(), 1);
    EXPECT_EQ(json->at("a").get<std::int64_t>(), -2);
    EXPECT_EQ(json->at("half").get<double>(), 0.5);
    EXPECT_EQ(json->at("most").get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_TRUE(json->at("list").at(0).get<bool>());
    EXPECT_EQ(json->at("list").at(2).get<std::string>(), "x");
    EXPECT_TRUE(json->at("none").is_object());
    EXPECT_EQ(json->find("missing"), nullptr);
}

TEST(Json, IsWrittenAsBracesRead) {
    Json json{
        {"name", "x"}, {"sizes", std::vector<int>{1, 2}}, {"pair", {"a", 2}}, {"no", nullptr}};
    json["more"]["deep"] = 1.5;
    json["list"].push_back({{"a", 1}});
    json["list"].push_back(Json::array());
    const std::vector<std::pair<std::string, double>> pairs = {{"k", 2.5}};
    json["pairs"] = pairs;
    EXPECT_EQ(json.dump(),
              R"({"name":"x","sizes":[1,2],"pair":["a",2],"no":null,"more":{"deep":1.5},)"
              R"("list":[{"a":1},[]],"pairs":[["k",2.5]]})");
    EXPECT_EQ((json.at("pairs").get<std::vector<std::pair<std::string, double>>>()), pairs);
    EXPECT_EQ((Json{{"a", 1}}.dump(1)), "{\n \"a\": 1\n}");
    json.update({{"name", "y"}, {"new", true}});
    EXPECT_EQ(json.at("name").as_text(), "y");
    EXPECT_TRUE(json.at("new").get<bool>());
    json.erase("new");
    json.erase("new");
    EXPECT_FALSE(json.contains("new"));
}

TEST(Json, PrintsWhatIsNoUtf8AsReplacements) {
    EXPECT_EQ(Json("a\xff").dump(), "\"a\xEF\xBF\xBD\"");
    EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
}

TEST(Json, RefusesWhatIsNotAskedFor) {
    const Json json = Json::parse(R"({"text":"x","big":300,"minus":-1,"half":0.5,"list":[1]})");
    EXPECT_THROW((void)json.at("text").get<int>(), Json::Error);
    EXPECT_THROW((void)json.at("big").get<std::uint8_t>(), Json::Error);
    EXPECT_THROW((void)json.at("minus").get<std::size_t>(), Json::Error);
    EXPECT_THROW((void)json.at("half").get<int>(), Json::Error);
    EXPECT_THROW((void)json.at("list").at(1), Json::Error);
    EXPECT_THROW((void)json.at("list").as_text(), Json::Error);
    EXPECT_THROW((void)json.at("missing"), Json::Error);
    EXPECT_THROW((void)json.at("text").at("x"), Json::Error);
    EXPECT_THROW((void)json.items().at(0).second.items(), Json::Error);
    EXPECT_EQ(json.value("missing", 7), 7);
    EXPECT_EQ(json.value("text", ""), "x");
    EXPECT_THROW((void)json.value("text", 7), Json::Error);
}

TEST(Json, RefusesTextsThatAreNoneOrTooMuch) {
    for (const char* text : {"", "{", "[1,]", "{\"a\":1} x", "\"\xff\"", "nul", "[1e999]"})
        EXPECT_FALSE(Json::read(text).ok()) << text;
    EXPECT_THROW((void)Json::parse("{"), Json::Error);
    EXPECT_TRUE(Json::read("[[[1]]]", {.depth = 3}).ok());
    EXPECT_EQ(Json::read("[[[[1]]]]", {.depth = 3}).error(), "is nested too deeply");
    EXPECT_EQ(Json::read(std::string(1'000'000, '[')).error(), "is nested too deeply");
    const char* twice = R"({"a":{"b":1,"c":2},"b":1,"a":3})";
    EXPECT_EQ(Json::read(twice)->dump(), R"({"a":3,"b":1})");
    EXPECT_EQ(Json::read(twice, {.unique_keys = true}).error(), "has 'a' twice");
}

TEST(Json, ComparesByValue) {
    EXPECT_EQ(Json(1), Json(1U));
    EXPECT_EQ(Json(1), Json(1.0));
    EXPECT_NE(Json(-1), Json(std::numeric_limits<std::uint64_t>::max()));
    EXPECT_NE(Json(1), Json("1"));
    EXPECT_EQ(Json::parse(R"({"a":1,"b":[2]})"), Json::parse(R"({"b":[2.0],"a":1})"));
    EXPECT_NE(Json::parse(R"({"a":1})"), Json::parse(R"({"a":1,"b":2})"));
    EXPECT_TRUE(Json("pair") == "pair");
}

}  // namespace
}  // namespace rookery
