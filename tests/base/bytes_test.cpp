#include "base/bytes.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

// The values that its authors publish.
TEST(Hash, IsTheOneThatOthersKnow) {
    EXPECT_EQ(hash_of(""), 0xCBF29CE484222325u);
    EXPECT_EQ(hash_of("a"), 0xAF63DC4C8601EC8Cu);
    EXPECT_EQ(hash_of("foobar"), 0x85944171F73967E8u);
}

TEST(Hash, TellsNamesApart) { EXPECT_NE(hash_of("home-1"), hash_of("home-2")); }

}  // namespace
}  // namespace rookery
