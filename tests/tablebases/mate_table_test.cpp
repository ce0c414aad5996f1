#include "tablebases/mate_table.h"

#include "base/bytes.h"
#include "base/random.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rookery {
namespace {

// A table in which every number has a value of its own making, and no illegal position.
MateTable invented_table(const char* ending_name, std::uint64_t seed) {
    const Ending& ending = *Ending::find(ending_name);
    std::vector<MateValue> values(ending.sides() * ending.size(), mate_draw);
    Random random(seed);
    for (std::size_t i = 0; i < 1000; ++i)
        values[random.below(values.size())] = static_cast<MateValue>(random.below(70));
    return {ending, std::move(values)};
}

// The bytes with another ending for the hash, which is then right.
std::string hashed(std::string bytes) {
    ByteWriter hash;
    hash.fixed(hash_of(bytes), 8);
    return bytes + hash.take();
}
std::string without_hash(const std::string& bytes) { return bytes.substr(0, bytes.size() - 8); }

void expect_refused(const std::string& bytes, const std::string& why) {
    const auto table = MateTable::parse(bytes);
    ASSERT_FALSE(table.ok()) << why;
    EXPECT_NE(table.error().find(why), std::string::npos) << table.error();
}

TEST(MateTable, IsReadAsItWasWritten) {
    for (const char* name : {"KQvK", "KPvK", "KNvKN", "KRRvK"}) {
        const MateTable table = invented_table(name, 7);
        const std::string bytes = table.bytes(1);
        EXPECT_EQ(table.bytes(3), bytes);
        const auto again = MateTable::parse(bytes);
        ASSERT_TRUE(again.ok()) << again.error();
        EXPECT_EQ(&again->ending(), Ending::find(name));
        EXPECT_EQ(again->info().counts, table.info().counts);
        const auto info = MateTable::parse_info(bytes);
        ASSERT_TRUE(info.ok());
        EXPECT_EQ(info->counts, table.info().counts);
        EXPECT_EQ(info->positions(), table.ending().sides() * table.ending().size());
        for (std::size_t side = 0; side < table.ending().sides(); ++side)
            for (std::size_t i = 0; i < table.ending().size(); ++i) {
                const Color color = static_cast<Color>(side);
                ASSERT_EQ(again->value(color, i), table.value(color, i)) << name << ' ' << i;
            }
    }
}

TEST(MateTable, CountsWinsDrawsAndLosses) {
    const Ending& ending = *Ending::find("KQvK");
    std::vector<MateValue> values(2 * ending.size(), mate_illegal);
    values[5] = 19;
    values[6] = 1;
    values[7] = mate_draw;
    values[ending.size() + 1] = 0;
    values[ending.size() + 2] = 20;
    const MateTable table(ending, values);
    EXPECT_EQ(table.info().counts[Color::White], (MateCounts{2, 1, 0, 19}));
    EXPECT_EQ(table.info().counts[Color::Black], (MateCounts{0, 0, 2, 20}));
    EXPECT_EQ(table.info().longest(), 20);
    EXPECT_EQ(table.info().positions(), 5);
    EXPECT_EQ(table.value(Color::White, 5), 19);
    EXPECT_EQ(table.value(Color::Black, 2), 20);
}

TEST(MateTable, NoDamageIsOverlooked) {
    const std::string bytes = invented_table("KQvK", 3).bytes(1);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 16);
        ASSERT_FALSE(MateTable::parse_info(damaged).ok()) << i;
        ASSERT_FALSE(MateTable::parse_info(bytes.substr(0, i)).ok()) << i;
    }
    EXPECT_FALSE(MateTable::parse_info(bytes + '\0').ok());
}

TEST(MateTable, SaysWhatIsWrong) {
    const std::string bytes = invented_table("KQvK", 3).bytes(1);
    expect_refused("", "no mate table");
    expect_refused("PK\3\4 something else", "no mate table");
    expect_refused(bytes.substr(0, 9), "cut off");
    expect_refused(bytes.substr(0, bytes.size() / 2), "checksum");
    std::string other = bytes;
    other[7] = 9;
    expect_refused(other, "version 9; this program reads version 1");
    other = without_hash(bytes);
    other[9] = 'X';
    expect_refused(hashed(other), "no ending");
    expect_refused(hashed(without_hash(bytes) + "more"), "behind the last block");
    expect_refused(hashed(bytes.substr(0, bytes.size() - 20)), "cannot be unpacked");
    expect_refused(hashed(bytes.substr(0, 14)), "incomplete");
    other = without_hash(bytes);
    other.replace(13, 1, "\xFF\xFF\xFF\xFF\x7F");
    expect_refused(hashed(other), "counts make no sense");
}

TEST(MateTable, AFileThatIsNoneIsNamed) {
    const auto missing = MateTable::open("/nowhere/KQvK.rmt");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error(), "/nowhere/KQvK.rmt cannot be read");
    EXPECT_EQ(MateTable::file_name(*Ending::find("KQvKR")), "KQvKR.rmt");
}

}  // namespace
}  // namespace rookery
