#include "tablebases/mate_table_generator.h"

#include "base/files.h"
#include "eval/classical/endgames.h"
#include "support/chess_helpers.h"
#include "tablebases/retrograde.h"
#include "tablebases/table_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

namespace rookery {
namespace {

using test::legal_position;
using test::position_of;
using test::TableFolder;
using test::three_piece_tables;
using test::value_by_search;

MateTable opened(const TableFolder& folder, const char* name) {
    auto table = MateTable::open(folder.file(name));
    EXPECT_TRUE(table.ok()) << table.error();
    return std::move(*table);
}

// In moves, of the wins of one side with the move.
int longest_win(const MateTable& table, Color side) {
    int longest = 0;
    for (std::size_t i = 0; i < table.ending().size(); ++i)
        if (const MateValue value = table.value(side, i); is_mate_win(value))
            longest = std::max(longest, (value + 1) / 2);
    return longest;
}

TEST(MateTableGenerator, FindsTheKnownLongestMatesOfThreePieces) {
    for (const auto& [name, moves] :
         {std::pair("KQvK", 10), std::pair("KRvK", 16), std::pair("KPvK", 28)}) {
        const MateTable table = opened(three_piece_tables(), name);
        EXPECT_EQ(longest_win(table, Color::White), moves) << name;
        EXPECT_EQ(table.info().counts[Color::Black].longest, 2 * moves) << name;
        EXPECT_EQ(table.info().counts[Color::White].losses, 0) << name;
        EXPECT_EQ(table.info().counts[Color::Black].wins, 0) << name;
    }
}

TEST(MateTableGenerator, CountsEveryLegalPosition) {
    for (const char* name : {"KQvK", "KRvK", "KPvK"}) {
        const MateTable table = opened(three_piece_tables(), name);
        for (const Color side : both_colors) {
            std::uint64_t legal = 0;
            for (std::size_t i = 0; i < table.ending().size(); ++i)
                legal += legal_position(table.ending(), side, i).has_value();
            EXPECT_EQ(table.info().counts[side].positions(), legal) << name;
        }
    }
}

TEST(MateTableGenerator, AgreesWithTheEvaluationOnKingAndPawn) {
    const MateTable table = opened(three_piece_tables(), "KPvK");
    std::uint64_t positions = 0;
    for (const Color side : both_colors)
        for (std::size_t i = 0; i < table.ending().size(); ++i) {
            const auto position = legal_position(table.ending(), side, i);
            if (!position) continue;
            ++positions;
            const bool won = classical::kpk_is_won(Color::White, position->king(Color::White),
                                                   first_square(position->pieces(PieceType::Pawn)),
                                                   position->king(Color::Black), side);
            ASSERT_EQ(table.value(side, i) != mate_draw, won) << i;
        }
    EXPECT_GT(positions, 160'000);
}

TEST(MateTableGenerator, ValueIsThatOfTheBestMove) {
    const MateTables tables(three_piece_tables().path());
    Random random(5);
    for (int i = 0; i < 20'000; ++i) {
        const Position position = test::random_placement(random, 3);
        ASSERT_EQ(tables.value(position), value_by_search(tables, position))
            << position.key() << ' ' << i;
    }
}

TEST(MateTableGenerator, KnowsSomeMates) {
    const MateTables tables(three_piece_tables().path());
    EXPECT_EQ(tables.value(position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")), 0);
    EXPECT_EQ(tables.value(position_of("8/8/8/8/8/1k6/1q6/K7 w - - 0 1")), 0);
    EXPECT_EQ(tables.value(position_of("k7/8/1K6/8/8/8/8/6R1 w - - 0 1")), 1);
    EXPECT_EQ(tables.value(position_of("6r1/8/8/8/8/1k6/8/K7 b - - 0 1")), 1);
    EXPECT_EQ(tables.value(position_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")), mate_draw);
    EXPECT_EQ(tables.value(position_of("k7/P7/1K6/8/8/8/8/8 b - - 0 1")), mate_draw);
    // A new queen would be stalemate, so the shortest way is a rook.
    EXPECT_EQ(tables.value(position_of("8/k1P5/8/K7/8/8/8/8 w - - 0 1")),
              value_by_search(tables, position_of("8/k1P5/8/K7/8/8/8/8 w - - 0 1")));
}

TEST(MateTableGenerator, ThreadsDoNotChangeTheFiles) {
    const TableFolder alone("alone");
    (void)test::make_tables(alone.path(), {Ending::find("KPvK")}, 1);
    for (const char* name : {"KQvK", "KRvK", "KPvK"})
        EXPECT_EQ(*text_of_file(alone.file(name).string()),
                  *text_of_file(three_piece_tables().file(name).string()))
            << name;
}

TEST(MateTableGenerator, MakesWhatAnEndingNeeds) {
    const std::vector<const Ending*> all = with_needs({Ending::find("KBvK"), Ending::find("KPvK")});
    std::string names;
    for (const Ending* ending : all) names += ending->name() + ' ';
    EXPECT_EQ(names, "KQvK KRvK KPvK ");
    EXPECT_EQ(with_needs(test::endings_up_to(4)).size(), 33);
}

TEST(MateTableGenerator, KeepsGoodFilesAndReplacesDamagedOnes) {
    const TableFolder folder("kept");
    for (const char* name : {"KQvK", "KRvK", "KPvK"})
        std::filesystem::copy(three_piece_tables().file(name), folder.file(name));
    const std::string good = *text_of_file(folder.file("KRvK").string());
    ASSERT_FALSE(replace_file(folder.file("KRvK"), good.substr(0, good.size() / 2)));
    std::filesystem::remove(folder.file("KPvK"));
    std::filesystem::copy(folder.file("KQvK"), folder.file("KPvK"));
    const MateTablesMade made = test::make_tables(folder.path(), test::endings_up_to(3));
    EXPECT_EQ(made.kept, 1);
    EXPECT_EQ(made.made, (std::vector<const Ending*>{Ending::find("KRvK"), Ending::find("KPvK")}));
    ASSERT_EQ(made.damaged.size(), 2);
    EXPECT_NE(made.damaged[0].find("KRvK.rmt: the checksum is wrong"), std::string::npos);
    EXPECT_NE(made.damaged[1].find("KPvK.rmt: it holds KQvK"), std::string::npos);
    EXPECT_EQ(*text_of_file(folder.file("KRvK").string()), good);
    EXPECT_EQ(*text_of_file(folder.file("KPvK").string()),
              *text_of_file(three_piece_tables().file("KPvK").string()));
}

TEST(MateTableGenerator, StopsAndGoesOn) {
    const TableFolder folder("stopped");
    std::stop_source stop;
    const auto stopped = make_mate_tables({folder.path(), test::endings_up_to(3), 2},
                                          stop.get_token(), [&](std::string_view doing) {
                                              if (doing.starts_with("KRvK (2 of 3): mates in 5"))
                                                  stop.request_stop();
                                          });
    ASSERT_TRUE(stopped.ok()) << stopped.error();
    EXPECT_TRUE(stopped->stopped);
    EXPECT_EQ(stopped->made, std::vector<const Ending*>{Ending::find("KQvK")});
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    const MateTablesMade rest = test::make_tables(folder.path(), test::endings_up_to(3));
    EXPECT_FALSE(rest.stopped);
    EXPECT_EQ(rest.kept, 1);
    EXPECT_EQ(rest.made.size(), 2);
}

TEST(MateTableGenerator, AFolderThatIsMissingIsAnError) {
    const auto made = make_mate_tables({"/nowhere/tables", {Ending::find("KQvK")}, 1}, {}, {});
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().find("/nowhere/tables"), std::string::npos) << made.error();
}

// The longest wins in moves, as they are known since the tables of Ströhlein, Thompson and
// Nalimov.
struct KnownLongest {
    const char* name;
    int white;
    int black;
};
constexpr KnownLongest known_longest[] = {
    {"KQvK", 10, 0},  {"KRvK", 16, 0},  {"KPvK", 28, 0},   {"KQQvK", 4, 0},   {"KQRvK", 6, 0},
    {"KQBvK", 8, 0},  {"KQNvK", 9, 0},  {"KRRvK", 7, 0},   {"KRBvK", 16, 0},  {"KRNvK", 16, 0},
    {"KBBvK", 19, 0}, {"KBNvK", 33, 0}, {"KNNvK", 1, 0},   {"KQvKQ", 13, -1}, {"KQvKR", 35, 19},
    {"KQvKB", 17, 0}, {"KQvKN", 21, 0}, {"KRvKR", 19, -1}, {"KRvKB", 29, 0},  {"KRvKN", 40, 1},
    {"KBvKB", 1, -1}, {"KBvKN", 1, 1},  {"KNvKN", 1, -1},  {"KQPvK", 10, 0},  {"KRPvK", 16, 0},
    {"KBPvK", 31, 0}, {"KNPvK", 27, 0}, {"KQvKP", 28, 29}, {"KRvKP", 26, 43}, {"KBvKP", 1, 29},
    {"KNvKP", 7, 29}, {"KPPvK", 32, 0}, {"KPvKP", 33, -1},
};

// Kings, and two pawns of which one has just made its double step beside the other.
Position with_en_passant_right(Random& random) {
    for (;;) {
        const Color us = random.one_in(2) ? Color::White : Color::Black;
        const auto any_file = [&] { return static_cast<File>(random.below(8)); };
        const auto any_square = [&] { return square_at(static_cast<int>(random.below(64))); };
        Setup setup;
        setup.side_to_move = us;
        setup.board[any_square()] = Piece::WhiteKing;
        setup.board[any_square()] = Piece::BlackKing;
        const Rank fifth = relative_rank(us, Rank::R5);
        const File theirs = any_file();
        setup.board[make_square(any_file(), fifth)] = make_piece(us, PieceType::Pawn);
        setup.board[make_square(theirs, fifth)] = make_piece(~us, PieceType::Pawn);
        setup.en_passant = make_square(theirs, relative_rank(us, Rank::R6));
        const auto placed = Position::from(setup);
        if (placed && placed->position.en_passant() != Square::None) return placed->position;
    }
}

// Nothing else need be known: a capture leaves a dead ending.
TEST(MateTableGenerator, FindsTheKnownLongestMatesOfTwoMinorPiecesDeep) {
    for (const auto& [name, moves] :
         {std::pair("KBNvK", 33), std::pair("KBBvK", 19), std::pair("KNNvK", 1)}) {
        const auto table = analyse_ending(*Ending::find(name), {}, 2, {}, {});
        ASSERT_TRUE(table);
        EXPECT_EQ(longest_win(*table, Color::White), moves) << name;
        EXPECT_EQ(table->info().counts[Color::Black].wins, 0) << name;
    }
}

// The endings that a promotion leads to are called drawn here, whatever they are, so that they need
// not be made. The values of KPvKP must follow from theirs by the rules.
TEST(MateTableGenerator, TakesEnPassantCapturesIntoAccountDeep) {
    const TableFolder folder("two_pawns");
    const Ending& pawns = *Ending::find("KPvKP");
    for (const Ending* needed : with_needs({&pawns})) {
        if (needed == &pawns) continue;
        if (needed->pieces() == 3) {
            std::filesystem::copy(three_piece_tables().file(needed->name()),
                                  folder.file(needed->name()));
            continue;
        }
        const MateTable draws(*needed,
                              std::vector<MateValue>(needed->sides() * needed->size(), mate_draw));
        ASSERT_FALSE(replace_file(folder.file(needed->name()), draws.bytes(2)));
    }
    EXPECT_EQ(test::make_tables(folder.path(), {&pawns}).made.size(), 1);
    const MateTables tables(folder.path());
    Random random(21);
    int decided = 0;
    for (int i = 0; i < 10'000; ++i) {
        const Position right = with_en_passant_right(random);
        ASSERT_EQ(tables.value(right), value_by_search(tables, right)) << right.key();
        decided += tables.value(right) != mate_draw;
        const std::size_t number = random.below(pawns.size());
        if (const auto position = legal_position(pawns, Color::White, number)) {
            ASSERT_EQ(tables.value(*position), value_by_search(tables, *position)) << number;
        }
    }
    EXPECT_GT(decided, 1'000);
}

TEST(MateTableGenerator, MakesAllEndingsDeepLong) {
    const TableFolder folder("all_endings");
    const MateTablesMade made = test::make_tables(folder.path(), test::endings_up_to(4));
    EXPECT_EQ(made.made.size(), 33);
    for (const auto& [name, white, black] : known_longest) {
        const MateTable table = opened(folder, name);
        EXPECT_EQ(longest_win(table, Color::White), white) << name;
        if (!table.ending().is_symmetric()) {
            EXPECT_EQ(longest_win(table, Color::Black), black) << name;
        }
    }
    const MateTables tables(folder.path(), [](const std::string& problem) { FAIL() << problem; });
    EXPECT_EQ(tables.most_pieces(), 4);
    Random random(11);
    for (int i = 0; i < 300'000; ++i) {
        const Position position = test::random_placement(random, 4);
        ASSERT_EQ(tables.value(position), value_by_search(tables, position)) << position.key();
    }
    for (int i = 0; i < 20'000; ++i) {
        const Position position = with_en_passant_right(random);
        ASSERT_EQ(tables.value(position), value_by_search(tables, position)) << position.key();
    }
}

}  // namespace
}  // namespace rookery
