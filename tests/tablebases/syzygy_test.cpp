#include "tablebases/syzygy.h"

#include "chess/game.h"
#include "engine/engine.h"
#include "engine/engine_helpers.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "support/chess_helpers.h"
#include "tablebases/mate_tables.h"
#include "tablebases/table_helpers.h"
#include "tablebases/tablebases.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace rookery {
namespace {

namespace fs = std::filesystem;

// A program has one owner, and so has this one.
Tablebases& owner() {
    static Tablebases tables;
    return tables;
}

const Tablebase& tables_of(const fs::path& data) {
    const auto opened = owner().open((data / "syzygy").string());
    EXPECT_TRUE(opened) << opened.error();
    return *opened->tables;
}

#define ROOKERY_NEED_SYZYGY(data)                                                                  \
    ROOKERY_NEED_DATA(data);                                                                       \
    if (!can_read_syzygy) GTEST_SKIP() << "built without the library for Syzygy tables"

std::vector<std::string> best_moves(const Tablebase& tables, const Position& position) {
    const auto moves = tables.rank_moves(position, {});
    std::vector<std::string> best;
    for (const TableMove& one : moves)
        if (one.after.wdl == moves.front().after.wdl)
            best.push_back(to_coordinate(position, one.move, false));
    std::ranges::sort(best);
    return best;
}

struct Known {
    Position position;
    int wdl;
    int dtz;
};

// Lines such as "8/2K5/8/8/8/8/3p4/1k2N3 b - - wdl_table 2; wdl 2; dtz 1;".
std::vector<Known> known_positions(const fs::path& file) {
    std::vector<Known> known;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string board, side, castling, en_passant, name;
        int wdl_table = 0, wdl = 0, dtz = 0;
        char end = ';';
        words >> board >> side >> castling >> en_passant >> name >> wdl_table >> end >> name >>
            wdl >> end >> name >> dtz;
        EXPECT_EQ(name, "dtz") << line;
        known.push_back(
            {test::position_of(board + ' ' + side + ' ' + castling + ' ' + en_passant + " 0 1"),
             wdl, dtz});
    }
    return known;
}

TEST(Syzygy, KnowsTheSuite) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    EXPECT_EQ(tables.most_pieces(), 4);
    const auto suite = known_positions(data / "tablebase-tests" / "endgame.epd");
    ASSERT_EQ(suite.size(), 200u);
    for (const Known& one : suite) {
        const auto result = tables.probe(one.position);
        ASSERT_TRUE(result) << to_fen(one.position);
        EXPECT_EQ(static_cast<int>(result->wdl), one.wdl) << to_fen(one.position);
        const auto moves = tables.rank_moves(one.position, {});
        if (moves.empty()) continue;  // mate or stalemate
        EXPECT_EQ(static_cast<int>(moves.front().after.wdl), one.wdl) << to_fen(one.position);
        // The distance of the position is that of the move which zeroes first, or last in a loss.
        int dtz = 0;
        for (const TableMove& move : moves) {
            if (move.after.wdl != moves.front().after.wdl) break;
            const bool better = one.wdl > 0 ? dtz == 0 || move.dtz < dtz : move.dtz < dtz;
            if (better) dtz = move.dtz;
        }
        EXPECT_LE(std::abs(dtz - one.dtz), 1) << to_fen(one.position);  // tables may round
    }
}

TEST(Syzygy, KnowsTheOnlyMovesOfAPawnEnding) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    const Position position = test::position_of("8/5k2/6p1/4K1P1/8/8/8/8 w - - 0 1");
    EXPECT_EQ(tables.probe(position)->wdl, Wdl::Win);
    EXPECT_EQ(best_moves(tables, position), (std::vector<std::string>{"e5d5", "e5d6"}));
}

TEST(Syzygy, DoesNotKnowCastlingOrManyPieces) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    EXPECT_FALSE(tables.probe(test::position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
    EXPECT_TRUE(tables.probe(test::position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    EXPECT_FALSE(tables.probe(Position::start()));
    EXPECT_TRUE(tables.rank_moves(Position::start(), {}).empty());
    EXPECT_TRUE(tables.rank_moves(test::position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), {}).empty());
}

TEST(Syzygy, CountsForTheFiftyMoveRule) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    // Mate takes dozens of moves, and the rule leaves five.
    const Position late = test::position_of("8/8/8/8/3k4/8/8/KBN5 w - - 90 100");
    EXPECT_EQ(tables.rank_moves(late, {}).front().after.wdl, Wdl::CursedWin);
    const Position early = test::position_of("8/8/8/8/3k4/8/8/KBN5 w - - 0 100");
    EXPECT_EQ(tables.rank_moves(early, {}).front().after.wdl, Wdl::Win);
}

TEST(Syzygy, EveryPositionIsWorthItsBestMove) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    Random random(7);
    for (int i = 0; i < 3000; ++i) {
        const Position position = test::random_placement(random, 3 + i % 2);
        const auto result = tables.probe(position);
        if (position.castling_rooks() != 0) continue;
        ASSERT_TRUE(result) << to_fen(position);
        const auto moves = tables.rank_moves(position, {});
        if (moves.empty()) continue;
        Wdl best = Wdl::Loss;
        for (const Move move : legal_moves(position))
            best = std::max(best, -tables.probe(position.after(move))->wdl);
        EXPECT_EQ(result->wdl, best) << to_fen(position);
        EXPECT_EQ(moves.front().after.wdl, best) << to_fen(position);
    }
}

TEST(Syzygy, ManyThreadsMayAsk) {
    ROOKERY_NEED_SYZYGY(data);
    const Tablebase& tables = tables_of(data);
    std::vector<int> sums(4);
    {
        std::vector<std::jthread> threads;
        for (int& sum : sums)
            threads.emplace_back([&tables, &sum] {
                Random random(3);
                for (int i = 0; i < 2000; ++i) {
                    const Position position = test::random_placement(random, 4);
                    if (const auto result = tables.probe(position))
                        sum += static_cast<int>(result->wdl) * (i + 1);
                    if (i % 100 == 0)
                        sum += static_cast<int>(tables.rank_moves(position, {}).size());
                }
            });
    }
    for (const int sum : sums) EXPECT_EQ(sum, sums.front());
}

TEST(Syzygy, OtherFoldersAreRefused) {
    ROOKERY_NEED_SYZYGY(data);
    (void)tables_of(data);
    const auto other = owner().open("/");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().find("cannot change to others"), std::string::npos);
    EXPECT_TRUE(owner().open({}));
}

// A folder of files that lasts as long as this.
class Folder {
  public:
    Folder() : path_(fs::temp_directory_path() / ("rookery-tables-" + std::to_string(getpid()))) {
        fs::create_directory(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    [[nodiscard]] const fs::path& path() const { return path_; }
    void add(const std::string& name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
    }

  private:
    fs::path path_;
};

TEST(SyzygyFiles, FilesThatAreNoTablesAreNamed) {
    const std::string result_magic = "\x71\xe8\x23\x5d";
    const Folder folder;
    folder.add("KQvK.rtbw", result_magic + std::string(76, 'x'));
    folder.add("KRvK.rtbw", result_magic + std::string(70, 'x'));
    folder.add("KRvK.rtbz", std::string(80, 'x'));
    folder.add("KBNvK.rtbw", "");
    folder.add("notes.rtbw", "something else");
    folder.add("KQvK.txt", "something else");
    const auto found = find_syzygy_files(folder.path().string());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->results.size(), 1u);
    EXPECT_TRUE(found->distances.empty());
    EXPECT_EQ(found->most_pieces, 3);
    ASSERT_EQ(found->problems.size(), 3u);
    EXPECT_NE(found->problems[0].find("KBNvK.rtbw cannot be read"), std::string::npos);
    EXPECT_NE(found->problems[1].find("KRvK.rtbw is incomplete"), std::string::npos);
    EXPECT_NE(found->problems[2].find("KRvK.rtbz is not a table"), std::string::npos);
}

TEST(SyzygyFiles, AFolderThatIsMissingIsAnError) {
    const auto found = find_syzygy_files("/nothing/here");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error(), "the folder '/nothing/here' cannot be read");
    EXPECT_TRUE(find_syzygy_files("")->results.empty());
}

// Both kinds of tables know all positions of the endings, by files of ours made for the test.
void expect_agreement(const fs::path& data, const std::vector<const Ending*>& endings) {
    const Tablebase& syzygy = tables_of(data);
    const test::TableFolder folder("agreement");
    (void)test::make_tables(folder.path(), endings);
    const MateTables own(folder.path());
    for (const Ending* ending : endings) {
        std::size_t compared = 0;
        std::size_t different = 0;
        for (const Color side : both_colors) {
            for (std::size_t number = 0; number < ending->size(); ++number) {
                const auto position = test::legal_position(*ending, side, number);
                if (!position) continue;
                ++compared;
                const auto known = syzygy.probe(*position);
                const auto found = own.probe(*position);
                if (known && found && known->wdl == found->wdl) continue;
                if (++different == 1) ADD_FAILURE() << to_fen(*position);
            }
        }
        EXPECT_GT(compared, 10'000u) << ending->name();
        EXPECT_EQ(different, 0u) << ending->name();
    }
}

std::vector<const Ending*> endings_named(std::initializer_list<const char*> names) {
    std::vector<const Ending*> endings;
    for (const char* name : names) endings.push_back(Ending::find(name));
    return endings;
}

TEST(Syzygy, AgreesWithOurTablesOfThreePieces) {
    ROOKERY_NEED_SYZYGY(data);
    expect_agreement(data, endings_named({"KQvK", "KRvK", "KPvK"}));
}

TEST(Syzygy, AgreesWithOurTablesOfFourPiecesLong) {
    ROOKERY_NEED_SYZYGY(data);
    expect_agreement(
        data, endings_named({"KBNvK", "KBBvK", "KNNvK", "KBPvK", "KPPvK", "KQvKQ", "KQvKR", "KQvKP",
                             "KRvKN", "KRvKB", "KRvKP", "KBvKP", "KNvKP", "KPvKP"}));
}

// A win with `pieces` against a bare king or `defender`, at random.
Position random_win(const Tablebase& tables, const std::string& attacker,
                    const std::string& defender, Random& random) {
    for (;;) {
        Setup setup;
        Color color = Color::White;
        for (const std::string& side : {attacker, defender}) {
            for (const char letter : side)
                setup.board[square_at(static_cast<int>(random.below(64)))] =
                    make_piece(color, type_from_letter(letter));
            color = ~color;
        }
        const auto placed = Position::from(setup);
        if (!placed || popcount(placed->position.occupied()) !=
                           static_cast<int>(attacker.size() + defender.size()))
            continue;
        const auto result = tables.probe(placed->position);
        if (result && result->wdl == Wdl::Win) return placed->position;
    }
}

// The engine plays White, and Black the moves that last longest. Returns the result.
GameEnding ending_of(Engine& engine, test::Witness& witness, const Tablebase& tables,
                     const Position& start) {
    Game game(start);
    while (game.ending(Claims::Automatic) == GameEnding::None) {
        if (game.position().side_to_move() == Color::White) {
            engine.set_game(game);
            SearchRequest request;
            request.limits.nodes = 300;
            engine.search(request);
            engine.await_all();
            EXPECT_TRUE(game.play(witness.answers().back().result.best));
            continue;
        }
        const auto moves = tables.rank_moves(game.position(), {});
        const auto longest = std::ranges::min_element(moves, {}, &TableMove::dtz);
        EXPECT_TRUE(game.play(longest->move));
    }
    return game.ending(Claims::Automatic);
}

void expect_wins(const fs::path& data, const std::string& attacker, const std::string& defender,
                 int games) {
    const Tablebase& tables = tables_of(data);
    test::Witness witness;
    Engine engine({test::real_searchers, &owner()}, 1, witness);
    EXPECT_EQ(engine.set_option("SyzygyPath", (data / "syzygy").string()), std::nullopt);
    Random random(11);
    for (int i = 0; i < games; ++i) {
        const Position start = random_win(tables, attacker, defender, random);
        EXPECT_EQ(ending_of(engine, witness, tables, start), GameEnding::Checkmate)
            << to_fen(start);
    }
}

TEST(Syzygy, TheEngineWinsWonEndings) {
    ROOKERY_NEED_SYZYGY(data);
    expect_wins(data, "KBN", "K", 5);
    expect_wins(data, "KQ", "KR", 5);
}

TEST(Syzygy, TheEngineWinsHundredsOfWonEndingsLong) {
    ROOKERY_NEED_SYZYGY(data);
    expect_wins(data, "KBN", "K", 100);
    expect_wins(data, "KQ", "KR", 100);
    expect_wins(data, "KQ", "KP", 100);
    expect_wins(data, "KP", "K", 100);
}

}  // namespace
}  // namespace rookery
