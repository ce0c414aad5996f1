#include "store/database.h"

#include <gtest/gtest.h>

#include <span>

namespace rookery::store {
namespace {

constexpr std::int64_t application_id = 0x54657374;

std::int64_t number_of(const Database& database, const char* sql) {
    Statement statement(database, sql);
    return statement.row() ? statement.take_integer() : -1;
}

TEST(DatabaseMigration, TakesTheMissingStepsAndOnlyThose) {
    auto opened = Database::open({});
    ASSERT_TRUE(opened.ok());
    Database& database = *opened;
    const char* const steps[] = {"CREATE TABLE a (x); INSERT INTO a VALUES (1)",
                                 "ALTER TABLE a ADD COLUMN y DEFAULT 7", "UPDATE a SET x = x + 1"};
    const std::span all(steps);
    ASSERT_FALSE(database.migrate({application_id, all.first(1)}));
    EXPECT_EQ(number_of(database, "PRAGMA user_version"), 1);
    EXPECT_EQ(number_of(database, "PRAGMA application_id"), application_id);
    ASSERT_FALSE(database.migrate({application_id, all}));
    ASSERT_FALSE(database.migrate({application_id, all}));
    EXPECT_EQ(number_of(database, "PRAGMA user_version"), 3);
    EXPECT_EQ(number_of(database, "SELECT x + y FROM a"), 9);
    EXPECT_EQ(database.migrate({application_id, all.first(2)})->problem, Problem::Newer);

    // A step that fails takes back the ones before it.
    const char* const broken[] = {steps[0], steps[1], steps[2], "CREATE TABLE b (x)", "nonsense"};
    EXPECT_TRUE(database.migrate({application_id, broken}));
    EXPECT_EQ(number_of(database, "PRAGMA user_version"), 3);
    EXPECT_EQ(number_of(database, "SELECT count(*) FROM sqlite_master WHERE name = 'b'"), 0);
}

}  // namespace
}  // namespace rookery::store
